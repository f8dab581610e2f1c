// SPDX-License-Identifier: GPL-3.0-or-later
// Samples and native call chains as part of a call tree. A native function is a frame of the kind Line whose file is its library
// or program and whose line is not known.
//
// A sample shows where a thread was at one moment; it is never used as the origin of GPU work. The call chain of a launch is its
// origin; it is placed below the ranges around the launch.
#pragma once

#include "core/analysis/source/CallTree.h"
#include "core/model/HostSamples.h"

#include <cstdint>
#include <vector>

namespace lamella::core {

// Yours: decided by the rule, except for shared libraries, the Python program, the CUDA runtime in a program, and what the
// profiler adds.
[[nodiscard]] FrameLabel labelOfNative(const NativeFunction &function, const SourceRule &rule);

// Adds a node for every stack of the samples, and puts work below the chain of its launch; beyond eight million nodes work stays
// where it is, which the tree counts. On a stop request the tree is incomplete.
void addNativeStacks(CallTree &tree, const Origins &origins, const HostSamples &samples, const SourceRule &rule,
    const JobControl &control = {});

// Samples by the node of the tree that is innermost in them. `tree` must have their stacks (addNativeStacks).
struct SampleCounts {
    std::vector<std::int64_t> ofNode; // empty: there are none
    std::int64_t withoutChain = 0;
    std::int64_t all = 0;
    std::int64_t periodNs = 0; // 0 = not known
};
// host: the part of the trace in which samples count; null = all of it.
[[nodiscard]] SampleCounts sampleCounts(const CallTree &tree, const HostSamples &samples, const TimeRange *host = nullptr);

} // namespace lamella::core
