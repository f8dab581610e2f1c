// SPDX-License-Identifier: GPL-3.0-or-later
// From layouts to passes: layer numbers (a pass that the capture cut at its front is aligned to its end), completeness, drafts,
// stage, and the kernels' assignment.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/segmentation/Annotations.h"
#include "core/analysis/segmentation/PassLayout.h"
#include "core/analysis/segmentation/ProgramUse.h"

namespace lamella::core {

struct NumberingInput {
    const TraceDocument &document;
    const KernelNames &names;
    const MainSequence &sequence;
    const std::vector<PassLayout> &layouts;
    const StepAnnotations &steps;
    int modelLayers = 0;
    bool layersKnown = false; // by the user or the config
    int draftLayers = 0;
    int encoderLayers = 0; // of the config; 0 = unknown
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

} // namespace lamella::core
