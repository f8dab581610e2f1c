// SPDX-License-Identifier: GPL-3.0-or-later
// Where a pass stands and what stands in it: what both kinds of extract cut by, and what the file of facts says.
#pragma once

#include "core/session/extract/PassExtract.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lamella::core {

struct ExtractFacts {
    std::string source;
    std::string rank;
    std::string model;
    std::string scenario; // stage of the pass
    std::string anchor;
    std::string rule; // "anchor-window" or "pass-window"
    std::int64_t tokens = 0; // first dimension of the anchor's first input; 0 = not recorded
    int pass = 0;
    int anchorsExpected = 0; // 0 = unknown
    int anchorsFound = 0;
    TimeRange window; // on the clock of the file; its end is included
    // Counted while the piece is written:
    std::uint64_t rows = 0;
    std::uint64_t eventsLeftOut = 0; // of Chrome JSON, damaged in the source
    std::uint64_t rowsDeduplicated = 0;
    std::uint64_t hcomRows = 0;
    std::uint64_t hcomRowsDeduplicated = 0;
    std::int64_t computeNs = 0;
    std::int64_t commNs = 0; // without duplicates
};

// How every file of facts begins.
inline constexpr std::string_view kExtractFactsHead = "{\n  \"schema\": \"lamella.extract.v1\"";

// Errors as extractPass.
Result<ExtractFacts> findExtract(AnalysisSession &session, const ExtractRequest &request, const JobControl &control);
[[nodiscard]] std::string extractFactsJson(const ExtractFacts &facts);

} // namespace lamella::core
