// SPDX-License-Identifier: GPL-3.0-or-later
// Copies the rows of an Ascend kernel table that are inside windows, unchanged, into one file per window.
#pragma once

#include "core/session/extract/ExtractFacts.h"

namespace lamella::core {

struct ExtractPiece {
    std::string output;
    ExtractFacts facts;
};

// Row counts of the whole table: rows of the pieces + outside + damaged = in.
struct ExtractRows {
    std::uint64_t in = 0;
    std::uint64_t outside = 0; // in no window
    std::uint64_t damaged = 0; // no readable time
};

// Reads the table once. The windows must be disjoint and in time order. Fills the counts of the facts. The two rows of a
// collective are recognised by whole microsecond and type, as users of such tables do; the longer one counts.
Result<ExtractRows> extractAscendRows(std::vector<ExtractPiece> &pieces, const JobControl &control);

} // namespace lamella::core
