// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pftrace/PftraceLanes.h"

#include "core/base/Utf8Truncate.h"
#include "core/import/pftrace/PftraceArgs.h"

#include <optional>

namespace lamella::core::pftrace {

namespace {

constexpr int kMaxParents = 64; // of a track, before its chain counts as a circle
constexpr std::size_t kMaxPath = 1024; // bytes of a name, and of a track's name with those of its parents, about
constexpr std::uint64_t kBytesOfLane = 512; // with what is known while it is made

Lane laneOf(const std::string &pid, const std::string &tid)
{
    Lane lane;
    lane.text = "\"pid\": ";
    lane.process = {lane.text.size(), pid.size()};
    lane.text += pid + ", \"tid\": ";
    lane.thread = {lane.text.size(), tid.size()};
    lane.text += tid;
    lane.text.append(Lane::kPadding, '\0');
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
    const bool named = stage.internedQueue && !stage.queue.empty(); // its id may be another one in each sequence
    const Queue queue(stage.gpu, named ? 0 : stage.queueId, stage.queue);
    if (m_queues.empty() || queue != m_lastQueue) {
        const auto [found, added] = m_queues.try_emplace(queue, static_cast<std::uint32_t>(m_keys.size()));
        if (added)
            m_keys.push_back({true, stage.queueId, queue});
        m_lastQueueNumber = found->second;
        m_lastQueue = queue;
    }
    return m_lastQueueNumber;
}

Lanes::Lanes(const LaneNumbers &numbers, const Tracks &tracks, MemoryBudget &memory)
    : m_tracks(&tracks)
{
    m_lanes.reserve(numbers.size());
    for (const LaneNumbers::Key &key : numbers.m_keys) {
        const std::size_t declared = m_declarations.size();
        const Lane &lane = m_lanes.emplace_back(key.isQueue ? ofQueue(key) : ofTrack(key.id));
        std::uint64_t bytes = kBytesOfLane + 2 * lane.text.size();
        for (std::size_t i = declared; i < m_declarations.size(); ++i)
            bytes += m_declarations[i].size();
        memory.hold(bytes);
        if (memory.exceeded())
            break;
    }
    m_names = {};
    m_streams = {};
    m_processes = {};
    m_tracks = nullptr;
}

void Lanes::declare(std::string_view kind, std::string_view members, std::string_view key, std::string_view value)
{
    m_declarations.push_back("{\"ph\": \"M\", \"name\": \"" + std::string(kind) + "\", " + std::string(members)
        + ", \"args\": {\"" + std::string(key) + "\": " + quotedJson(truncateUtf8(value, kMaxPath)) + "}}");
}

void Lanes::declareProcess(const std::string &pid, std::string_view name)
{
    if (!name.empty() && m_processes.insert(pid).second)
        declare("process_name", laneOf(pid, "0").members(), "name", name);
}

Lane Lanes::ofTrack(std::uint64_t uuid)
{
    const TrackFacts *const own = m_tracks->find(uuid);
    const TrackFacts *at = own;
    std::string path;
    for (int i = 0; at != nullptr && !at->pid && at->parent != 0 && i < kMaxParents; ++i) {
        if (!at->name.empty() && path.size() < kMaxPath)
            path = std::string(truncateUtf8(at->name, kMaxPath)) + (path.empty() ? "" : " / ") + path;
        at = m_tracks->find(at->parent);
    }
    const bool inProcess = at != nullptr && at->pid;
    const std::string pid = inProcess ? std::to_string(*at->pid) : std::string("\"trace\"");
    const std::string_view process = inProcess ? m_tracks->processName(*at->pid) : std::string_view{};
    if (own != nullptr && own->isThread && own->tid) {
        Lane lane = laneOf(pid, std::to_string(*own->tid));
        declareProcess(pid, process);
        const std::string_view name = own->threadName.empty() ? own->name : own->threadName;
        if (!name.empty())
            declare("thread_name", lane.members(), "name", name);
        return lane;
    }
    if (at != nullptr && (at != own || own->isProcess)) // a track of its own names no process
        declareProcess(pid, process.empty() ? at->name : process);
    if (path.empty())
        path = own == nullptr   ? "track " + std::to_string(uuid)
            : own->name.empty() ? "process"
                                : std::string(truncateUtf8(own->name, kMaxPath));
    path = freeName(pid, path);
    const std::optional<std::int64_t> stream = path.starts_with("stream ") ? streamNumber(path) : std::nullopt;
    Lane lane = laneOf(pid, stream ? std::to_string(*stream) : quotedJson(path));
    lane.name = own == nullptr ? std::string_view{} : own->name;
    if (stream)
        declare("thread_name", lane.members(), "name", path);
    return lane;
}

// "name (2)" for the second track of a name.
std::string Lanes::freeName(const std::string &pid, const std::string &name)
{
    const auto [same, isFree] = m_names.try_emplace({pid, name}, 1);
    if (isFree)
        return name;
    while (true) {
        std::string numbered = name + " (" + std::to_string(++same->second) + ")";
        if (m_names.try_emplace({pid, numbered}, 1).second)
            return numbered;
    }
}

// The first number from this one on that no other queue has.
std::int64_t Lanes::freeStream(std::int64_t gpu, std::int64_t number)
{
    std::vector<std::int64_t *> passed;
    for (auto taken = m_streams.find({gpu, number}); taken != m_streams.end(); taken = m_streams.find({gpu, number})) {
        passed.push_back(&taken->second);
        number = taken->second;
    }
    for (std::int64_t *behind : passed)
        *behind = number + 1;
    m_streams[{gpu, number}] = number + 1;
    return number;
}

Lane Lanes::ofQueue(const LaneNumbers::Key &key)
{
    const std::int64_t gpu = std::get<0>(key.queue);
    const std::string_view fullName = std::get<2>(key.queue);
    const std::int64_t number = freeStream(gpu, streamNumber(fullName).value_or(static_cast<std::int64_t>(key.id & 0xFFFF'FFFF)));
    const std::string label = "GPU " + std::to_string(gpu);
    const std::string pid = m_tracks->hasProcess(gpu) ? '"' + label + '"' : std::to_string(gpu);
    Lane lane = laneOf(pid, std::to_string(number));
    if (m_processes.insert(pid).second)
        declare("process_labels", laneOf(pid, "0").members(), "labels", label);
    const std::string_view name = withoutOrder(fullName);
    declare("thread_name", lane.members(), "name", name.empty() ? "stream " + std::to_string(number) : std::string(name));
    return lane;
}

} // namespace lamella::core::pftrace
