// SPDX-License-Identifier: GPL-3.0-or-later
// Edges of spans attract the ends of a range that is being drawn, so that what is measured begins and ends with work.
#pragma once

#include "core/model/LaneLayout.h"

#include <cstdint>

namespace lamella::ui {

inline constexpr int kSnapPx = 6;

// The nearest begin or end of a span of the lane, if one is within the tolerance; else the time itself.
[[nodiscard]] std::int64_t snappedTime(const core::Lane &lane, std::int64_t timeNs, std::int64_t toleranceNs);

} // namespace lamella::ui
