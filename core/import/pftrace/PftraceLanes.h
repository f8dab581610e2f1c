// SPDX-License-Identifier: GPL-3.0-or-later
// Process and thread, as Chrome traces name them, of the tracks and GPU queues of a Perfetto trace.
#pragma once

#include "core/import/pftrace/PftraceIndex.h"
#include "core/import/pftrace/PftraceStage.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace lamella::core::pftrace {

// `"pid": 7, "tid": 3`, and what to say of it before its first event.
struct Lane {
    std::string members;
    std::string declaration; // metadata events, each with a comma and a line break at its end
    bool declared = false; // they are in the text
};

class Lanes {
public:
    explicit Lanes(const PftraceIndex &index)
        : m_index(index)
    {
    }
    // Of a track of the program. A track that is no thread has its name as thread.
    [[nodiscard]] Lane &ofTrack(std::uint64_t uuid, std::uint32_t fallback);
    // Of a queue of a GPU: the device is the process, the stream the thread.
    [[nodiscard]] Lane &ofQueue(const RenderStage &stage);

private:
    [[nodiscard]] Lane makeTrack(std::uint64_t uuid);
    void declareProcess(Lane &lane, const std::string &pid, std::string_view name);

    const PftraceIndex &m_index;
    std::unordered_map<std::uint64_t, Lane> m_tracks;
    std::map<std::pair<std::string, std::string>, int> m_names; // pid, thread -> tracks of this name
    std::map<std::tuple<std::int64_t, std::uint64_t, std::string_view>, Lane> m_queues; // GPU, id and name of the queue
    std::map<std::pair<std::int64_t, std::int64_t>, int> m_streams; // GPU, number -> queues
    std::map<std::string, bool, std::less<>> m_processes; // pid -> declared
};

} // namespace lamella::core::pftrace
