// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of evidence for layers: each proposes cores (one a layer, or a fixed number of them) with a role, a text and a
// confidence. A proposal contains no information about passes; LayerHypothesis passes it on, and DeviceSegmenter keeps the one
// that explains the trace. A kind is a function in this folder and a row of the list in LayerEvidence.cpp.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/segmentation/LayerCores.h"
#include "core/analysis/segmentation/MainSequence.h"
#include "core/analysis/segmentation/PassLayout.h"
#include "core/profile/KernelNames.h"
#include "core/profile/ModelProfile.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

class CallCatalogue;
class StepCalls;

struct EvidenceContext {
    const TraceDocument &document;
    const KernelNames &names;
    const MainSequence &sequence;
    const SegmentationOptions &options;
    const ModelProfile *profile = nullptr; // in use; may be null
    const CallCatalogue &calls;
    const StepCalls &steps;
    int layers = 0; // by user or config, 0 = unknown
    int draftLayers = 0;
    const JobControl &control;
};

struct LayerProposal {
    std::vector<LayerCore> cores; // ascending, not overlapping
    int blocksPerLayer = 1; // cores that make one layer; counted anew where a pass may begin
    CoreRole role = CoreRole::Within; // Mixer: norms decide where layers open, and missing cores are bridged
    std::uint32_t leadIn = 0; // kernels before a beginning core that belong to its layer
    Evidence evidence = Evidence::None;
    std::string text; // its text in tables: the anchor, the label of the annotation
    std::vector<char> apart = {}; // by position: certainly in no layer; may be empty
    double confidence = 1; // 0..1 before anything is known about passes
    double fewestScore = 0; // below it the proposal is rejected, even without alternatives
    bool named = true; // false: found by repetition, without knowing what its kernels mean
    bool blocksAreLayers = false; // cores are never combined, even if they alternate
    bool strict = false; // layers must contain most of the stream's time and several kernels each
};

// A kind of evidence: nothing if the trace does not have it. Bounded work; stops early when control asks for it.
struct LayerEvidence {
    std::string_view name;
    std::vector<LayerProposal> (*propose)(const EvidenceContext &context);
};
[[nodiscard]] std::span<const LayerEvidence> layerEvidences(); // strongest first

// Those that have a file of their own.
[[nodiscard]] std::vector<LayerProposal> proposeUserAnchor(const EvidenceContext &context);
[[nodiscard]] std::vector<LayerProposal> proposeScopes(const EvidenceContext &context);
[[nodiscard]] std::vector<LayerProposal> proposeSingleBlocks(const EvidenceContext &context);
[[nodiscard]] std::vector<LayerProposal> proposeProfileAnchors(const EvidenceContext &context);
[[nodiscard]] std::vector<LayerProposal> proposeRepeatedNames(const EvidenceContext &context);

// Ascending positions.
[[nodiscard]] std::vector<std::uint32_t> anchorHits(
    const KernelNames &names, const MainSequence &sequence, const NamePattern &pattern);

// The kernel that a pattern matches most often: easier to read than the pattern, and also valid for --anchor.
[[nodiscard]] std::string mostFrequentName(
    const KernelNames &names, const MainSequence &sequence, const std::vector<std::uint32_t> &hits);

// One core of one kernel for each hit.
[[nodiscard]] std::vector<LayerCore> coresAt(const std::vector<std::uint32_t> &hits);

} // namespace lamella::core
