// SPDX-License-Identifier: GPL-3.0-or-later
// A pass samples after its last layer.
#include "core/analysis/segmentation/evidence/PassEvidences.h"

namespace lamella::core {

namespace {

class SamplingEvidence final : public PassEvidence {
public:
    [[nodiscard]] std::string_view name() const override { return "sampling kernels"; }
    void weigh(const PlaceIndex &places, std::vector<double> &weights) const override
    {
        for (std::size_t n = 0; n < places.size(); ++n) {
            const Span place = places[n];
            for (std::uint32_t i = place.begin; i < place.end; ++i) {
                if (!places.sequence().has(i, kTokenSampling) || !places.informative(i, n))
                    continue;
                weights[n] += kStrongMark;
                break;
            }
        }
    }
};

} // namespace

const PassEvidence &samplingEvidence()
{
    static const SamplingEvidence evidence;
    return evidence;
}

} // namespace lamella::core
