// SPDX-License-Identifier: GPL-3.0-or-later
// GPU work of annotated ranges (NVTX, record_function, user annotations), in the three ways in which work can be said to belong
// to a range. They give three answers: work launched from another thread (autograd) is missed by the first, work that runs after
// the range has ended by the third.
#pragma once

#include "core/base/JobControl.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lamella::core {

enum class Attribution : std::uint8_t {
    SameThread, // launched inside the range, on its thread
    AnyThread, // launched inside the range, on any thread of its process
    Window // runs while the range is open, whoever launched it
};
[[nodiscard]] std::string_view attributionName(Attribution attribution); // "same-thread", "any-thread", "window"
[[nodiscard]] std::optional<Attribution> attributionFromName(std::string_view name);

// All instances of one name in one domain that hold GPU work.
struct RangeRow {
    StringId name;
    std::string_view domain; // of NVTX; empty = default. Lives in the document
    TrackId track; // invalid: on several threads
    EventId first; // first instance
    std::uint64_t ops = 0; // GPU operations; one in two nested instances of the row counts twice
    std::int64_t busyNs = 0; // union of the operations, instance by instance
    // Projected time of each instance, in time order: first start to last end of its operations.
    std::vector<std::int64_t> projectedNs;
};

struct RangeStatistics {
    std::vector<RangeRow> rows; // most projected time first, then by name
    std::uint64_t opsWithoutLaunch = 0; // in no row unless by window
    std::uint64_t skipped = 0; // instances left out as warm-up
    bool complete = true; // false: too many nested ranges; the sums hold what was counted up to the bound
};

// Categories of ranges: NVTX and annotations of the user.
[[nodiscard]] bool isRangeCategory(std::string_view category);

// within: only instances that lie inside of it. skip: leaves out the first so many instances of each name. Stops early, and
// incomplete, when control says so.
[[nodiscard]] RangeStatistics rangeStatistics(const TraceDocument &document, Attribution attribution, std::size_t skip = 0,
    const JobControl &control = {}, const std::optional<TimeRange> &within = {});

} // namespace lamella::core
