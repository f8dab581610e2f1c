// SPDX-License-Identifier: GPL-3.0-or-later
// Prefill or decode, if neither an annotation nor a kernel's name gives it.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/segmentation/PassLayout.h"

#include <vector>

namespace lamella::core {

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
