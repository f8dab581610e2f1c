// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/roofline/ConfigFit.h"

#include "core/base/Saturate.h"

#include <algorithm>
#include <cmath>

namespace lamella::core {

namespace {

std::string microseconds(double ns)
{
    const auto tenths = static_cast<std::int64_t>(std::llround(std::clamp(ns, 0.0, 1e15) / 100));
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

} // namespace

std::optional<int> layersOfOtherModel(const DeviceSegmentation &device, const ModelConfig *config)
{
    const int stated = config ? config->layers : 0;
    if (device.passes.empty() || stated <= 0)
        return std::nullopt;
    int found = 0;
    for (const Pass &pass : device.passes)
        if (pass.stage != Stage::Draft && pass.stage != Stage::Optimizer)
            found = std::max(found, pass.layers);
    const bool complete = std::any_of(
        device.passes.begin(), device.passes.end(), [found](const Pass &pass) { return pass.layers == found && pass.complete; });
    return found == stated || (found < stated && !complete) ? std::nullopt : std::optional(found);
}

std::vector<bool> devicesOfOtherModels(const AnalysisInput &input, const ModelConfig *config, std::vector<Message> &warnings)
{
    std::vector<bool> refused(input.document.devices.size(), false);
    for (const DeviceSegmentation &device : input.segmentation.devices) {
        const std::optional<int> found = layersOfOtherModel(device, config);
        if (!found)
            continue;
        refused[device.device.value] = true;
        warnings.push_back(msg(
            "The config is not that of the trace: it has %1 layers, passes have %2. It is not used.", config->layers, *found));
    }
    return refused;
}

void ConfigFit::add(std::string_view role, const WorkKind &kind, const WorkCall &call)
{
    const DeviceId device = m_input.analysis.document.deviceOf(call.first);
    const DevicePeaks &peaks = m_input.peaks[device.value];
    if (!peaks.known || kind.cost.n <= 0)
        return;
    auto found = m_roles.find(role);
    if (found == m_roles.end())
        found = m_roles.emplace(role, RoleTime{}).first;
    RoleTime &time = found->second;
    ++time.calls;
    time.durationNs = addSaturated(time.durationNs, call.durationNs);
    time.floorNs += workFloor(kind, peaks.hardware).ns();
}

void ConfigFit::compare(const WorkKind &byShapes, const OperatorCost &byConfig)
{
    if (!isCounted(byShapes.cost.flops) || !isCounted(byConfig.flops) || byConfig.n <= 0)
        return;
    ++m_compared;
    constexpr double kRounding = 1e-3;
    if (std::abs(byShapes.cost.flops - byConfig.flops) <= kRounding * byConfig.flops)
        return;
    ++m_different;
    if (m_example.empty())
        m_example = byShapes.op;
}

bool ConfigFit::refused()
{
    constexpr double kTolerance = 1.1; // clocks above those of the data sheet
    for (const auto &[role, time] : m_roles) {
        if (time.floorNs <= kTolerance * static_cast<double>(time.durationNs))
            continue;
        const auto calls = static_cast<double>(time.calls);
        const Message what = msg("%1 would need %2 \u00b5s on this device and took %3 \u00b5s", role,
            microseconds(time.floorNs / calls), microseconds(static_cast<double>(time.durationNs) / calls));
        m_roofline.warnings.push_back(m_input.tokens > 0
                ? msg("%1: the config is not that of the trace, or --tokens is too large. Neither is used.", what)
                : msg("%1: the config or the peaks are not those of the trace. The config is not used.", what));
        return true;
    }
    return false;
}

void ConfigFit::report()
{
    if (m_different > 0)
        m_roofline.warnings.push_back(msg("Config and recorded shapes disagree about %1 of %2 products (%3); the shapes count.",
            m_different, m_compared, m_example));
}

} // namespace lamella::core
