// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/program/TimeBreakdown.h"

#include "core/base/Saturate.h"

#include <algorithm>

namespace lamella::core {

std::string_view timePartName(TimePart part)
{
    constexpr std::array<std::string_view, kTimeParts> kNames{
        "compute", "communication", "copy", "wait", "in_flight", "idle_inside", "idle_between", "idle_edges"};
    return kNames[static_cast<std::size_t>(part)];
}

std::vector<DeviceBreakdown> timeBreakdown(
    const DeviceOps &ops, const ProgramRuns &runs, const DeviceTimelines &timelines, std::span<const CaptureEdges> edges)
{
    std::vector<DeviceBreakdown> all;
    for (std::uint32_t d = 0; d + 1 < ops.firstOfDevice.size(); ++d) {
        const std::span<const DeviceOp> own = ops.of(DeviceId{d});
        if (own.empty())
            continue;
        DeviceBreakdown found;
        found.device = DeviceId{d};
        found.window = {{own.front().start}, {own.front().end()}};
        for (const DeviceOp &op : own) {
            found.window = found.window.united({{op.start}, {op.end()}});
            const OpClass &what = ops.classOf(op);
            const auto part = static_cast<std::size_t>(what.async ? TimePart::InFlight : static_cast<TimePart>(what.traits.kind));
            found.sumNs[part] = addSaturated(found.sumNs[part], op.exclusive);
        }
        std::vector<TimeRange> inside;
        for (const ProgramRun &run : runs.of(DeviceId{d})) {
            // For step marks and passes, the time between their operations is not known to be assigned to the device.
            if (runs.source == RunSource::Modules)
                found.window = found.window.united(run.range);
            if (!inside.empty() && run.range.begin <= inside.back().end)
                inside.back() = inside.back().united(run.range);
            else
                inside.push_back(run.range);
        }
        const StateSums sums(timelines[d]);
        const StateTimes whole = sums.of(found.window);
        for (std::size_t state = 0; state + 1 < kDeviceStates; ++state)
            found.timeNs[state] = whole[state];
        std::int64_t idleInside = 0;
        for (TimeRange range : inside) {
            range = {std::max(range.begin, found.window.begin), std::min(range.end, found.window.end)};
            if (range.begin >= range.end)
                continue;
            idleInside = addSaturated(idleInside, sums.of(range)[static_cast<std::size_t>(DeviceState::Idle)]);
        }
        const std::int64_t idle = whole[static_cast<std::size_t>(DeviceState::Idle)];
        idleInside = std::min(idle, idleInside);
        const std::int64_t idleEdges = d < edges.size() ? std::min(idle - idleInside, edges[d].idleNs()) : 0;
        found.timeNs[static_cast<std::size_t>(TimePart::IdleInside)] = idleInside;
        found.timeNs[static_cast<std::size_t>(TimePart::IdleBetween)] = idle - idleInside - idleEdges;
        found.timeNs[static_cast<std::size_t>(TimePart::IdleEdges)] = idleEdges;
        all.push_back(found);
    }
    return all;
}

} // namespace lamella::core
