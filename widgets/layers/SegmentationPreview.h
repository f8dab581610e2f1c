// SPDX-License-Identifier: GPL-3.0-or-later
// What a cut would give, in the figures by which a person judges it. Computed in a worker, immutable afterwards.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "widgets/session/PreparedSegmentation.h"

#include <cstdint>

namespace lamella::ui {

// All of the main device.
struct CutFigures {
    int passes = 0;
    int wholePasses = 0;
    int layers = 0; // of a whole pass
    std::uint32_t anchorHits = 0; // kernels that the anchor in use matches
    std::uint32_t hitsInLayers = 0;
    bool hasAnchor = false; // false: the layers rest on something else
    std::uint64_t kernels = 0;
    std::uint64_t leftKernels = 0; // outside of passes
    std::int64_t sumNs = 0;
    std::int64_t leftNs = 0;
    double confidence = 0;

    [[nodiscard]] double leftShare() const { return sumNs > 0 ? static_cast<double>(leftNs) / static_cast<double>(sumNs) : 0; }
};

// Without structure all figures but those of the kernels are 0.
[[nodiscard]] CutFigures cutFigures(
    const core::TraceDocument &document, const core::KernelNames &names, const core::Segmentation &segmentation);

struct SegmentationPreview {
    PreparedSegmentation cut;
    CutFigures figures;
};

// Errors: those of prepareSegmentation().
[[nodiscard]] core::Result<SegmentationPreview> previewCut(
    core::AnalysisSession &from, const core::SessionOptions &options, const core::JobControl &control);

} // namespace lamella::ui
