// SPDX-License-Identifier: GPL-3.0-or-later
// Vertical layout of groups and lanes. Pure: no widget, no painter.
#pragma once

#include "widgets/timeline/TimelineData.h"
#include "widgets/timeline/TrackArrangement.h"

#include <QSet>
#include <QString>

#include <vector>

namespace lamella::ui {

struct TimelineRow {
    int y = 0; // from the top of the first row
    int height = 0;
    int bar = 0; // height of the bars of a lane
    const TimelineGroup *group = nullptr;
    const TimelineTrack *track = nullptr; // null for the row of the group itself
    const TimelineLane *lane = nullptr;
    bool lastOfTrack = false;

    [[nodiscard]] bool isGroup() const { return lane == nullptr; }
    [[nodiscard]] int barTop() const; // from the top of the first row, as y
};

class TimelineRows {
public:
    // Groups with their title in `collapsed` show only their own row. `data` must outlive the rows; null clears.
    // Narrow: without the lane of memory traffic. Wide: with a higher lane of kernels.
    enum class Width { Narrow, Usual, Wide };
    void rebuild(const TimelineData *data, const QSet<QString> &collapsed, const TrackArrangement &arrangement = {},
        Width width = Width::Usual);

    // If the rows leave much of `roomPx` empty, enlarges the lanes of kernels up to 1.8 times; where its end would cut a row, makes
    // them a little higher or lower. False if nothing changed.
    bool fit(int roomPx); // after rebuild()

    [[nodiscard]] const std::vector<TimelineRow> &rows() const { return m_rows; }
    [[nodiscard]] const std::vector<TimelineGroup> &groups() const { return m_groups; } // as arranged
    [[nodiscard]] int pinnedPx() const { return m_pinnedPx; } // height of the pinned group, which comes first
    [[nodiscard]] int height() const { return m_rows.empty() ? 0 : m_rows.back().y + m_rows.back().height; }
    // First row with its lower edge below y; rows().size() if there is none.
    [[nodiscard]] std::size_t firstBelow(int y) const;
    [[nodiscard]] const TimelineRow *at(int y) const;

    // Row of a kernel or event and its index in the lane; row is null if it is in no visible lane.
    struct Place {
        const TimelineRow *row = nullptr;
        std::uint32_t index = 0;
    };
    [[nodiscard]] Place placeOf(core::KernelId kernel, const core::TraceDocument &document) const;
    [[nodiscard]] Place placeOf(core::EventId event, const core::TraceDocument &document) const;

private:
    [[nodiscard]] double scaleToEdge(int roomPx) const;
    void append(const TimelineGroup &group, const TimelineTrack *track, const TimelineLane *lane);

    std::vector<TimelineGroup> m_groups; // rows point into them
    Width m_width = Width::Usual;
    std::vector<TimelineRow> m_rows;
    int m_pinnedPx = 0;
};

} // namespace lamella::ui
