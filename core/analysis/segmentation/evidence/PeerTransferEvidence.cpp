// SPDX-License-Identifier: GPL-3.0-or-later
// A pipeline stage receives its input before its first layer and sends its output after its last one. Transfers that every layer
// makes (ring attention, experts) mark nothing.
#include "core/analysis/segmentation/evidence/PassEvidences.h"

namespace lamella::core {

namespace {

constexpr double kMaxPlaces = 0.5; // with transfers on other streams; more are made by layers

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
        weighOtherStreams(places, weights);
    }

private:
    // On a stream of its own a send may last into the next pass: not enough alone.
    static void weighOtherStreams(const PlaceIndex &places, std::vector<double> &weights)
    {
        const MainSequence &sequence = places.sequence();
        std::vector<std::size_t> held;
        auto peer = sequence.peers.begin();
        for (std::size_t n = 0; n < places.size() && peer != sequence.peers.end(); ++n) {
            const std::uint32_t after = sequence.kernel[places.coreBefore(n).span.begin];
            const std::uint32_t before = sequence.kernel[places.coreAfter(n).span.begin];
            while (peer != sequence.peers.end() && *peer < after)
                ++peer;
            if (peer != sequence.peers.end() && *peer < before)
                held.push_back(n);
        }
        if (static_cast<double>(held.size()) > kMaxPlaces * static_cast<double>(places.size()))
            return;
        for (const std::size_t n : held)
            weights[n] += kMiddleMark;
    }
};

} // namespace

const PassEvidence &peerTransferEvidence()
{
    static const PeerTransferEvidence evidence;
    return evidence;
}

} // namespace lamella::core
