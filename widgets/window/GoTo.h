// SPDX-License-Identifier: GPL-3.0-or-later
// Places that can be typed: "p5 l12", "l3", "p2 head", "0.4653 s", "465.3 ms", "#1204" (kernel index).
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/model/Selection.h"
#include "core/model/TraceDocument.h"
#include "core/profile/KernelNames.h"
#include "widgets/session/NavigationBus.h"

#include <QString>

#include <optional>

namespace lamella::ui {

// The place that the text refers to, or empty if it is no place in this trace. A layer without a pass is one of the focused pass.
[[nodiscard]] std::optional<core::Selection> placeFromText(
    const QString &text, const core::TraceDocument &document, const core::Segmentation &segmentation, const Focus &focus);

// "Pass 5", "Pass 5 · L12", or the short name of a kernel, for display. `names` may be null.
[[nodiscard]] QString placeTitle(
    const core::Selection &place, const core::TraceDocument &document, const core::KernelNames *names);

// Time from zero in ns: "465.3 ms", "0.4653s", "12us", "1500 ns". Empty if the text is not a time or too large.
[[nodiscard]] std::optional<std::int64_t> timeFromText(const QString &text);

} // namespace lamella::ui
