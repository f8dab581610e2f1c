// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/perfetto/TrackNames.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

namespace lamella::core::pftrace {

namespace {

constexpr std::int64_t kDevicesLast = 1'000'000; // rank of groups: hosts first, as in Perfetto's own order of processes

// A number that Perfetto takes for a process or thread of the system.
std::optional<std::int64_t> systemNumber(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && number > 0 && number <= std::numeric_limits<std::int32_t>::max() ? std::optional(number) : std::nullopt;
}

bool isNumber(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string trimmed(const std::string &text)
{
    const std::size_t first = text.find_first_not_of(' ');
    return first == std::string::npos ? std::string() : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

} // namespace

TrackNames::TrackNames(const TraceDocument &document, PacketWriter &writer)
    : m_document(document)
    , m_writer(writer)
{
    for (std::uint32_t t = 0; t < document.tracks.size(); ++t) {
        const Track &track = document.tracks[t];
        const bool onDevice = track.stream.valid() && track.stream.value < document.streams.size();
        const auto [at, added] = m_groups.try_emplace(track.process);
        Group &group = at->second;
        if (added) {
            group.uuid = trackUuid(TrackUse::Process, t);
            group.pid = systemNumber(track.process).value_or(0);
            group.rank = static_cast<std::int64_t>(m_groups.size());
        }
        if (added || onDevice)
            group.name = groupName(track);
        if (!onDevice)
            continue;
        group.pid = 0; // the number is that of a device
        group.rank = kDevicesLast + document.streams[track.stream.value].device.value;
    }
}

std::string TrackNames::groupName(const Track &track) const
{
    if (!track.stream.valid() || track.stream.value >= m_document.streams.size()) {
        const std::string name = trimmed(track.processName);
        return name.empty() ? track.process : name;
    }
    const Device &device = m_document.devices[m_document.streams[track.stream.value].device.value];
    std::string name = isNumber(track.process) ? "GPU " + std::to_string(device.number)
        : track.processName.empty()            ? track.process
                                               : track.processName;
    if (!device.name.empty() && name.find(device.name) == std::string::npos)
        name += " (" + device.name + ")";
    return name;
}

std::string TrackNames::trackName(const Track &track) const
{
    if (std::string name = trimmed(track.threadName); !name.empty())
        return name;
    return isNumber(track.thread) ? (track.stream.valid() ? "stream " : "thread ") + track.thread : track.thread;
}

TrackNames::Group &TrackNames::groupOf(TrackId track)
{
    Group &group = m_groups.find(m_document.tracks[track.value].process)->second;
    if (!group.described) {
        group.described = true;
        m_writer.describe({group.uuid, 0, group.name, group.pid, 0, group.rank, false});
    }
    return group;
}

std::uint64_t TrackNames::lane(TrackId track, TrackArea area, std::uint32_t lane)
{
    const std::uint64_t uuid = trackUuid(TrackUse::Recorded, track.value, area, std::min(lane, kMaxLane));
    if (!m_described.insert(uuid).second)
        return uuid;
    const Group &group = groupOf(track);
    const Track &own = m_document.tracks[track.value];
    TrackDescription description{uuid, group.uuid, trackName(own), 0, 0, own.sortIndex, false};
    const std::optional<std::int64_t> tid = group.pid != 0 ? systemNumber(own.thread) : std::nullopt;
    if (tid) {
        description.pid = group.pid;
        description.tid = *tid;
    }
    if (tid && (lane > 0 || area != TrackArea::Work)) { // a thread has one track; its further lanes are below it
        description.pid = description.tid = 0;
        description.parent = this->lane(track, TrackArea::Work, 0);
        description.name += area == TrackArea::Async ? " (async)" : " (overlapping)";
    } else if (area == TrackArea::Ranges) {
        description.name += " ranges";
    } else if (area == TrackArea::Async) {
        description.name += " (async)";
    }
    m_writer.describe(description);
    return uuid;
}

std::uint64_t TrackNames::counter(TrackId track, std::uint32_t number, const std::string &name)
{
    const std::uint64_t uuid = trackUuid(TrackUse::Counter, track.value, {}, number);
    if (m_described.insert(uuid).second)
        m_writer.describe({uuid, groupOf(track).uuid, name, 0, 0, 0, true});
    return uuid;
}

} // namespace lamella::core::pftrace
