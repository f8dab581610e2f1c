// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences under a comparison: what was paired, what was left out, and what of the two traces does not fit together.
#pragma once

#include "core/analysis/diff/TraceDiff.h"
#include "core/profile/ModelConfig.h"

#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

// What sort of processor recorded the work, as people name it: "GPU", "Ascend NPU", "TPU". Kernels of two sorts have nothing in common
// but what they are for.
[[nodiscard]] std::string_view processorOf(const TraceDocument &document);

void noteFit(const TraceDocument &a, const ModelConfig *configA, const TraceDocument &b, const ModelConfig *configB,
    std::vector<std::string> &notes);
void noteByName(const Segmentation &a, const Segmentation &b, bool askedFor, std::vector<std::string> &notes);
void notePairing(const PassPairing &pairing, std::vector<std::string> &notes);
void noteLayers(const std::vector<PassDiff> &passes, std::vector<std::string> &notes);

} // namespace lamella::core
