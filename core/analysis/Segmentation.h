// SPDX-License-Identifier: GPL-3.0-or-later
// The segmentation of a trace into passes and layers, per device, with its evidence.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Message.h"
#include "core/base/Result.h"
#include "core/base/Time.h"
#include "core/model/Selection.h"
#include "core/model/TraceDocument.h"
#include "core/profile/BoundaryEdit.h"
#include "core/profile/KernelNames.h"
#include "core/profile/ModelConfig.h"
#include "core/profile/ModelProfile.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

enum class Stage : std::uint8_t { Unknown, Prefill, Decode, Mixed, Draft, Forward, Backward, Optimizer };
enum class PassState : std::uint8_t { Unknown, Cold, WarmUp, Steady, Outlier };
enum class Evidence : std::uint8_t { None, User, Annotation, Profile, Discovered };
[[nodiscard]] std::string_view stageName(Stage stage); // "prefill"; Unknown = "unknown"
[[nodiscard]] std::string_view stateName(PassState state); // "warm-up"; Unknown = "unknown"
[[nodiscard]] std::string_view evidenceName(Evidence evidence);
[[nodiscard]] std::optional<Stage> stageFromName(std::string_view name);

struct LayerSpan {
    int pass = 0; // number of the pass within its device
    int layer = 0; // layer number in the model
    int type = -1; // index into DeviceSegmentation::typeNames, -1 = none
    TimeRange range; // min start .. max end over its kernels, side streams included
    std::uint32_t kernels = 0;
};

struct Pass {
    int number = 0; // per device, in time order from 0
    Stage stage = Stage::Unknown;
    PassState state = PassState::Unknown;
    int layers = 0; // found
    int expectedLayers = 0; // of the model (or of the draft model); 0 = unknown
    bool complete = false;
    bool lostEvents = false; // nothing else than events that the file lost keeps it from being complete
    TimeRange range; // min start .. max end over its kernels
    Evidence evidence = Evidence::None;
    Message note; // "partial (17 of 24 layers)", "2 anchors bridged"; empty if there is nothing to report
    std::uint32_t firstLayer = 0; // rows [firstLayer, firstLayer + layers) of DeviceSegmentation::layers
    std::uint32_t kernels = 0;
    double confidence = 0; // 0..1, that kernels of this pass are in their layers
    Message confidenceWhy; // sentences with the reasons, "; " between them
    std::int64_t requests = 0; // sequences in the batch, 0 = not recorded
    std::int64_t tokens = 0; // computed in this pass, 0 = not recorded
};

struct DeviceSegmentation {
    DeviceId device;
    StreamId mainStream;
    std::vector<Pass> passes;
    std::vector<LayerSpan> layers; // by (pass, layer)
    std::vector<std::string> typeNames; // "SWA_ONLY", "MoE", or learned "A", "B", ...
    int modelLayers = 0; // layers of a complete target pass, 0 = unknown
    int selectedPass = kNoPass; // `--pass auto`
    Message selectedWhy; // "median of 7 steady passes (decode)"
    Message stateRule; // how states were determined, with the numbers; empty without passes
};

struct AnchorCandidate {
    std::string anchor; // pattern as accepted by --anchor
    AnchorRole role = AnchorRole::Within;
    std::uint32_t count = 0;
    int blocksPerLayer = 1;
    int layers = 0;
    int passes = 0;
    double confidence = 0; // 0..1
    Message why; // one sentence
    bool chosen = false;
};

struct SegmentationCheck {
    bool ok = true;
    Message sentence; // "36 layers in every complete pass, as the config says"
};

// As it is shown with three digits: what is not certain is not said to be.
[[nodiscard]] inline double shownConfidence(double confidence)
{
    return confidence < 1 ? std::min(confidence, 0.999) : confidence;
}

struct Segmentation {
    std::vector<DeviceSegmentation> devices; // row = DeviceId of the document
    // Per kernel, indexed by KernelId:
    std::vector<std::int32_t> passOf; // kNoPass outside of passes
    std::vector<std::int32_t> layerOf; // layer number, kHeadLayer, kTailLayer or kNoLayer
    std::vector<std::uint8_t> side; // 1 = not on the main stream
    std::vector<AnchorCandidate> anchors; // best first, of the main device
    DeviceId mainDevice; // the one with the most GPU time; invalid without GPU work
    Evidence evidence = Evidence::None; // of the main device
    std::string anchorText; // chosen anchor or annotation, empty if none
    std::string profileName; // profile in use, "generic" if none matches
    double confidence = 0; // 0..1, from the checks
    std::vector<SegmentationCheck> checks;
    Message whyNone; // set if no passes were found: a sentence with the reason

    [[nodiscard]] const Pass *pass(DeviceId device, int number) const;
    [[nodiscard]] const LayerSpan *layer(DeviceId device, int pass, int layer) const;
};

struct PassRange { // inclusive
    int first = 0;
    int last = 0;
};

struct SegmentationOptions {
    std::optional<std::string> anchor; // --anchor TEXT or /REGEX/
    std::optional<AnchorRole> role;
    std::optional<int> blocksPerLayer;
    std::optional<int> layers;
    std::optional<int> selectedPass; // the pass for `auto`, instead of the representative pass
    std::optional<PassRange> steadyPasses; // the steady run, instead of the longest even one
    std::vector<BoundaryEdit> boundaries; // boundaries that the user moved; checks report those that match nothing
    const ModelConfig *config = nullptr;
    const ModelProfile *profile = nullptr; // chosen by the user; else found from config or kernel names
    const ProfileSet *profiles = nullptr; // never null in use
};

// A trace without recognisable structure is not an error: the Segmentation then has no passes and gives the reason. Errors:
// Cancelled; BadRequest when a requested anchor matches no kernel.
Result<Segmentation> segmentTrace(
    const TraceDocument &document, const KernelNames &names, const SegmentationOptions &options, const JobControl &control = {});

} // namespace lamella::core
