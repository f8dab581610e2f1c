// SPDX-License-Identifier: GPL-3.0-or-later
// From layouts to passes: layer numbers (a pass that the capture cut at its front is aligned to its end), completeness, drafts,
// stage, and the kernels' assignment.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/segmentation/Annotations.h"
#include "core/analysis/segmentation/CallCatalogue.h"
#include "core/analysis/segmentation/MainSequence.h"
#include "core/analysis/segmentation/PassLayout.h"

#include <string_view>
#include <vector>

namespace lamella::core {

struct NumberingInput {
    const TraceDocument &document;
    const KernelNames &names;
    const MainSequence &sequence;
    const std::vector<PassLayout> &layouts; // row = row of the passes; one at least
    const StepAnnotations &steps;
    int modelLayers = 0;
    bool layersKnown = false; // by the user or the config
    int draftLayers = 0;
    int encoderLayers = 0; // of the config; 0 = unknown
    int visionLayers = 0; // likewise
    bool language = true; // layers contain attention: only then are there drafts, prefill and decode
    Evidence evidence = Evidence::None;
    ProgramUse programs = ProgramUse::Kernels;
};

// Whether the capture holds one pass, with its input and its result around the layers: then it has no others.
[[nodiscard]] bool showsWholePass(const NumberingInput &input);

// Fills passes, layers and modelLayers of `device`, and passOf / layerOf of the main sequence's kernels.
void numberPasses(const NumberingInput &input, DeviceSegmentation &device, Segmentation &segmentation);

// The note of the table of passes on a training step whose forward and backward parts cannot be distinguished.
inline constexpr const char *kWholeTrainingStep = "training step: nothing recorded distinguishes forward from backward";

// Sets LayerSpan::type and DeviceSegmentation::typeNames: from the config, else learned from the kernels of a pass and named by
// what these prove. like: the pass that they are learned from; firstLayer: the number of its first layer.
void classifyLayers(const MainSequence &sequence, const KernelNames &names, const PassLayout &like, int firstLayer,
    const ModelConfig *config, DeviceSegmentation &device);

// Work of the device that is not on its main stream: it belongs to the layer of its launch if that is known, else to the layer
// whose window on the main stream contains its start. Copies and collectives in flight belong to no pass: they are no work of the
// device's cores, and mostly end in a later pass than the one in which they begin. In training, what is copied behind the
// optimizer is the next step's batch, and the last reduction of gradients runs between backward and optimizer.
// work: KernelId values of the device, in start order.
// Fills passOf, layerOf and side for the other streams, and widens ranges and kernel counts of passes and layers by them.
void assignSideStreams(const TraceDocument &document, const MainSequence &sequence, const std::vector<std::uint32_t> &work,
    DeviceSegmentation &device, Segmentation &segmentation);

// What the name of a step says of its passes: their stage, and how many requests and tokens they compute, if the trace records
// it.

struct BatchCounts {
    std::int64_t requests = 0; // 0 = unknown
    std::int64_t tokens = 0;
};

// Stage from a step's name ("step[DECODE bs=32]", "execute_8192_context_9(...)_generation_37(...)"); Unknown if it says nothing,
// and for a program that trains.
[[nodiscard]] Stage stageFromStepName(std::string_view name);

// "step[EXTEND bs=1 toks=4096]" -> {1, 4096}; "step[DECODE bs=32]" -> {32, 32}; "execute_8192_context_9(...)_generation_37(...)"
// -> {46, 8192}; "execute_context_2(300)_generation_5(5)" -> {7, 305}; "execute_new_1_cached_15" -> {16, unknown}.
[[nodiscard]] BatchCounts batchFromStepName(std::string_view name);

// Sets Pass::requests and tokens from the steps' names, and tokens from the recorded input of the norm that opens most layers, or
// from its grid where that changes between passes (it runs one block a token); Pass::note mentions it.
void countBatches(const TraceDocument &document, const MainSequence &sequence, const std::vector<PassLayout> &layouts,
    const StepAnnotations &steps, DeviceSegmentation &device);

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
