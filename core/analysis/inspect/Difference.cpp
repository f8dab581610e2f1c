// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/inspect/Difference.h"

#include "core/base/Saturate.h"

#include <algorithm>

namespace lamella::core {

namespace {

// Size of a difference, as a negative number, because the negative of INT64_MIN does not exist.
std::int64_t negatedSize(std::int64_t delta)
{
    return delta < 0 ? delta : -delta;
}

StreamRoles rolesOf(const AnalysisInput &input, const PassRef &a, const PassRef &b)
{
    return streamRoles(input.document, input.segmentation, a.device, input.document, input.segmentation, b.device);
}

} // namespace

std::vector<KernelId> layerKernels(const AnalysisInput &input, const LayerPlace &place)
{
    std::vector<KernelId> kernels;
    for (const KernelId kernel : input.index.ofPass(place.ref.device, place.ref.pass->number))
        if (input.segmentation.layerOf[kernel.value] == place.layer)
            kernels.push_back(kernel);
    return kernels;
}

WorkSum workOf(const KernelTable &table, std::span<const KernelId> kernels)
{
    WorkSum sum;
    for (const KernelId kernel : kernels)
        sum.add(table.start[kernel.value], table.end(kernel.value));
    return sum;
}

LayerComparer::LayerComparer(const AnalysisInput &input)
    : m_input(input)
    , m_symbols(input.document, input.names, input.document, input.names)
    , m_aligner(input.document, input.document, m_symbols)
{
}

Difference LayerComparer::compare(const LayerPlace &a, const LayerPlace &b)
{
    const KernelTable &table = m_input.document.kernels;
    const std::vector<KernelId> ofA = layerKernels(m_input, a);
    const std::vector<KernelId> ofB = layerKernels(m_input, b);
    m_pairs.clear();
    m_aligner.align(ofA, ofB, rolesOf(m_input, a.ref, b.ref), m_pairs);
    Difference difference{workOf(table, ofA), workOf(table, ofB), {}};
    for (const KernelPair &pair : m_pairs)
        difference.kernels.push_back({pair, pair.a.valid() ? table.duration[pair.a.value] : 0,
            pair.b.valid() ? table.duration[pair.b.value] : 0});
    return difference;
}

KernelId LayerComparer::counterpart(const LayerPlace &place, KernelId kernel, const LayerPlace &other)
{
    m_pairs.clear();
    m_aligner.align(
        layerKernels(m_input, place), layerKernels(m_input, other), rolesOf(m_input, place.ref, other.ref), m_pairs);
    for (const KernelPair &pair : m_pairs)
        if (pair.a == kernel)
            return pair.b;
    return {};
}

TopDeltas topDeltas(const Difference &difference, std::size_t count)
{
    TopDeltas result;
    std::vector<KernelDelta> sorted = difference.kernels;
    std::stable_sort(sorted.begin(), sorted.end(), [](const KernelDelta &x, const KernelDelta &y) {
        return negatedSize(x.deltaNs()) < negatedSize(y.deltaNs());
    });
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const std::int64_t delta = sorted[i].deltaNs();
        result.slower += delta > 0 ? 1 : 0;
        result.faster += delta < 0 ? 1 : 0;
        if (i < count) {
            result.top.push_back(sorted[i]);
            continue;
        }
        ++result.others;
        result.othersNs = addSaturated(result.othersNs, delta);
    }
    return result;
}

PassDifference passDifference(const AnalysisInput &input, const PassRef &a, const PassRef &b)
{
    const KernelTable &table = input.document.kernels;
    PassDifference difference;
    std::array<CategoryDelta, kCategories> sums;
    const auto add = [&](const PassRef &ref, WorkSum &work, std::int64_t CategoryDelta::*side) {
        for (const KernelId kernel : input.index.ofPass(ref.device, ref.pass->number)) {
            work.add(table.start[kernel.value], table.end(kernel.value));
            std::int64_t &ns = sums[static_cast<std::size_t>(input.names.category(table.name[kernel.value]))].*side;
            ns = addSaturated(ns, table.duration[kernel.value]);
        }
    };
    add(a, difference.a, &CategoryDelta::aNs);
    add(b, difference.b, &CategoryDelta::bNs);
    for (std::size_t c = 0; c < kCategories; ++c) {
        sums[c].category = static_cast<Category>(c);
        if (sums[c].aNs != 0 || sums[c].bNs != 0)
            difference.categories.push_back(sums[c]);
    }
    std::stable_sort(difference.categories.begin(), difference.categories.end(),
        [](const CategoryDelta &x, const CategoryDelta &y) { return negatedSize(x.deltaNs()) < negatedSize(y.deltaNs()); });
    return difference;
}

} // namespace lamella::core
