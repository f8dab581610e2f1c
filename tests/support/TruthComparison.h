// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how much of a synthetic trace an analysis has assigned to the right pass and layer.
#pragma once

#include "tests/support/GeneratedTraces.h"

#include <QString>

#include <cstddef>
#include <string>
#include <vector>

namespace lamella::test {

// Result of the analysis for one GPU event, in the order of the truth.
struct FoundRow {
    std::int64_t startNs = 0; // relative to any zero, see compared()
    int pass = core::kNoPass;
    int layer = core::kNoLayer;
    bool side = false;
};

struct TruthComparison {
    std::size_t rows = 0;
    std::size_t right = 0; // pass, layer and side
    std::size_t rightPass = 0;
    std::size_t rightLayer = 0; // pass and layer
    std::size_t rightSide = 0;
    std::string firstWrong; // a sentence about the first wrong row, empty if all are right
    std::string problem; // the rows are not the same events, so nothing was compared

    [[nodiscard]] double share() const { return rows == 0 ? 0 : static_cast<double>(right) / static_cast<double>(rows); }
    void add(const TruthComparison &other);
};

// found may count time from any zero: rows are matched by index, and their time differences must agree.
[[nodiscard]] TruthComparison compared(const GeneratedTrace &trace, const std::vector<FoundRow> &found);

// "99.93 % of 12345 events (passes 100.00 %)"
[[nodiscard]] QString summary(const TruthComparison &comparison);

} // namespace lamella::test
