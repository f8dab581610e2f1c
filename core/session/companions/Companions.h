// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the files that name the work of graph replays: captures with their execution_details.json, annotations of graph nodes,
// eager traces (help/source-lines.md).
#pragma once

#include "core/analysis/origin/Origins.h"
#include "core/base/JobControl.h"

#include <string>
#include <vector>

namespace lamella::core {

struct CompanionPaths {
    std::string capture; // a capture trace, execution_details.json, or the folder of both; empty = none
    std::string annotations; // kernel_annotations_rank*.json or a folder of such; empty = none
    std::string eager; // an eager trace of the same model; empty = none
    [[nodiscard]] bool any() const { return !capture.empty() || !annotations.empty() || !eager.empty(); }
    bool operator==(const CompanionPaths &) const = default;
};

// An entry of execution_details.json, as SGLang and vLLM write it.
struct CaptureFile {
    std::string path;
    std::int64_t batch = 0; // 0 = not stated
};
// The companions that can be opened, without opening them. Errors: Io, Syntax, Limit.
[[nodiscard]] Result<std::vector<CaptureFile>> captureFiles(const std::string &path);
// Errors: those of reading JSON; BadProfile if it is none of graph nodes.
[[nodiscard]] Result<GraphAnnotations> readGraphAnnotations(const std::string &path);

// Joins all of them with the trace. Errors: those of opening a trace, with its path; BadProfile with the counts for companions
// that do not match; Cancelled. Nothing is joined in part.
[[nodiscard]] Result<Origins> originsWith(const CompanionPaths &paths, std::shared_ptr<const TraceDocument> document,
    std::shared_ptr<const LaunchJoin> launches, const JobControl &control = {});

// Companions beside a trace: a folder capture_traces, execution_details.json, annotations of its rank. Looks at names only, never
// opens a trace.
[[nodiscard]] CompanionPaths companionsBeside(const std::string &trace, std::optional<int> rank);

} // namespace lamella::core
