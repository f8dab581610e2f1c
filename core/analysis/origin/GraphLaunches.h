// SPDX-License-Identifier: GPL-3.0-or-later
// Graphs (CUDA, HIP) as traces record them: the launches of a graph while it was captured, and the work of each replay.
#pragma once

#include "core/base/JobControl.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lamella::core {

// The kernels that calls launched, by call: the arg "kernel" that HIP's profiler records with them. Args are no columns of a
// document.
using LaunchedNames = std::unordered_map<EventId, std::string>;

struct CapturedLaunch {
    EventId call;
    std::string_view kernel; // name of the launched kernel; empty = not recorded (CUDA). Of the LaunchedNames
    KernelKind kind = KernelKind::Kernel;
};

// From the call that began a capture to the one that ended it, on one thread, in order.
struct CapturedGraph {
    std::vector<CapturedLaunch> launches;
    bool complete = true; // false: the begin or the end of the capture is not recorded
    std::int64_t batch = 0; // as stated by an annotation around it; 0 = none
    EventId annotation; // invalid = none
    [[nodiscard]] bool named() const; // every launched kernel has a name
};
// In order of time. Without recorded begins and ends: all launches that started no work, as one graph.
[[nodiscard]] std::vector<CapturedGraph> capturedGraphs(
    const TraceDocument &document, const LaunchedNames &names, const JobControl &control = {});

struct GraphReplay {
    EventId launch; // invalid = not recorded
    TrackId track; // of the launch
    std::vector<KernelId> kernels; // in start order
    std::int64_t tokens = 0; // of the step around it: the size that chose the graph; 0 = not annotated
    EventId step; // the annotation that gives it
};
// In order of their launches.
[[nodiscard]] std::vector<GraphReplay> graphReplays(const TraceDocument &document, const JobControl &control = {});

// The size in "step[DECODE bs=32]", "execute_32_context_0(…)" (SGLang, vLLM) or "capture_32_DECODE"; nothing in other names.
[[nodiscard]] std::optional<std::int64_t> sizeInStepName(std::string_view name);
[[nodiscard]] std::optional<std::int64_t> sizeInCaptureName(std::string_view name);

} // namespace lamella::core
