// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/TimelineSnap.h"

#include "core/base/Saturate.h"

#include <algorithm>
#include <vector>

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
    // Spans of a lane do not overlap, so that both lists ascend.
    for (const std::vector<std::int64_t> *edges : {&lane.starts, &lane.ends}) {
        const auto next = std::lower_bound(edges->begin(), edges->end(), timeNs);
        if (next != edges->end())
            consider(*next);
        if (next != edges->begin())
            consider(*(next - 1));
    }
    return best;
}

} // namespace lamella::ui
