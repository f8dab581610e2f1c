// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/inspect/GapFacts.h"

#include "core/analysis/KernelScope.h"

#include <algorithm>

namespace lamella::core {

namespace {

// The passes of a stage, or all; a device without passes as a whole.
KernelScope scopeOf(const AnalysisInput &input, DeviceId device, std::optional<Stage> stage)
{
    KernelScope scope;
    scope.devices = {device};
    for (const Pass &pass : input.segmentation.devices[device.value].passes)
        if (!stage || pass.stage == *stage)
            scope.passes.push_back({device, &pass});
    scope.wholeTrace = scope.passes.empty();
    return scope;
}

} // namespace

std::optional<GapParts> gapParts(const TraceDocument &document, const Gap &gap)
{
    const EventId launch = document.kernels.launch[gap.after.value];
    if (!launch.valid() || launch.value >= document.events.size())
        return std::nullopt;
    const std::int64_t start = document.events.row(launch).start;
    if (start == EventTable::kNoTime || start > gap.range.end.value)
        return std::nullopt;
    const std::int64_t from = std::max(start, gap.range.begin.value);
    return GapParts{launch, start, from - gap.range.begin.value, gap.range.end.value - from,
        std::max<std::int64_t>(0, gap.range.begin.value - start)};
}

std::optional<Gap> gapBetween(const AnalysisInput &input, KernelId before, KernelId after)
{
    const KernelTable &table = input.document.kernels;
    if (before.value >= table.size() || after.value >= table.size()
        || input.document.deviceOf(before) != input.document.deviceOf(after)
        || table.end(before.value) >= table.start[after.value])
        return std::nullopt;
    const std::vector<std::int32_t> &passOf = input.segmentation.passOf;
    Gap gap;
    gap.range = {{table.end(before.value)}, {table.start[after.value]}};
    gap.before = before;
    gap.after = after;
    gap.device = input.document.deviceOf(after);
    gap.pass = passOf[before.value] == passOf[after.value] ? passOf[after.value] : kNoPass;
    gap.layer = gap.pass == kNoPass ? kNoLayer : input.segmentation.layerOf[after.value];
    return gap;
}

std::vector<Gap> sameGaps(const AnalysisInput &input, const HostCalls &calls, const Gap &gap, const JobControl &control)
{
    std::vector<Gap> found;
    const Pass *own = input.segmentation.pass(gap.device, gap.pass);
    const KernelScope scope = scopeOf(input, gap.device, own ? std::optional(own->stage) : std::nullopt);
    const auto &names = input.document.kernels.name;
    visitGaps(input, scope, false, [&](const Gap &other) {
        if ((other.pass == kNoPass) == (own == nullptr) && other.layer == gap.layer && !control.stopRequested()
            && names[other.before.value] == names[gap.before.value] && names[other.after.value] == names[gap.after.value])
            found.push_back(other);
    });
    explainGaps(input, calls, found);
    return found;
}

} // namespace lamella::core
