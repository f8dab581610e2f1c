// SPDX-License-Identifier: GPL-3.0-or-later
// Between passes the host decides what comes next, and the stream waits.
#include "core/analysis/segmentation/evidence/PassEvidences.h"

#include <algorithm>

namespace lamella::core {

namespace {

constexpr double kLongGap = 10.0; // x median of the longest gap of a place
constexpr double kVeryLong = 5.0; // x that
constexpr double kGapFloorNs = 15'000;

std::int64_t longestGap(const PlaceIndex &places, Span place)
{
    const KernelTable &kernels = places.kernels();
    const MainSequence &sequence = places.sequence();
    std::int64_t longest = 0;
    std::int64_t busyUntil = kernels.end(sequence.kernel[place.begin - 1]);
    for (std::uint32_t i = place.begin; i <= place.end && i < sequence.size(); ++i) {
        longest = std::max(longest, kernels.start[sequence.kernel[i]] - busyUntil);
        busyUntil = std::max(busyUntil, kernels.end(sequence.kernel[i]));
    }
    return longest;
}

class IdleGapEvidence final : public PassEvidence {
public:
    [[nodiscard]] std::string_view name() const override { return "idle gaps"; }
    void weigh(const PlaceIndex &places, std::vector<double> &weights) const override
    {
        std::vector<std::int64_t> gaps(places.size(), 0);
        for (std::size_t n = 0; n < places.size(); ++n)
            gaps[n] = longestGap(places, places[n]);
        if (gaps.empty())
            return;
        std::vector<std::int64_t> sorted = gaps;
        const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
        std::nth_element(sorted.begin(), middle, sorted.end());
        const double longGap = std::max(kLongGap * static_cast<double>(*middle), kGapFloorNs);
        for (std::size_t n = 0; n < places.size(); ++n) {
            const auto gap = static_cast<double>(gaps[n]);
            weights[n] += gap >= kVeryLong * longGap ? 1.5 * kWeakMark : gap >= longGap ? kWeakMark : 0;
        }
    }
};

} // namespace

const PassEvidence &idleGapEvidence()
{
    static const IdleGapEvidence evidence;
    return evidence;
}

} // namespace lamella::core
