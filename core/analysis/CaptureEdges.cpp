// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/CaptureEdges.h"

#include "core/base/Saturate.h"

#include <algorithm>

namespace lamella::core {

CaptureEdges captureEdges(const AnalysisInput &input, DeviceId device)
{
    CaptureEdges edges;
    const auto &devices = input.segmentation.devices;
    const auto found =
        std::find_if(devices.begin(), devices.end(), [device](const DeviceSegmentation &each) { return each.device == device; });
    if (found == devices.end() || found->passes.empty())
        return edges;
    TimeRange passes = found->passes.front().range;
    for (const Pass &pass : found->passes)
        passes = passes.united(pass.range);
    const KernelTable &kernels = input.document.kernels;
    std::int64_t lastEnd = INT64_MIN; // of the work before
    std::int64_t firstStart = INT64_MAX; // of the work after
    std::int64_t workBefore = 0;
    std::int64_t workAfter = 0;
    for (const KernelId kernel : input.index.ofPass(device, kNoPass)) {
        const std::int64_t start = kernels.start[kernel.value];
        const std::int64_t end = kernels.end(kernel.value);
        if (start < passes.begin.value) {
            lastEnd = std::max(lastEnd, end);
            workBefore = addSaturated(workBefore, kernels.duration[kernel.value]);
        }
        if (end > passes.end.value) {
            firstStart = std::min(firstStart, start);
            workAfter = addSaturated(workAfter, kernels.duration[kernel.value]);
        }
    }
    if (lastEnd != INT64_MIN && lastEnd < passes.begin.value && workBefore <= passes.begin.value - lastEnd)
        edges.before = {{lastEnd}, passes.begin};
    if (firstStart != INT64_MAX && firstStart > passes.end.value && workAfter <= firstStart - passes.end.value)
        edges.after = {passes.end, {firstStart}};
    return edges;
}

} // namespace lamella::core
