// SPDX-License-Identifier: GPL-3.0-or-later
// Rank and parallel layout of the job, from what the file and its name say.
#pragma once

#include "core/base/Message.h"
#include "core/model/TraceDocument.h"

#include <string>

namespace lamella::core {

struct ParallelFacts {
    std::string rank; // "3"; empty = unknown
    Message rankSource; // where it comes from
    std::string parallel; // "world 8, TP 8, indices TP 3, DP 0": sizes, then the indices of this file; empty = unknown
    Message source; // where `parallel` comes from
};

// What was recorded wins over the name of the file and its folders (core/base/JobName.h); what the name says against it is left
// out and told in the sources.
[[nodiscard]] ParallelFacts parallelFacts(const TraceDocument &document);
// Names of the GPUs, or what the file says of one that has no name; empty = nothing.
[[nodiscard]] std::string gpuText(const TraceDocument &document);

} // namespace lamella::core
