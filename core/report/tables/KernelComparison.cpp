// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/KernelComparison.h"

#include "core/analysis/KernelMatches.h"
#include "core/analysis/StagePasses.h"
#include "core/base/Saturate.h"

#include <utility>

namespace lamella::core {

namespace {

constexpr double kMaxFloorNs = 9.2e18;

} // namespace

KernelComparison::KernelComparison(const TableInput &input, std::shared_ptr<const Roofline> roofline)
    : m_input(input)
    , m_roofline(std::move(roofline))
    , m_against(input.request.against == "steady" ? Against::Steady : Against::Type)
{
}

void KernelComparison::compareLayer(const LayerPlace &place)
{
    const AnalysisInput analysis = m_input.analysis();
    bool &known = m_compared[{place.ref.device.value, place.ref.pass->number, place.layer}];
    // Of several passes, each against all others would take long.
    const Siblings siblings = m_input.scope.passes.size() == 1 ? layerSiblings(analysis, place, m_against, m_input.control)
                                                               : typeSiblings(analysis, place);
    if (!siblings.known)
        return;
    known = true;
    if (!m_comparer)
        m_comparer.emplace(analysis);
    for (const KernelDelta &row : m_comparer->compare(siblings.all[siblings.reference].place, place).kernels)
        if (row.pair.b.valid())
            m_references[row.pair.b.value] = row.aNs;
}

OrMissing<std::int64_t> KernelComparison::reference(KernelId kernel)
{
    const DeviceId device = m_input.document->deviceOf(kernel);
    const int layer = m_input.segmentation->layerOf[kernel.value];
    const Pass *pass = m_input.segmentation->pass(device, m_input.segmentation->passOf[kernel.value]);
    if (pass == nullptr)
        return Missing{"outside of passes"};
    const bool several = m_input.scope.passes.size() != 1;
    if (several && layer < 0)
        return Missing{"head and tail are of no type; choose one pass"};
    if (several && m_against == Against::Steady)
        return Missing{"several passes; choose one"};
    const LayerKey key{device.value, pass->number, layer};
    if (!m_compared.contains(key))
        compareLayer({{device, pass}, layer});
    if (!m_compared[key])
        return Missing{several ? "the only layer of its type" : "no steady pass to compare with"};
    const auto found = m_references.find(kernel.value);
    return found == m_references.end() ? 0 : found->second;
}

void KernelComparison::findNameReference()
{
    m_namesFound = true;
    if (m_input.scope.wholeTrace || m_input.scope.passes.size() != 1) {
        m_noNames = "several passes; choose one";
        return;
    }
    const AnalysisInput analysis = m_input.analysis();
    const PassRef &ref = m_input.scope.passes.front();
    std::span<const KernelId> kernels;
    if (const auto &layers = m_input.scope.layers; layers && layers->first == layers->last) {
        const auto reference = referenceLayer(analysis, {ref, layers->first}, m_against, m_input.control);
        if (reference)
            kernels = layerKernels(analysis, *reference);
        else
            m_noNames = "there is no other layer to compare with";
    } else if (layers) {
        m_noNames = "several layers; choose one, or a pass";
    } else if (const Siblings passes = passSiblings(analysis, ref); passes.known) {
        kernels = m_input.index->ofPass(ref.device, passes.all[passes.reference].place.ref.pass->number);
    } else {
        m_noNames = "there is no other pass of its stage to compare with";
    }
    const KernelTable &table = m_input.document->kernels;
    KernelMatcher matcher(m_input.work, *m_input.document, *m_input.names, *m_input.segmentation);
    for (const KernelId kernel : kernels) {
        if (m_input.scope.streams && !(*m_input.scope.streams)[table.stream[kernel.value].value])
            continue;
        const int layer = m_input.scope.layers ? m_input.scope.layers->first : m_input.segmentation->layerOf[kernel.value];
        const auto [sum, isNew] = m_nameSums.try_emplace(table.name[kernel.value]);
        if (matcher.matchesAt(kernel, ref.pass->number, layer)) // both sides count the same work
            sum->second = addSaturated(sum->second.value_or(0), table.duration[kernel.value]);
    }
}

OrMissing<std::int64_t> KernelComparison::reference(StringId name)
{
    if (!m_namesFound)
        findNameReference();
    if (!m_noNames.empty())
        return Missing{m_noNames};
    const auto found = m_nameSums.find(name);
    if (found == m_nameSums.end())
        return 0;
    return valueIf(found->second.has_value(), found->second.value_or(0), "the filter leaves none of its calls there");
}

RooflineSum KernelComparison::limitOf(KernelId kernel) const
{
    RooflineSum sum;
    if (!m_roofline)
        return sum;
    sum.addKernel(*m_roofline, kernel, m_input.document->kernels.duration[kernel.value],
        m_roofline->peaks[m_input.document->deviceOf(kernel).value].hardware);
    return sum;
}

const RooflineSum &KernelComparison::limitOf(StringId name)
{
    if (!m_limitsFound) {
        m_limitsFound = true;
        for (const KernelId kernel : m_input.kernels())
            m_nameLimits[m_input.document->kernels.name[kernel.value]].add(limitOf(kernel));
    }
    return m_nameLimits[name];
}

std::string_view KernelComparison::missingLimit(const RooflineSum &sum, DeviceId device) const
{
    if (!m_roofline)
        return "neither shapes nor work are recorded; give --config";
    if (sum.isPart())
        return partOfCallMark();
    if (sum.modelledNs <= 0)
        return "no work is modelled; see the table roofline";
    if (!device.valid() || !m_roofline->peaks[device.value].known)
        return "the peaks of the device are not known; give --peaks";
    return "no peak stated for this type";
}

OrMissing<double> KernelComparison::rateOf(const RooflineSum &sum, double RooflineSum::*amount) const
{
    if (!m_roofline)
        return Missing{"neither shapes nor work are recorded; give --config"};
    if (sum.isPart())
        return Missing{partOfCallMark()};
    if (sum.perNs(amount) <= 0)
        return Missing{"no work is modelled; see the table roofline"};
    if (!sum.coversMost())
        return Missing{"less than half of the kernel time is modelled; see the table roofline"};
    return sum.perNs(amount);
}

OrMissing<std::int64_t> KernelComparison::floorNs(KernelId kernel) const
{
    const RooflineSum sum = limitOf(kernel);
    if (sum.floorNs <= 0 || sum.floorNs > kMaxFloorNs)
        return Missing{missingLimit(sum, m_input.document->deviceOf(kernel))};
    return static_cast<std::int64_t>(sum.floorNs + 0.5);
}

OrMissing<double> KernelComparison::ofFloor(KernelId kernel) const
{
    const RooflineSum sum = limitOf(kernel);
    if (sum.floorNs <= 0)
        return Missing{missingLimit(sum, m_input.document->deviceOf(kernel))};
    return ratio(sum.floorNs, static_cast<double>(sum.floorCallsNs), "it takes no time");
}

OrMissing<std::int64_t> KernelComparison::floorNs(StringId name)
{
    const RooflineSum &sum = limitOf(name);
    if (sum.floorNs <= 0 || sum.floorNs > kMaxFloorNs)
        return Missing{missingLimit(sum, m_input.segmentation->mainDevice)};
    return static_cast<std::int64_t>(sum.floorNs + 0.5);
}

OrMissing<double> KernelComparison::ofFloor(StringId name)
{
    const RooflineSum &sum = limitOf(name);
    if (sum.floorNs <= 0)
        return Missing{missingLimit(sum, m_input.segmentation->mainDevice)};
    return ratio(sum.floorNs, static_cast<double>(sum.floorCallsNs), "it takes no time");
}

} // namespace lamella::core
