// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/inspect/NameInstances.h"

#include "core/base/Saturate.h"
#include "core/base/Typical.h"

#include <algorithm>
#include <map>

namespace lamella::core {

DurationSum sumOf(const KernelTable &table, std::span<const KernelId> kernels)
{
    DurationSum sum;
    std::vector<std::int64_t> durations;
    durations.reserve(kernels.size());
    for (const KernelId kernel : kernels) {
        const std::int64_t ns = table.duration[kernel.value];
        sum.minNs = durations.empty() ? ns : std::min(sum.minNs, ns);
        sum.maxNs = durations.empty() ? ns : std::max(sum.maxNs, ns);
        sum.sumNs = addSaturated(sum.sumNs, ns);
        durations.push_back(ns);
    }
    sum.count = static_cast<std::int64_t>(durations.size());
    sum.medianNs = meanMedian(durations);
    return sum;
}

DurationBins binsOf(const KernelTable &table, std::span<const KernelId> kernels)
{
    DurationBins bins;
    if (kernels.empty())
        return bins;
    std::int64_t shortest = INT64_MAX;
    std::int64_t longest = 0;
    for (const KernelId kernel : kernels) {
        shortest = std::min(shortest, table.duration[kernel.value]);
        longest = std::max(longest, table.duration[kernel.value]);
    }
    const auto needed = [&](std::int64_t width) { return longest / width - shortest / width + 1; };
    constexpr std::array<std::int64_t, 3> kSteps{1, 2, 5};
    for (std::int64_t ten = 1, step = 0; needed(bins.widthNs) > DurationBins::kMaxBins;) {
        step = (step + 1) % 3;
        if (step == 0 && ten <= INT64_MAX / 100)
            ten *= 10;
        bins.widthNs = ten * kSteps[static_cast<std::size_t>(step)];
    }
    bins.fromNs = shortest / bins.widthNs * bins.widthNs;
    bins.counts.assign(static_cast<std::size_t>(needed(bins.widthNs)), 0);
    for (const KernelId kernel : kernels)
        ++bins.counts[static_cast<std::size_t>((table.duration[kernel.value] - bins.fromNs) / bins.widthNs)];
    return bins;
}

std::vector<NameUse> usesOf(
    const KernelTable &table, std::span<const KernelId> kernels, const std::function<std::string(KernelId)> &keyOf)
{
    std::map<std::string, NameUse> byKey;
    for (const KernelId kernel : kernels)
        byKey[keyOf(kernel)].kernels.push_back(kernel);
    std::vector<NameUse> uses;
    for (auto &[key, use] : byKey) {
        use.key = key;
        use.sum = sumOf(table, use.kernels);
        uses.push_back(std::move(use));
    }
    std::stable_sort(uses.begin(), uses.end(), [](const NameUse &a, const NameUse &b) { return a.sum.sumNs > b.sum.sumNs; });
    return uses;
}

std::vector<KernelId> longestOf(const KernelTable &table, std::span<const KernelId> kernels, std::size_t count)
{
    std::vector<KernelId> sorted(kernels.begin(), kernels.end());
    const auto longer = [&table](KernelId a, KernelId b) {
        return std::pair(-table.duration[a.value], a) < std::pair(-table.duration[b.value], b);
    };
    const std::size_t shown = std::min(count, sorted.size());
    std::partial_sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(shown), sorted.end(), longer);
    sorted.resize(shown);
    return sorted;
}

} // namespace lamella::core
