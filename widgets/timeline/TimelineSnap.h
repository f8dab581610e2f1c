// SPDX-License-Identifier: GPL-3.0-or-later
// Snaps the ends of a range being drawn to the edges of spans, so that measurements begin and end with work.
#pragma once

#include "core/model/LaneLayout.h"

#include <cstdint>

namespace lamella::ui {

inline constexpr int kSnapPx = 6;

// The nearest begin or end of a span of the lane within the tolerance; else the time itself.
[[nodiscard]] std::int64_t snappedTime(const core::Lane &lane, std::int64_t timeNs, std::int64_t toleranceNs);

} // namespace lamella::ui
