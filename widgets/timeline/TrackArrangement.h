// SPDX-License-Identifier: GPL-3.0-or-later
// The user's arrangement of the tracks of a timeline: pinned, hidden, moved, grouped, filtered. A plain value, applied to the
// groups of TimelineData without changing them. Tracks are identified by TimelineTrack::key, which is the same in every language.
#pragma once

#include "core/session/SessionFile.h"
#include "widgets/timeline/TimelineData.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace lamella::ui {

struct TrackArrangement {
    enum class Grouping { Device, Process, None }; // Process: streams under the process that launches on them

    QStringList pinned; // at the top, in this order; not scrolled
    QStringList hidden;
    QStringList order; // moved tracks and their neighbours: in this order within a group, others after them
    QStringList adopted; // pairs: a track moved out of its group, and a track of the group it was moved to
    Grouping grouping = Grouping::Device;
    QString filter; // text to find in label, note or group title; not saved

    bool operator==(const TrackArrangement &) const = default;
    [[nodiscard]] bool isDefault() const { return *this == TrackArrangement{}; }

    void setPinned(const QString &key, bool on);
    void setHidden(const QString &key, bool on);
    // Moves the track to the place of another; `groups` as arranged now. Within a group it takes the other side of that track; in
    // another group it is placed after the track when coming from above and before it when coming from below. Moved among pinned
    // tracks it becomes pinned, moved away from them it is unpinned.
    void move(const std::vector<TimelineGroup> &groups, const QString &key, const QString &toPlaceOf);
    // One place up (-1) or down (1), at the end of a group into the next one; pinned tracks stay pinned.
    void step(const std::vector<TimelineGroup> &groups, const QString &key, int by);

    // As stored in a session file; an unknown grouping is read as "as recorded".
    [[nodiscard]] core::SessionTracks toSession() const;
    static TrackArrangement fromSession(const core::SessionTracks &tracks);

private:
    void put(const TimelineGroup &group, const QString &key, qsizetype place);
    [[nodiscard]] QStringList guests() const; // tracks moved out of their group
    void release(const QString &key);
};

// True for the group of pinned tracks, which comes first.
[[nodiscard]] bool isPinnedGroup(const TimelineGroup &group);
// Groups and tracks as arranged, without empty groups.
[[nodiscard]] std::vector<TimelineGroup> arrangedGroups(const TimelineData &data, const TrackArrangement &arrangement);
// Key and label of each hidden track of the trace, for the menu that shows them again.
[[nodiscard]] std::vector<std::pair<QString, QString>> hiddenTracks(
    const TimelineData &data, const TrackArrangement &arrangement);

} // namespace lamella::ui
