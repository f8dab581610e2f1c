// SPDX-License-Identifier: GPL-3.0-or-later
// How a person arranged the tracks of a timeline: pinned, hidden, moved, grouped, filtered. A plain value; applied to the groups
// of TimelineData without touching them. Tracks are named by TimelineTrack::key, which says the same in every language.
#pragma once

#include "core/session/SessionFile.h"
#include "widgets/timeline/TimelineData.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace lamella::ui {

struct TrackArrangement {
    enum class Grouping { Device, Process, None }; // streams under their GPU, under the process that launches on them, or nowhere

    QStringList pinned; // at the top, in this order; they stay while the others scroll
    QStringList hidden;
    QStringList order; // tracks that were moved and their neighbours: within a group in this order, others behind them
    QStringList adopted; // pairs: a track that was moved out of its group, and one of the group where it stands now
    Grouping grouping = Grouping::Device;
    QString filter; // text in label, note or title of the group; not saved

    bool operator==(const TrackArrangement &) const = default;
    [[nodiscard]] bool isDefault() const { return *this == TrackArrangement{}; }

    void setPinned(const QString &key, bool on);
    void setHidden(const QString &key, bool on);
    // Puts the track at the place of another one; `groups` as arranged now. Within a group the two change sides; into another
    // group it comes behind the other one from above and before it from below. Moved among the pinned ones it becomes one of
    // them, moved out of them it stops being one.
    void move(const std::vector<TimelineGroup> &groups, const QString &key, const QString &toPlaceOf);
    // One place up (-1) or down (1), at the ends of its group into the next one; pinned tracks stay among themselves.
    void step(const std::vector<TimelineGroup> &groups, const QString &key, int by);

    // As a session file holds it; a word for the grouping that is not known means as recorded.
    [[nodiscard]] core::SessionTracks toSession() const;
    static TrackArrangement fromSession(const core::SessionTracks &tracks);

private:
    void put(const TimelineGroup &group, const QString &key, qsizetype place);
    [[nodiscard]] QStringList guests() const; // tracks that were moved out of their group
    void release(const QString &key);
};

// The group of pinned tracks has this title key; its tracks come first.
[[nodiscard]] bool isPinnedGroup(const TimelineGroup &group);
// Groups and tracks as arranged; groups without tracks are left out.
[[nodiscard]] std::vector<TimelineGroup> arrangedGroups(const TimelineData &data, const TrackArrangement &arrangement);
// Label of each hidden track that the trace has, by key, for the menu that shows them again.
[[nodiscard]] std::vector<std::pair<QString, QString>> hiddenTracks(
    const TimelineData &data, const TrackArrangement &arrangement);

} // namespace lamella::ui
