// SPDX-License-Identifier: GPL-3.0-or-later
// Launches of programs on devices. Of XLA a program is a compiled module, and its launches stand on a line of their own; of
// every other producer a launch is a forward pass and its program the stage. The main program is the one with the most time.
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
    std::uint32_t runs = 0; // on all devices
    std::int64_t totalNs = 0; // their walls added up
    bool main = false;
};

struct ProgramRun {
    DeviceId device;
    std::uint32_t program = 0; // row of ProgramRuns::programs
    std::int64_t number = 0; // of this program on this device, in time order from 0; of step marks and passes their own number
    EventId event; // invalid: not one event of the file
    StringId runId; // invalid = not recorded
    TimeRange range; // ns on the clock of the file
    std::uint32_t ops = 0;
    StateTimes states{}; // add up to the wall
    [[nodiscard]] std::int64_t wallNs() const { return range.length().value; }
    [[nodiscard]] std::int64_t of(DeviceState state) const { return states[static_cast<std::size_t>(state)]; }
    // The device itself does something; waiting is not doing.
    [[nodiscard]] std::int64_t busyNs() const
    {
        return of(DeviceState::Compute) + of(DeviceState::Communication) + of(DeviceState::Copy);
    }
};

struct ProgramRuns {
    std::vector<Program> programs; // most time first
    std::vector<ProgramRun> runs; // by device, then start
    std::vector<std::uint32_t> firstOfDevice; // row = DeviceId, one more at the end
    RunSource source = RunSource::None;
    std::uint64_t badMarks = 0; // step marks whose names are no whole numbers of 64 bits: they are no steps
    [[nodiscard]] std::span<const ProgramRun> of(DeviceId device) const;
};

using DeviceTimelines = std::vector<std::vector<StateSpan>>; // row = DeviceId

// What each device does, for those who need it of the same operations more than once.
[[nodiscard]] DeviceTimelines deviceTimelines(const TraceDocument &document, const DeviceOps &ops);

// Also writes into the operations which run each is in. `timelines`: of the same operations. What it gives after a stop is not
// whole.
[[nodiscard]] ProgramRuns programRuns(const TraceDocument &document, const Segmentation &segmentation, DeviceOps &ops,
    const DeviceTimelines &timelines, const JobControl &control = {});

} // namespace lamella::core
