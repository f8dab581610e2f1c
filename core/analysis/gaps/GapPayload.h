// SPDX-License-Identifier: GPL-3.0-or-later
// Skips marker operations: compiled programs put operations without real work (a constant, an iota, the start of a copy) before
// the operation that a gap actually delays.
#pragma once

#include "core/analysis/PassMetrics.h"

#include <string_view>

namespace lamella::core {

// True for iota, constant, bitcast, get-tuple-element, parameter, tuple, after-all, copy-start and copy-done. The name as
// recorded, with its number.
[[nodiscard]] bool isMarkerOperation(std::string_view name);

// The operation that the markers starting at `after` precede on the same stream: the first non-marker among the next eight.
// Returns `after` itself if it is not a marker, if there is no such operation, or if a gap of `minGapNs` or more lies in between.
[[nodiscard]] KernelId payloadOf(const TraceDocument &document, KernelId after, std::int64_t minGapNs);

} // namespace lamella::core
