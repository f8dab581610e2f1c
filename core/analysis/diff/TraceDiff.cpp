// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diff/TraceDiff.h"

#include "core/analysis/diff/LayerAligner.h"

#include <algorithm>
#include <unordered_map>

namespace lamella::core {

namespace {

// The selected kernels of a pass by layer, in start order.
class PassKernels {
public:
    PassKernels(const DiffSide &side, const PassRef &ref)
        : m_side(side)
        , m_ref(ref)
    {
        const Segmentation &segmentation = side.input.segmentation;
        const KernelTable &table = side.input.document.kernels;
        for (const KernelId kernel : side.input.index.ofPass(ref.device, ref.pass->number))
            if (!side.streams || (*side.streams)[table.stream[kernel.value].value])
                m_byLayer[segmentation.layerOf[kernel.value]].push_back(kernel);
    }
    [[nodiscard]] std::span<const KernelId> of(int layer) const
    {
        const auto found = m_byLayer.find(layer);
        return found == m_byLayer.end() ? std::span<const KernelId>() : std::span(found->second);
    }
    // Kernels in no layer, so that the comparison of a pass covers all its kernels.
    [[nodiscard]] bool hasOthers() const { return m_byLayer.contains(kNoLayer); }
    [[nodiscard]] WorkSum work(std::span<const KernelId> kernels) const
    {
        const KernelTable &table = m_side.input.document.kernels;
        WorkSum sum;
        for (const KernelId kernel : kernels)
            sum.add(table.start[kernel.value], table.end(kernel.value));
        return sum;
    }
    [[nodiscard]] std::string type(int layer) const
    {
        const LayerSpan *span = m_side.input.segmentation.layer(m_ref.device, m_ref.pass->number, layer);
        const std::vector<std::string> &names = m_side.input.segmentation.devices[m_ref.device.value].typeNames;
        if (!span || span->type < 0 || static_cast<std::size_t>(span->type) >= names.size())
            return {};
        return names[static_cast<std::size_t>(span->type)];
    }

private:
    const DiffSide &m_side;
    PassRef m_ref;
    std::unordered_map<int, std::vector<KernelId>> m_byLayer;
};

std::vector<LayerPair> layersToCompare(const DiffSide &a, const DiffSide &b, const PassPair &passes, const DiffPlan &plan,
    const PassKernels &kernelsA, const PassKernels &kernelsB)
{
    if (plan.layers)
        return *plan.layers;
    std::vector<LayerPair> pairs =
        pairLayers(layerList(a.input.segmentation, passes.a), layerList(b.input.segmentation, passes.b));
    if (kernelsA.hasOthers() || kernelsB.hasOthers())
        pairs.push_back({kNoLayer, kNoLayer});
    return pairs;
}

WorkSum workOf(std::vector<KernelId> &kernels, const KernelTable &table)
{
    std::sort(kernels.begin(), kernels.end());
    kernels.erase(std::unique(kernels.begin(), kernels.end()), kernels.end());
    WorkSum sum;
    for (const KernelId kernel : kernels)
        sum.add(table.start[kernel.value], table.end(kernel.value));
    return sum;
}

} // namespace

std::string_view changeName(DiffChange change)
{
    switch (change) {
    case DiffChange::Same:
        return "same";
    case DiffChange::Replaced:
        return "replaced";
    case DiffChange::OnlyA:
        return "only_a";
    case DiffChange::OnlyB:
        break;
    }
    return "only_b";
}

Result<std::vector<PassDiff>> diffPasses(
    const DiffSide &a, const DiffSide &b, const DiffSymbols &symbols, const DiffPlan &plan, const JobControl &control)
{
    LayerAligner aligner(a.input.document, b.input.document, symbols);
    std::vector<PassDiff> result;
    for (const PassPair &passes : plan.passes) {
        PassDiff diff;
        diff.passes = passes;
        const StreamRoles roles = streamRoles(
            a.input.document, a.input.segmentation, passes.a.device, b.input.document, b.input.segmentation, passes.b.device);
        const PassKernels kernelsA(a, passes.a);
        const PassKernels kernelsB(b, passes.b);
        std::vector<KernelId> allA;
        std::vector<KernelId> allB;
        for (const LayerPair &layer : layersToCompare(a, b, passes, plan, kernelsA, kernelsB)) {
            if (control.stopRequested())
                return Error{ErrorCode::Cancelled, "stopped", {}, -1};
            const auto ofA = kernelsA.of(layer.a);
            const auto ofB = kernelsB.of(layer.b);
            if (ofA.empty() && ofB.empty())
                continue;
            LayerDiff one{layer, kernelsA.type(layer.a), kernelsB.type(layer.b), {kernelsA.work(ofA), kernelsB.work(ofB)},
                static_cast<std::uint32_t>(diff.pairs.size()), 0, true};
            one.proven = aligner.align(ofA, ofB, roles, diff.pairs);
            one.pairs = static_cast<std::uint32_t>(diff.pairs.size()) - one.firstPair;
            diff.layers.push_back(std::move(one));
            allA.insert(allA.end(), ofA.begin(), ofA.end());
            allB.insert(allB.end(), ofB.begin(), ofB.end());
        }
        diff.times = {workOf(allA, a.input.document.kernels), workOf(allB, b.input.document.kernels)};
        result.push_back(std::move(diff));
        control.report(result.size(), plan.passes.size());
    }
    return result;
}

} // namespace lamella::core
