// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels by name: what the time goes to.
#pragma once

#include "core/analysis/PassMetrics.h"

#include <span>
#include <vector>

namespace lamella::core {

struct NameHotness {
    StringId name; // as recorded
    std::uint64_t count = 0;
    std::int64_t sumNs = 0;
    std::int64_t minNs = 0;
    std::int64_t maxNs = 0;
    std::int64_t medianNs = 0; // mean of the two middle ones, rounded down, where the count is even
};

// Longest sum first; ties by name.
[[nodiscard]] std::vector<NameHotness> hotness(const TraceDocument &document, std::span<const KernelId> kernels);

} // namespace lamella::core
