// SPDX-License-Identifier: GPL-3.0-or-later
// Between passes the host decides what comes next, and the stream waits.
#include "core/analysis/segmentation/evidence/PassEvidence.h"

#include <algorithm>
#include <limits>

namespace lamella::core {

namespace {

constexpr double kLongGap = 10.0; // x median of the longest gap of a place
constexpr double kVeryLong = 5.0; // x that
constexpr double kGapFloorNs = 15'000;
constexpr double kStandsOut = 1.3; // x the next shorter gap: shorter and longer ones are of two kinds
constexpr double kFewPlaces = 0.25; // that the longer ones are
constexpr double kShortFloorNs = 1'500;

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

// The shortest of a few gaps that are clearly longer than all others, which no gap between them joins. sorted: ascending.
double ofOtherKind(const std::vector<std::int64_t> &sorted)
{
    for (std::size_t n = sorted.size() - static_cast<std::size_t>(kFewPlaces * static_cast<double>(sorted.size()));
         n > 0 && n < sorted.size(); ++n) {
        const auto gap = static_cast<double>(sorted[n]);
        if (gap >= kShortFloorNs && gap >= kStandsOut * static_cast<double>(sorted[n - 1]))
            return gap;
    }
    return std::numeric_limits<double>::infinity();
}

} // namespace

void weighIdleGaps(const PlaceIndex &places, std::vector<double> &weights)
{
    std::vector<std::int64_t> gaps(places.size(), 0);
    for (std::size_t n = 0; n < places.size(); ++n)
        gaps[n] = longestGap(places, places[n]);
    if (gaps.empty())
        return;
    std::vector<std::int64_t> sorted = gaps;
    std::sort(sorted.begin(), sorted.end());
    const auto middle = static_cast<double>(sorted[sorted.size() / 2]);
    const double longGap = std::max(kLongGap * middle, kGapFloorNs);
    const double standsOut = std::min(longGap, ofOtherKind(sorted));
    for (std::size_t n = 0; n < places.size(); ++n) {
        const auto gap = static_cast<double>(gaps[n]);
        weights[n] += gap >= kVeryLong * longGap ? 1.5 * kWeakMark : gap >= standsOut ? kWeakMark : 0;
    }
}

} // namespace lamella::core
