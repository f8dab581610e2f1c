// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/TimelineSnap.h"

#include "core/base/Saturate.h"

#include <algorithm>

namespace lamella::ui {

std::int64_t snappedTime(const core::Lane &lane, std::int64_t timeNs, std::int64_t toleranceNs)
{
    std::int64_t best = timeNs;
    std::int64_t distance = toleranceNs;
    const auto consider = [&](std::int64_t edge) {
        const std::int64_t away = std::max(core::subtractSaturated(edge, timeNs), core::subtractSaturated(timeNs, edge));
        if (away > distance || (away == distance && best != timeNs))
            return;
        best = edge;
        distance = away;
    };
    // Spans of a lane do not overlap: the nearest edges belong to the first span that starts at or after the time, or to the two
    // before it.
    const std::uint32_t next = lane.firstFrom(0, timeNs);
    for (std::uint32_t back = 0; back <= 2 && back <= next; ++back)
        if (next - back < lane.size())
            consider(lane.start(next - back));
    for (std::uint32_t back = 0; back <= 2 && back <= next; ++back)
        if (next - back < lane.size())
            consider(lane.end(next - back));
    return best;
}

} // namespace lamella::ui
