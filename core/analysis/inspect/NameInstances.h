// SPDX-License-Identifier: GPL-3.0-or-later
// All kernels of one name: number and durations, by pass, and by use if their durations differ.
#pragma once

#include "core/analysis/PassMetrics.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace lamella::core {

struct DurationSum {
    std::int64_t count = 0;
    std::int64_t sumNs = 0;
    std::int64_t minNs = 0;
    std::int64_t medianNs = 0; // of meanMedian()
    std::int64_t maxNs = 0;
};
[[nodiscard]] DurationSum sumOf(const KernelTable &table, std::span<const KernelId> kernels);

// Bins of equal width, which is 1, 2 or 5 x 10^n ns, from the one with the shortest to the one with the longest.
struct DurationBins {
    std::int64_t fromNs = 0;
    std::int64_t widthNs = 1;
    std::vector<std::int64_t> counts; // at most kMaxBins; empty without kernels
    static constexpr std::int64_t kMaxBins = 50;
};
[[nodiscard]] DurationBins binsOf(const KernelTable &table, std::span<const KernelId> kernels);

// Kernels of a name with the same use: same key.
struct NameUse {
    std::string key;
    std::vector<KernelId> kernels; // in start order
    DurationSum sum;
};
// Longest sum first; ties by key.
[[nodiscard]] std::vector<NameUse> usesOf(
    const KernelTable &table, std::span<const KernelId> kernels, const std::function<std::string(KernelId)> &keyOf);

// The longest first; ties in start order.
[[nodiscard]] std::vector<KernelId> longestOf(const KernelTable &table, std::span<const KernelId> kernels, std::size_t count);

} // namespace lamella::core
