// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/RankStripData.h"

#include "core/base/Saturate.h"
#include "core/report/tables/RankTables.h"

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr double kPpm = 1e6;

void addCollectives(RankStripRow &row, const core::RankMember &member, const core::RankComparison &comparison,
    const core::Pass &pass, std::int64_t zero)
{
    const core::TraceDocument &document = member.session->document();
    const auto segmentation = member.session->segmentation();
    const auto names = member.session->kernelNames();
    const core::KernelTable &kernels = document.kernels;
    const core::ClockLine &line = comparison.alignment.clocks[row.member].line;
    const auto first = std::lower_bound(kernels.start.begin(), kernels.start.end(), pass.range.begin.value);
    for (auto at = static_cast<std::size_t>(first - kernels.start.begin());
         at < kernels.size() && kernels.start[at] < pass.range.end.value; ++at) {
        const core::KernelId id(static_cast<std::uint32_t>(at));
        if ((*segmentation)->passOf[at] != pass.number || document.deviceOf(id) != member.device
            || names->category(kernels.name[at]) != core::Category::Communication)
            continue;
        row.collectives.push_back(
            {(*segmentation)->layerOf[at], core::subtractSaturated(line.toReference(kernels.start[at]), zero),
                core::subtractSaturated(line.toReference(kernels.end(at)), zero), comparison.waitAt(row.member, id)});
    }
}

const core::RankPass *findPass(const core::RankComparison &comparison, std::size_t member, int pass)
{
    for (const core::RankPass &candidate : comparison.passes)
        if (candidate.whole.ranks[member] && candidate.whole.ranks[member]->pass == pass)
            return &candidate;
    return nullptr;
}

std::vector<RankStripSkew> skewsOf(const core::RankPass &pass, const core::RankSet &set)
{
    std::vector<RankStripSkew> skews;
    for (const core::RankRow &layer : pass.layers) {
        RankStripSkew skew{layer.layer, layer.skewNs, 0, -1};
        if (layer.slowest)
            skew.slowest = set.members()[*layer.slowest].rank;
        for (const auto &times : layer.ranks)
            if (times)
                skew.waitNs = std::max(skew.waitNs, times->waitNs);
        skews.push_back(skew);
    }
    return skews;
}

} // namespace

RankStripData rankStripOf(const core::RankSet &set, const core::RankComparison &comparison, std::size_t member, int pass)
{
    RankStripData data;
    const core::RankPass *found = findPass(comparison, member, pass);
    if (!found)
        return data;
    data.pass = found->pass;
    std::int64_t first = INT64_MAX;
    std::int64_t last = INT64_MIN;
    for (const auto &times : found->whole.ranks)
        if (times) {
            first = std::min(first, times->range.begin.value);
            last = std::max(last, times->range.end.value);
        }
    data.lengthNs = core::subtractSaturated(last, first);
    data.skews = skewsOf(*found, set);
    for (std::size_t m = 0; m < set.members().size(); ++m) {
        const auto &times = found->whole.ranks[m];
        const core::RankMember &of = set.members()[m];
        const auto segmentation = of.session->segmentation();
        const core::Pass *own = times && segmentation ? (*segmentation)->pass(of.device, times->pass) : nullptr;
        if (!own)
            continue;
        const core::RankClock &clock = comparison.alignment.clocks[m];
        RankStripRow row{
            m, of.rank, times->pass, of.device, clock.line.offsetNs, clock.line.drift * kPpm, clock.driftFitted, *times, {}, {}};
        for (const core::RankRow &layer : found->layers)
            if (layer.ranks[m])
                row.layers.push_back({layer.layer, core::subtractSaturated(layer.ranks[m]->range.begin.value, first),
                    core::subtractSaturated(layer.ranks[m]->range.end.value, first)});
        std::stable_sort(row.layers.begin(), row.layers.end(),
            [](const RankStripLayer &a, const RankStripLayer &b) { return a.beginNs < b.beginNs; });
        addCollectives(row, of, comparison, *own, first);
        data.rows.push_back(std::move(row));
    }
    std::vector<core::RankLabel> labels;
    for (const core::RankMember &of : set.members())
        labels.push_back({of.rank, of.path, of.numberFrom, of.device, 0, {}});
    data.straggler = core::stragglerSentence(comparison, labels);
    return data;
}

} // namespace lamella::ui
