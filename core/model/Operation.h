// SPDX-License-Identifier: GPL-3.0-or-later
// What a compiler (XLA) wrote beside the operations of its programs. Thousands of events share one of these rows.
#pragma once

#include "core/base/Ids.h"

#include <cstddef>
#include <cstdint>

namespace lamella::core {

struct Operation {
    StringId scope{0}; // path in the source program as recorded: "jit(step)/layer/dot_general:"; id 0 in any field = not recorded
    StringId longName{0}; // the whole instruction: "%fusion.1 = bf16[8,4096]{1,0} fusion(…), kind=kLoop, …"
    StringId category{0}; // hlo_category: "convolution fusion"
    StringId source{0}; // "path/model.py:123"
    StringId module{0}; // hlo_module, where operations say it (GPU): "jit_step"
    std::int64_t flops = -1; // of one execution; -1 = not recorded
    std::int64_t bytes = -1; // moved to and from memory by one execution; -1 = not recorded
    bool operator==(const Operation &) const = default;
};

struct OperationHash {
    std::size_t operator()(const Operation &operation) const noexcept
    {
        constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15u; // of Fibonacci hashing
        std::uint64_t hash = static_cast<std::uint64_t>(operation.flops) * kSpread + static_cast<std::uint64_t>(operation.bytes);
        for (const StringId text : {operation.scope, operation.longName, operation.category, operation.source, operation.module})
            hash = (hash ^ text.value) * kSpread;
        return static_cast<std::size_t>(hash ^ hash >> 32);
    }
};

using OperationId = Id<struct OperationTag>; // row of TraceDocument::operations

} // namespace lamella::core
