// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for a text in the args of all events. They are not kept in memory: the file is read again, by several workers, a few
// megabytes at a time, about as fast as it is inflated. Matches come in the order of the file, while the search goes on.
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

// "nccl": some value holds the text, in either case. "Input Dims=[4096": only values of keys that hold the part before the first
// '='; "Input Dims=" all of them, "=a=b" any key and the text "a=b".
struct ArgQuery {
    std::string key; // in lower case; empty = any
    std::string text; // in lower case; empty = any value
    // Errors: BadRequest where neither is given.
    [[nodiscard]] static Result<ArgQuery> parse(std::string_view text);
};

struct ArgMatch {
    EventId event;
    std::string key; // of the first arg of the event that matches
    std::string value; // strings without quotes and escapes, else JSON; the first kilobyte
};

struct ArgSearchOptions {
    std::size_t mostMatches = 10'000; // the search ends when there are more
    unsigned workers = 0; // 0 = as many as are free, at most 16; their number never changes the result
    std::int64_t stretchBytes = std::int64_t{64}
        << 20; // of text that one worker reads on its own: several steps of GzipCheckpoints
};

struct ArgSearchResult {
    std::uint64_t matches = 0;
    bool complete = true; // false: there are more than mostMatches
};

// found: never from two threads at once; may be called with any number of matches. Errors: BadRequest (a format whose events have
// no text in the file), Io (file gone or changed since it was read), Cancelled.
[[nodiscard]] Result<ArgSearchResult> searchArgs(const TraceDocument &document, const ArgQuery &query,
    const ArgSearchOptions &options, const std::function<void(std::vector<ArgMatch> &&)> &found, const JobControl &control = {});

} // namespace lamella::core
