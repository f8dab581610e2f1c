// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of an Ascend kernel table that lie inside windows, as they stand in the file: one file for each window.
#pragma once

#include "core/session/extract/ExtractFacts.h"

namespace lamella::core {

struct ExtractPiece {
    std::string output;
    ExtractFacts facts;
};

// Rows of the whole table; those of the pieces and these two add up to `in`.
struct ExtractRows {
    std::uint64_t in = 0;
    std::uint64_t outside = 0; // in no window
    std::uint64_t damaged = 0; // no time can be read
};

// Reads the table once; the windows do not overlap and are in time order. Counts into the facts. A collective's two copies are
// told by whole microsecond and type, the rule that users of such tables sum by; the longer of the two counts.
Result<ExtractRows> extractAscendRows(std::vector<ExtractPiece> &pieces, const JobControl &control);

} // namespace lamella::core
