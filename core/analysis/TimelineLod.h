// SPDX-License-Identifier: GPL-3.0-or-later
// What to draw of a lane at a given zoom: spans of one pixel or more individually, narrower ones merged by pixel column. The cost
// depends on what is visible, not on the size of the lane: one galloping search per cell, and a difference of prefix sums for
// merged cells.
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
    // Tag with the most time in rows [first, last); last > first.
    [[nodiscard]] std::uint8_t dominantTag(std::uint32_t first, std::uint32_t last) const;
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    static constexpr unsigned kMaxTags = 32;
    // unsigned ns: sums of hostile times may wrap, but their differences stay correct
    using TagSums = std::array<std::uint64_t, kMaxTags>;

    void packTags(unsigned tagCount);
    void sumTags(std::uint32_t last, TagSums &sums) const;
    [[nodiscard]] std::uint8_t longestBetween(std::uint32_t first, const TagSums &before, const TagSums &after) const;

    const Lane *m_lane = nullptr;
    std::vector<std::uint8_t> m_used{0}; // the tags that occur in the lane, ascending
    std::vector<std::uint8_t> m_tags; // row of m_used for each span; empty if there is only one
    std::vector<std::uint64_t> m_timeBefore; // [block][used tag]: its time before the block; one row more than blocks
};

// Rows [first, last) that overlap the range.
struct LaneRows {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
};
[[nodiscard]] LaneRows rowsIn(const Lane &lane, TimeRange range);
// The row that contains the time, else the nearest one within `toleranceNs`, else lane.size().
[[nodiscard]] std::uint32_t rowAt(const Lane &lane, std::int64_t timeNs, std::int64_t toleranceNs);

} // namespace lamella::core
