// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled programs put operations without work of their own (a constant, an iota, the start of a copy) in front of what a gap
// really delays.
#pragma once

#include "core/analysis/PassMetrics.h"

#include <string_view>

namespace lamella::core {

// iota, constant, bitcast, get-tuple-element, parameter, tuple, after-all; copy-start and copy-done. The name as recorded, with
// its number.
[[nodiscard]] bool isMarkerOperation(std::string_view name);

// What the markers that begin with `after` lead to on the same stream: the first operation among the next eight that is none. The
// kernel itself where it is no marker, where there is no such operation, or where a gap of `minGapNs` or more stands between.
[[nodiscard]] KernelId payloadOf(const TraceDocument &document, KernelId after, std::int64_t minGapNs);

} // namespace lamella::core
