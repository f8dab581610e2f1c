// SPDX-License-Identifier: GPL-3.0-or-later
// Offset and drift between two clocks from pairs of readings of the same moments, a few of which may be wrong altogether.
#pragma once

#include <cstdint>
#include <vector>

namespace lamella::core {

struct ClockPair {
    std::int64_t referenceNs = 0;
    std::int64_t otherNs = 0;
};

// other = reference + offset + drift * (reference - origin)
struct ClockLine {
    std::int64_t originNs = 0; // on the reference's clock
    std::int64_t offsetNs = 0;
    double drift = 0; // seconds per second

    [[nodiscard]] std::int64_t toReference(std::int64_t otherNs) const;
    [[nodiscard]] std::int64_t fromReference(std::int64_t referenceNs) const;
};

struct ClockFit {
    ClockLine line;
    std::size_t pairs = 0;
    std::int64_t residualNs = 0; // median distance from the line
    std::int64_t worstNs = 0; // 95th percentile of it
    bool driftFitted = false; // false: too few pairs, or too short a time, to tell a drift from noise
};

// Theil-Sen slope (median of the slopes between pairs of points; H. Theil 1950, P. K. Sen 1968) ; over
// many points only between halves of the list, then the median of what is left: half of the pairs less one may be anything. A drift is fitted from 8 pairs over 5 ms
// on, kept only where it is at most 1000 ppm and either known to 1 ppm or three times its own error. `pairs` may be in any order; empty gives an empty fit.
[[nodiscard]] ClockFit fitClock(const std::vector<ClockPair> &pairs, std::int64_t originNs);

} // namespace lamella::core
