// SPDX-License-Identifier: GPL-3.0-or-later
// A proposal of layer evidence carried through to pass runs, with a score of how well it explains the trace.
#pragma once

#include "core/analysis/segmentation/Annotations.h"
#include "core/analysis/segmentation/PassSplitter.h"
#include "core/analysis/segmentation/evidence/LayerEvidence.h"
#include "core/base/Message.h"

#include <vector>

namespace lamella::core {

struct DeviceContext;

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

// Networks that are not a stack of layers of one kind: whether any kernel mixes tokens, and whether an embedding lookup comes with
// nearly every repetition; then whole passes repeat, as in a recommender, not layers.
[[nodiscard]] bool holdsAttention(const MainSequence &sequence);
[[nodiscard]] bool looksUpInEach(const MainSequence &sequence, const std::vector<LayerCore> &cores);
// Why the repeating work in `sequence` cannot be layers although no user, config or range says so; empty if it can be. Modules
// that repeat are blocks: of a network of convolutions without attention they are no layers.
[[nodiscard]] Message whyNoLayers(const DeviceContext &context, const MainSequence &sequence, const LayerHypothesis &chosen);

} // namespace lamella::core
