// SPDX-License-Identifier: GPL-3.0-or-later
// Work of graph replays and of traces without shapes: the computation of each layer according to the model config, assigned to
// kernels by their position in the layer.
#pragma once

#include "core/analysis/roofline/Roofline.h"

namespace lamella::core {

// Gives calls without a stronger route the cost of their role in the layer; a call whose kernels have several roles is divided.
// False, with a warning that gives the reason, if the costs show that the config is not that of the trace: then the calls are to
// be found again without it. tokens: by device and pass; refused: devices that are left out.
[[nodiscard]] bool findCallsByConfig(const RooflineInput &input, const std::vector<std::vector<PassTokens>> &tokens,
    const std::vector<bool> &refused, Roofline &roofline, const JobControl &control);

} // namespace lamella::core
