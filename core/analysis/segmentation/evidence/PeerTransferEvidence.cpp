// SPDX-License-Identifier: GPL-3.0-or-later
// A pipeline stage receives its input before its first layer and sends its output after its last one. Transfers that every layer
// makes (ring attention, experts) mark nothing.
#include "core/analysis/segmentation/evidence/PassEvidences.h"

namespace lamella::core {

namespace {

class PeerTransferEvidence final : public PassEvidence {
public:
    [[nodiscard]] std::string_view name() const override { return "transfers between pipeline stages"; }
    void weigh(const PlaceIndex &places, std::vector<double> &weights) const override
    {
        for (std::size_t n = 0; n < places.size(); ++n) {
            const Span place = places[n];
            for (std::uint32_t i = place.begin; i < place.end; ++i) {
                if (!places.sequence().has(i, kTokenPeer) || !places.informative(i, n))
                    continue;
                weights[n] += kStrongMark;
                break;
            }
        }
    }
};

} // namespace

const PassEvidence &peerTransferEvidence()
{
    static const PeerTransferEvidence evidence;
    return evidence;
}

} // namespace lamella::core
