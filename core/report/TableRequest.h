// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a trace that a table covers, and its presentation, as given on the command line (help/command-line.md).
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
    std::string device; // number as recorded, "all", or empty = the table's default
    std::string stream; // number as recorded, empty = all
    std::string stage; // empty = all
    std::string metric = "wall"; // heatmap
    std::string filter; // a KernelFilter; empty = all rows
    std::string sort; // column id, '-' before it = descending; empty = the table's own order
    std::size_t top = 0; // 0 = all
    std::int64_t minGapNs = 1000; // gaps: shorter ones are summed in one row
    std::string by; // gaps: cause | layer | after | region | length; overlap: pass | layer; steps: program; empty = one by one
    std::string group; // kernels: name (also empty) | shape | stem
    Attribution attribution = Attribution::AnyThread; // ranges
    std::size_t skip = 0; // ranges: instances skipped as warm-up; steps, step-classes: steps skipped
    std::string kernel; // inspect: a name, or an index of kernels --each
    std::string time; // inspect: "FROM-TO" from the zero of the trace
    std::string gap; // inspect: rank in its pass, 1 = longest, or the kernels around it ("214-215")
    std::vector<std::string> select; // inspect: several at once, each "P6", "P6:L30", "P6:head", an index of kernels --each or a name
    // inspect, kernels: type (median layer of the type in the same pass) | steady (same in the steady passes); inspect with a time:
    // P3 (the same kernels in this pass)
    std::string against;
    std::vector<std::string> scales; // whatif: "KIND:TEXT=FACTOR"
    std::string peaks; // roofline: name of a device or path of a file of hardware; empty = recognised from the trace
    std::int64_t tokens = 0; // roofline: that a pass computes, if not in the trace; 0 = not given
    std::int64_t context = 0; // roofline: keys that a request sees, likewise
    std::string perfettoUrl; // perfetto: address of Perfetto's page; empty = the public one
    auto operator<=>(const TableRequest &) const = default;
};

} // namespace lamella::core
