// SPDX-License-Identifier: GPL-3.0-or-later
// A proposal of layer evidence carried through to pass runs, with a score of how well it explains the trace.
#pragma once

#include "core/analysis/segmentation/Annotations.h"
#include "core/analysis/segmentation/PassSplitter.h"
#include "core/analysis/segmentation/evidence/LayerEvidence.h"

#include <string>
#include <vector>

namespace lamella::core {

struct LayerHypothesis : LayerProposal { // with one core a layer
    PassRuns runs;
    StepAnnotations steps;
    std::size_t usualOpenings = 0;
    bool fewKernels = false; // a layer has so few that only their clear period is evidence for it
    double score = 0; // 0..1
    bool overrules = false; // stronger kinds of evidence propose layers too, which explain the trace less well
    int shownLayers = 0; // that the kernels show clearly, where the user's count is another one
};

// Tries the kinds of evidence, the strongest first, until one explains the trace well.
[[nodiscard]] LayerHypothesis strongestHypothesis(const EvidenceContext &context);

// The same if config or user give the number of layers. A config's is a prior: if no pass shows it, or only by unequal layers,
// the kernels alone decide what a layer is.
[[nodiscard]] LayerHypothesis chosenHypothesis(const EvidenceContext &context);

} // namespace lamella::core
