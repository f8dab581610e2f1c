// SPDX-License-Identifier: GPL-3.0-or-later
// A pass looks its tokens up before its first layer.
#include "core/analysis/segmentation/evidence/PassEvidences.h"

namespace lamella::core {

namespace {

class EmbeddingEvidence final : public PassEvidence {
public:
    [[nodiscard]] std::string_view name() const override { return "embedding kernels"; }
    void weigh(const PlaceIndex &places, std::vector<double> &weights) const override
    {
        for (std::size_t n = 0; n < places.size(); ++n) {
            const Span place = places[n];
            for (std::uint32_t i = place.begin; i < place.end; ++i) {
                if (!places.sequence().has(i, kTokenEmbedding) || !places.informative(i, n))
                    continue;
                weights[n] += kStrongMark;
                break;
            }
        }
    }
};

} // namespace

const PassEvidence &embeddingEvidence()
{
    static const EmbeddingEvidence evidence;
    return evidence;
}

} // namespace lamella::core
