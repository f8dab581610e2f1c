// SPDX-License-Identifier: GPL-3.0-or-later
// What the recorded program says itself about layers and steps: nn.Module frames ("nn.Module: DecoderLayer_12"), record_function,
// NVTX and GPU annotations ("layer 12", "step[DECODE bs=32]"), joined to kernels through their launches.
#pragma once

#include "core/analysis/segmentation/LayerCores.h"
#include "core/analysis/segmentation/MainSequence.h"
#include "core/analysis/segmentation/PassCutter.h"

#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

struct AnnotatedLayer {
    Span span; // positions of the kernels launched inside one call of the layer
    int number = 0;
};

struct LayerAnnotations {
    std::vector<AnnotatedLayer> layers; // in sequence order, not overlapping
    std::string label; // "nn.Module: Qwen2DecoderLayer"; empty when nothing usable was found
};

[[nodiscard]] LayerAnnotations annotatedLayers(const TraceDocument &document, const MainSequence &sequence);

// Replaces the mixer cores inside annotated layers by one exact core each.
[[nodiscard]] std::vector<LayerCore> mergeAnnotated(std::vector<LayerCore> cores, const std::vector<AnnotatedLayer> &layers);

struct StepAnnotations {
    StepOfKernel step; // by position; empty when no annotation marks steps
    std::vector<StringId> names; // of the steps, by step number
};

[[nodiscard]] StepAnnotations annotatedSteps(
    const TraceDocument &document, const MainSequence &sequence, const std::vector<LayerCore> &cores);

// "nn.Module: Block_12" -> {"nn.Module: Block", 12}; "decoder.layers.7" -> {"decoder.layers", 7}; false when the name holds no
// layer number.
[[nodiscard]] bool splitLayerName(std::string_view name, std::string_view &prefix, int &number);

} // namespace lamella::core
