// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/TimelineLod.h"

#include <algorithm>
#include <cmath>

namespace lamella::core {

TimeScale::TimeScale(TimeRange range, int widthPx)
    : m_range(range)
    , m_width(std::max(1, widthPx))
{
    if (m_range.end <= m_range.begin)
        m_range.end = {m_range.begin.value + 1};
    m_nsPerPx = static_cast<double>(m_range.length().value) / m_width;
    m_pxPerNs = m_width / static_cast<double>(m_range.length().value);
}

std::int64_t TimeScale::timeAt(double x) const
{
    return m_range.begin.value + static_cast<std::int64_t>(std::llround(x * m_nsPerPx));
}

LaneRows rowsIn(const Lane &lane, TimeRange range)
{
    std::uint32_t first = lane.firstFrom(0, range.begin.value);
    // Of the spans that start earlier, only the last can extend into the range.
    if (first > 0 && lane.end(first - 1) > range.begin.value)
        --first;
    return {first, lane.firstFrom(first, range.end.value)};
}

std::uint32_t rowAt(const Lane &lane, std::int64_t timeNs, std::int64_t toleranceNs)
{
    const std::uint32_t after = timeNs == INT64_MAX ? lane.size() : lane.firstFrom(0, timeNs + 1);
    if (after > 0 && timeNs < lane.end(after - 1))
        return after - 1;
    const std::int64_t before = after > 0 ? timeNs - lane.end(after - 1) : INT64_MAX;
    const std::int64_t behind = after < lane.size() ? lane.start(after) - timeNs : INT64_MAX;
    if (std::min(before, behind) > toleranceNs)
        return lane.size();
    return before <= behind ? after - 1 : after;
}

LodLane::LodLane(const Lane &lane, std::vector<std::uint8_t> tags, unsigned tagCount)
    : m_lane(&lane)
    , m_tags(std::move(tags))
{
    packTags(std::clamp(tagCount, 1u, kMaxTags));
    const std::size_t blocks = lane.size() / kBlock; // complete blocks; the rest is summed span by span
    if (blocks < 2)
        return;
    m_timeBefore.reserve((blocks + 1) * m_used.size());
    TagSums running{};
    for (std::size_t i = 0; i <= blocks * kBlock; ++i) {
        if (i % kBlock == 0)
            m_timeBefore.insert(
                m_timeBefore.end(), running.begin(), running.begin() + static_cast<std::ptrdiff_t>(m_used.size()));
        if (i < blocks * kBlock)
            running[usedTag(static_cast<std::uint32_t>(i))] +=
                static_cast<std::uint64_t>(lane.length(static_cast<std::uint32_t>(i)));
    }
}

// A lane has few of the possible tags, often one, so only those are counted. Their order is preserved, which keeps tie-breaking.
void LodLane::packTags(unsigned tagCount)
{
    std::array<bool, kMaxTags> present{};
    for (std::uint8_t &tag : m_tags) {
        tag = static_cast<std::uint8_t>(std::min<unsigned>(tag, tagCount - 1));
        present[tag] = true;
    }
    std::array<std::uint8_t, kMaxTags> packed{};
    m_used.clear();
    for (unsigned tag = 0; tag < tagCount; ++tag) {
        packed[tag] = static_cast<std::uint8_t>(m_used.size());
        if (present[tag])
            m_used.push_back(static_cast<std::uint8_t>(tag));
    }
    if (m_used.empty())
        m_used.push_back(0);
    if (m_used.size() == 1)
        m_tags = {};
    for (std::uint8_t &tag : m_tags)
        tag = packed[tag];
}

// Time per tag before row `last`.
inline void LodLane::sumTags(std::uint32_t last, TagSums &sums) const
{
    const std::size_t tagCount = m_used.size();
    std::uint32_t row = 0;
    if (m_timeBefore.empty()) {
        std::fill_n(sums.begin(), tagCount, 0);
    } else {
        const std::size_t block = std::min<std::size_t>(last / kBlock, m_timeBefore.size() / tagCount - 1);
        std::copy_n(m_timeBefore.data() + block * tagCount, tagCount, sums.begin());
        row = static_cast<std::uint32_t>(block * kBlock);
    }
    for (; row < last; ++row)
        sums[usedTag(row)] += static_cast<std::uint64_t>(m_lane->length(row));
}

inline std::uint8_t LodLane::longestBetween(std::uint32_t first, const TagSums &before, const TagSums &after) const
{
    std::uint64_t max = after[0] - before[0];
    std::size_t best = 0;
    for (std::size_t tag = 1; tag < m_used.size(); ++tag) {
        const std::uint64_t sum = after[tag] - before[tag];
        const bool isMore = sum > max;
        max = isMore ? sum : max;
        best = isMore ? tag : best;
    }
    // Spans of length zero have no weight: use the tag of the first.
    return max == 0 ? tag(first) : m_used[best];
}

std::uint8_t LodLane::dominantTag(std::uint32_t first, std::uint32_t last) const
{
    if (m_tags.empty() || last - first == 1)
        return tag(first);
    TagSums before{};
    TagSums after{};
    sumTags(first, before);
    sumTags(last, after);
    return longestBetween(first, before, after);
}

void LodLane::cells(const TimeScale &scale, std::vector<LodCell> &out) const
{
    const Lane &lane = *m_lane;
    const LaneRows rows = rowsIn(lane, scale.range());
    TagSums sums[2]{}; // before this cell and before the next; the second becomes the first
    int which = 0; // which of the two applies to this cell
    std::uint32_t summed = UINT32_MAX; // the row up to which they are summed
    std::int64_t nextColumn = 0; // columns left of it are done
    std::uint32_t row = rows.first;
    while (row < rows.last) {
        const double x0 = scale.x(lane.start(row));
        const double x1 = scale.x(lane.end(row));
        if (x1 - x0 >= 1) {
            out.push_back({x0, x1, row, 1, tag(row)});
            ++row;
            continue;
        }
        // Mostly the next column. A predicted branch, so that the search below need not wait for the result of this one.
        std::int64_t column = nextColumn;
        if (x0 >= static_cast<double>(nextColumn + 1)) [[unlikely]]
            column = static_cast<std::int64_t>(x0);
        std::uint32_t last = std::min(lane.firstFrom(row + 1, scale.columnStart(column + 1)), rows.last);
        // Only the last span that starts in the column can be a pixel wide; it gets its own cell.
        if (last - row > 1 && scale.x(lane.end(last - 1)) - scale.x(lane.start(last - 1)) >= 1)
            --last;
        std::uint8_t max = 0;
        if (last - row == 1 || m_tags.empty()) {
            max = tag(row);
        } else {
            TagSums &before = sums[which];
            TagSums &after = sums[1 - which];
            if (summed != row)
                sumTags(row, before);
            sumTags(last, after);
            max = longestBetween(row, before, after);
            which = 1 - which;
            summed = last;
        }
        const auto left = static_cast<double>(column);
        out.push_back({left, left + 1, row, last - row, max});
        nextColumn = column + 1;
        row = last;
    }
}

void LodLane::sumUntil(std::int64_t timeNs, std::uint32_t next, TagSums &sums) const
{
    sumTags(next, sums);
    // Of the spans that start earlier, only the last can extend beyond the time.
    if (next > 0 && m_lane->end(next - 1) > timeNs)
        sums[usedTag(next - 1)] -= static_cast<std::uint64_t>(m_lane->end(next - 1) - timeNs);
}

void LodLane::appendColumn(LodColumn column, const TagSums &before, const TagSums &after, LodColumns &out) const
{
    column.firstPart = static_cast<std::uint32_t>(out.parts.size());
    for (std::size_t tag = 0; tag < m_used.size(); ++tag) {
        const auto ns = static_cast<std::int64_t>(after[tag] - before[tag]);
        if (ns <= 0) // below zero only where spans of a damaged lane overlap
            continue;
        out.parts.push_back({m_used[tag], ns});
        column.busyNs += ns;
    }
    column.parts = static_cast<std::uint32_t>(out.parts.size()) - column.firstPart;
    out.columns.push_back(column);
}

void LodLane::columns(const TimeScale &scale, LaneRows rows, LodColumns &out) const
{
    const Lane &lane = *m_lane;
    const std::int64_t begin = scale.range().begin.value;
    const auto columnOf = [&scale](std::int64_t timeNs) { // the last that begins at or before the time
        auto column = std::max<std::int64_t>(0, static_cast<std::int64_t>(scale.x(timeNs)));
        while (column > 0 && scale.columnStart(column) > timeNs)
            --column;
        while (scale.columnStart(column + 1) <= timeNs)
            ++column;
        return column;
    };
    TagSums sums[2]{}; // before this column and before the next; the second becomes the first
    int which = 0;
    std::int64_t summed = begin - 1; // the time up to which they are summed
    std::uint32_t row = rows.first; // the first that may touch the column
    std::int64_t column = -1;
    while (row < rows.last) {
        column = std::max(column + 1, columnOf(std::max(begin, lane.start(row))));
        if (column >= scale.width())
            break;
        const std::int64_t from = scale.columnStart(column);
        const std::int64_t to = std::min(scale.columnStart(column + 1), scale.range().end.value);
        if (to <= from) // narrower than a nanosecond
            continue;
        const std::uint32_t last = std::clamp(lane.firstFrom(row, to), row + 1, rows.last);
        TagSums &before = sums[which];
        TagSums &after = sums[1 - which];
        if (summed != from) {
            const std::uint32_t next = std::min(lane.firstFrom(row, from), rows.last);
            if (next == rows.first) // rows before the first do not count
                sumTags(next, before);
            else
                sumUntil(from, next, before);
        }
        sumUntil(to, last, after);
        appendColumn({static_cast<std::int32_t>(column), row, last, to - from, 0, 0, 0}, before, after, out);
        which = 1 - which;
        summed = to;
        row = lane.end(last - 1) > to ? last - 1 : last;
    }
}

std::int64_t LodLane::timeOf(LaneRows rows) const
{
    TagSums before{};
    TagSums after{};
    sumTags(rows.first, before);
    sumTags(std::max(rows.first, rows.last), after);
    std::uint64_t sum = 0;
    for (std::size_t tag = 0; tag < m_used.size(); ++tag)
        sum += after[tag] - before[tag];
    return static_cast<std::int64_t>(sum);
}

std::vector<LodPart> LodLane::timesIn(TimeRange range) const
{
    std::vector<LodPart> parts;
    if (range.end <= range.begin)
        return parts;
    TagSums before{};
    TagSums after{};
    const std::uint32_t first = m_lane->firstFrom(0, range.begin.value);
    sumUntil(range.begin.value, first, before);
    sumUntil(range.end.value, m_lane->firstFrom(first, range.end.value), after);
    for (std::size_t tag = 0; tag < m_used.size(); ++tag)
        if (const auto ns = static_cast<std::int64_t>(after[tag] - before[tag]); ns > 0)
            parts.push_back({m_used[tag], ns});
    return parts;
}

std::size_t LodLane::memoryBytes() const
{
    return m_tags.capacity() + m_used.capacity() + m_timeBefore.capacity() * sizeof(std::int64_t);
}

} // namespace lamella::core
