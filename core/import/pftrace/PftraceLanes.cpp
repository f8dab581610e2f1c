// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pftrace/PftraceLanes.h"

#include "core/import/pftrace/PftraceArgs.h"

#include <optional>

namespace lamella::core::pftrace {

namespace {

constexpr int kMaxParents = 64; // of a track, before its chain counts as a circle

Lane laneOf(const std::string &pid, const std::string &tid)
{
    Lane lane;
    lane.members = "\"pid\": ";
    lane.process = {lane.members.size(), pid.size()};
    lane.members += pid + ", \"tid\": ";
    lane.thread = {lane.members.size(), tid.size()};
    lane.members += tid;
    return lane;
}

// "[07] stream 7" -> "stream 7": the number in front only sorts.
std::string_view withoutOrder(std::string_view queue)
{
    const std::size_t end = queue.starts_with('[') ? queue.find("] ") : std::string_view::npos;
    return end == std::string_view::npos ? queue : queue.substr(end + 2);
}

} // namespace

std::uint32_t LaneNumbers::ofTrack(std::uint64_t uuid)
{
    if (m_tracks.empty() || uuid != m_lastTrack) { // mostly the one of the event before
        const auto [found, added] = m_tracks.try_emplace(uuid, static_cast<std::uint32_t>(m_keys.size()));
        if (added)
            m_keys.push_back({false, uuid, {}});
        m_lastNumber = found->second;
        m_lastTrack = uuid;
    }
    return m_lastNumber;
}

std::uint32_t LaneNumbers::ofQueue(const RenderStage &stage)
{
    const Queue queue(stage.gpu, stage.queueId, stage.queue);
    const auto [found, added] = m_queues.try_emplace(queue, static_cast<std::uint32_t>(m_keys.size()));
    if (added)
        m_keys.push_back({true, 0, queue});
    return found->second;
}

Lanes::Lanes(const LaneNumbers &numbers, const Tracks &tracks)
    : m_tracks(&tracks)
{
    m_lanes.reserve(numbers.size());
    for (const LaneNumbers::Key &key : numbers.m_keys)
        m_lanes.push_back(key.isQueue ? ofQueue(key.queue) : ofTrack(key.track));
    m_names = {};
    m_streams = {};
    m_processes = {};
    m_tracks = nullptr;
}

const TrackFacts *Lanes::track(std::uint64_t uuid) const
{
    const auto found = m_tracks->find(uuid);
    return found == m_tracks->end() ? nullptr : &found->second;
}

void Lanes::declare(std::string_view kind, const std::string &members, std::string_view key, std::string_view value)
{
    m_declarations.push_back("{\"ph\": \"M\", \"name\": \"" + std::string(kind) + "\", " + members + ", \"args\": {\""
        + std::string(key) + "\": " + quotedJson(value) + "}}");
}

void Lanes::declareProcess(const std::string &pid, std::string_view name)
{
    if (!name.empty() && m_processes.insert(pid).second)
        declare("process_name", laneOf(pid, "0").members, "name", name);
}

Lane Lanes::ofTrack(std::uint64_t uuid)
{
    const TrackFacts *const own = track(uuid);
    const TrackFacts *at = own;
    std::string path;
    for (int i = 0; at != nullptr && !at->pid && at->parent != 0 && i < kMaxParents; ++i) {
        if (!at->name.empty())
            path = path.empty() ? std::string(at->name) : std::string(at->name) + " / " + path;
        at = track(at->parent);
    }
    const std::string pid = at != nullptr && at->pid ? std::to_string(*at->pid) : std::string("\"trace\"");
    if (own != nullptr && own->isThread && own->tid) {
        Lane lane = laneOf(pid, std::to_string(*own->tid));
        const TrackFacts *const parent = track(own->parent);
        declareProcess(pid, parent != nullptr ? parent->processName : std::string_view{});
        const std::string_view name = own->threadName.empty() ? own->name : own->threadName;
        if (!name.empty())
            declare("thread_name", lane.members, "name", name);
        return lane;
    }
    if (at != nullptr)
        declareProcess(pid, at->processName.empty() ? at->name : at->processName);
    if (path.empty())
        path = own == nullptr ? "track " + std::to_string(uuid) : own->name.empty() ? "process" : std::string(own->name);
    if (const int same = m_names[{pid, path}]++; same > 0)
        path += " (" + std::to_string(same + 1) + ")";
    const std::optional<std::int64_t> stream = path.starts_with("stream ") ? streamNumber(path) : std::nullopt;
    Lane lane = laneOf(pid, stream ? std::to_string(*stream) : quotedJson(path));
    if (stream)
        declare("thread_name", lane.members, "name", path);
    return lane;
}

Lane Lanes::ofQueue(const LaneNumbers::Queue &queue)
{
    const auto &[gpu, id, fullName] = queue;
    std::int64_t number = streamNumber(fullName).value_or(static_cast<std::int64_t>(id & 0xFFFF'FFFF));
    while (m_streams[{gpu, number}]++ > 0)
        ++number; // two queues of the same number
    const std::string pid = std::to_string(gpu);
    Lane lane = laneOf(pid, std::to_string(number));
    if (m_processes.insert(pid).second)
        declare("process_labels", laneOf(pid, "0").members, "labels", "GPU " + pid);
    const std::string_view name = withoutOrder(fullName);
    declare("thread_name", lane.members, "name", name.empty() ? "stream " + std::to_string(number) : std::string(name));
    return lane;
}

} // namespace lamella::core::pftrace
