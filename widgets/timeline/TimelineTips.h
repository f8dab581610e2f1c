// SPDX-License-Identifier: GPL-3.0-or-later
// Tooltips of the timeline.
#pragma once

#include "widgets/charts/TipText.h"
#include "widgets/timeline/TimelineBands.h"
#include "widgets/timeline/TimelineData.h"

namespace lamella::ui {

[[nodiscard]] TipText kernelTip(const TimelineData &data, core::KernelId kernel);
[[nodiscard]] TipText eventTip(const TimelineData &data, core::EventId event);
[[nodiscard]] TipText bandTip(const TimelineData &data, const TimelineBand &band);
// Several spans in one pixel: their number, and what takes most of the time.
[[nodiscard]] TipText mergedTip(const TimelineData &data, const TimelineLane &lane, const core::LodCell &cell);

} // namespace lamella::ui
