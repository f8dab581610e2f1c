// SPDX-License-Identifier: GPL-3.0-or-later
// The items of a lane to draw at a given zoom: spans of one pixel or more individually, narrower ones merged by pixel column, or
// the time of each tag in each pixel column. The cost depends on what is visible, not on the size of the lane: one galloping
// search per cell or column, and a difference of prefix sums.
#pragma once

#include "core/base/Time.h"
#include "core/model/LaneLayout.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lamella::core {

// Converts between pixels and times. Times are subtracted as integers and only the difference becomes a double, so that epoch
// times lose no precision.
class TimeScale {
public:
    TimeScale() = default;
    TimeScale(TimeRange range, int widthPx); // an empty range counts as 1 ns, a width below 1 as 1

    [[nodiscard]] TimeRange range() const { return m_range; }
    [[nodiscard]] int width() const { return m_width; }
    [[nodiscard]] double pxPerNs() const { return m_pxPerNs; }
    [[nodiscard]] double nsPerPx() const { return m_nsPerPx; }
    [[nodiscard]] double x(std::int64_t timeNs) const { return static_cast<double>(timeNs - m_range.begin.value) * m_pxPerNs; }
    [[nodiscard]] std::int64_t timeAt(double x) const;
    // Earliest time in pixel column `column` or right of it.
    [[nodiscard]] std::int64_t columnStart(std::int64_t column) const
    {
        // Not std::ceil: without SSE 4.1 that is a function call, once per cell.
        const double ns = static_cast<double>(column) * m_nsPerPx;
        const auto whole = static_cast<std::int64_t>(ns);
        return m_range.begin.value + whole + (static_cast<double>(whole) < ns ? 1 : 0);
    }

private:
    TimeRange m_range{{0}, {1}};
    int m_width = 1;
    double m_pxPerNs = 1;
    double m_nsPerPx = 1;
};

struct LodCell {
    double x0 = 0; // pixels from the left end of the range; not clipped if a single span extends beyond it
    double x1 = 0;
    std::uint32_t first = 0; // row in the lane
    std::uint32_t count = 1; // spans merged into the cell
    std::uint8_t tag = 0; // of the span, or the tag with the most time among those merged (the smaller one of a tie)
};

// Time of one tag in a pixel column.
struct LodPart {
    std::uint8_t tag = 0;
    std::int64_t ns = 0;
};

// A pixel column that spans touch. The rest of it is idle.
struct LodColumn {
    std::int32_t x = 0; // from the left end of the range
    std::uint32_t first = 0; // rows [first, last) of the lane touch it
    std::uint32_t last = 0;
    std::int64_t lengthNs = 0; // of the column, at least 1
    std::int64_t busyNs = 0; // sum of its parts
    std::uint32_t firstPart = 0; // in LodColumns::parts
    std::uint32_t parts = 0; // 0: only spans of no length
};

struct LodColumns {
    std::vector<LodColumn> columns; // left to right
    std::vector<LodPart> parts; // of each column by tag, without those of no time
    void clear()
    {
        columns.clear();
        parts.clear();
    }
};

// Rows [first, last) of a lane.
struct LaneRows {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
};

// A lane with one tag (0..tagCount-1) per span: the category of a kernel, the kind of an event.
class LodLane {
public:
    static constexpr std::uint32_t kBlock = 16;

    LodLane() = default;
    LodLane(const Lane &lane, std::vector<std::uint8_t> tags, unsigned tagCount); // the lane must outlive it

    [[nodiscard]] const Lane &lane() const { return *m_lane; }
    [[nodiscard]] std::uint8_t tag(std::uint32_t row) const { return m_tags.empty() ? m_used.front() : m_used[m_tags[row]]; }
    // Cells within the range, left to right; appended to `out`.
    void cells(const TimeScale &scale, std::vector<LodCell> &out) const;
    // Pixel columns of the range that the spans of these rows touch, left to right; appended to `out`. Exact: the parts of all
    // columns add up to the time of the spans within the range.
    void columns(const TimeScale &scale, LaneRows rows, LodColumns &out) const;
    // Time of the spans in these rows.
    [[nodiscard]] std::int64_t timeOf(LaneRows rows) const;
    // Time of each tag (0..tagCount-1) within the range, in ascending order of the tags, without those of no time.
    [[nodiscard]] std::vector<LodPart> timesIn(TimeRange range) const;
    // Tag with the most time in rows [first, last); last > first.
    [[nodiscard]] std::uint8_t dominantTag(std::uint32_t first, std::uint32_t last) const;
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    static constexpr unsigned kMaxTags = 32;
    // unsigned ns: sums of hostile times may wrap, but their differences stay correct
    using TagSums = std::array<std::uint64_t, kMaxTags>;

    void packTags(unsigned tagCount);
    [[nodiscard]] std::size_t usedTag(std::uint32_t row) const { return m_tags.empty() ? 0 : m_tags[row]; }
    void sumTags(std::uint32_t last, TagSums &sums) const;
    // Time per tag before `timeNs`; row `next` is the first that starts at or after it.
    void sumUntil(std::int64_t timeNs, std::uint32_t next, TagSums &sums) const;
    void appendColumn(LodColumn column, const TagSums &before, const TagSums &after, LodColumns &out) const;
    [[nodiscard]] std::uint8_t longestBetween(std::uint32_t first, const TagSums &before, const TagSums &after) const;

    const Lane *m_lane = nullptr;
    std::vector<std::uint8_t> m_used{0}; // the tags that occur in the lane, ascending
    std::vector<std::uint8_t> m_tags; // row of m_used for each span; empty if there is only one
    std::vector<std::uint64_t> m_timeBefore; // [block][used tag]: its time before the block; one row more than blocks
};

// Rows that overlap the range.
[[nodiscard]] LaneRows rowsIn(const Lane &lane, TimeRange range);
// The row that contains the time, else the nearest one within `toleranceNs`, else lane.size().
[[nodiscard]] std::uint32_t rowAt(const Lane &lane, std::int64_t timeNs, std::int64_t toleranceNs);

} // namespace lamella::core
