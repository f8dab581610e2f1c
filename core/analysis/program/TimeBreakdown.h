// SPDX-License-Identifier: GPL-3.0-or-later
// What each device did from its first operation to its last. Shares are relative to the device's own window, so none exceeds 100
// %.
#pragma once

#include "core/analysis/CaptureEdges.h"
#include "core/analysis/program/ProgramRuns.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace lamella::core {

enum class TimePart : std::uint8_t {
    Compute,
    Communication, // without compute
    Copy, // without compute or communication
    Wait,
    InFlight,
    IdleInside, // within a program (a pass)
    IdleBetween, // between programs (passes)
    IdleEdges // before the first and after the last pass: see CaptureEdges.h
};
inline constexpr std::size_t kTimeParts = 8;
[[nodiscard]] std::string_view timePartName(TimePart part); // "compute", "in_flight", "idle_inside"

struct DeviceBreakdown {
    DeviceId device;
    TimeRange window; // first start to last end over operations and programs
    std::array<std::int64_t, kTimeParts> timeNs{}; // add up to the window
    std::array<std::int64_t, kTimeParts> sumNs{}; // summed exclusive time of operations of the kind, overlaps included; 0 = none
    [[nodiscard]] std::int64_t windowNs() const { return window.length().value; }
    // Without the idle time at the edges of the capture: the base of the shares in findings.
    [[nodiscard]] std::int64_t innerNs() const { return windowNs() - of(TimePart::IdleEdges); }
    [[nodiscard]] std::int64_t of(TimePart part) const { return timeNs[static_cast<std::size_t>(part)]; }
    [[nodiscard]] double share(TimePart part) const
    {
        return windowNs() > 0 ? static_cast<double>(of(part)) / static_cast<double>(windowNs()) : 0;
    }
};

// Without devices that have no operations. `timelines` must be those of `ops`; `edges` by device, or none.
[[nodiscard]] std::vector<DeviceBreakdown> timeBreakdown(
    const DeviceOps &ops, const ProgramRuns &runs, const DeviceTimelines &timelines, std::span<const CaptureEdges> edges = {});

} // namespace lamella::core
