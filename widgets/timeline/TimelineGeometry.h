// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes of the timeline, and pure functions between times and pixels: ticks, labels and ranges after zooming.
#pragma once

#include "core/base/Time.h"
#include "core/model/Selection.h"
#include "widgets/theme/TextPx.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace lamella::ui {

inline constexpr TextPx kLabelColumnPx{112};
inline constexpr int kRightMarginPx = 8;
inline constexpr TextPx kRulerPx{22};
inline constexpr TextPx kBandRowPx{22};
inline constexpr TextPx kBandBarPx{16};
inline constexpr TextPx kGroupRowPx{20};
inline constexpr TextPx kKernelRowPx{46};
inline constexpr TextPx kWideKernelRowPx{72}; // in a wide window
inline constexpr TextPx kKernelBarPx{28};
inline constexpr TextPx kBarTopPx{6}; // of the main lane; below its bar is the strip of idle time
inline constexpr TextPx kIdleGapPx{3};
inline constexpr TextPx kIdleStripPx{5};
inline constexpr TextPx kIdleWordsFromPx{90};
inline constexpr TextPx kSideRowPx{26}; // side streams and extra overlap lanes
inline constexpr TextPx kSideBarPx{18};
inline constexpr TextPx kTrafficRowPx{38};
inline constexpr TextPx kTrafficBarPx{30}; // full bandwidth
inline constexpr TextPx kFrameRowPx{18};
inline constexpr TextPx kFrameBarPx{16};
inline constexpr TextPx kOverviewPx{62};
inline constexpr double kHatchFromPx = 6;
inline constexpr double kWheelZoom = 0.0022; // exponent per unit of wheel angle: one notch zooms by about a fifth
inline constexpr double kZoomStep = 0.7; // per key press
inline constexpr double kPanStep = 0.15; // share of the view, per key press
inline constexpr TextPx kLabelFromPx{26};
inline constexpr TextPx kLabelInsetPx{4};

struct TickScale {
    std::int64_t stepNs = 1;
    std::vector<std::int64_t> ticks; // ns from zero, ascending, within the range
};
// Steps of 1, 2 or 5 × 10ⁿ ns, at most `most` ticks. `range` counts from zero.
[[nodiscard]] TickScale niceTicks(core::TimeRange range, int max);

// Writes times from zero in one unit for the whole ruler ("465.10 ms"): unit by the greatest time shown, digits by the step.
struct TimeUnit {
    std::int64_t ns = 1;
    int decimals = 0;
    const char *name = "ns";
};
[[nodiscard]] TimeUnit timeUnit(std::int64_t greatestNs, std::int64_t stepNs);
[[nodiscard]] QString timeLabel(std::int64_t nsFromZero, const TimeUnit &unit);

// The view that shows `target` well: keeps the zoom if the target fits, else `room` times its length.
[[nodiscard]] core::TimeRange rangeShowing(core::TimeRange visible, core::TimeRange target, double room);
// The usual room for a selection: a pass fills the view, a layer takes 55 % of it, so that its neighbours are seen.
[[nodiscard]] double roomAround(const core::Selection &selection);
// Interpolates between two ranges for animation; share 0..1.
[[nodiscard]] core::TimeRange between(core::TimeRange from, core::TimeRange to, double share);
// True if the whole target is in view, or the view is within the target.
[[nodiscard]] bool isInView(core::TimeRange visible, core::TimeRange target);

} // namespace lamella::ui
