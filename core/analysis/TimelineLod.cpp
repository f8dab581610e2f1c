// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/TimelineLod.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lamella::core {

namespace {

constexpr unsigned kMaxTags = 32;

using TagSums = std::array<std::int64_t, kMaxTags>;

} // namespace

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

std::int64_t TimeScale::columnStart(std::int64_t column) const
{
    // Rounded up by hand: std::ceil is a call on processors without SSE 4.1, once for every cell.
    const double ns = static_cast<double>(column) * m_nsPerPx;
    const auto whole = static_cast<std::int64_t>(ns);
    return m_range.begin.value + whole + (static_cast<double>(whole) < ns ? 1 : 0);
}

LaneRows rowsIn(const Lane &lane, TimeRange range)
{
    std::uint32_t first = lane.firstFrom(0, range.begin.value);
    // Of those that start earlier only the last one can reach in.
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
    if (m_tags.empty())
        return;
    const std::size_t blocks = lane.size() / kBlock; // whole ones; the rest is summed by span
    if (blocks < 2)
        return;
    m_timeBefore.reserve((blocks + 1) * m_used.size());
    TagSums running{};
    for (std::size_t i = 0; i <= blocks * kBlock; ++i) {
        if (i % kBlock == 0)
            m_timeBefore.insert(
                m_timeBefore.end(), running.begin(), running.begin() + static_cast<std::ptrdiff_t>(m_used.size()));
        if (i < blocks * kBlock)
            running[m_tags[i]] += lane.length(static_cast<std::uint32_t>(i));
    }
}

// A lane has few of the possible tags, often one: only those are counted. Their order stays, so that ties fall as before.
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

std::uint8_t LodLane::dominantTag(std::uint32_t first, std::uint32_t last) const
{
    if (m_tags.empty() || last - first == 1)
        return tag(first);
    const std::size_t tagCount = m_used.size();
    TagSums sums{};
    const auto addSpan = [&](std::uint32_t row) { sums[m_tags[row]] += m_lane->length(row); };
    const std::uint32_t firstBlock = (first + kBlock - 1) / kBlock;
    const std::uint32_t lastBlock = last / kBlock;
    if (m_timeBefore.empty() || firstBlock >= lastBlock) {
        for (std::uint32_t row = first; row < last; ++row)
            addSpan(row);
    } else {
        const std::int64_t *from = m_timeBefore.data() + firstBlock * tagCount;
        const std::int64_t *to = m_timeBefore.data() + lastBlock * tagCount;
        for (std::size_t tag = 0; tag < tagCount; ++tag)
            sums[tag] = to[tag] - from[tag];
        for (std::uint32_t row = first; row < firstBlock * kBlock; ++row)
            addSpan(row);
        for (std::uint32_t row = lastBlock * kBlock; row < last; ++row)
            addSpan(row);
    }
    std::int64_t most = sums[0];
    std::size_t best = 0;
    for (std::size_t tag = 1; tag < tagCount; ++tag) {
        const bool isMore = sums[tag] > most;
        most = isMore ? sums[tag] : most;
        best = isMore ? tag : best;
    }
    // Spans without length weigh nothing: then the first one speaks.
    return most == 0 ? tag(first) : m_used[best];
}

void LodLane::cells(const TimeScale &scale, std::vector<LodCell> &out) const
{
    const Lane &lane = *m_lane;
    const LaneRows rows = rowsIn(lane, scale.range());
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
        const std::int64_t column = std::max(nextColumn, static_cast<std::int64_t>(std::max(0.0, x0)));
        std::uint32_t last = std::min(lane.firstFrom(row + 1, scale.columnStart(column + 1)), rows.last);
        // Only the last one that starts in the column can be as wide as a pixel; it gets its own cell.
        if (last - row > 1 && scale.x(lane.end(last - 1)) - scale.x(lane.start(last - 1)) >= 1)
            --last;
        const auto left = static_cast<double>(column);
        out.push_back({left, left + 1, row, last - row, dominantTag(row, last)});
        nextColumn = column + 1;
        row = last;
    }
}

std::size_t LodLane::memoryBytes() const
{
    return m_tags.capacity() + m_used.capacity() + m_timeBefore.capacity() * sizeof(std::int64_t);
}

} // namespace lamella::core
