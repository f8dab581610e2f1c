// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/LongestStep.h"

#include "core/analysis/StagePasses.h"

#include <algorithm>

namespace lamella::ui {

namespace {

core::DeviceId deviceOf(const core::Segmentation &segmentation, const Focus &focus)
{
    return focus.device.valid() ? focus.device : segmentation.mainDevice;
}

// The longest of the kernels that start within the range and that `wanted` accepts.
template <class Wanted>
std::optional<core::Selection> longestKernel(const core::TraceDocument &document, core::TimeRange range, Wanted wanted)
{
    const core::KernelTable &kernels = document.kernels;
    const auto first = std::lower_bound(kernels.start.begin(), kernels.start.end(), range.begin.value);
    std::optional<core::KernelId> longest;
    std::int64_t longestNs = -1;
    for (auto k = static_cast<std::uint32_t>(first - kernels.start.begin()); k < kernels.size(); ++k) {
        if (kernels.start[k] >= range.end.value)
            break;
        const std::int64_t ns = kernels.end(k) - kernels.start[k];
        if (ns > longestNs && wanted(core::KernelId(k))) {
            longest = core::KernelId(k);
            longestNs = ns;
        }
    }
    return longest ? std::optional<core::Selection>(core::KernelSelection{*longest}) : std::nullopt;
}

std::optional<core::Selection> longestKernelOfName(
    const core::TraceDocument &document, const core::Segmentation &segmentation, core::StringId name, const Focus &place)
{
    const core::TimeRange all{{document.bounds.exactBegin}, {document.bounds.exactEnd}};
    return longestKernel(document, all, [&](core::KernelId kernel) {
        return document.kernels.name[kernel.value] == name && (!place.device.valid() || document.deviceOf(kernel) == place.device)
            && (place.pass == core::kNoPass || segmentation.passOf[kernel.value] == place.pass)
            && (place.layer == core::kNoLayer || segmentation.layerOf[kernel.value] == place.layer);
    });
}

// Layer kNoLayer: of the whole pass.
std::optional<core::Selection> longestKernelIn(
    const core::TraceDocument &document, const core::Segmentation &segmentation, core::DeviceId device, int number, int layer)
{
    const core::Pass *pass = segmentation.pass(device, number);
    if (pass == nullptr)
        return std::nullopt;
    return longestKernel(document, pass->range, [&](core::KernelId kernel) {
        return segmentation.passOf[kernel.value] == number && document.deviceOf(kernel) == device
            && (layer == core::kNoLayer || segmentation.layerOf[kernel.value] == layer);
    });
}

std::optional<core::Selection> longestLayer(const core::Segmentation &segmentation, core::DeviceId device, int number)
{
    const core::Pass *pass = segmentation.pass(device, number);
    if (pass == nullptr || pass->layers == 0)
        return std::nullopt;
    const auto first = segmentation.devices[device.value].layers.begin() + pass->firstLayer;
    const auto longest = std::max_element(first, first + pass->layers,
        [](const core::LayerSpan &a, const core::LayerSpan &b) { return a.range.length().value < b.range.length().value; });
    return core::LayerSelection{device, number, longest->layer};
}

// Of the stage of the pass in focus, else of the one that is selected at first.
std::optional<core::Selection> slowestPass(const core::Segmentation &segmentation, const Focus &focus)
{
    const core::DeviceId device = deviceOf(segmentation, focus);
    if (!device.valid() || device.value >= segmentation.devices.size())
        return std::nullopt;
    const core::DeviceSegmentation &all = segmentation.devices[device.value];
    const core::Pass *from = segmentation.pass(device, focus.pass != core::kNoPass ? focus.pass : all.selectedPass);
    if (from == nullptr && !all.passes.empty())
        from = &all.passes.front();
    if (from == nullptr)
        return std::nullopt;
    const core::StagePasses passes = core::stagePasses(all, from->stage);
    const auto slowest = std::max_element(passes.settled.begin(), passes.settled.end(),
        [](const core::Pass *a, const core::Pass *b) { return a->range.length().value < b->range.length().value; });
    return slowest == passes.settled.end() ? std::nullopt
                                           : std::optional<core::Selection>(core::PassSelection{device, (*slowest)->number});
}

} // namespace

std::optional<core::Selection> longestInside(const core::TraceDocument &document, const core::Segmentation &segmentation,
    const core::Selection &selection, const Focus &focus)
{
    if (std::holds_alternative<std::monostate>(selection))
        return slowestPass(segmentation, focus);
    if (const auto *pass = std::get_if<core::PassSelection>(&selection)) {
        const auto layer = longestLayer(segmentation, pass->device, pass->pass);
        return layer ? layer : longestKernelIn(document, segmentation, pass->device, pass->pass, core::kNoLayer);
    }
    if (const auto *layer = std::get_if<core::LayerSelection>(&selection))
        return longestKernelIn(document, segmentation, layer->device, layer->pass, layer->layer);
    if (const auto *name = std::get_if<core::NameSelection>(&selection))
        return longestKernelOfName(document, segmentation, name->name, {name->device, name->pass, name->layer});
    if (const auto *range = std::get_if<core::RangeSelection>(&selection))
        return longestKernel(document, range->range,
            [&](core::KernelId kernel) { return document.deviceOf(kernel) == deviceOf(segmentation, focus); });
    return std::nullopt;
}

std::optional<core::Selection> longestOfKind(const core::TraceDocument &document, const core::Segmentation &segmentation,
    const core::Selection &selection, const Focus &focus)
{
    if (std::holds_alternative<std::monostate>(selection) || std::holds_alternative<core::PassSelection>(selection))
        return slowestPass(segmentation, focus);
    if (const auto *layer = std::get_if<core::LayerSelection>(&selection))
        return longestLayer(segmentation, layer->device, layer->pass);
    if (const auto *kernel = std::get_if<core::KernelSelection>(&selection))
        return longestKernelOfName(
            document, segmentation, document.kernels.name[kernel->kernel.value], {.device = document.deviceOf(kernel->kernel)});
    if (const auto *name = std::get_if<core::NameSelection>(&selection))
        return longestKernelOfName(document, segmentation, name->name, {.device = name->device});
    return std::nullopt;
}

std::optional<core::Selection> parentOf(const core::Selection &selection, const Focus &focus)
{
    if (focus.pass == core::kNoPass || std::holds_alternative<core::PassSelection>(selection))
        return std::nullopt; // the trace itself is no selection
    if (focus.layer != core::kNoLayer && !std::holds_alternative<core::LayerSelection>(selection))
        return core::LayerSelection{focus.device, focus.pass, focus.layer};
    return core::PassSelection{focus.device, focus.pass};
}

} // namespace lamella::ui
