// SPDX-License-Identifier: GPL-3.0-or-later
// What of a trace a table is about, in the words of the command line (help/command-line.md).
#pragma once

#include "core/analysis/ranges/RangeStatistics.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lamella::core {

struct TableRequest {
    std::string table; // "passes", "kernels", ...
    bool each = false; // kernels --each
    std::string pass = "auto"; // auto | all | trace | steady | N | N-M
    std::string layer = "all"; // all | N | N-M | head | tail
    std::string device; // number as recorded, "all", or empty = default of the table
    std::string stream; // number as recorded, empty = all
    std::string stage; // empty = all
    std::string metric = "wall"; // heatmap
    std::string filter; // text in any text cell, case-insensitive; empty = all
    std::string sort; // column id, '-' before it = descending; empty = table's own order
    std::size_t top = 0; // 0 = all
    std::int64_t minGapNs = 1000; // gaps: shorter ones are one row
    std::string by; // gaps: cause | layer | after | region | length; overlap: pass | layer; steps: program; empty = one by one
    std::string group; // kernels: name (also empty) | shape | stem
    Attribution attribution = Attribution::AnyThread; // ranges
    std::size_t skip = 0; // ranges: instances left out as warm-up; steps, step-classes: steps
    std::vector<std::string> scales; // whatif: "KIND:TEXT=FACTOR"
    auto operator<=>(const TableRequest &) const = default;
};

} // namespace lamella::core
