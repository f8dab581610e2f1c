// SPDX-License-Identifier: GPL-3.0-or-later
// The host hands a pass its input.
#include "core/analysis/segmentation/evidence/PassEvidences.h"

namespace lamella::core {

namespace {

class HostCopyEvidence final : public PassEvidence {
public:
    [[nodiscard]] std::string_view name() const override { return "copies from the host"; }
    void weigh(const PlaceIndex &places, std::vector<double> &weights) const override
    {
        for (std::size_t n = 0; n < places.size(); ++n) {
            const Span place = places[n];
            for (std::uint32_t i = place.begin; i < place.end; ++i) {
                if (!places.sequence().has(i, kTokenHostCopy) || !places.informative(i, n))
                    continue;
                weights[n] += kWeakMark;
                break;
            }
        }
    }
};

} // namespace

const PassEvidence &hostCopyEvidence()
{
    static const HostCopyEvidence evidence;
    return evidence;
}

} // namespace lamella::core
