// SPDX-License-Identifier: GPL-3.0-or-later
// GPU time by kernel name.
#pragma once

#include "core/analysis/PassMetrics.h"
#include "core/analysis/origin/JoinedTexts.h"

#include <span>
#include <vector>

namespace lamella::core {

struct NameHotness {
    StringId name; // as recorded
    std::uint64_t count = 0;
    std::int64_t sumNs = 0;
    std::int64_t minNs = 0;
    std::int64_t maxNs = 0;
    std::int64_t medianNs = 0; // of meanMedian()
};

// Longest sum first; ties by name.
[[nodiscard]] std::vector<NameHotness> hotness(const TraceDocument &document, std::span<const KernelId> kernels);

// The same per combination of name, input shapes of the operator, and grid and block.
struct ShapeHotness {
    NameHotness sums;
    StringId inputDims; // JSON text; invalid = not recorded
    ShapeId shape; // invalid = not recorded
};

// Longest sum first; ties by name, then by text of the shapes, then by grid and block. `inputDims`: by KernelId, may be shorter;
// their texts are those of `texts`, which may be null if the trace has all of them.
[[nodiscard]] std::vector<ShapeHotness> shapeHotness(const TraceDocument &document, std::span<const StringId> inputDims,
    std::span<const KernelId> kernels, const JoinedTexts *texts = nullptr);

} // namespace lamella::core
