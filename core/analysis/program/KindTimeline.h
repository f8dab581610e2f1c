// SPDX-License-Identifier: GPL-3.0-or-later
// What a device does at each moment: of operations inside each other the innermost counts, of several lines at once the first in
// the order of DeviceState. The spans are disjoint, so everything made of them adds up.
#pragma once

#include "core/analysis/program/DeviceOps.h"
#include "core/base/Time.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamella::core {

enum class DeviceState : std::uint8_t {
    Compute,
    Communication,
    Copy,
    Wait, // for a transfer that was started before, or for another device
    InFlight, // transfers run, and no operation does
    Idle
};
inline constexpr std::size_t kDeviceStates = 6;
using StateTimes = std::array<std::int64_t, kDeviceStates>; // ns, in enum order

struct StateSpan {
    std::int64_t start = 0;
    std::int64_t end = 0;
    DeviceState state = DeviceState::Idle;
};

// Ascending, disjoint, never Idle.
[[nodiscard]] std::vector<StateSpan> stateTimeline(const DeviceOps &ops, DeviceId device);
// Of the range; what no span covers is Idle, so that the times add up to its length. `from`: a span that may be the first to
// reach into the range, moved on for ranges that are asked in order.
[[nodiscard]] StateTimes stateTimes(std::span<const StateSpan> spans, const TimeRange &range, std::size_t &from);

} // namespace lamella::core
