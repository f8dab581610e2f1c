// SPDX-License-Identifier: GPL-3.0-or-later
// What one origin costs: a source line, function, file, module or operator. Own work is work whose innermost origin of that kind
// it is (CallTree::sourceLine()); with callees also what is launched anywhere inside of it. Pure functions.
#pragma once

#include "core/analysis/source/SourceRows.h"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace lamella::core {

struct OriginQuery {
    SourceBy by = SourceBy::Line;
    FrameLabel label; // of lines file, line and text (any function of the line if empty), of functions file and text, of files
                      // the file, else the text
};

struct OriginCost {
    struct Name { // kernels of one name in the own work
        StringId name;
        std::int64_t ns = 0;
        std::int64_t kernels = 0;
    };
    struct Callee { // a source line inside of it that work of other lines belongs to
        std::uint32_t label = CallNode::kNone; // row of CallTree::labels
        std::int64_t ns = 0;
        std::int64_t kernels = 0;
    };
    std::int64_t ownNs = 0; // durations added up
    std::int64_t ownKernels = 0;
    std::int64_t withNs = 0; // with callees
    std::int64_t withKernels = 0;
    std::vector<Name> names; // their times add up to ownNs; the longest first
    std::vector<Callee> callees; // their times add up to withNs - ownNs; the longest first
    std::map<std::int32_t, std::int64_t> ownOfGroup; // by `groupOf`: pass or layer; without those below 0
};

// Of these kernels. groupOf: by KernelId.
[[nodiscard]] OriginCost originCost(const KernelTable &table, const CallTree &tree, const OriginQuery &query,
    std::span<const KernelId> kernels, std::span<const std::int32_t> groupOf);

} // namespace lamella::core
