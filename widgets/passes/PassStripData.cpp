// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/passes/PassStripData.h"

#include "core/analysis/StagePasses.h"

#include <algorithm>

namespace lamella::ui {

std::optional<std::size_t> PassStripData::rowOf(int number) const
{
    const auto found = std::lower_bound(
        passes.begin(), passes.end(), number, [](const StripPass &pass, int wanted) { return pass.number < wanted; });
    if (found == passes.end() || found->number != number)
        return std::nullopt;
    return static_cast<std::size_t>(found - passes.begin());
}

std::pair<std::size_t, std::size_t> PassStripData::rankOf(std::size_t row) const
{
    std::size_t longer = 0;
    std::size_t all = 0;
    for (const StripPass &pass : passes) {
        if (pass.stage != passes[row].stage)
            continue;
        ++all;
        longer += pass.wallNs > passes[row].wallNs ? 1 : 0;
    }
    return {longer + 1, all};
}

PassStripData passStripData(const core::DeviceSegmentation &device)
{
    PassStripData data;
    data.device = device.device;
    data.passes.reserve(device.passes.size());
    for (const core::Pass &pass : device.passes) {
        data.passes.push_back({pass.number, pass.stage, pass.state, pass.complete, pass.range.length().value});
        ++data.stages[pass.stage];
        if (pass.number == device.selectedPass)
            data.mainStage = pass.stage;
    }
    if (data.passes.empty())
        return data;
    const core::StagePasses main = core::stagePasses(device, data.mainStage);
    data.counted = main.counted.size();
    data.medianNs = core::medianNs(core::wallsOf(main.counted));
    return data;
}

BusySlices busySlices(const core::TraceDocument &document, core::DeviceId device, std::size_t count)
{
    BusySlices slices;
    const core::KernelTable &kernels = document.kernels;
    std::uint32_t first = 0;
    while (first < kernels.size() && document.deviceOf(core::KernelId{first}) != device)
        ++first;
    const std::int64_t begin = document.bounds.exactBegin;
    const std::int64_t end = document.bounds.exactEnd;
    if (first == kernels.size() || begin >= end || count == 0)
        return slices;
    slices.range = {{begin}, {end}};
    std::vector<double> busy(count);
    const double perSlice = static_cast<double>(end - begin) / static_cast<double>(count);
    const auto add = [&](std::int64_t from, std::int64_t to) {
        const double x0 = std::max(0.0, static_cast<double>(from - begin) / perSlice);
        const double x1 = std::min(static_cast<double>(to - begin) / perSlice, static_cast<double>(count));
        for (auto i = static_cast<std::size_t>(x0); i < count && static_cast<double>(i) < x1; ++i)
            busy[i] += std::min(x1, static_cast<double>(i + 1)) - std::max(x0, static_cast<double>(i));
    };
    // Kernels are in the order of their starts: their union, one piece after the other.
    std::int64_t from = kernels.start[first];
    std::int64_t to = from;
    for (std::uint32_t i = first; i < kernels.size(); ++i) {
        if (document.deviceOf(core::KernelId{i}) != device)
            continue;
        if (kernels.start[i] > to) {
            add(from, to);
            from = kernels.start[i];
        }
        to = std::max(to, kernels.end(i));
    }
    add(from, to);
    for (const double share : busy)
        slices.busy.push_back(static_cast<float>(std::clamp(share, 0.0, 1.0)));
    return slices;
}

} // namespace lamella::ui
