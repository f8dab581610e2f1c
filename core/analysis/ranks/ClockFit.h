// SPDX-License-Identifier: GPL-3.0-or-later
// Fits offset and drift between two clocks to pairs of readings of the same moments; robust against outliers.
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
    std::int64_t worstNs = 0; // 95th percentile of that distance
    bool driftFitted = false; // false: too few pairs, or too short a time, to distinguish drift from noise
};

// Theil-Sen slope (median of the slopes between pairs of points; H. Theil 1950, P. K. Sen 1968); for many points only between the
// halves of the list. The offset is the median of the remainder. Tolerates outliers in just under half of the pairs. A drift is
// fitted from 8 pairs over 5 ms on, and used only if it is at most 1000 ppm and either known to 1 ppm or at least three times its
// standard error. `pairs` may be in any order; if empty, so is the fit.
[[nodiscard]] ClockFit fitClock(const std::vector<ClockPair> &pairs, std::int64_t originNs);

} // namespace lamella::core
