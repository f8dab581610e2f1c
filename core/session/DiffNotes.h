// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences under a comparison: what was paired, what was left out, and what of the two traces does not fit together.
#pragma once

#include "core/analysis/diff/TraceDiff.h"
#include "core/profile/ModelConfig.h"

#include <string>
#include <vector>

namespace lamella::core {

void noteFit(const TraceDocument &a, const ModelConfig *configA, const TraceDocument &b, const ModelConfig *configB,
    std::vector<std::string> &notes);
void noteByName(const Segmentation &a, const Segmentation &b, bool askedFor, std::vector<std::string> &notes);
void notePairing(const PassPairing &pairing, std::vector<std::string> &notes);
void noteLayers(const std::vector<PassDiff> &passes, std::vector<std::string> &notes);

} // namespace lamella::core
