// SPDX-License-Identifier: GPL-3.0-or-later
// Searches the args of all events for text. Args are not held in memory, so several workers read the file again in sections of a
// few megabytes, about as fast as it can be inflated. Matches are reported in file order during the search.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/TraceDocument.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

// "nccl": any value that contains the text, case-insensitive. "Input Dims=[4096": only values of keys that contain the part
// before the first '='; "Input Dims=": all values of such keys; "=a=b": any key and the text "a=b".
struct ArgQuery {
    std::string key; // lower case; empty = any
    std::string text; // lower case; empty = any value
    // Errors: BadRequest if both are empty.
    [[nodiscard]] static Result<ArgQuery> parse(std::string_view text);
};

struct ArgMatch {
    EventId event;
    std::string key; // of the first matching arg of the event
    std::string value; // strings unquoted and unescaped, else JSON; its begin
};

struct ArgSearchOptions {
    std::size_t maxMatches = 10'000; // the search ends once there are more
    std::size_t maxValueBytes = 1024; // of ArgMatch::value
    unsigned workers = 0; // 0 = as many as are free, at most 16; does not affect the result
    std::int64_t rangeBytes = std::int64_t{64} << 20; // text per work item of a worker: several steps of GzipCheckpoints
};

struct ArgSearchResult {
    std::uint64_t matches = 0;
    bool complete = true; // false: there are more than maxMatches
};

// found: called with batches of matches, never concurrently. Errors: BadRequest (a format without event text in the file), Io
// (file missing or changed since the import), Cancelled.
[[nodiscard]] Result<ArgSearchResult> searchArgs(const TraceDocument &document, const ArgQuery &query,
    const ArgSearchOptions &options, const std::function<void(std::vector<ArgMatch> &&)> &found, const JobControl &control = {});

} // namespace lamella::core
