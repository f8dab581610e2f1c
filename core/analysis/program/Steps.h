// SPDX-License-Identifier: GPL-3.0-or-later
// The launches of the main program as steps, put beside each other over all devices: the k-th launch on one device is the k-th
// on every other.
#pragma once

#include "core/analysis/program/ProgramRuns.h"
#include "core/analysis/program/StepClasses.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lamella::core {

struct Step {
    std::int64_t number = 0;
    std::vector<std::uint32_t> runs; // rows of ProgramRuns::runs, one for each device that has it
    std::int64_t wallNs = 0; // mean over the devices, rounded to nearest
    bool warmUp = false;
    StepClass stepClass = StepClass::None; // None: warm-up
};

struct Steps {
    std::vector<Step> steps; // of the main program, by number
    std::size_t warmUp = 0; // left out at the beginning, by position
    StepStatistics all;
    StepStatistics steady;
    std::vector<StepClassSummary> classes; // of the steady ones
    // From the start of a step to that of the next on the same device: what a step costs with all that lies between.
    std::optional<StepStatistics> interval;
};

// device: of that one only; invalid = over all.
[[nodiscard]] Steps stepsOf(const ProgramRuns &runs, std::size_t warmUp, DeviceId device = {});

} // namespace lamella::core
