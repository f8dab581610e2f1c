// SPDX-License-Identifier: GPL-3.0-or-later
// What `ranks` needs of one trace, as a part of its summary (`summary --format json`), so that thousands of ranks can be compared
// without opening a trace twice. JSON; long lists are columns of words in one text each, which is a fifth of the size:
//   "rank_facts":{"schema":"lamella.rank-facts.v1","file":…,"rank":3,"world_size":8,"loss":…,"recording":{…},"zero_ns":…,
//     "devices":[{"number":0,"selected_pass":4,"texts":[…],"passes":{…},"layers":{…},"parts":{…},"work":{…},"collectives":{…}}]}
// Times are from zero_ns. Layers: -1 head, -2 tail, -3 none (in parts: the whole pass); pass -1: outside of passes; "-": not
// recorded. `work` is what ran beside collectives, `parts` where the kernels of a layer lie, `group` and `name` rows of texts.
// A trace with more collectives than a small file holds has "omitted" with the reason in place of its devices.
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

// Equal for two files only when both hold the same recording.
struct RankRecording {
    std::int64_t kernels = 0;
    std::int64_t events = 0;
    std::int64_t beginNs = 0;
    std::int64_t endNs = 0;
    std::int64_t rawBytes = 0; // of the text, for traces without kernels; else 0
    std::string digest; // SHA-256 over starts and durations of the kernels
    bool operator==(const RankRecording &) const = default;
};

// A device that may be a rank.
struct RankDevice {
    std::int64_t number = 0;
    DeviceSegmentation cut; // passes with their layers' numbers; `device` is row 0
    RankFacts facts; // without rank, recording and keys; facts.cut is null
    std::vector<std::string> texts; // of names and groups
    std::vector<std::pair<std::uint32_t, std::optional<std::uint32_t>>> keys; // rows of texts for each collective: name, group
};

struct RankSummary {
    std::string heldIn; // the summary
    std::string path; // of the trace
    std::optional<int> rank;
    std::optional<int> worldSize;
    Message loss; // see RosterFile
    Message whyNone; // no passes
    RankRecording recording;
    std::int64_t zeroNs = 0;
    std::vector<RankDevice> devices; // one at least; without GPU work, one without passes and facts.device invalid
};

// The value of "rank_facts". Errors: those of segmentation, Cancelled.
Result<std::string> rankFactsJson(AnalysisSession &session, const JobControl &control = {});

// Errors: Io, Limit (over 64 MiB), Syntax with the offset (no summary, cut off, or not what it says it is), BadRequest (written
// by another version, or without what ranks needs).
Result<RankSummary> readRankSummary(const std::string &path);

} // namespace lamella::core
