// SPDX-License-Identifier: GPL-3.0-or-later
// Prefill or decode where neither an annotation nor a kernel's name says it.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/segmentation/PassLayout.h"

namespace lamella::core {

// Fills Pass::stage of passes that are Unknown: by the number of tokens (norm kernels run one block a token, so their grid tells
// it), then by length against the other passes. Stays Unknown where both are silent.
void fillUnknownStages(const TraceDocument &document, const MainSequence &sequence, const std::vector<PassLayout> &layouts,
    DeviceSegmentation &device);

} // namespace lamella::core
