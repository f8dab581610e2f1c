// SPDX-License-Identifier: GPL-3.0-or-later
// Arrows from a launch to the GPU work it started, for the selection.
#pragma once

#include "core/model/Selection.h"
#include "core/model/TraceDocument.h"
#include "widgets/theme/Theme.h"

#include <QPainter>
#include <QRect>

#include <vector>

namespace lamella::ui {

struct TimelineFlow {
    core::EventId launch; // invalid: nothing to draw
    std::vector<core::KernelId> kernels; // at most kMaxArrows, earliest first
    static constexpr std::size_t kMaxArrows = 64;
};

// Of a kernel: its launch and the kernel alone. Of an event: the work it launched. Scans all kernels once.
[[nodiscard]] TimelineFlow flowOf(const core::TraceDocument &document, const core::Selection &selection);

void paintArrow(QPainter &painter, const QRect &from, const QRect &to, const Theme &theme);

// Ranges as pixel spans [left, right) of a lane area of `widthPx` that shows `range`; ranges that share a pixel are merged.
[[nodiscard]] std::vector<std::pair<int, int>> pixelSpans(
    const std::vector<core::TimeRange> &ascending, core::TimeRange range, int widthPx);

} // namespace lamella::ui
