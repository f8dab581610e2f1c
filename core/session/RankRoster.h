// SPDX-License-Identifier: GPL-3.0-or-later
// Assigns ranks to the files of a job, and notes missing and duplicate ranks. Used for traces and for their summaries.
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

// The information of a file about its rank.
struct RosterFile {
    std::string path; // path of the trace
    std::string summaryPath; // the file that was read instead; empty: the trace itself
    std::optional<int> rank;
    std::optional<int> worldSize;
    Message loss; // the unreadable part, as a sentence
    std::vector<std::int64_t>
        devices; // numbers of those that may be ranks, the main one first; one entry where there is no GPU work
};

struct RosterMember {
    int rank = 0;
    std::string numberFrom; // "distributed info", "file name", "device", "order"
    std::size_t file = 0; // index into the files
    std::size_t device = 0; // index into the file's devices
};

struct RankRoster {
    std::vector<RosterMember> members; // ascending rank, no duplicates
    std::optional<int> worldSize;
};

// Of a single file with several devices each device is a rank; of several files each file is one, represented by its main device.
// Appends to the notes.
[[nodiscard]] RankRoster rosterOf(const std::vector<RosterFile> &files, std::vector<RankNote> &notes);

// Indices of the files without those that repeat an earlier recording according to same(); the notes list these by `name`.
[[nodiscard]] std::vector<std::size_t> withoutDuplicates(std::size_t count,
    const std::function<bool(std::size_t, std::size_t)> &same, const std::function<std::string(std::size_t)> &name,
    std::vector<RankNote> &notes);

// "2, 3, 5"; at most twelve numbers.
[[nodiscard]] std::string rankListText(const std::vector<int> &numbers);
[[nodiscard]] Error noSuchRank(int rank, const std::vector<int> &known); // BadRequest

// Devices of a trace that may be ranks: those with GPU work, the main one first. One invalid id if there is no GPU work.
[[nodiscard]] std::vector<DeviceId> rankDevicesOf(AnalysisSession &session);
// The host that the trace was recorded on: from its metadata, else from its name; empty if neither contains it.
[[nodiscard]] std::string hostOf(const TraceDocument &document);
// The unreadable part of the trace; empty if it is complete.
[[nodiscard]] Message lossOf(const TraceDocument &document);

} // namespace lamella::core
