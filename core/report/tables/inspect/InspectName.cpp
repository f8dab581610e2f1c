// SPDX-License-Identifier: GPL-3.0-or-later
// inspect of a kernel name: all its instances, in a pass or in the whole trace.
#include "core/analysis/StagePasses.h"
#include "core/base/Format.h"
#include "core/base/OneLineJson.h"
#include "core/base/Saturate.h"
#include "core/report/tables/CellTexts.h"
#include "core/report/tables/inspect/InspectRows.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lamella::core {

namespace {

std::vector<KernelId> ofPass(const TableInput &input, const PassRef &ref, StringId name)
{
    std::vector<KernelId> kernels;
    for (const KernelId kernel : input.index->ofPass(ref.device, ref.pass->number))
        if (input.document->kernels.name[kernel.value] == name)
            kernels.push_back(kernel);
    return kernels;
}

struct UseDelta {
    std::string key;
    DurationSum self;
    std::int64_t deltaNs = 0;
};

// The uses of a name on both sides, the largest difference first.
std::vector<UseDelta> usesByDelta(std::span<const NameUse> reference, std::span<const NameUse> self)
{
    std::map<std::string, UseDelta> byKey;
    const auto of = [&byKey](const NameUse &use) -> UseDelta & {
        UseDelta &made = byKey[use.key];
        made.key = use.key;
        return made;
    };
    for (const NameUse &use : reference)
        of(use).deltaNs -= use.sum.sumNs;
    for (const NameUse &use : self) {
        UseDelta &made = of(use);
        made.self = use.sum;
        made.deltaNs += use.sum.sumNs;
    }
    std::vector<UseDelta> uses;
    for (auto &[key, use] : byKey)
        uses.push_back(std::move(use));
    std::stable_sort(
        uses.begin(), uses.end(), [](const UseDelta &a, const UseDelta &b) { return std::abs(a.deltaNs) > std::abs(b.deltaNs); });
    return uses;
}

} // namespace

// Its sum in each pass of the stage, against that in the median pass, as the table of kernels compares names, and by use, which
// adds up to the difference.
void InspectRows::nameCompared(std::span<const KernelId> all)
{
    if (!m_subject.pass) {
        none("compared", "all passes together: choose a pass to compare it with the others of its stage");
        none("why", "nothing to compare with");
        return;
    }
    const PassRef &here = *m_subject.pass;
    std::map<std::int32_t, std::int64_t> sums;
    for (const KernelId kernel : all)
        if (m_input.document->deviceOf(kernel) == here.device) {
            std::int64_t &sum = sums[m_input.segmentation->passOf[kernel.value]];
            sum = addSaturated(sum, table().duration[kernel.value]);
        }
    Siblings passes = passSiblings(m_input.analysis(), here);
    for (Sibling &sibling : passes.all) {
        const auto found = sums.find(sibling.place.ref.pass->number);
        sibling.ns = found == sums.end() ? 0 : found->second;
    }
    const PassRef &median = passes.all[passes.reference].place.ref;
    if (passes.known)
        referenceRow("compared", passes, msg("its sum in P%1, the median pass", median.pass->number),
            PassSelection{median.device, median.pass->number});
    else
        none("compared", "there is no other pass of its stage to compare with");
    siblingRows("compared", passes, true);
    for (std::size_t i = m_rows.size() - passes.all.size(); i < m_rows.size(); ++i) // the same name there
        if (const auto *pass = std::get_if<PassSelection>(&m_rows[i].target))
            m_rows[i].target = NameSelection{m_subject.name, pass->device, pass->pass, kNoLayer};
    if (!passes.known || passes.reference == passes.self) {
        none("why", passes.known ? Message("its pass is the median itself") : Message("there is nothing to compare with"));
        return;
    }
    const auto usesIn = [&](const PassRef &ref) {
        return usesOf(table(), ofPass(m_input, ref, m_subject.name), [this](KernelId kernel) { return key(kernel); });
    };
    const std::vector<UseDelta> uses = usesByDelta(usesIn(passes.all[passes.reference].place.ref), usesIn(here));
    std::int64_t others = 0;
    std::size_t shown = 0;
    for (const UseDelta &use : uses) {
        if (shown++ >= kTopRows) {
            others = addSaturated(others, use.deltaNs);
            continue;
        }
        add({.section = "why",
            .key = "part",
            .what = use.key.empty() ? Message("role and grid not known") : Message::name(use.key),
            .ns = use.self.sumNs,
            .deltaNs = use.deltaNs,
            .count = use.self.count});
    }
    if (uses.size() > kTopRows)
        add({.section = "why", .key = "others", .what = msg("%1 other uses", uses.size() - kTopRows), .deltaNs = others});
    add({.section = "why", .key = "wall", .what = "sum", .ns = passes.all[passes.self].ns, .deltaNs = passes.deltaNs()});
}

// Where kernels of one name are used for several things, each has a duration of its own.
void InspectRows::nameUses(std::span<const KernelId> here, std::span<const KernelId> all)
{
    const auto inTrace = [&] {
        add({.section = "durations",
            .key = "count",
            .what = "in the whole trace",
            .count = static_cast<std::int64_t>(all.size())});
    };
    if (here.empty()) {
        none("durations", "n/a, it does not run in this pass");
        inTrace();
        return;
    }
    const DurationBins bins = binsOf(table(), here);
    for (std::size_t i = 0; i < bins.counts.size(); ++i)
        add({.section = "durations",
            .key = "bin",
            .ns = bins.fromNs + static_cast<std::int64_t>(i) * bins.widthNs,
            .deltaNs = bins.widthNs,
            .count = bins.counts[i]});
    const DurationSum sum = sumOf(table(), here);
    add({.section = "durations", .key = "median", .what = "median", .ns = sum.medianNs});
    add({.section = "durations", .key = "min", .what = "shortest", .ns = sum.minNs});
    add({.section = "durations", .key = "max", .what = "longest", .ns = sum.maxNs});
    inTrace();
    const auto uses = usesOf(table(), here, [this](KernelId kernel) { return key(kernel); });
    if (uses.size() < 2)
        return;
    // The row states a median: its link leads to a kernel that takes as long.
    const auto nearest = [this](const std::vector<KernelId> &kernels, std::int64_t ns) {
        return *std::min_element(kernels.begin(), kernels.end(), [&](KernelId a, KernelId b) {
            return std::abs(table().duration[a.value] - ns) < std::abs(table().duration[b.value] - ns);
        });
    };
    for (std::size_t i = 0; i < std::min(kTopRows, uses.size()); ++i)
        add({.section = "uses",
            .key = "use",
            .what = uses[i].key.empty() ? Message("role and grid not known") : Message::name(uses[i].key),
            .ns = uses[i].sum.medianNs,
            .count = uses[i].sum.count,
            .target = KernelSelection{nearest(uses[i].kernels, uses[i].sum.medianNs)}});
}

void InspectRows::nameLongest(std::span<const KernelId> here)
{
    if (here.empty()) {
        none("else", "it does not run in this pass");
        return;
    }
    for (const KernelId kernel : longestOf(table(), here, kTopRows)) {
        const std::int32_t pass = m_input.segmentation->passOf[kernel.value];
        const Message layer = layerName(pass == kNoPass ? kNoLayer : m_input.segmentation->layerOf[kernel.value]);
        add({.section = "else",
            .key = "instance",
            .what = m_subject.pass || pass == kNoPass ? layer : msg("P%1 %2", pass, layer),
            .category = categoryOf(kernel),
            .ns = table().duration[kernel.value],
            .value = m_roles && !m_roles->of(kernel).empty() ? label(kernel) : Message(),
            .target = KernelSelection{kernel}});
    }
}

Result<void> InspectRows::nameShapes(std::span<const KernelId> here)
{
    const auto launches = m_input.parts->launches(m_input.control);
    if (!launches)
        return launches.error();
    const std::vector<StringId> &dims = (*launches)->inputDims;
    const auto uses = usesOf(table(), here, [&](KernelId kernel) {
        const StringId input = kernel.value < dims.size() ? dims[kernel.value] : StringId();
        std::string text = input.valid() ? oneLineJson(m_input.document->text(input)) : std::string();
        const ShapeId shape = table().shape[kernel.value];
        const std::string grid = shape.valid() ? tripleText(table().shapes[shape.value].grid) : std::string();
        return grid.empty() ? text : text + (text.empty() ? "" : " ") + grid;
    });
    if (uses.empty() || (uses.size() == 1 && uses.front().key.empty())) {
        none("shape", "n/a, neither input shapes nor grids are recorded");
        return {};
    }
    for (std::size_t i = 0; i < std::min(kTopRows, uses.size()); ++i)
        add({.section = "shape",
            .key = "shape",
            .what = Message::name(uses[i].key.empty() ? "-" : uses[i].key),
            .ns = uses[i].sum.sumNs,
            .count = uses[i].sum.count});
    return {};
}

Result<void> InspectRows::name()
{
    const KernelName &name = (*m_input.names)[m_subject.name];
    const std::span<const KernelId> all = m_byName->of(m_subject.name);
    std::vector<KernelId> ofOnePass;
    if (m_subject.pass)
        ofOnePass = ofPass(m_input, *m_subject.pass, m_subject.name);
    const std::span<const KernelId> inPass = m_subject.pass ? std::span<const KernelId>(ofOnePass) : all;
    const DurationSum sum = sumOf(table(), inPass);
    if (m_figures) {
        add({.section = "title",
            .key = "name",
            .what = Message::name(name.shortName.empty() ? name.full : name.shortName),
            .category = name.category,
            .target = NameSelection{m_subject.name}});
        if (m_subject.pass)
            add({.section = "title", .key = "pass", .what = msg("in P%1", m_subject.pass->pass->number), .count = sum.count});
        add({.section = "title", .key = "trace", .what = "in the trace", .count = static_cast<std::int64_t>(all.size())});
        InspectRow figure{.section = "figure",
            .key = "sum",
            .what = m_subject.pass ? msg("in P%1", m_subject.pass->pass->number) : Message("in the trace"),
            .ns = sum.sumNs,
            .count = sum.count};
        const std::int64_t base = m_subject.pass ? passSum(*m_subject.pass) : 0;
        if (base > 0) {
            figure.share = static_cast<double>(sum.sumNs) / static_cast<double>(base);
            figure.value = msg("%1 of kernel time", wholePercent(*figure.share));
        }
        add(std::move(figure));
        nameUses(inPass, all);
        nameCompared(all);
        nameLongest(inPass);
        add({.section = "name", .key = "name", .value = Message::name(name.full)});
        if (!inPass.empty())
            rangeRows({{table().start[inPass.front().value]}, {table().end(inPass.back().value)}});
    }
    if (m_limits && !inPass.empty()) {
        const auto roofline = rooflineIfAny(m_input);
        if (!roofline)
            return roofline.error();
        const RooflineSum limit = *roofline ? limitOf(**roofline, inPass) : RooflineSum{};
        limitRows(limit, m_input.document->deviceOf(inPass.front()), limit.floorCallsNs, roofline->get());
        return nameShapes(inPass);
    }
    return {};
}

} // namespace lamella::core
