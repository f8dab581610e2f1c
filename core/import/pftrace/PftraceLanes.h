// SPDX-License-Identifier: GPL-3.0-or-later
// Process and thread, as Chrome traces name them, of the tracks and GPU queues of a Perfetto trace.
#pragma once

#include "core/import/MemoryBudget.h"
#include "core/import/pftrace/PftraceEvent.h"
#include "core/import/pftrace/PftraceStage.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lamella::core::pftrace {

struct Lane {
    static constexpr std::size_t kPadding = 16;
    struct Place { // in `text`
        std::size_t at = 0;
        std::size_t bytes = 0;
    };
    std::string text; // `"pid": 7, "tid": 3`, and padding that readers of words may read
    Place process; // the two values
    Place thread;
    std::string_view name; // of a track, without those of its parents
    [[nodiscard]] std::string_view members() const { return std::string_view(text).substr(0, text.size() - kPadding); }
    [[nodiscard]] std::string_view at(const Place &place) const { return std::string_view(text).substr(place.at, place.bytes); }
};

// Counts the tracks and queues that have events, in the order of their first.
class LaneNumbers {
public:
    // Of a track of the program.
    [[nodiscard]] std::uint32_t ofTrack(std::uint64_t uuid);
    // Of a queue of a GPU: the device is the process, the stream the thread.
    [[nodiscard]] std::uint32_t ofQueue(const RenderStage &stage);
    [[nodiscard]] std::size_t size() const { return m_keys.size(); }

private:
    friend class Lanes;
    using Queue = std::tuple<std::int64_t, std::uint64_t, std::string_view>; // GPU, id unless the name identifies it, name
    struct Key {
        bool isQueue = false;
        std::uint64_t id = 0; // uuid of a track, or of a queue
        Queue queue;
    };

    std::vector<Key> m_keys;
    std::unordered_map<std::uint64_t, std::uint32_t> m_tracks;
    std::map<Queue, std::uint32_t> m_queues;
    std::uint64_t m_lastTrack = 0;
    std::uint32_t m_lastNumber = 0; // of m_lastTrack, if there are tracks
    Queue m_lastQueue;
    std::uint32_t m_lastQueueNumber = 0; // likewise
};

class Lanes {
public:
    Lanes() = default;
    // Owns their memory; some are missing if there is too little.
    Lanes(const LaneNumbers &numbers, const Tracks &tracks, MemoryBudget &memory);

    [[nodiscard]] const Lane &operator[](std::uint32_t number) const { return m_lanes[number]; }
    [[nodiscard]] std::size_t size() const { return m_lanes.size(); }
    // Metadata events: the names of processes and threads.
    [[nodiscard]] const std::vector<std::string> &declarations() const { return m_declarations; }

private:
    [[nodiscard]] Lane ofTrack(std::uint64_t uuid);
    [[nodiscard]] Lane ofQueue(const LaneNumbers::Key &key);
    [[nodiscard]] std::string freeName(const std::string &pid, const std::string &name);
    [[nodiscard]] std::int64_t freeStream(std::int64_t gpu, std::int64_t number);
    void declareProcess(const std::string &pid, std::string_view name);
    void declare(std::string_view kind, std::string_view members, std::string_view key, std::string_view value);

    const Tracks *m_tracks = nullptr; // while the lanes are made
    std::vector<Lane> m_lanes;
    std::vector<std::string> m_declarations;
    std::map<std::pair<std::string, std::string>, int> m_names; // pid, thread that is taken -> tracks that would have its name
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> m_streams; // GPU, number that is taken -> the next one
    std::set<std::string, std::less<>> m_processes; // declared
};

} // namespace lamella::core::pftrace
