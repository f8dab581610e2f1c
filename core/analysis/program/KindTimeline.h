// SPDX-License-Identifier: GPL-3.0-or-later
// What a device does at each moment: of nested operations the innermost counts, of several lines the first in the order of
// DeviceState. The spans are disjoint, so sums over them add up.
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
    Wait, // for a transfer started earlier, or for another device
    InFlight, // transfers in flight without a running operation
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

// State times of any range of a timeline, in time independent of the length of the range; a file may have arbitrarily many
// overlapping ranges. The spans must outlive it.
class StateSums {
public:
    explicit StateSums(std::span<const StateSpan> spans);
    // Time not covered by a span is Idle, so the times add up to the length of the range.
    [[nodiscard]] StateTimes of(const TimeRange &range) const;

private:
    [[nodiscard]] StateTimes before(std::int64_t time) const;
    std::span<const StateSpan> m_spans;
    std::vector<StateTimes> m_sums; // sums over all spans before each block
};

} // namespace lamella::core
