// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the URL that opens Perfetto's page with a trace from this machine, at a range or with a selected slice, with a note and
// pinned tracks. Parameters of the page: https://perfetto.dev/docs/visualization/deep-linking-to-perfetto-ui
#pragma once

#include "core/analysis/PerfettoRange.h"
#include "core/base/Time.h"
#include "core/model/Selection.h"
#include "core/model/TraceDocument.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

// Nanoseconds on Perfetto's clock of the trace.
struct PerfettoWindow {
    std::int64_t beginNs = 0;
    std::int64_t endNs = 0;
    bool operator==(const PerfettoWindow &) const = default;
};

// The window for a range: extended by a twentieth of its length, at least 1 µs, on each side, because Perfetto's rounding moves
// edges, and clamped to the bounds, because Perfetto silently ignores a window beyond them. Empty if the range is outside the
// bounds.
[[nodiscard]] std::optional<PerfettoWindow> perfettoWindow(const TimeRange &range, const TraceBounds &bounds);

// A track of the page.
struct PerfettoTrack {
    std::string name; // as recorded
    std::string process; // its number, if tracks of other processes (devices, ranks) have the same name; else empty
    bool operator==(const PerfettoTrack &) const = default;
};

// Of the tracks of a trace; none if it has no name.
[[nodiscard]] std::optional<PerfettoTrack> perfettoTrack(std::span<const Track> tracks, TrackId track);

struct PerfettoLinkRequest {
    std::string address{kPerfettoAddress}; // of the page, without a trailing slash
    bool embedded = false; // in a frame of our own page
    std::string traceUrl; // where the page fetches the trace; empty = it gets the trace another way
    // A range or a slice, never both: Perfetto (v54 to v58) scrolls to the slice while it zooms to the range, and ends at most of
    // the trace. Of both, the range is used.
    std::optional<PerfettoWindow> window;
    std::optional<PerfettoSlice> slice;
    std::int64_t noteNs = 0; // on Perfetto's clock
    std::string note; // empty = none
    std::vector<PerfettoTrack> pinnedTracks;
};

[[nodiscard]] std::string perfettoLink(const PerfettoLinkRequest &request);

// The target of a selection: the event, or the first kernel of a pass or layer. On the clock of the file; a duration of -1: none.
struct TargetSpan {
    std::int64_t startNs = 0;
    std::int64_t durationNs = -1;
    TrackId track;
    EventId event; // invalid: GPU work without an event
};
[[nodiscard]] std::optional<TargetSpan> targetSpan(
    const TraceDocument &document, const Selection &selection, const TimeRange &range);

// The parts of a link that shows a selection: the slice to select (the event, or the first kernel of a pass or layer) and the
// names of its tracks.
struct PerfettoTarget {
    std::optional<PerfettoSlice> slice;
    std::vector<PerfettoTrack> tracks;
};
// bounds: those of the trace that Perfetto gets, if it is not the document's file.
[[nodiscard]] PerfettoTarget perfettoTarget(
    const TraceDocument &document, const Selection &selection, const TimeRange &range, const TraceBounds &bounds);
[[nodiscard]] PerfettoTarget perfettoTarget(const TraceDocument &document, const Selection &selection, const TimeRange &range);

// The kernel of that name that takes longest, the first of several; invalid if there is none.
[[nodiscard]] KernelId longestInstance(const TraceDocument &document, StringId name);

// encodeURIComponent of ECMAScript, for UTF-8.
[[nodiscard]] std::string percentEncoded(std::string_view text);
// A regular expression that matches exactly this text.
[[nodiscard]] std::string regexEscaped(std::string_view text);

} // namespace lamella::core
