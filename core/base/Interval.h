// SPDX-License-Identifier: GPL-3.0-or-later
// Unions of time intervals: busy, idle, exposed (help/measures.md).
#pragma once

#include "core/base/Time.h"

#include <vector>

namespace lamella::core {

// Sorts by begin and merges ranges that overlap or touch. Drops empty and negative ranges.
void normalise(std::vector<TimeRange> &ranges);
// Summed length of a normalised list.
[[nodiscard]] DurationNs totalLength(const std::vector<TimeRange> &normalised);
// Length of the union; the argument is consumed.
[[nodiscard]] DurationNs unionLength(std::vector<TimeRange> ranges);
// The parts of `a` that no range of `b` covers. Arguments and result are normalised.
[[nodiscard]] std::vector<TimeRange> subtract(const std::vector<TimeRange> &a, const std::vector<TimeRange> &b);
// The parts that both cover. Arguments and result are normalised.
[[nodiscard]] std::vector<TimeRange> intersect(const std::vector<TimeRange> &a, const std::vector<TimeRange> &b);

} // namespace lamella::core
