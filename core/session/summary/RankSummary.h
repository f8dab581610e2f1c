// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a summary (`summary --format json`) that `ranks` needs, so that thousands of ranks can be compared without opening
// their traces. JSON; long lists are written as one text with words per column, a fifth of the size:
//   "rank_facts":{"schema":"lamella.rank-facts.v1","file":…,"rank":3,"world_size":8,"host":…,"loss":…,"recording":{…},"zero_ns":…,
//     "devices":[{"number":0,"selected_pass":4,"texts":[…],"passes":{…},"layers":{…},"parts":{…},"work":{…},"collectives":{…}}]}
// Times are from zero_ns. Layers: -1 head, -2 tail, -3 none (in parts: the whole pass); pass -1: outside of passes; "-": not
// recorded. `work` is all work except collectives, `parts` the time ranges of a layer's kernels; `group` and `name` are indices
// into texts. If there are too many collectives for a small file, "omitted" with the reason replaces the devices.
#pragma once

#include "core/analysis/ranks/RankFacts.h"
#include "core/base/JobControl.h"
#include "core/base/Message.h"
#include "core/base/Result.h"
#include "core/session/AnalysisSession.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lamella::core {

// Equal for two files only if both contain the same recording.
struct RankRecording {
    std::int64_t kernels = 0;
    std::int64_t events = 0;
    std::int64_t beginNs = 0;
    std::int64_t endNs = 0;
    std::int64_t rawBytes = 0; // size of the text, for traces without kernels; else 0
    std::string digest; // SHA-256 over start and duration of all kernels
    bool operator==(const RankRecording &) const = default;
};

// A device that may be a rank.
struct RankDevice {
    std::int64_t number = 0;
    DeviceSegmentation segmentation; // passes with the numbers of their layers; `device` is row 0
    RankFacts facts; // without rank, recording and keys; facts.segmentation is null
    std::vector<std::string> texts; // names and groups
    std::vector<std::pair<std::uint32_t, std::optional<std::uint32_t>>> keys; // collectives: name and group, indices into texts
};

struct RankSummary {
    std::string summaryPath; // path of the summary
    std::string path; // path of the trace
    std::optional<int> rank;
    std::optional<int> worldSize;
    std::string host; // see hostOf()
    Message loss; // see RosterFile
    Message whyNone; // why there are no passes
    RankRecording recording;
    std::int64_t zeroNs = 0;
    std::vector<RankDevice> devices; // at least one; without GPU work, one without passes and with an invalid facts.device
};

// Writes the value of "rank_facts". Errors: those of segmentation, Cancelled.
Result<std::string> rankFactsJson(AnalysisSession &session, const JobControl &control = {});

// Errors: Io, Limit (over 64 MiB), Syntax with the offset (not a summary, or a truncated or inconsistent one), BadRequest
// (another version, or no data for ranks).
Result<RankSummary> readRankSummary(const std::string &path);

} // namespace lamella::core
