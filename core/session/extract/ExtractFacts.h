// SPDX-License-Identifier: GPL-3.0-or-later
// Where a pass stands and what stands in it: what both kinds of extract cut by, and what the file of facts says.
#pragma once

#include "core/session/extract/PassExtract.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

struct ExtractFacts {
    std::string source;
    std::string rank;
    std::string model;
    std::string scenario; // stage of the pass
    std::string anchor;
    std::string rule; // "anchor-window", "pass-window" or "whole-capture"
    std::int64_t tokens = 0; // first dimension of the anchor's first input; 0 = not recorded
    int pass = -1; // -1 = the whole capture
    int anchorsExpected = 0; // 0 = unknown
    int anchorsFound = 0;
    std::int64_t passNs = 0; // durations of the pass's GPU work added up, and what of them begins before, ends behind the window
    std::int64_t beforeNs = 0;
    std::int64_t afterNs = 0;
    // Collectives of the window that are GPU work: of two copies the one that has a stream, told by name, start and length.
    std::uint64_t exactHcomRows = 0;
    std::int64_t exactCommNs = 0;
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

// Of each pass that is asked for, in time order; a pass without an anchor is an error where it is the only one, else it comes
// whole. Errors as extractPass.
Result<std::vector<ExtractFacts>> findExtracts(
    AnalysisSession &session, const ExtractRequest &request, const JobControl &control);
[[nodiscard]] std::string extractFactsJson(const ExtractFacts &facts);

} // namespace lamella::core
