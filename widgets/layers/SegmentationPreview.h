// SPDX-License-Identifier: GPL-3.0-or-later
// Preview of a segmentation: the figures by which a user judges it. Computed on a worker, immutable afterwards.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "widgets/session/PreparedSegmentation.h"

#include <cstdint>

namespace lamella::ui {

// All for the main device.
struct SegmentationFigures {
    int passes = 0;
    int wholePasses = 0;
    int layers = 0; // per full pass
    std::uint32_t anchorHits = 0; // kernels matched by the anchor in use
    std::uint32_t hitsInLayers = 0;
    bool hasAnchor = false; // false: the layers are based on other evidence
    std::uint64_t kernels = 0;
    std::uint64_t leftKernels = 0; // outside all passes
    std::int64_t sumNs = 0;
    std::int64_t leftNs = 0;
    double confidence = 0;

    [[nodiscard]] double leftShare() const { return sumNs > 0 ? static_cast<double>(leftNs) / static_cast<double>(sumNs) : 0; }
};

// Without structure all figures except those of kernels are 0.
[[nodiscard]] SegmentationFigures segmentationFigures(
    const core::TraceDocument &document, const core::KernelNames &names, const core::Segmentation &segmentation);

struct SegmentationPreview {
    PreparedSegmentation prepared;
    SegmentationFigures figures;
};

// Errors: those of prepareSegmentation().
[[nodiscard]] core::Result<SegmentationPreview> previewSegmentation(
    core::AnalysisSession &from, const core::SessionOptions &options, const core::JobControl &control);

} // namespace lamella::ui
