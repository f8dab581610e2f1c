// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/Stepper.h"

#include <algorithm>

namespace lamella::ui {

std::vector<int> layersOf(const core::Segmentation &segmentation, core::DeviceId device, int passNumber)
{
    std::vector<int> layers;
    const core::Pass *pass = segmentation.pass(device, passNumber);
    if (pass == nullptr)
        return layers;
    layers.push_back(core::kHeadLayer);
    const auto &spans = segmentation.devices[device.value].layers;
    for (std::size_t i = pass->firstLayer; i < spans.size() && spans[i].pass == passNumber; ++i)
        layers.push_back(spans[i].layer);
    layers.push_back(core::kTailLayer);
    return layers;
}

std::optional<core::Selection> passStep(const core::Segmentation &segmentation, const Focus &focus, int step)
{
    const int wanted = focus.pass + step;
    if (focus.pass == core::kNoPass || segmentation.pass(focus.device, wanted) == nullptr)
        return std::nullopt;
    // Keeps the layer when stepping to another pass that has it, because users compare the same layer.
    if (focus.layer != core::kNoLayer && (focus.layer < 0 || segmentation.layer(focus.device, wanted, focus.layer) != nullptr))
        return core::LayerSelection{focus.device, wanted, focus.layer};
    return core::PassSelection{focus.device, wanted};
}

std::optional<core::Selection> layerStep(const core::Segmentation &segmentation, const Focus &focus, int step)
{
    const std::vector<int> layers = layersOf(segmentation, focus.device, focus.pass);
    if (layers.empty())
        return std::nullopt;
    const auto at = std::find(layers.begin(), layers.end(), focus.layer);
    if (at == layers.end()) // whole pass: the first step enters its first or last layer
        return core::LayerSelection{focus.device, focus.pass, step > 0 ? layers[1] : layers[layers.size() - 2]};
    const auto next = (at - layers.begin()) + step;
    if (next < 0 || next >= static_cast<std::ptrdiff_t>(layers.size()))
        return std::nullopt;
    return core::LayerSelection{focus.device, focus.pass, layers[static_cast<std::size_t>(next)]};
}

std::optional<core::Selection> outlierStep(const core::Segmentation &segmentation, const Focus &focus, int step)
{
    const core::DeviceId device = focus.device.valid() ? focus.device : segmentation.mainDevice;
    if (!device.valid() || device.value >= segmentation.devices.size())
        return std::nullopt;
    const std::vector<core::Pass> &passes = segmentation.devices[device.value].passes; // by number
    const auto count = static_cast<std::ptrdiff_t>(passes.size());
    const auto at =
        std::find_if(passes.begin(), passes.end(), [&focus](const core::Pass &pass) { return pass.number == focus.pass; });
    const std::ptrdiff_t from = at != passes.end() ? at - passes.begin() : step > 0 ? -1 : count;
    for (std::ptrdiff_t i = 1; i <= count; ++i) {
        const core::Pass &pass = passes[static_cast<std::size_t>(((from + i * step) % count + count) % count)];
        if (pass.state == core::PassState::Outlier)
            return core::PassSelection{device, pass.number};
    }
    return std::nullopt;
}

core::Selection firstSelection(const core::Segmentation &segmentation)
{
    if (!segmentation.mainDevice.valid() || segmentation.mainDevice.value >= segmentation.devices.size())
        return {};
    const core::DeviceSegmentation &device = segmentation.devices[segmentation.mainDevice.value];
    if (device.selectedPass != core::kNoPass)
        return core::PassSelection{segmentation.mainDevice, device.selectedPass};
    if (!device.passes.empty())
        return core::PassSelection{segmentation.mainDevice, device.passes.front().number};
    return {};
}

} // namespace lamella::ui
