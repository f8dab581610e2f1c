// SPDX-License-Identifier: GPL-3.0-or-later
// Cold, warm-up, steady, outlier, and the pass that `auto` means (help/layers.md).
#pragma once

#include "core/analysis/Segmentation.h"

#include <optional>

namespace lamella::core {

inline constexpr double kSteadyBand = 0.05; // around the median of the run, after its growth is taken out
inline constexpr double kOutlierFactor = 1.5; // x median of the steady run

// The user's decisions that replace the rules; numbers of passes that do not exist are ignored.
struct StateChoice {
    std::optional<int> selectedPass;
    std::optional<PassRange> steadyPasses;
};

// Sets Pass::state, selectedPass, selectedWhy and stateRule from the passes' stages and lengths.
void classifyStates(DeviceSegmentation &device, const StateChoice &choice = {});

} // namespace lamella::core
