// SPDX-License-Identifier: GPL-3.0-or-later
// What the name of a step says of its passes: their stage, and how many requests and tokens they compute, if the trace records
// it.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/segmentation/Annotations.h"
#include "core/analysis/segmentation/PassLayout.h"

#include <string_view>
#include <vector>

namespace lamella::core {

struct BatchCounts {
    std::int64_t requests = 0; // 0 = unknown
    std::int64_t tokens = 0;
};

// Stage from a step's name ("step[DECODE bs=32]", "execute_8192_context_9(...)_generation_37(...)"); Unknown if it says nothing,
// and for a program that trains.
[[nodiscard]] Stage stageFromStepName(std::string_view name);

// "step[EXTEND bs=1 toks=4096]" -> {1, 4096}; "step[DECODE bs=32]" -> {32, 32}; "execute_8192_context_9(...)_generation_37(...)"
// -> {46, 8192}; "execute_context_2(300)_generation_5(5)" -> {7, 305}; "execute_new_1_cached_15" -> {16, unknown}.
[[nodiscard]] BatchCounts batchFromStepName(std::string_view name);

// Sets Pass::requests and tokens from the steps' names, and tokens from the recorded input of the norm that opens most layers, or
// from its grid where that changes between passes (it runs one block a token); Pass::note mentions it.
void countBatches(const TraceDocument &document, const MainSequence &sequence, const std::vector<PassLayout> &layouts,
    const StepAnnotations &steps, DeviceSegmentation &device);

// Fills Pass::stage of passes that are Unknown: by the number of tokens (norm kernels run one block a token, so their grid gives
// it), then by length against the other passes. Stays Unknown if both give nothing.
void fillUnknownStages(const TraceDocument &document, const MainSequence &sequence, const std::vector<PassLayout> &layouts,
    DeviceSegmentation &device);

// Grid of the norm that opens most layers, which is the number of tokens where the norm runs one block a token; 0 where it was
// not recorded or differs between the layers of a pass. One entry a layout.
[[nodiscard]] std::vector<std::uint32_t> tokensByGrid(
    const TraceDocument &document, const MainSequence &sequence, const std::vector<PassLayout> &layouts);

// The same from the shape of that norm's input, where the profiler records shapes with the kernel itself (Ascend): exact.
[[nodiscard]] std::vector<std::uint32_t> tokensByShape(
    const TraceDocument &document, const MainSequence &sequence, const std::vector<PassLayout> &layouts);

} // namespace lamella::core
