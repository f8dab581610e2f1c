// SPDX-License-Identifier: GPL-3.0-or-later
// Unions of time intervals: busy, idle, exposed (help/measures.md).
#pragma once

#include "core/base/Time.h"

#include <vector>

namespace lamella::core {

// Sorts by begin and merges what overlaps or touches. Empty and negative ranges vanish.
void normalise(std::vector<TimeRange> &ranges);
// Length of a normalised list.
[[nodiscard]] DurationNs totalLength(const std::vector<TimeRange> &normalised);
// Length of the union; the argument is consumed.
[[nodiscard]] DurationNs unionLength(std::vector<TimeRange> ranges);
// What of `a` no range of `b` covers; both normalised, so is the result.
[[nodiscard]] std::vector<TimeRange> subtract(const std::vector<TimeRange> &a, const std::vector<TimeRange> &b);
// What both cover; both normalised, so is the result.
[[nodiscard]] std::vector<TimeRange> intersect(const std::vector<TimeRange> &a, const std::vector<TimeRange> &b);

} // namespace lamella::core
