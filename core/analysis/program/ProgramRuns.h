// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of programs on devices. For XLA a program is a compiled module, whose runs are on a line of their own; for other producers
// a run is a forward pass and its program is the stage. The main program is the one with the most time.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/program/DeviceOps.h"
#include "core/analysis/program/KindTimeline.h"
#include "core/base/JobControl.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::core {

enum class RunSource : std::uint8_t { None, Modules, StepMarks, OperationModules, Passes };

struct Program {
    std::string name; // "jit_train_step(5120112285394406626)", "decode"
    std::uint32_t runs = 0; // over all devices
    std::int64_t totalNs = 0; // sum of their walls
    bool main = false;
};

struct ProgramRun {
    DeviceId device;
    std::uint32_t program = 0; // row of ProgramRuns::programs
    // index of the run of this program on this device, in time order; step marks and passes keep their own number
    std::int64_t number = 0;
    EventId event; // invalid: no single event of the file
    StringId runId; // invalid = not recorded
    TimeRange range; // ns on the clock of the file
    std::uint32_t ops = 0;
    StateTimes states{}; // add up to the wall
    bool warmUp = false; // a pass that is cold or warms up
    bool partial = false; // a pass of which the capture shows a part
    [[nodiscard]] std::int64_t wallNs() const { return range.length().value; }
    [[nodiscard]] std::int64_t of(DeviceState state) const { return states[static_cast<std::size_t>(state)]; }
    // Time in which the device itself works; waiting does not count.
    [[nodiscard]] std::int64_t busyNs() const
    {
        return of(DeviceState::Compute) + of(DeviceState::Communication) + of(DeviceState::Copy);
    }
};

struct ProgramRuns {
    std::vector<Program> programs; // the main one, then most time first
    std::vector<ProgramRun> runs; // by device, then start
    std::vector<std::uint32_t> firstOfDevice; // row = DeviceId, plus the end
    RunSource source = RunSource::None;
    std::uint64_t badMarks = 0; // step marks without a 64-bit integer as their name; they are ignored
    [[nodiscard]] std::span<const ProgramRun> of(DeviceId device) const;
};

using DeviceTimelines = std::vector<std::vector<StateSpan>>; // row = DeviceId

// The state timeline of each device, for callers that need it more than once for the same operations.
[[nodiscard]] DeviceTimelines deviceTimelines(const TraceDocument &document, const DeviceOps &ops);

// Also sets DeviceOp::run of the operations. `timelines` must be those of `ops`. Incomplete after a stop request.
[[nodiscard]] ProgramRuns programRuns(const TraceDocument &document, const Segmentation &segmentation, DeviceOps &ops,
    const DeviceTimelines &timelines, const JobControl &control = {});

} // namespace lamella::core
