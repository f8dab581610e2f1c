// SPDX-License-Identifier: GPL-3.0-or-later
// What a compiler (XLA) recorded about an operation of a program. Thousands of events share one row.
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
    StringId module{0}; // hlo_module, if recorded with operations (GPU): "jit_step"
    std::int64_t flops = -1; // per execution; -1 = not recorded
    std::int64_t bytes = -1; // memory traffic per execution; -1 = not recorded
    bool operator==(const Operation &) const = default;
};

struct OperationHash {
    std::size_t operator()(const Operation &operation) const noexcept
    {
        constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15u; // multiplier of Fibonacci hashing
        std::uint64_t hash = static_cast<std::uint64_t>(operation.flops) * kSpread + static_cast<std::uint64_t>(operation.bytes);
        for (const StringId text : {operation.scope, operation.longName, operation.category, operation.source, operation.module})
            hash = (hash ^ text.value) * kSpread;
        return static_cast<std::size_t>(hash ^ hash >> 32);
    }
};

using OperationId = Id<struct OperationTag>; // row of TraceDocument::operations

} // namespace lamella::core
