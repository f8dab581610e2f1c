// SPDX-License-Identifier: GPL-3.0-or-later
// Work of graph replays and of traces without shapes: the computation of each layer according to the model config, assigned to
// kernels by their position in the layer.
#pragma once

#include "core/analysis/roofline/Roofline.h"

namespace lamella::core {

// Gives calls without a stronger route the cost of their role in the layer. A config that does not match the trace is refused,
// with a warning that gives the reason. tokens: by device and pass.
void findCallsByConfig(const RooflineInput &input, const std::vector<std::vector<PassTokens>> &tokens, Roofline &roofline,
    const JobControl &control);

} // namespace lamella::core
