// SPDX-License-Identifier: GPL-3.0-or-later
// The address that opens Perfetto's page with a trace from this machine, at a range, with a slice selected, a note and pinned
// tracks. What the page makes of each parameter: https://perfetto.dev/docs/visualization/deep-linking-to-perfetto-ui
#pragma once

#include "core/analysis/PerfettoRange.h"
#include "core/base/Time.h"
#include "core/model/Selection.h"
#include "core/model/TraceDocument.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

inline constexpr std::string_view kPerfettoOrigin = "https://ui.perfetto.dev";

// Nanoseconds on Perfetto's own clock of the trace.
struct PerfettoWindow {
    std::int64_t beginNs = 0;
    std::int64_t endNs = 0;
    bool operator==(const PerfettoWindow &) const = default;
};

// What to show of a range: a twentieth of its length more on each side, one microsecond at least, since Perfetto's rounding moves
// edges; and within the bounds, since Perfetto silently ignores a window that leaves them. Empty when nothing of the range itself
// lies within the bounds.
[[nodiscard]] std::optional<PerfettoWindow> perfettoWindow(const TimeRange &range, const TraceBounds &bounds);

struct PerfettoLinkRequest {
    std::string origin{kPerfettoOrigin}; // of the page, without a slash at the end
    std::string traceUrl; // where the page fetches the trace; empty = it gets it another way
    PerfettoWindow window;
    std::optional<PerfettoSlice> slice; // exact ns of the file
    std::int64_t noteNs = 0; // on Perfetto's clock
    std::string note; // empty = none
    std::vector<std::string> pinnedTracks; // names of tracks, as recorded
};

[[nodiscard]] std::string perfettoLink(const PerfettoLinkRequest &request);

// What a link says about a selection: the slice it selects (the event itself; of a pass or layer its first kernel) and the names
// of the tracks it lies on.
struct PerfettoTarget {
    std::optional<PerfettoSlice> slice;
    std::vector<std::string> tracks;
};
[[nodiscard]] PerfettoTarget perfettoTarget(const TraceDocument &document, const Selection &selection, const TimeRange &range);

// encodeURIComponent of ECMAScript, on UTF-8.
[[nodiscard]] std::string percentEncoded(std::string_view text);
// A pattern that finds exactly this text, wherever it stands.
[[nodiscard]] std::string regexEscaped(std::string_view text);

} // namespace lamella::core
