// SPDX-License-Identifier: GPL-3.0-or-later
// What the devices did from their first operation to their last, device by device. Every device is measured against its own
// window, so that no share can exceed the whole.
#pragma once

#include "core/analysis/program/ProgramRuns.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace lamella::core {

enum class TimePart : std::uint8_t {
    Compute,
    Communication, // while nothing computes
    Copy, // while nothing computes or communicates
    Wait,
    InFlight,
    IdleInside, // of a program (a pass)
    IdleBetween // programs (passes)
};
inline constexpr std::size_t kTimeParts = 7;
[[nodiscard]] std::string_view timePartName(TimePart part); // "compute", "in_flight", "idle_inside"

struct DeviceBreakdown {
    DeviceId device;
    TimeRange window; // first start to last end over operations and programs
    std::array<std::int64_t, kTimeParts> timeNs{}; // add up to the window
    std::array<std::int64_t, kTimeParts> sumNs{}; // exclusive time of the operations of the kind, overlapping or not; 0 = none
    [[nodiscard]] std::int64_t windowNs() const { return window.length().value; }
    [[nodiscard]] std::int64_t of(TimePart part) const { return timeNs[static_cast<std::size_t>(part)]; }
    [[nodiscard]] double share(TimePart part) const
    {
        return windowNs() > 0 ? static_cast<double>(of(part)) / static_cast<double>(windowNs()) : 0;
    }
};

// Devices without operations are left out. `timelines`: of the same operations.
[[nodiscard]] std::vector<DeviceBreakdown> timeBreakdown(
    const DeviceOps &ops, const ProgramRuns &runs, const DeviceTimelines &timelines);

} // namespace lamella::core
