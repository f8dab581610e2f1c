// SPDX-License-Identifier: GPL-3.0-or-later
// Sum, busy (union), wall and idle time of GPU work (help/measures.md), accumulated in start order without storing intervals.
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

    // Call in order of ascending starts.
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
