// SPDX-License-Identifier: GPL-3.0-or-later
// Links that open ui.perfetto.dev at a range of the same trace. Perfetto reads microseconds as a double, so its nanoseconds
// differ from the exact ones by up to 250 ns for epoch timestamps; links use Perfetto's values, tables the exact ones.
#pragma once

#include "core/base/Time.h"
#include "core/model/TraceDocument.h"

#include <string>
#include <string_view>

namespace lamella::core {

inline constexpr std::string_view kPerfettoAddress = "https://ui.perfetto.dev";

// The slice to select: the one that has exactly this start and duration in Perfetto.
struct PerfettoSlice {
    std::int64_t startNs = 0;
    std::int64_t durationNs = 0;
};

// As given by TraceBounds::perfettoTime() and perfetto().
[[nodiscard]] PerfettoSlice perfettoSlice(const TraceBounds &bounds, std::int64_t startNs, std::int64_t durationNs);
// For an event (of length 0 if it has no duration) or GPU work. bounds: those of the trace that Perfetto gets, if it is not the
// document's file.
[[nodiscard]] PerfettoSlice perfettoSlice(const TraceDocument &document, EventId event, const TraceBounds &bounds);
[[nodiscard]] PerfettoSlice perfettoSlice(const TraceDocument &document, EventId event);
[[nodiscard]] PerfettoSlice perfettoSlice(const TraceDocument &document, KernelId kernel);

// False for formats that Perfetto does not read.
[[nodiscard]] bool perfettoReads(const TraceDocument &document);

// "HTTPS://Intra.example/perfetto/" -> "https://intra.example/perfetto"; empty if it is not the address of a web page. Query,
// fragment and user name are no part of one.
[[nodiscard]] std::string perfettoAddress(std::string_view text);
// Scheme, host and port of such an address.
[[nodiscard]] std::string perfettoOrigin(std::string_view address);

// `range` is on the clock of the file and is clamped to Perfetto's bounds, because Perfetto ignores a range beyond them. Returns
// empty text if the range is outside the bounds. The link contains no file: Perfetto applies it to the next trace opened there.
[[nodiscard]] std::string perfettoUrl(
    const TraceDocument &document, const TimeRange &range, std::string_view address = kPerfettoAddress);

} // namespace lamella::core
