// SPDX-License-Identifier: GPL-3.0-or-later
// A file beside the trace that Perfetto reads and that contains the same GPU work: trace_view.json beside an Ascend kernel table,
// the Chrome export beside an XSpace. It is used only when every kernel of the trace is found in it at the same time, on its own
// clock.
#pragma once

#include "core/analysis/PerfettoLink.h"
#include "core/base/JobControl.h"
#include "core/base/Message.h"
#include "core/base/Result.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lamella::core {

// On the clock of the sibling.
struct SiblingSlice {
    std::int64_t start = 0;
    std::int64_t duration = 0;
    TrackId track;
    PerfettoSlice stored; // as Perfetto has it
};

// Immutable once found; thread-safe.
struct PerfettoSibling {
    TraceSource source;
    TraceBounds bounds;
    std::int64_t shift = 0; // offset that is added to a time of the trace
    std::vector<SiblingSlice> slices; // by start, then duration: GPU work; of an XSpace also the host's spans
    std::vector<Track> tracks; // of the sibling

    [[nodiscard]] TimeRange moved(const TimeRange &range) const;
    // The slice for a span of the trace, whose rounding may differ by 1 ns; null: not in it.
    [[nodiscard]] const SiblingSlice *find(std::int64_t start, std::int64_t duration) const;
    // As perfettoTarget(), with slice and tracks of the sibling.
    [[nodiscard]] PerfettoTarget target(const TraceDocument &document, const Selection &selection, const TimeRange &range) const;
};

struct SiblingSearch {
    std::shared_ptr<const PerfettoSibling> sibling; // null: there is none, or it is not the same run
    Message note; // which file Perfetto gets and where its ruler begins, or why a file beside is not used; empty: no such file
};

// Where such a file is expected; empty if there is none outside of an archive, or the format has none.
[[nodiscard]] std::string perfettoSiblingPath(const TraceDocument &document);
// Reads and compares it. Errors: Cancelled.
[[nodiscard]] Result<SiblingSearch> findPerfettoSibling(const TraceDocument &document, const JobControl &control);

} // namespace lamella::core
