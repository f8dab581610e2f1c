// SPDX-License-Identifier: GPL-3.0-or-later
// GPU work of annotated ranges (NVTX, record_function, user annotations), by three definitions of belonging. The results differ:
// SameThread misses work launched from another thread (autograd), Window misses work that runs after the range has ended.
#pragma once

#include "core/base/JobControl.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lamella::core {

enum class Attribution : std::uint8_t {
    SameThread, // launched within the range, on the same thread
    AnyThread, // launched within the range, on any thread of the process
    Window // running while the range is open, wherever launched
};
[[nodiscard]] std::string_view attributionName(Attribution attribution); // "same-thread", "any-thread", "window"
[[nodiscard]] std::optional<Attribution> attributionFromName(std::string_view name);

// All instances with GPU work of one name in one domain.
struct RangeRow {
    StringId name;
    std::string_view domain; // NVTX domain; empty = default. A view into the document
    TrackId track; // invalid: several threads
    EventId first; // first instance
    std::uint64_t ops = 0; // GPU operations; one inside two nested instances of the row counts twice
    std::int64_t busyNs = 0; // union of the operations per instance, summed
    // Projected time of each instance, in time order: from the first start to the last end of its operations.
    std::vector<std::int64_t> projectedNs;
};

struct RangeStatistics {
    std::vector<RangeRow> rows; // most projected time first, then by name
    std::uint64_t opsWithoutLaunch = 0; // such operations only appear by window
    std::uint64_t skipped = 0; // instances excluded as warm-up
    bool complete = true; // false: the limit on visits or a stop request ended the count early
};

// True for categories of ranges: NVTX and user annotations.
[[nodiscard]] bool isRangeCategory(std::string_view category);

// within: only instances inside this range. skip: excludes the first instances of each name. Stops early on request, with
// `complete` false.
[[nodiscard]] RangeStatistics rangeStatistics(const TraceDocument &document, Attribution attribution, std::size_t skip = 0,
    const JobControl &control = {}, const std::optional<TimeRange> &within = {});

} // namespace lamella::core
