// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the inspector where there are too many values for a dot or a bar each: a histogram instead of dots, and the median
// with the range from P10 to P90 instead of bars. Pure. Of thousands of values only those are made marks whose name or target is
// shown.
#pragma once

#include "widgets/inspector/InspectorContent.h"

#include <cstddef>
#include <functional>

namespace lamella::ui {

inline constexpr std::size_t kMaxDots = 200;
inline constexpr std::size_t kMaxBars = 60;
inline constexpr std::size_t kCrowdedColumns = 48;

struct CrowdedValue {
    std::int64_t ns = 0;
    bool self = false;
    bool counted = true; // for the median
};
using MarkOfValue = std::function<InspectorMark(std::size_t)>; // with label and target

// A histogram of kCrowdedColumns bins of one width over all values; the bin of the subject is `self`. A bin's target is the value that
// is nearest to its middle. Each value is counted once.
[[nodiscard]] std::vector<InspectorMark> histogramOf(const std::vector<CrowdedValue> &values, const MarkOfValue &markOf);

// At most kCrowdedColumns columns of consecutive values, at least five in each: `ns` is their median, `lowNs` and `highNs`
// P10 and P90 (nearest rank), `count` their number; values that do not count for the median are left out if a column has others.
// A column's label names its first and last value, its target is the value of its median. The column with the subject is `self`;
// its `ns`, label and target are those of the subject.
[[nodiscard]] std::vector<InspectorMark> bandsOf(const std::vector<CrowdedValue> &values, const MarkOfValue &markOf);

} // namespace lamella::ui
