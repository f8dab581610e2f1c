// SPDX-License-Identifier: GPL-3.0-or-later
// Segments the work of one device: tries the kinds of evidence, the strongest first, and keeps the first that explains the trace.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/segmentation/CallCatalogue.h"
#include "core/analysis/segmentation/MainSequence.h"
#include "core/analysis/segmentation/PassLayout.h"
#include "core/base/Message.h"

#include <span>
#include <string>
#include <vector>

namespace lamella::core {

struct DeviceContext {
    const TraceDocument &document;
    const KernelNames &names;
    const KernelTokens &tokens;
    const CallCatalogue &calls;
    const SegmentationOptions &options;
    const ModelProfile *profile = nullptr; // in use; may be null
    const JobControl &control;
    std::span<const int> shownAs{}; // of a chain: the number that is shown of each of its passes; see UserBoundaryInput
};

struct DeviceResult {
    DeviceSegmentation device;
    std::vector<AnchorCandidate> anchors;
    std::vector<SegmentationCheck> checks;
    std::vector<SegmentationCheck> userChecks; // about boundaries that the user set
    Evidence evidence = Evidence::None;
    std::string anchorText;
    double confidence = 0;
    bool showsEdge = true; // a position in some pass, from which its layers are counted
    Message whyNone;
};

// Writes the assignment of the device's kernels into segmentation (passOf, layerOf, side).
// work: KernelId values of the device, in start order. sequence: its mainSequence().
[[nodiscard]] DeviceResult segmentDevice(const DeviceContext &context, DeviceId device, const std::vector<std::uint32_t> &work,
    MainSequence sequence, Segmentation &segmentation);

// Training steps, tried before inference: forward, backward and optimizer as passes of their own. Fills result and the assignment
// of the device's kernels, and returns true; changes nothing and returns false if the device contains no backward work. work: as
// of segmentDevice().
[[nodiscard]] bool segmentTraining(const DeviceContext &context, const MainSequence &sequence,
    const std::vector<std::uint32_t> &work, DeviceResult &result, Segmentation &segmentation);

// The rows of the table `anchors`: kernels that could mark layers, each with a score and a sentence, best first. With passes: how
// regularly each kernel name occurs in the layers found. Without: the names that repeat at all.
[[nodiscard]] std::vector<AnchorCandidate> anchorCandidates(const KernelNames &names, const MainSequence &sequence,
    const std::vector<PassLayout> &layouts, const DeviceSegmentation &device);

} // namespace lamella::core
