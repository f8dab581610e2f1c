// SPDX-License-Identifier: GPL-3.0-or-later
// Durations of GPU work that arrives in start order (help/measures.md): sum, busy (union), wall, idle, without storing intervals.
#pragma once

#include "core/base/Saturate.h"
#include "core/base/Time.h"

#include <cstdint>

namespace lamella::core {

struct WorkSum {
    std::uint32_t count = 0;
    std::int64_t sumNs = 0;
    std::int64_t busyNs = 0;
    TimeRange range; // min start .. max end; {0, 0} while empty

    // Starts must not decrease from call to call.
    void add(std::int64_t start, std::int64_t end)
    {
        if (count == 0)
            range = {{start}, {start}};
        busyNs += std::max<std::int64_t>(0, end - std::max(start, range.end.value));
        range.end.value = std::max(range.end.value, end);
        sumNs = addSaturated(sumNs, end - start);
        ++count;
    }
    [[nodiscard]] bool empty() const { return count == 0; }
    [[nodiscard]] std::int64_t wallNs() const { return range.length().value; }
    [[nodiscard]] std::int64_t idleNs() const { return wallNs() - busyNs; }
};

} // namespace lamella::core
