// SPDX-License-Identifier: GPL-3.0-or-later
// Rank and parallel layout of the job, from what the file and its name say.
#pragma once

#include "core/model/TraceDocument.h"

#include <optional>
#include <string>
#include <string_view>

namespace lamella::core {

struct ParallelFacts {
    std::string rank; // "3"; empty = unknown
    std::string parallel; // "TP 8", "rank TP 0, DP 1", "world 8"; empty = unknown
    std::string source; // where `parallel` comes from
};

[[nodiscard]] ParallelFacts parallelFacts(const TraceDocument &document);
// "…-TP-3-DP-1-PP-0.trace.json.gz" -> "TP 3, PP 0, DP 1" (indices of this file). Empty when the name says nothing. A number that is
// no rank of a job of that size is none.
[[nodiscard]] std::string parallelIndices(std::string_view fileName, std::optional<int> worldSize = std::nullopt);
// Those that can only be sizes: "megatron_tp8_0.json" of a job of 8 -> "TP 8".
[[nodiscard]] std::string parallelSizes(std::string_view fileName, std::optional<int> worldSize);
// Names of the GPUs, or what the file says of one that has no name; empty = nothing.
[[nodiscard]] std::string gpuText(const TraceDocument &document);

} // namespace lamella::core
