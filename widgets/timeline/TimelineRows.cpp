// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/TimelineRows.h"

#include "widgets/timeline/TimelineGeometry.h"

#include <algorithm>

namespace lamella::ui {

namespace {

// Index of `item` among the lane's items with the same start; lane.size() if not found.
std::uint32_t indexOf(const core::Lane &lane, std::int64_t start, std::uint32_t item)
{
    for (std::uint32_t row = lane.firstFrom(0, start); row < lane.size() && lane.start(row) == start; ++row)
        if (lane.item(row) == item)
            return row;
    return lane.size();
}

template <class Matches>
TimelineRows::Place find(const std::vector<TimelineRow> &rows, std::int64_t start, std::uint32_t item, Matches matches)
{
    for (const TimelineRow &row : rows) {
        if (row.isGroup() || !matches(*row.lane))
            continue;
        const std::uint32_t index = indexOf(row.lane->lod->lane(), start, item);
        if (index < row.lane->lod->lane().size())
            return {&row, index};
    }
    return {};
}

bool isKernelLane(const TimelineLane *lane)
{
    return lane != nullptr && lane->kind == LaneKind::Kernels;
}

int naturalHeight(const TimelineLane *lane, TimelineRows::Width width)
{
    if (lane != nullptr && lane->main && width == TimelineRows::Width::Wide)
        return kWideKernelRowPx;
    if (lane == nullptr)
        return kGroupRowPx;
    return lane->main                       ? kKernelRowPx
        : isKernelLane(lane)               ? kSideRowPx
        : lane->kind == LaneKind::Traffic ? kTrafficRowPx
                                          : kFrameRowPx;
}

// Of the row, around its bar.
int spaceOf(const TimelineLane &lane)
{
    return lane.main                     ? kKernelRowPx - kKernelBarPx
        : isKernelLane(&lane)            ? kSideRowPx - kSideBarPx
        : lane.kind == LaneKind::Traffic ? kTrafficRowPx - kTrafficBarPx
                                         : kFrameRowPx - kFrameBarPx;
}

} // namespace

int TimelineRow::barTop() const
{
    if (isGroup())
        return y;
    if (lane->main)
        return y + kBarTopPx;
    return lane->kind == LaneKind::Kernels || lane->kind == LaneKind::Traffic ? y + (height - bar) / 2 : y + 1;
}

void TimelineRows::append(const TimelineGroup &group, const TimelineTrack *track, const TimelineLane *lane)
{
    TimelineRow row;
    row.y = height();
    row.group = &group;
    row.track = track;
    row.lane = lane;
    row.height = naturalHeight(lane, m_width);
    row.bar = lane == nullptr ? 0 : row.height - spaceOf(*lane);
    m_rows.push_back(row);
}

void TimelineRows::rebuild(
    const TimelineData *data, const QSet<QString> &collapsed, const TrackArrangement &arrangement, Width width)
{
    m_width = width;
    m_rows.clear();
    m_groups.clear();
    m_pinnedPx = 0;
    if (data == nullptr)
        return;
    m_groups = arrangedGroups(*data, arrangement);
    for (const TimelineGroup &group : m_groups) {
        append(group, nullptr, nullptr);
        if (group.pinned)
            m_pinnedPx = height();
        if (collapsed.contains(group.title))
            continue;
        for (const TimelineTrack &track : group.tracks) {
            if (width == Width::Narrow && !track.lanes.empty() && track.lanes.front().kind == LaneKind::Traffic)
                continue;
            for (const TimelineLane &lane : track.lanes)
                append(group, &track, &lane);
            m_rows.back().lastOfTrack = true;
        }
        if (group.pinned)
            m_pinnedPx = height();
    }
}

// A row that the edge would cut begins behind it, or ends at it where little is missing: the lanes of kernels take its part, or give
// it room.
double TimelineRows::scaleToEdge(int roomPx) const
{
    int above = 0;
    int kernels = 0;
    for (const TimelineRow &row : m_rows) {
        const int height = naturalHeight(row.lane, m_width);
        const int missing = above + height - roomPx;
        if (missing > 0 && missing * 2 > height)
            return kernels > 0 ? 1 + static_cast<double>(roomPx - above) / kernels : 1;
        above += height;
        kernels += isKernelLane(row.lane) ? height : 0;
        if (missing > 0)
            return kernels > 0 ? 1 - static_cast<double>(missing) / kernels : 1;
    }
    return 1;
}

bool TimelineRows::fit(int roomPx)
{
    constexpr double kMinScale = 0.7;
    constexpr double kMaxScale = 1.8;
    constexpr int kWorthPx = 100; // less looks like a margin; and windows of similar size keep similar lanes
    int natural = 0;
    int kernels = 0;
    for (const TimelineRow &row : m_rows) {
        const int height = naturalHeight(row.lane, m_width);
        natural += height;
        kernels += isKernelLane(row.lane) ? height : 0;
    }
    const int spare = roomPx - natural;
    const double wanted = spare < 0       ? scaleToEdge(roomPx)
        : spare < kWorthPx || kernels == 0 ? 1
                                           : 1 + static_cast<double>(spare) / kernels;
    const double scale = std::clamp(wanted, kMinScale, kMaxScale);
    bool changed = false;
    int y = 0;
    m_pinnedPx = 0;
    for (TimelineRow &row : m_rows) {
        const int usual = naturalHeight(row.lane, m_width);
        const int height = isKernelLane(row.lane) ? static_cast<int>(usual * scale) : usual;
        changed = changed || height != row.height;
        row.y = y;
        row.height = height;
        row.bar = row.lane == nullptr ? 0 : height - spaceOf(*row.lane);
        y += height;
        if (row.group->pinned)
            m_pinnedPx = y;
    }
    return changed;
}

std::size_t TimelineRows::firstBelow(int y) const
{
    const auto it =
        std::partition_point(m_rows.begin(), m_rows.end(), [y](const TimelineRow &row) { return row.y + row.height <= y; });
    return static_cast<std::size_t>(it - m_rows.begin());
}

const TimelineRow *TimelineRows::at(int y) const
{
    const std::size_t row = firstBelow(y);
    return row < m_rows.size() && m_rows[row].y <= y ? &m_rows[row] : nullptr;
}

TimelineRows::Place TimelineRows::placeOf(core::KernelId kernel, const core::TraceDocument &document) const
{
    if (kernel.value >= document.kernels.size())
        return {};
    const core::StreamId stream = document.kernels.stream[kernel.value];
    return find(m_rows, document.kernels.start[kernel.value], kernel.value,
        [stream](const TimelineLane &lane) { return lane.kind == LaneKind::Kernels && lane.stream == stream; });
}

TimelineRows::Place TimelineRows::placeOf(core::EventId event, const core::TraceDocument &document) const
{
    if (event.value >= document.events.size())
        return {};
    const core::EventRow row = document.events.row(event);
    return find(m_rows, row.start, event.value,
        [&row](const TimelineLane &lane) {
            return (lane.kind == LaneKind::Ranges || lane.kind == LaneKind::Frames) && lane.track == row.track;
        });
}

} // namespace lamella::ui
