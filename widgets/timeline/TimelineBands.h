// SPDX-License-Identifier: GPL-3.0-or-later
// The bands above the lanes: layers of the visible passes, or the passes themselves where layers would be too narrow.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/base/Time.h"
#include "core/model/Selection.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/theme/Theme.h"

#include <QPainter>
#include <QRectF>

#include <vector>

namespace lamella::ui {

struct TimelineBand {
    enum class Kind { Pass, Run, Layer, Head, Tail }; // Run: passes too narrow to be drawn one by one
    Kind kind = Kind::Layer;
    core::TimeRange range; // as drawn: ends at the latest where the next one begins
    int number = 0; // of the pass or layer; of a run, of its first pass
    int count = 1; // passes of a run
    core::Stage stage = core::Stage::Unknown; // of a pass, or of most passes of a run
    std::int64_t wallNs = 0;
    std::uint32_t kernels = 0;
    bool selected = false;
    core::Selection target;
};

struct TimelineBands {
    bool byPass = false;
    std::vector<TimelineBand> bands; // in time order

    [[nodiscard]] const TimelineBand *at(std::int64_t timeNs) const;
};

// Bands that touch `range` when it is `widthPx` wide: layers from 3 px each on average, else passes from 2 px, else one run of
// passes.
[[nodiscard]] TimelineBands bandsIn(
    const core::DeviceSegmentation &device, const Focus &focus, core::TimeRange range, int widthPx);
// Only the passes of the range, as bands or as one run.
[[nodiscard]] TimelineBands passBandsIn(
    const core::DeviceSegmentation &device, const Focus &focus, core::TimeRange range, int widthPx);
// Marks those that are among several selected.
void markSelected(TimelineBands &bands, const core::Selection &selection);

// The pass at a time of a run, or the nearest one; null without passes.
[[nodiscard]] const core::Pass *passNear(const core::DeviceSegmentation &device, std::int64_t timeNs);

// The drawn range of the focused layer, or an empty range.
[[nodiscard]] core::TimeRange focusedBand(const core::DeviceSegmentation &device, const Focus &focus);

// Paints into `row` (bar height = its height); `detailed` adds wall time and kernel count where they fit.
void paintBands(
    QPainter &painter, const TimelineBands &bands, core::TimeRange range, const QRectF &row, const Theme &theme, bool detailed);

} // namespace lamella::ui
