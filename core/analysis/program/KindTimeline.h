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

// What any range of a timeline consists of, at a cost that does not grow with the range: ranges of a file may overlap as they
// like. The spans must outlive it.
class StateSums {
public:
    explicit StateSums(std::span<const StateSpan> spans);
    // What no span covers is Idle, so that the times add up to the length of the range.
    [[nodiscard]] StateTimes of(const TimeRange &range) const;

private:
    [[nodiscard]] StateTimes before(std::int64_t time) const;
    std::span<const StateSpan> m_spans;
    std::vector<StateTimes> m_sums; // of all spans before each block of them
};

} // namespace lamella::core
