// SPDX-License-Identifier: GPL-3.0-or-later
// Rank and parallel layout of the job, from the file's contents and its name.
#pragma once

#include "core/base/Message.h"
#include "core/model/TraceDocument.h"

#include <string>

namespace lamella::core {

struct ParallelFacts {
    std::string rank; // "3"; empty = unknown
    Message rankSource; // origin of `rank`
    std::string parallel; // "world 8, TP 8, indices TP 3, DP 0": sizes, then the indices of this file; empty = unknown
    Message source; // origin of `parallel`
};

// Recorded facts take precedence over the names of the file and its folders (core/base/JobName.h). Contradicting parts of a name
// are ignored and listed in the sources.
[[nodiscard]] ParallelFacts parallelFacts(const TraceDocument &document);
// Names of the GPUs, or the recorded properties of one without a name; empty if nothing is recorded.
[[nodiscard]] std::string gpuText(const TraceDocument &document);

} // namespace lamella::core
