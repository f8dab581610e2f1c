// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/Segmentation.h"

#include <algorithm>
#include <array>
#include <span>

namespace lamella::core {

namespace {
constexpr std::array<std::string_view, 8> kStages{
    "unknown", "prefill", "decode", "mixed", "draft", "forward", "backward", "optimizer"};
constexpr std::array<std::string_view, 5> kStates{"unknown", "cold", "warm-up", "steady", "outlier"};
constexpr std::array<std::string_view, 5> kEvidences{"none", "user", "annotation", "profile", "discovered"};
} // namespace

std::string_view stageName(Stage stage)
{
    return kStages[static_cast<std::size_t>(stage)];
}

std::string_view stateName(PassState state)
{
    return kStates[static_cast<std::size_t>(state)];
}

std::string_view evidenceName(Evidence evidence)
{
    return kEvidences[static_cast<std::size_t>(evidence)];
}

std::optional<Stage> stageFromName(std::string_view name)
{
    for (std::size_t i = 0; i < kStages.size(); ++i) {
        if (kStages[i] == name)
            return static_cast<Stage>(i);
    }
    return std::nullopt;
}

const Pass *Segmentation::pass(DeviceId device, int number) const
{
    if (!device.valid() || device.value >= devices.size() || number < 0)
        return nullptr;
    const std::vector<Pass> &passes = devices[device.value].passes;
    return static_cast<std::size_t>(number) < passes.size() ? &passes[static_cast<std::size_t>(number)] : nullptr;
}

const LayerSpan *Segmentation::layer(DeviceId device, int passNumber, int layerNumber) const
{
    const Pass *p = pass(device, passNumber);
    if (p == nullptr || p->layers == 0 || layerNumber < 0)
        return nullptr;
    const std::span<const LayerSpan> layers =
        std::span(devices[device.value].layers).subspan(p->firstLayer, static_cast<std::size_t>(p->layers));
    const auto found = std::lower_bound(
        layers.begin(), layers.end(), layerNumber, [](const LayerSpan &layer, int number) { return layer.layer < number; });
    return found != layers.end() && found->layer == layerNumber ? &*found : nullptr;
}

} // namespace lamella::core
