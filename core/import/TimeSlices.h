// SPDX-License-Identifier: GPL-3.0-or-later
// Sums of durations by time while the range of times is not known yet: slices of equal length, which doubles when there would be
// too many. Times that run at once are added up. At most kMaxSlices additions for each duration, whatever its times.
#pragma once

#include "core/base/Time.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamella::core {

class TimeSlices {
public:
    static constexpr std::int64_t kMaxSlices = 256;

    void add(std::int64_t startNs, std::int64_t durationNs); // ignored unless the duration is > 0

    [[nodiscard]] TimeRange range() const; // from the first slice that has any time to the end of the last; empty: none
    [[nodiscard]] std::int64_t sliceNs() const { return std::int64_t{1} << m_shift; }
    [[nodiscard]] std::vector<std::int64_t> sums() const; // of the slices of range()

private:
    void makeRoom(std::int64_t first, std::int64_t last);

    // Slice n is [n << m_shift, (n + 1) << m_shift), so that two slices become one when m_shift grows.
    std::array<std::int64_t, static_cast<std::size_t>(kMaxSlices)> m_sums{}; // of slices m_first..m_last
    std::int64_t m_first = 0;
    std::int64_t m_last = -1;
    int m_shift = 10; // about a microsecond
};

} // namespace lamella::core
