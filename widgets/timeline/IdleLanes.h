// SPDX-License-Identifier: GPL-3.0-or-later
// Idle time of each stream as a lane: one span per gap, its tag is the cause. Built on a worker, immutable afterwards.
#pragma once

#include "core/analysis/TimelineLod.h"
#include "core/analysis/gaps/GapList.h"
#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/LaneLayout.h"
#include "core/model/TraceDocument.h"

#include <QString>

#include <memory>
#include <vector>

namespace lamella::core {
class AnalysisSession;
}

namespace lamella::ui {

struct IdleLanes {
    std::vector<core::Lane> lanes; // row = StreamId; items are rows in the list of gaps
    std::vector<core::LodLane> levels; // row = StreamId; tag = core::GapCause
};
using IdleLanesPtr = std::shared_ptr<const IdleLanes>;

// Gaps by start, of each stream on its own.
[[nodiscard]] IdleLanesPtr idleLanes(const core::TraceDocument &document, const core::GapList &gaps);
// Errors: those of AnalysisSession::streamGaps.
[[nodiscard]] core::Result<IdleLanesPtr> loadIdleLanes(core::AnalysisSession &session, const core::JobControl &control);

// "461 ms between passes": words for an idle time. `beforePasses`: at the edge of the capture, before the first pass of its
// device.
[[nodiscard]] QString idleText(std::int64_t ns, core::GapCause cause, bool beforePasses);

} // namespace lamella::ui
