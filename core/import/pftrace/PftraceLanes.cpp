// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pftrace/PftraceLanes.h"

#include "core/import/pftrace/PftraceArgs.h"

#include <optional>
#include <string_view>

namespace lamella::core::pftrace {

namespace {

constexpr int kMaxParents = 64; // of a track, before its chain counts as a circle

std::string inQuotes(std::string_view text)
{
    std::string out;
    appendQuoted(out, text);
    return out;
}

std::string metadata(std::string_view kind, const std::string &members, std::string_view key, const std::string &value)
{
    return "{\"ph\": \"M\", \"name\": \"" + std::string(kind) + "\", " + members + ", \"args\": {\"" + std::string(key)
        + "\": " + value + "}},\n";
}

// "[07] stream 7" -> "stream 7": the number in front only sorts.
std::string_view withoutOrder(std::string_view queue)
{
    const std::size_t end = queue.starts_with('[') ? queue.find("] ") : std::string_view::npos;
    return end == std::string_view::npos ? queue : queue.substr(end + 2);
}

} // namespace

void Lanes::declareProcess(Lane &lane, const std::string &pid, std::string_view name)
{
    if (name.empty() || m_processes.contains(pid))
        return;
    m_processes.emplace(pid, true);
    lane.declaration += metadata("process_name", "\"pid\": " + pid + ", \"tid\": 0", "name", inQuotes(name));
}

Lane Lanes::makeTrack(std::uint64_t uuid)
{
    const TrackFacts *const own = m_index.track(uuid);
    const TrackFacts *at = own;
    std::string path;
    for (int i = 0; at != nullptr && !at->pid && at->parent != 0 && i < kMaxParents; ++i) {
        if (!at->name.empty())
            path = path.empty() ? std::string(at->name) : std::string(at->name) + " / " + path;
        at = m_index.track(at->parent);
    }
    Lane lane;
    const std::string pid = at != nullptr && at->pid ? std::to_string(*at->pid) : std::string("\"trace\"");
    if (own != nullptr && own->isThread && own->tid) {
        lane.members = "\"pid\": " + pid + ", \"tid\": " + std::to_string(*own->tid);
        const TrackFacts *const parent = m_index.track(own->parent);
        declareProcess(lane, pid, parent != nullptr ? parent->processName : std::string_view{});
        const std::string_view name = own->threadName.empty() ? own->name : own->threadName;
        if (!name.empty())
            lane.declaration += metadata("thread_name", lane.members, "name", inQuotes(name));
        return lane;
    }
    if (at != nullptr)
        declareProcess(lane, pid, at->processName.empty() ? at->name : at->processName);
    if (path.empty())
        path = own == nullptr ? "track " + std::to_string(uuid) : own->name.empty() ? "process" : std::string(own->name);
    if (const int same = m_names[{pid, path}]++; same > 0)
        path += " (" + std::to_string(same + 1) + ")";
    const std::optional<std::int64_t> stream = path.starts_with("stream ") ? streamNumber(path) : std::nullopt;
    lane.members = "\"pid\": " + pid + ", \"tid\": " + (stream ? std::to_string(*stream) : inQuotes(path));
    if (stream)
        lane.declaration += metadata("thread_name", lane.members, "name", inQuotes(path));
    return lane;
}

Lane &Lanes::ofTrack(std::uint64_t uuid, std::uint32_t fallback)
{
    const std::uint64_t key = uuid == 0 && m_index.track(0) == nullptr ? fallback : uuid;
    const auto known = m_tracks.find(key);
    return known != m_tracks.end() ? known->second : m_tracks.emplace(key, makeTrack(key)).first->second;
}

Lane &Lanes::ofQueue(const RenderStage &stage)
{
    Lane &lane = m_queues[{stage.gpu, stage.queueId, stage.queue}];
    if (!lane.members.empty())
        return lane;
    std::int64_t number = streamNumber(stage.queue).value_or(static_cast<std::int64_t>(stage.queueId & 0xFFFF'FFFF));
    while (m_streams[{stage.gpu, number}]++ > 0)
        ++number; // two queues of the same number
    const std::string pid = std::to_string(stage.gpu);
    lane.members = "\"pid\": " + pid + ", \"tid\": " + std::to_string(number);
    if (!m_processes.contains(pid)) {
        m_processes.emplace(pid, true);
        const std::string members = "\"pid\": " + pid + ", \"tid\": 0";
        lane.declaration += metadata("process_labels", members, "labels", inQuotes("GPU " + pid));
    }
    const std::string_view name = withoutOrder(stage.queue);
    lane.declaration += metadata(
        "thread_name", lane.members, "name", name.empty() ? inQuotes("stream " + std::to_string(number)) : inQuotes(name));
    return lane;
}

} // namespace lamella::core::pftrace
