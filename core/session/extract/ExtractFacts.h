// SPDX-License-Identifier: GPL-3.0-or-later
// The window of a pass and its figures: both kinds of extract use the window, and the file of facts records it all.
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
    std::int64_t passNs = 0; // sum of durations of the pass's GPU work; `before` and `after` are the parts outside of the window
    std::int64_t beforeNs = 0;
    std::int64_t afterNs = 0;
    // Collectives of the window that are GPU work. Of duplicates (same name, start and length) the one on a stream counts.
    std::uint64_t exactHcomRows = 0;
    std::int64_t exactCommNs = 0;
    TimeRange window; // on the clock of the file, end inclusive
    // Counted while the piece is written:
    std::uint64_t rows = 0;
    std::uint64_t eventsLeftOut = 0; // Chrome JSON: damaged events
    std::uint64_t rowsDeduplicated = 0;
    std::uint64_t hcomRows = 0;
    std::uint64_t hcomRowsDeduplicated = 0;
    std::int64_t computeNs = 0;
    std::int64_t commNs = 0; // without duplicates
};

// How each file of facts begins.
inline constexpr std::string_view kExtractFactsHead = "{\n  \"schema\": \"lamella.extract.v1\"";

// One per requested pass, in time order. A pass without an anchor is an error if it is the only one, else the whole pass is
// taken. Errors: those of extractPass.
Result<std::vector<ExtractFacts>> findExtracts(
    AnalysisSession &session, const ExtractRequest &request, const JobControl &control);
[[nodiscard]] std::string extractFactsJson(const ExtractFacts &facts);

} // namespace lamella::core
