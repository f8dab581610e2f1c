// SPDX-License-Identifier: GPL-3.0-or-later
// Passes by the ranges around their launches: ranges that the program itself names as a step, a forward pass or the launch of a
// compiled program. Used where no layers can be found, and to keep work that other threads launch between passes out of them.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/segmentation/Annotations.h"
#include "core/analysis/segmentation/MainSequence.h"

#include <vector>

namespace lamella::core {

// The kind of ranges that contains most kernels, at least half of them, each range in one piece; null if there is none.
[[nodiscard]] const StepAnnotations *rangesOfPasses(const MainSequence &sequence, const StepCalls &steps);

// Positions launched in a range that is one pass; empty where hardly anything lies between such ranges.
[[nodiscard]] std::vector<std::uint32_t> insideForward(const MainSequence &sequence, const StepCalls &steps);

// Passes without layers: all of their work is head. Returns false, and changes nothing, if no ranges mark passes.
bool passesByRanges(const TraceDocument &document, const MainSequence &sequence, const StepCalls &steps,
    DeviceSegmentation &device, Segmentation &segmentation);

} // namespace lamella::core
