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

} // namespace lamella::core
