// SPDX-License-Identifier: GPL-3.0-or-later
// A rank in the inspector: what it does more of than the others in the pass, where, what the others lose by it, and the pass if it
// were as fast as they are.
#pragma once

#include "widgets/inspector/InspectorContent.h"
#include "widgets/ranks/RankStripData.h"

namespace lamella::ui {

// Its own time in the pass against the median of the other ranks; the parts add up to `ownNs`.
struct RankDeltas {
    struct Part {
        core::Category category = core::Category::Other;
        std::int64_t ns = 0; // kernel time, of communication without the waiting in it, minus the median of the others
        std::int64_t medianNs = 0;
    };
    std::vector<Part> parts; // the largest differences first
    std::int64_t idleNs = 0; // idle time, less what overlaps
    std::int64_t ownNs = 0;
};
[[nodiscard]] RankDeltas rankDeltas(const RankStripData &strip, std::size_t member);

// "MoE experts ×1.42 of the other ranks", "idle 1.20 ms longer": its largest part; empty: it takes no longer.
[[nodiscard]] QString rankCause(const RankDeltas &deltas);

// Nothing if the rank does not have the pass.
[[nodiscard]] std::optional<InspectorContent> rankDetail(const RankStripData &strip, std::size_t member);

} // namespace lamella::ui
