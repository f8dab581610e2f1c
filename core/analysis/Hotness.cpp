// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/Hotness.h"

#include "core/base/Saturate.h"
#include "core/base/Typical.h"

#include <algorithm>
#include <unordered_map>

namespace lamella::core {

namespace {

// Sums per group; slots[i] is the group of kernels[i], numbered by first appearance.
std::vector<NameHotness> sumsOf(const KernelTable &table, std::span<const KernelId> kernels, std::span<const std::uint32_t> slots)
{
    std::vector<NameHotness> names;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const std::size_t k = kernels[i].value;
        const std::int64_t ns = table.duration[k];
        if (slots[i] == names.size())
            names.push_back({table.name[k], 0, 0, ns, ns, 0});
        NameHotness &h = names[slots[i]];
        ++h.count;
        h.sumNs = addSaturated(h.sumNs, ns);
        h.minNs = std::min(h.minNs, ns);
        h.maxNs = std::max(h.maxNs, ns);
    }
    // Durations by group in one array, for the medians; a counting sort.
    std::vector<std::size_t> next;
    std::size_t total = 0;
    for (const NameHotness &h : names) {
        next.push_back(total);
        total += h.count;
    }
    std::vector<std::int64_t> durations(total);
    for (std::size_t i = 0; i < kernels.size(); ++i)
        durations[next[slots[i]]++] = table.duration[kernels[i].value];
    for (std::size_t i = 0; i < names.size(); ++i)
        names[i].medianNs = meanMedian(std::span(durations).subspan(next[i] - names[i].count, names[i].count));
    return names;
}

struct ShapeKey {
    StringId name;
    StringId dims;
    ShapeId shape;
    bool operator==(const ShapeKey &) const = default;
};
struct ShapeKeyHash {
    std::size_t operator()(const ShapeKey &key) const noexcept
    {
        const std::uint64_t low = std::uint64_t{key.name.value} << 32 | key.dims.value;
        return std::hash<std::uint64_t>()(low * 0x9E3779B97F4A7C15u + key.shape.value);
    }
};

} // namespace

std::vector<NameHotness> hotness(const TraceDocument &document, std::span<const KernelId> kernels)
{
    std::unordered_map<StringId, std::uint32_t> known;
    std::vector<std::uint32_t> slots;
    slots.reserve(kernels.size());
    for (const KernelId kernel : kernels)
        slots.push_back(
            known.try_emplace(document.kernels.name[kernel.value], static_cast<std::uint32_t>(known.size())).first->second);
    std::vector<NameHotness> names = sumsOf(document.kernels, kernels, slots);
    std::sort(names.begin(), names.end(), [&document](const NameHotness &a, const NameHotness &b) {
        return a.sumNs != b.sumNs ? a.sumNs > b.sumNs : document.text(a.name) < document.text(b.name);
    });
    return names;
}

std::vector<ShapeHotness> shapeHotness(const TraceDocument &document, std::span<const StringId> inputDims,
    std::span<const KernelId> kernels, const JoinedTexts *texts)
{
    const KernelTable &table = document.kernels;
    std::unordered_map<ShapeKey, std::uint32_t, ShapeKeyHash> known;
    std::vector<ShapeHotness> groups;
    std::vector<std::uint32_t> slots;
    slots.reserve(kernels.size());
    for (const KernelId kernel : kernels) {
        const std::size_t k = kernel.value;
        const ShapeKey key{table.name[k], k < inputDims.size() ? inputDims[k] : StringId(), table.shape[k]};
        const auto [it, isNew] = known.try_emplace(key, static_cast<std::uint32_t>(known.size()));
        if (isNew)
            groups.push_back({{}, key.dims, key.shape});
        slots.push_back(it->second);
    }
    const std::vector<NameHotness> sums = sumsOf(table, kernels, slots);
    for (std::size_t i = 0; i < groups.size(); ++i)
        groups[i].sums = sums[i];
    const auto shapeOf = [&table](
                             const ShapeHotness &g) { return g.shape.valid() ? table.shapes[g.shape.value] : LaunchShape(); };
    const auto dimsOf = [&](StringId dims) { return texts ? texts->text(dims) : document.text(dims); };
    std::sort(groups.begin(), groups.end(), [&](const ShapeHotness &a, const ShapeHotness &b) {
        if (a.sums.sumNs != b.sums.sumNs)
            return a.sums.sumNs > b.sums.sumNs;
        if (a.sums.name != b.sums.name)
            return document.text(a.sums.name) < document.text(b.sums.name);
        if (a.inputDims != b.inputDims)
            return a.inputDims.valid() && b.inputDims.valid() ? dimsOf(a.inputDims) < dimsOf(b.inputDims) : b.inputDims.valid();
        return shapeOf(a) < shapeOf(b);
    });
    return groups;
}

} // namespace lamella::core
