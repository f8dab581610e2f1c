// SPDX-License-Identifier: GPL-3.0-or-later
// Layers and steps as annotated by the recorded program: nn.Module frames ("nn.Module: DecoderLayer_12"), record_function, NVTX
// and GPU annotations ("layer 12", "step[DECODE bs=32]"), joined to kernels through their launches.
#pragma once

#include "core/analysis/segmentation/CallCatalogue.h"
#include "core/analysis/segmentation/LayerCores.h"
#include "core/analysis/segmentation/MainSequence.h"
#include "core/analysis/segmentation/evidence/PlaceIndex.h"
#include "core/base/JobControl.h"

#include <string>
#include <vector>

namespace lamella::core {

struct AnnotatedLayer {
    Span span; // positions of the kernels launched inside one call of the layer
    int number = 0;
};

struct LayerAnnotations {
    std::vector<AnnotatedLayer> layers; // in sequence order, not overlapping
    std::string label; // "nn.Module: Qwen2DecoderLayer"; empty when nothing usable was found
    std::vector<char> apart; // by position: launched by a module that lies in no layer; empty where layers are no modules
};

[[nodiscard]] LayerAnnotations annotatedLayers(
    const TraceDocument &document, const MainSequence &sequence, const CallCatalogue &calls);

// Replaces the mixer cores inside annotated layers by one exact core each.
[[nodiscard]] std::vector<LayerCore> mergeAnnotated(std::vector<LayerCore> cores, const std::vector<AnnotatedLayer> &layers);

struct StepAnnotations {
    StepOfKernel step; // by position; empty when no annotation marks steps
    std::vector<StringId> names; // of the steps, by step number
    bool onePass = false; // see CallGroup
    std::string label;
};

// Every kind of step annotation, joined to the kernels once.
class StepCalls {
public:
    // Incomplete once a stop was requested.
    StepCalls(const TraceDocument &document, const MainSequence &sequence, const std::vector<CallGroup> &groups,
        const JobControl &control = {});
    // The kind that marks most passes of these cores; empty when none does.
    [[nodiscard]] const StepAnnotations &around(const std::vector<LayerCore> &cores) const;
    [[nodiscard]] const std::vector<StepAnnotations> &kinds() const { return m_kinds; }

private:
    std::vector<StepAnnotations> m_kinds;
};

} // namespace lamella::core
