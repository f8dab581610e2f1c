// SPDX-License-Identifier: GPL-3.0-or-later
// Links that open ui.perfetto.dev at a range of the same trace. Perfetto reads microseconds as a double, so its nanoseconds
// differ from the exact ones by up to 250 ns on epoch timestamps; links carry its values, tables carry the exact ones.
#pragma once

#include "core/base/PerfettoTime.h"
#include "core/base/Time.h"
#include "core/model/TraceDocument.h"

#include <optional>
#include <string>

namespace lamella::core {

struct PerfettoSlice { // what the link selects: a slice with exactly this start and duration
    std::int64_t startNs = 0;
    std::int64_t durationNs = 0;
};

// False for formats that Perfetto does not read.
[[nodiscard]] bool perfettoReads(const TraceDocument &document);

// Range on the clock of the file; clamped to Perfetto's bounds, for it ignores a range that leaves them. Empty text when
// nothing of the range lies within the bounds. The link holds no file: Perfetto applies it to the next trace that is opened
// there.
[[nodiscard]] std::string perfettoUrl(
    const TraceDocument &document, const TimeRange &range, const std::optional<PerfettoSlice> &slice = {});

} // namespace lamella::core
