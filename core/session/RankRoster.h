// SPDX-License-Identifier: GPL-3.0-or-later
// Which file of a job is which rank, whether ranks are missing or there twice, and what is odd about that: the same for traces
// and for their summaries.
#pragma once

#include "core/base/Message.h"
#include "core/session/AnalysisSession.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lamella::core {

struct RankNote {
    bool serious = false; // something is missing or left out
    Message sentence;
};

// What a file says of itself.
struct RosterFile {
    std::string path; // of the trace
    std::string heldIn; // what was read in its place; empty: the trace itself
    std::optional<int> rank;
    std::optional<int> worldSize;
    Message loss; // what could not be read, as a sentence
    std::vector<std::int64_t>
        devices; // numbers of those that may be ranks, the main one first; one entry where there is no GPU work
};

struct RosterMember {
    int rank = 0;
    std::string numberFrom; // "distributed info", "file name", "device", "order"
    std::size_t file = 0; // row of the files
    std::size_t device = 0; // row of its devices
};

struct RankRoster {
    std::vector<RosterMember> members; // ascending rank, each once
    std::optional<int> worldSize;
};

// A single file's devices are its ranks where it has several; of several files each is one, by its main device. Appends to the
// notes.
[[nodiscard]] RankRoster rosterOf(const std::vector<RosterFile> &files, std::vector<RankNote> &notes);

// Rows of the files without those that same() says were recorded before; told in the notes. `name` is for them.
[[nodiscard]] std::vector<std::size_t> withoutTwins(std::size_t count, const std::function<bool(std::size_t, std::size_t)> &same,
    const std::function<std::string(std::size_t)> &name, std::vector<RankNote> &notes);

// "2, 3, 5"; at most twelve.
[[nodiscard]] std::string rankListText(const std::vector<int> &numbers);

// Ranks of a trace: its devices when there are several that do GPU work, the main one first, else that alone (invalid without GPU
// work).
[[nodiscard]] std::vector<DeviceId> rankDevicesOf(AnalysisSession &session);
// Why the trace could not be read whole; empty where it was.
[[nodiscard]] Message lossOf(const TraceDocument &document);

} // namespace lamella::core
