// SPDX-License-Identifier: GPL-3.0-or-later
// Assigns times to the work of a run: streams that wait for each other, a host that launches ahead; and the true place of all
// work.
#pragma once

#include "tests/support/TraceGenerator.h"
#include "tests/support/TraceGeneratorPlan.h"
#include "tests/support/TraceGeneratorRandom.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::test {

struct GpuEvent {
    WorkItem work;
    int device = 0;
    int stream = 0;
    std::int64_t startNs = 0;
    std::int64_t durationNs = 0;
    int pass = core::kNoPass;
    int layer = core::kNoLayer; // true layer; work.layer is the one that launched it
    StepShape shape;
    int launch = -1; // index in Timeline::launches
    int collective = -1; // number of the collective, the same on all ranks
    [[nodiscard]] std::int64_t endNs() const { return startNs + durationNs; }
    [[nodiscard]] bool side() const { return work.lane != Lane::Main; }
};

struct LaunchEvent {
    int device = 0; // each device has a separate host thread
    std::int64_t startNs = 0;
    std::int64_t durationNs = 0;
    std::int64_t correlation = 0;
    WorkKind kind = WorkKind::Kernel;
    bool graph = false;
    std::string_view op;
    std::string dims; // of its inputs
    int pass = core::kNoPass;
    int layer = core::kNoLayer;
    HostThread thread = HostThread::Main;
    std::string module;
};

struct PassSpan {
    int device = 0;
    int number = 0;
    StepShape shape;
    std::int64_t beginNs = 0;
    std::int64_t endNs = 0;
};

struct Timeline {
    std::vector<GpuEvent> gpu; // in file order
    std::vector<LaunchEvent> launches;
    std::vector<PassSpan> passes;
};

// cpuEvents: the trace will record individual launches, so that work on side streams belongs to the layer that launched it.
[[nodiscard]] Timeline scheduled(const RunPlan &plan, bool cpuEvents, std::uint64_t seed);
// In start order, ties in file order.
[[nodiscard]] std::vector<TruthRow> truthOf(const Timeline &timeline);

} // namespace lamella::test
