// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of the main program as steps, matched over all devices: the k-th run on one device corresponds to the k-th on every
// other.
#pragma once

#include "core/analysis/program/ProgramRuns.h"
#include "core/analysis/program/StepClasses.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lamella::core {

struct Step {
    std::int64_t number = 0;
    std::vector<std::uint32_t> runs; // rows of ProgramRuns::runs, one for each device that has the step
    std::int64_t wallNs = 0; // mean over the devices, rounded to nearest
    bool warmUp = false;
    bool partial = false; // of which the capture shows a part; never set if all steps are such
    StepClass stepClass = StepClass::None; // None for warm-up and partial steps
    [[nodiscard]] bool isSteady() const { return !warmUp && !partial; }
};

struct Steps {
    std::vector<Step> steps; // of the main program, by number
    std::size_t warmUp = 0; // number of steps that warm up: those excluded at the beginning, and passes in such a state
    std::size_t partial = 0; // number of other steps that are partial
    StepStatistics all;
    StepStatistics steady;
    std::vector<StepClassSummary> classes; // of the steady steps
    // From the start of a step to the start of the next on the same device, mean over the devices: the full cost of a step,
    // including the time in between.
    std::optional<StepStatistics> interval;
};

// skip: steps to exclude at the beginning, by position. device: only that one; invalid = all.
[[nodiscard]] Steps stepsOf(const ProgramRuns &runs, std::size_t skip, DeviceId device = {});

} // namespace lamella::core
