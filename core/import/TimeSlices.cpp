// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/TimeSlices.h"

#include "core/base/Saturate.h"

#include <algorithm>

namespace lamella::core {

void TimeSlices::add(std::int64_t startNs, std::int64_t durationNs)
{
    constexpr std::int64_t kFarthest = std::int64_t{1} << 61; // so that lengths of ranges are numbers, too
    const std::int64_t begin = std::clamp(startNs, -kFarthest, kFarthest);
    const std::int64_t end = std::min(addSaturated(begin, durationNs), kFarthest);
    if (end <= begin)
        return;
    makeRoom(begin >> m_shift, (end - 1) >> m_shift);
    for (std::int64_t slice = begin >> m_shift; slice <= (end - 1) >> m_shift; ++slice) {
        std::int64_t &sum = m_sums[static_cast<std::size_t>(slice - m_first)];
        sum = addSaturated(sum, std::min(end, (slice + 1) << m_shift) - std::max(begin, slice << m_shift));
    }
}

// So that the slices from `first` to `last`, in the length that they have now, are among those that are stored.
void TimeSlices::makeRoom(std::int64_t first, std::int64_t last)
{
    const bool none = m_last < m_first;
    std::int64_t newFirst = none ? first : std::min(first, m_first);
    std::int64_t newLast = none ? last : std::max(last, m_last);
    int coarser = 0;
    while ((newLast >> coarser) - (newFirst >> coarser) >= kMaxSlices)
        ++coarser;
    newFirst >>= coarser;
    newLast >>= coarser;
    if (coarser > 0 || newFirst != m_first) {
        decltype(m_sums) moved{};
        for (std::int64_t slice = m_first; slice <= m_last; ++slice) {
            std::int64_t &sum = moved[static_cast<std::size_t>((slice >> coarser) - newFirst)];
            sum = addSaturated(sum, m_sums[static_cast<std::size_t>(slice - m_first)]);
        }
        m_sums = moved;
    }
    m_first = newFirst;
    m_last = newLast;
    m_shift += coarser;
}

TimeRange TimeSlices::range() const
{
    return {{m_first << m_shift}, {(m_last + 1) << m_shift}};
}

std::vector<std::int64_t> TimeSlices::sums() const
{
    return {m_sums.begin(), m_sums.begin() + (m_last - m_first + 1)};
}

} // namespace lamella::core
