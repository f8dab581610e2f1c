// SPDX-License-Identifier: GPL-3.0-or-later
// Cold, warm-up, steady, outlier, and the pass that `auto` means (DESIGN 4.5).
#pragma once

#include "core/analysis/Segmentation.h"

namespace lamella::core {

inline constexpr double kSteadyBand = 0.05; // around the median of the run, after its trend is taken out
inline constexpr double kOutlierFactor = 1.5; // x median of the steady run

// Sets Pass::state, selectedPass and selectedWhy from the passes' stages and lengths.
void classifyStates(DeviceSegmentation &device);

} // namespace lamella::core
