// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layers/SegmentationPreview.h"

#include "core/base/Saturate.h"
#include "core/profile/ModelProfile.h"
#include "core/profile/NameText.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace lamella::ui {

SegmentationFigures segmentationFigures(
    const core::TraceDocument &document, const core::KernelNames &names, const core::Segmentation &segmentation)
{
    SegmentationFigures figures;
    const core::DeviceId device = segmentation.mainDevice;
    if (!device.valid())
        return figures;
    const core::DeviceSegmentation &onDevice = segmentation.devices[device.value];
    figures.passes = static_cast<int>(onDevice.passes.size());
    figures.wholePasses = static_cast<int>(
        std::count_if(onDevice.passes.begin(), onDevice.passes.end(), [](const core::Pass &pass) { return pass.complete; }));
    figures.layers = onDevice.modelLayers;
    figures.confidence = segmentation.confidence;
    // Annotation text is not a kernel name pattern.
    std::optional<core::NamePattern> anchor;
    if (!segmentation.anchorText.empty() && segmentation.evidence != core::Evidence::Annotation) {
        if (auto pattern = core::NamePattern::parse(segmentation.anchorText))
            anchor = std::move(*pattern);
    }
    figures.hasAnchor = anchor.has_value();
    std::unordered_map<core::StringId, bool> hits;
    for (std::uint32_t k = 0; k < document.kernels.size(); ++k) {
        if (document.deviceOf(core::KernelId{k}) != device)
            continue;
        const std::int64_t ns = document.kernels.duration[k];
        const bool outside = segmentation.passOf[k] == core::kNoPass;
        ++figures.kernels;
        figures.sumNs = core::addSaturated(figures.sumNs, ns);
        figures.leftKernels += outside ? 1 : 0;
        figures.leftNs = core::addSaturated(figures.leftNs, outside ? ns : 0);
        if (!anchor)
            continue;
        const core::StringId name = document.kernels.name[k];
        const auto [it, fresh] = hits.try_emplace(name, false);
        if (fresh)
            it->second = anchor->matches(core::lowerCasedText(names[name].full));
        figures.anchorHits += it->second ? 1 : 0;
        figures.hitsInLayers += it->second && segmentation.layerOf[k] >= 0 ? 1 : 0;
    }
    return figures;
}

core::Result<SegmentationPreview> previewSegmentation(
    core::AnalysisSession &from, const core::SessionOptions &options, const core::JobControl &control)
{
    core::Result<PreparedSegmentation> prepared = prepareSegmentation(from, options, control);
    if (!prepared)
        return prepared.error();
    const SegmentationFigures figures =
        segmentationFigures(prepared->session->document(), *prepared->names, *prepared->segmentation);
    return SegmentationPreview{std::move(*prepared), figures};
}

} // namespace lamella::ui
