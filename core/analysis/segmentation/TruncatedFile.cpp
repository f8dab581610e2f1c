// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/TruncatedFile.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lamella::core {

namespace {

constexpr std::array<std::string_view, 3> kTruncationKinds{"truncated_event", "truncated_gzip", "damaged_gzip"};
constexpr double kTruncatedFile = 0.85; // what is left: of the passes before the last one nothing is missing as a rule

bool isWholeTarget(const Pass &pass)
{
    return pass.complete && pass.stage != Stage::Draft;
}

} // namespace

bool stopsInAnEvent(const TraceDocument &document)
{
    return std::any_of(kTruncationKinds.begin(), kTruncationKinds.end(),
        [&](std::string_view kind) { return document.diagnostics.count(kind) > 0; });
}

void markTruncatedPass(const TraceDocument &document, const SegmentationOptions &options, DeviceSegmentation &device)
{
    if (device.passes.empty() || !stopsInAnEvent(document))
        return;
    Pass &last = device.passes.back();
    last.complete = false;
    last.note += last.note.empty() ? "" : "; ";
    last.note += "partial: the file stops here";
    const bool given = options.layers || (options.config != nullptr && options.config->layers > 0);
    if (given || std::any_of(device.passes.begin(), device.passes.end(), isWholeTarget))
        return;
    device.modelLayers = 0;
    for (Pass &pass : device.passes)
        pass.expectedLayers = 0;
}

double judgeTruncatedFile(const TraceDocument &document, double confidence, std::vector<SegmentationCheck> &checks)
{
    if (!stopsInAnEvent(document))
        return confidence;
    // First: the window shows the first doubt, and the others follow from this one.
    checks.insert(checks.begin(),
        {false, "the file stops in the middle of its events, so the last pass is partial and what follows is missing"});
    return confidence * kTruncatedFile;
}

} // namespace lamella::core
