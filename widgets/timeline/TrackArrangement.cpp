// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/TrackArrangement.h"

#include <QCoreApplication>
#include <QHash>
#include <QSet>

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace lamella::ui {

namespace {

struct TrackText {
    Q_DECLARE_TR_FUNCTIONS(TrackText)
};

constexpr std::size_t kMaxAdopted = 1000; // texts of a session file, two per track; each is searched for
const char *const kGroupingWords[] = {"device", "process", "none"};

QStringList keysOf(const std::vector<std::string> &texts)
{
    QStringList keys;
    for (const std::string &text : texts)
        keys << QString::fromStdString(text);
    keys.removeDuplicates();
    return keys;
}

std::vector<std::string> textsOf(const QStringList &keys)
{
    std::vector<std::string> texts;
    for (const QString &key : keys)
        texts.push_back(key.toStdString());
    return texts;
}

const TimelineGroup *groupOf(const std::vector<TimelineGroup> &groups, const QString &key)
{
    for (const TimelineGroup &group : groups)
        for (const TimelineTrack &track : group.tracks)
            if (track.key == key)
                return &group;
    return nullptr;
}

QStringList keysOf(const TimelineGroup &group)
{
    QStringList keys;
    for (const TimelineTrack &track : group.tracks)
        keys << track.key;
    return keys;
}

bool matches(const TimelineGroup &group, const TimelineTrack &track, const QString &filter)
{
    return filter.isEmpty() || track.label.contains(filter, Qt::CaseInsensitive)
        || track.note.contains(filter, Qt::CaseInsensitive) || group.title.contains(filter, Qt::CaseInsensitive)
        || group.note.contains(filter, Qt::CaseInsensitive);
}

// Groups streams under the process that launches on them; streams without a known launch stay where they are.
std::vector<TimelineGroup> byProcess(const std::vector<TimelineGroup> &groups)
{
    std::vector<TimelineGroup> result;
    QHash<QString, std::size_t> places; // there may be thousands of processes
    for (const TimelineGroup &group : groups)
        if (!group.process.isEmpty())
            result.push_back(group);
    for (std::size_t i = result.size(); i-- > 0;)
        places.insert(result[i].process, i); // of several with one name, the first
    const auto processGroup = [&](const QString &process) -> TimelineGroup * {
        const auto place = places.constFind(process);
        return place == places.cend() ? nullptr : &result[*place];
    };
    std::vector<TimelineGroup> left;
    std::unordered_map<TimelineGroup *, std::ptrdiff_t> streams; // already before the threads of a process
    for (const TimelineGroup &group : groups) {
        if (!group.process.isEmpty())
            continue;
        TimelineGroup rest = group;
        rest.tracks.clear();
        for (const TimelineTrack &track : group.tracks) {
            TimelineGroup *process = track.process.isEmpty() ? nullptr : processGroup(track.process);
            if (process == nullptr) {
                rest.tracks.push_back(track);
                continue;
            }
            TimelineTrack moved = track;
            moved.note = group.title;
            process->tracks.insert(process->tracks.begin() + streams[process]++, std::move(moved));
        }
        if (!rest.tracks.empty())
            left.push_back(std::move(rest));
    }
    left.insert(left.end(), std::make_move_iterator(result.begin()), std::make_move_iterator(result.end()));
    return left;
}

std::vector<TimelineGroup> inOne(const std::vector<TimelineGroup> &groups)
{
    TimelineGroup all;
    all.title = TrackText::tr("All tracks");
    for (const TimelineGroup &group : groups) {
        for (const TimelineTrack &track : group.tracks) {
            all.tracks.push_back(track);
            all.tracks.back().note = group.title;
        }
    }
    return {std::move(all)};
}

// Tracks moved into other groups, in the order of the moves.
void moveAdopted(std::vector<TimelineGroup> &groups, const QStringList &adopted)
{
    std::unordered_map<QString, std::size_t> groupOfKey;
    for (std::size_t g = 0; g < groups.size() && !adopted.isEmpty(); ++g)
        for (const TimelineTrack &track : groups[g].tracks)
            groupOfKey.emplace(track.key, g);
    for (qsizetype i = 0; i + 1 < adopted.size(); i += 2) {
        const auto from = groupOfKey.find(adopted[i]);
        const auto to = groupOfKey.find(adopted[i + 1]);
        if (from == groupOfKey.end() || to == groupOfKey.end() || from->second == to->second)
            continue;
        std::vector<TimelineTrack> &tracks = groups[from->second].tracks;
        const auto track =
            std::find_if(tracks.begin(), tracks.end(), [&](const TimelineTrack &t) { return t.key == adopted[i]; });
        if (track == tracks.end())
            continue;
        track->note = groups[from->second].title; // its original group
        groups[to->second].tracks.push_back(std::move(*track));
        tracks.erase(track);
        from->second = to->second;
    }
}

} // namespace

void TrackArrangement::setPinned(const QString &key, bool on)
{
    pinned.removeAll(key);
    if (on)
        pinned << key;
}

void TrackArrangement::setHidden(const QString &key, bool on)
{
    hidden.removeAll(key);
    if (on)
        hidden << key;
}

// Places the track at index `place` of the group as shown, not counting the track itself.
void TrackArrangement::put(const TimelineGroup &group, const QString &key, qsizetype place)
{
    QStringList keys = keysOf(group);
    const bool stranger = !keys.contains(key);
    QString host = keys.isEmpty() ? QString() : keys.constFirst();
    keys.removeAll(key);
    keys.insert(std::clamp<qsizetype>(place, 0, keys.size()), key);
    if (isPinnedGroup(group)) {
        // Pinned tracks missing from this trace, or hidden by the filter, keep their place at the end.
        for (const QString &other : std::as_const(pinned))
            if (!keys.contains(other))
                keys << other;
        pinned = keys;
        return;
    }
    pinned.removeAll(key);
    if (stranger) {
        for (const QString &other : std::as_const(keys)) // prefer a track that belongs to the group: others may be moved again
            if (other != key && !guests().contains(other)) {
                host = other;
                break;
            }
        release(key);
        adopted << key << host;
    }
    const QSet<QString> moved(keys.begin(), keys.end());
    order.removeIf([&moved](const QString &other) { return moved.contains(other); });
    order << keys;
}

QStringList TrackArrangement::guests() const
{
    QStringList keys;
    for (qsizetype i = 0; i + 1 < adopted.size(); i += 2)
        keys << adopted[i];
    return keys;
}

void TrackArrangement::release(const QString &key)
{
    for (qsizetype i = adopted.size() - 2; i >= 0; i -= 2)
        if (adopted[i] == key)
            adopted.remove(i, 2);
}

void TrackArrangement::move(const std::vector<TimelineGroup> &groups, const QString &key, const QString &toPlaceOf)
{
    const TimelineGroup *from = groupOf(groups, key);
    const TimelineGroup *to = groupOf(groups, toPlaceOf);
    if (from == nullptr || to == nullptr || key == toPlaceOf)
        return;
    const qsizetype place = keysOf(*to).indexOf(toPlaceOf);
    put(*to, key, from < to ? place + 1 : place); // groups are elements of one vector, from top to bottom
}

void TrackArrangement::step(const std::vector<TimelineGroup> &groups, const QString &key, int by)
{
    const TimelineGroup *group = groupOf(groups, key);
    if (group == nullptr)
        return;
    const QStringList keys = keysOf(*group);
    const qsizetype to = keys.indexOf(key) + by;
    if (to >= 0 && to < keys.size())
        return put(*group, key, to);
    const auto next = group - groups.data() + by;
    if (isPinnedGroup(*group) || next < 0 || next >= static_cast<std::ptrdiff_t>(groups.size()))
        return;
    const TimelineGroup &other = groups[static_cast<std::size_t>(next)];
    if (!isPinnedGroup(other))
        put(other, key, by > 0 ? 0 : static_cast<qsizetype>(other.tracks.size()));
}

core::SessionTracks TrackArrangement::toSession() const
{
    core::SessionTracks tracks;
    tracks.pinned = textsOf(pinned);
    tracks.hidden = textsOf(hidden);
    tracks.order = textsOf(order);
    tracks.adopted = textsOf(adopted);
    if (grouping != Grouping::Device)
        tracks.grouping = kGroupingWords[static_cast<int>(grouping)];
    return tracks;
}

TrackArrangement TrackArrangement::fromSession(const core::SessionTracks &tracks)
{
    TrackArrangement arrangement;
    arrangement.pinned = keysOf(tracks.pinned);
    arrangement.hidden = keysOf(tracks.hidden);
    arrangement.order = keysOf(tracks.order);
    for (std::size_t i = 0; i + 1 < std::min(tracks.adopted.size(), kMaxAdopted); i += 2)
        arrangement.adopted << QString::fromStdString(tracks.adopted[i]) << QString::fromStdString(tracks.adopted[i + 1]);
    for (int i = 0; i < 3; ++i)
        if (tracks.grouping == kGroupingWords[i])
            arrangement.grouping = static_cast<Grouping>(i);
    return arrangement;
}

bool isPinnedGroup(const TimelineGroup &group)
{
    return group.pinned;
}

std::vector<TimelineGroup> arrangedGroups(const TimelineData &data, const TrackArrangement &arrangement)
{
    std::vector<TimelineGroup> groups = arrangement.grouping == TrackArrangement::Grouping::Process ? byProcess(data.groups)
        : arrangement.grouping == TrackArrangement::Grouping::None                                  ? inOne(data.groups)
                                                                                                    : data.groups;
    moveAdopted(groups, arrangement.adopted);
    const QSet<QString> hidden(arrangement.hidden.begin(), arrangement.hidden.end());
    std::unordered_map<QString, qsizetype> place;
    for (qsizetype i = 0; i < arrangement.order.size(); ++i)
        place.emplace(arrangement.order[i], i);
    std::unordered_map<QString, TimelineTrack> pinned;
    const QSet<QString> wanted(arrangement.pinned.begin(), arrangement.pinned.end());
    for (TimelineGroup &group : groups) {
        std::vector<TimelineTrack> kept;
        for (TimelineTrack &track : group.tracks) {
            if (hidden.contains(track.key) || !matches(group, track, arrangement.filter))
                continue;
            if (wanted.contains(track.key)) {
                if (groups.size() > 1)
                    track.note = group.title;
                pinned.emplace(track.key, std::move(track));
            } else {
                kept.push_back(std::move(track));
            }
        }
        const auto rank = [&place](const TimelineTrack &track) {
            const auto it = place.find(track.key);
            return it == place.end() ? std::numeric_limits<qsizetype>::max() : it->second;
        };
        if (!place.empty())
            std::stable_sort(
                kept.begin(), kept.end(), [&](const TimelineTrack &a, const TimelineTrack &b) { return rank(a) < rank(b); });
        group.tracks = std::move(kept);
    }
    std::vector<TimelineGroup> result;
    if (!pinned.empty()) {
        TimelineGroup top;
        top.title = TrackText::tr("Pinned");
        top.pinned = true;
        for (const QString &key : arrangement.pinned)
            if (const auto it = pinned.find(key); it != pinned.end())
                top.tracks.push_back(std::move(it->second));
        result.push_back(std::move(top));
    }
    for (TimelineGroup &group : groups)
        if (!group.tracks.empty())
            result.push_back(std::move(group));
    return result;
}

std::vector<std::pair<QString, QString>> hiddenTracks(const TimelineData &data, const TrackArrangement &arrangement)
{
    std::vector<std::pair<QString, QString>> found;
    for (const TimelineGroup &group : data.groups)
        for (const TimelineTrack &track : group.tracks)
            if (arrangement.hidden.contains(track.key))
                found.emplace_back(track.key, group.title + QStringLiteral(" · ") + track.label);
    return found;
}

} // namespace lamella::ui
