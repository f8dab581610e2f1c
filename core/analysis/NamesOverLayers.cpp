// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/NamesOverLayers.h"

#include "core/base/Saturate.h"

#include <algorithm>

namespace lamella::core {

namespace {

// Mostly the last entry or a new one after it, because kernels come in start order.
NamesOverLayers::Sum &sumAt(std::vector<NamesOverLayers::Sum> &sums, std::uint32_t place)
{
    auto at = sums.end();
    if (!sums.empty() && sums.back().place >= place)
        at = std::lower_bound(sums.begin(), sums.end(), place,
            [](const NamesOverLayers::Sum &sum, std::uint32_t wanted) { return sum.place < wanted; });
    if (at == sums.end() || at->place != place)
        at = sums.insert(at, {place, 0});
    return *at;
}

} // namespace

NamesOverLayers namesOverLayers(
    const TraceDocument &document, const Segmentation &segmentation, DeviceId device, int pass, const JobControl &control)
{
    constexpr std::size_t kPollRows = 1u << 14; // rows between two checks for a stop request
    NamesOverLayers found;
    const Pass *span = segmentation.pass(device, pass);
    if (span == nullptr)
        return found;
    const DeviceSegmentation &onDevice = segmentation.devices[device.value];
    for (int i = 0; i < span->layers; ++i)
        found.layers.push_back(onDevice.layers[span->firstLayer + static_cast<std::uint32_t>(i)].layer);
    const KernelTable &kernels = document.kernels;
    const auto first = std::lower_bound(kernels.start.begin(), kernels.start.end(), span->range.begin.value);
    for (auto k = static_cast<std::size_t>(first - kernels.start.begin());
         k < kernels.size() && kernels.start[k] < span->range.end.value; ++k) {
        if (k % kPollRows == 0 && control.stopRequested())
            return found;
        if (segmentation.passOf[k] != pass || document.deviceOf(KernelId(static_cast<std::uint32_t>(k))) != device)
            continue;
        const auto place = std::lower_bound(found.layers.begin(), found.layers.end(), segmentation.layerOf[k]);
        if (place == found.layers.end() || *place != segmentation.layerOf[k])
            continue;
        NamesOverLayers::Sum &sum = sumAt(found.sums[kernels.name[k]], static_cast<std::uint32_t>(place - found.layers.begin()));
        sum.ns = addSaturated(sum.ns, kernels.duration[k]);
    }
    return found;
}

} // namespace lamella::core
