// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the inspector where there are too many values for a dot or a bar each: a histogram instead of dots, and the median with
// the range from P10 to P90 instead of bars. Pure.
#pragma once

#include "widgets/inspector/InspectorContent.h"

#include <cstddef>

namespace lamella::ui {

inline constexpr std::size_t kMaxDots = 200;
inline constexpr std::size_t kMaxBars = 60;
inline constexpr std::size_t kCrowdedColumns = 48;

// A histogram of kCrowdedColumns bins of one width over all values; the bin of the subject is `self`. A bin's target is the value that
// is nearest to its middle. Each value is counted once.
[[nodiscard]] std::vector<InspectorMark> histogramOf(const std::vector<InspectorMark> &marks);

// At most kCrowdedColumns columns of consecutive values, at least five in each: `ns` is their median, `lowNs` and `highNs`
// P10 and P90 (nearest rank), `count` their number; values that do not count for the median are left out if a column has others.
// A column's target is the value of its median. The column with the subject is `self`; its `ns`, label and target are those of
// the subject.
[[nodiscard]] std::vector<InspectorMark> bandsOf(const std::vector<InspectorMark> &marks);

// True for the first and the last value of a column of bandsOf() for this many values; the column shows their names.
[[nodiscard]] bool isEdgeOfBand(std::size_t mark, std::size_t marks);

} // namespace lamella::ui
