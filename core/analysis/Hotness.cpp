// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/Hotness.h"

#include "core/base/Saturate.h"

#include <algorithm>
#include <unordered_map>

namespace lamella::core {

namespace {

std::int64_t medianOf(std::span<std::int64_t> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1)
        return *middle;
    const std::int64_t below = *std::max_element(values.begin(), middle);
    return below + (*middle - below) / 2;
}

} // namespace

std::vector<NameHotness> hotness(const TraceDocument &document, std::span<const KernelId> kernels)
{
    const KernelTable &table = document.kernels;
    std::unordered_map<StringId, std::uint32_t> slots;
    std::vector<NameHotness> names;
    for (const KernelId kernel : kernels) {
        const std::int64_t ns = table.duration[kernel.value];
        const auto [it, isNew] = slots.try_emplace(table.name[kernel.value], static_cast<std::uint32_t>(names.size()));
        if (isNew)
            names.push_back({table.name[kernel.value], 0, 0, ns, ns, 0});
        NameHotness &h = names[it->second];
        ++h.count;
        h.sumNs = addSaturated(h.sumNs, ns);
        h.minNs = std::min(h.minNs, ns);
        h.maxNs = std::max(h.maxNs, ns);
    }
    // Durations by name for the medians, in one array: a counting sort like the index of passes.
    std::vector<std::size_t> next;
    std::size_t total = 0;
    for (const NameHotness &h : names) {
        next.push_back(total);
        total += h.count;
    }
    std::vector<std::int64_t> durations(total);
    for (const KernelId kernel : kernels)
        durations[next[slots.at(table.name[kernel.value])]++] = table.duration[kernel.value];
    for (std::size_t i = 0; i < names.size(); ++i)
        names[i].medianNs = medianOf(std::span(durations).subspan(next[i] - names[i].count, names[i].count));
    std::sort(names.begin(), names.end(), [&document](const NameHotness &a, const NameHotness &b) {
        return a.sumNs != b.sumNs ? a.sumNs > b.sumNs : document.text(a.name) < document.text(b.name);
    });
    return names;
}

} // namespace lamella::core
