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

} // namespace

std::span<const KernelId> layerKernels(const AnalysisInput &input, const LayerPlace &place)
{
    return input.index.ofLayer(place.ref.device, place.ref.pass->number, place.layer).kernels;
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

const StreamRoles &LayerComparer::rolesOf(DeviceId a, DeviceId b)
{
    const auto [found, isNew] = m_roles.try_emplace({a, b});
    if (isNew)
        found->second = streamRoles(m_input.document, m_input.segmentation, a, m_input.document, m_input.segmentation, b);
    return found->second;
}

// The same kernels one by one, on streams of the same role: they are then aligned one by one.
bool LayerComparer::isSameSequence(std::span<const KernelId> a, std::span<const KernelId> b, const StreamRoles &roles) const
{
    const KernelTable &table = m_input.document.kernels;
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](KernelId x, KernelId y) {
        return roles.a[table.stream[x.value].value] == roles.b[table.stream[y.value].value]
            && (table.name[x.value] == table.name[y.value]
                || m_symbols.a(table.name[x.value]).identity == m_symbols.b(table.name[y.value]).identity);
    });
}

Difference LayerComparer::compare(const LayerPlace &a, const LayerPlace &b)
{
    const KernelTable &table = m_input.document.kernels;
    const std::span<const KernelId> ofA = layerKernels(m_input, a);
    const std::span<const KernelId> ofB = layerKernels(m_input, b);
    m_pairs.clear();
    m_aligner.align(ofA, ofB, rolesOf(a.ref.device, b.ref.device), m_pairs);
    Difference difference{workOf(table, ofA), workOf(table, ofB), {}};
    for (const KernelPair &pair : m_pairs)
        difference.kernels.push_back({pair, pair.a.valid() ? table.duration[pair.a.value] : 0,
            pair.b.valid() ? table.duration[pair.b.value] : 0});
    return difference;
}

KernelId LayerComparer::counterpart(const LayerPlace &place, KernelId kernel, const LayerPlace &other)
{
    const std::span<const KernelId> ofA = layerKernels(m_input, place);
    const std::span<const KernelId> ofB = layerKernels(m_input, other);
    const StreamRoles &roles = rolesOf(place.ref.device, other.ref.device);
    if (isSameSequence(ofA, ofB, roles)) { // as in most passes of a stage
        const auto at = std::lower_bound(ofA.begin(), ofA.end(), kernel);
        return at != ofA.end() && *at == kernel ? ofB[static_cast<std::size_t>(at - ofA.begin())] : KernelId();
    }
    m_pairs.clear();
    m_aligner.align(ofA, ofB, roles, m_pairs);
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
