// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/RankStripData.h"

#include "core/base/Saturate.h"
#include "widgets/ranks/RankBars.h"

#include <algorithm>
#include <utility>

namespace lamella::ui {

namespace {

constexpr double kPpm = 1e6;

// Time of communication while no other kernel runs: of all work the part that is not that of others. Kernels in order of start.
class Exposed {
public:
    void add(std::int64_t begin, std::int64_t end, bool communicates)
    {
        m_all += extend(m_allEnd, begin, end);
        if (!communicates)
            m_others += extend(m_othersEnd, begin, end);
    }
    [[nodiscard]] std::int64_t ns() const { return m_all - m_others; }

private:
    static std::int64_t extend(std::int64_t &last, std::int64_t begin, std::int64_t end)
    {
        const std::int64_t from = std::max(last, begin);
        last = std::max(last, end);
        return std::max<std::int64_t>(0, end - from);
    }
    std::int64_t m_all = 0;
    std::int64_t m_others = 0;
    std::int64_t m_allEnd = INT64_MIN;
    std::int64_t m_othersEnd = INT64_MIN;
};

// The kernels of the pass on one rank: their sums, and as bars of a lane unless `row` is null.
void addKernels(RankWork &work, RankStripRow *row, const core::RankMember &member, const core::RankComparison &comparison,
    const core::Pass &pass, std::int64_t zero)
{
    const core::TraceDocument &document = member.session->document();
    const auto segmentation = member.session->segmentation();
    const auto names = member.session->kernelNames();
    const core::KernelTable &kernels = document.kernels;
    const core::ClockLine &line = comparison.alignment.clocks[work.member].line;
    Exposed exposed;
    const auto first = std::lower_bound(kernels.start.begin(), kernels.start.end(), pass.range.begin.value);
    for (auto at = static_cast<std::size_t>(first - kernels.start.begin());
         at < kernels.size() && kernels.start[at] < pass.range.end.value; ++at) {
        const core::KernelId id(static_cast<std::uint32_t>(at));
        if ((*segmentation)->passOf[at] != pass.number || document.deviceOf(id) != member.device)
            continue;
        const core::Category category = names->category(kernels.name[at]);
        const bool communicates = category == core::Category::Communication;
        std::int64_t &sum = work.sumNs[static_cast<std::size_t>(category)];
        sum = core::addSaturated(sum, kernels.duration[at]);
        exposed.add(kernels.start[at], kernels.end(at), communicates);
        if (row != nullptr)
            row->kernels.push_back({core::subtractSaturated(line.toReference(kernels.start[at]), zero),
                core::subtractSaturated(line.toReference(kernels.end(at)), zero),
                communicates ? comparison.waitAt(work.member, id) : 0, (*segmentation)->layerOf[at], category});
    }
    work.exposedNs = exposed.ns();
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

// The lanes of ranks that are more than there is room for: least, median and most own time, and those that are asked for.
std::vector<std::pair<std::size_t, RankLane>> lanesOf(const core::RankPass &pass, const std::vector<std::size_t> &chosen)
{
    std::vector<std::size_t> members;
    for (std::size_t m = 0; m < pass.whole.ranks.size(); ++m)
        if (pass.whole.ranks[m])
            members.push_back(m);
    std::vector<std::pair<std::size_t, RankLane>> lanes;
    if (members.size() <= kMaxRankLanes) {
        for (const std::size_t m : members)
            lanes.emplace_back(m, RankLane::All);
        return lanes;
    }
    std::vector<std::size_t> byOwn = members;
    std::stable_sort(byOwn.begin(), byOwn.end(),
        [&pass](std::size_t a, std::size_t b) { return pass.whole.ranks[a]->ownNs() < pass.whole.ranks[b]->ownNs(); });
    lanes = {{byOwn.front(), RankLane::Least}, {byOwn[(byOwn.size() - 1) / 2], RankLane::Median}, {byOwn.back(), RankLane::Most}};
    for (const std::size_t m : chosen)
        if (m < pass.whole.ranks.size() && pass.whole.ranks[m]
            && std::none_of(lanes.begin(), lanes.end(), [m](const auto &lane) { return lane.first == m; }))
            lanes.emplace_back(m, RankLane::Chosen);
    std::sort(lanes.begin(), lanes.end());
    return lanes;
}

RankStripRow rowOf(const RankWork &work, const core::RankMember &member, const core::RankComparison &comparison,
    const core::RankPass &pass, std::int64_t zero)
{
    const core::RankClock &clock = comparison.alignment.clocks[work.member];
    RankStripRow row;
    row.member = work.member;
    row.rank = work.rank;
    row.pass = work.times.pass;
    row.device = member.device;
    row.offsetNs = clock.line.offsetNs;
    row.driftPpm = clock.line.drift * kPpm;
    row.driftKnown = clock.driftFitted;
    row.times = work.times;
    for (const core::RankRow &layer : pass.layers)
        if (const auto &times = layer.ranks[work.member])
            row.layers.push_back({layer.layer, core::subtractSaturated(times->range.begin.value, zero),
                core::subtractSaturated(times->range.end.value, zero)});
    std::stable_sort(row.layers.begin(), row.layers.end(),
        [](const RankStripLayer &a, const RankStripLayer &b) { return a.beginNs < b.beginNs; });
    return row;
}

void addClocks(RankStripData &data, const core::RankAlignment &alignment)
{
    data.ranks = alignment.clocks.size();
    for (std::size_t m = 0; m < alignment.clocks.size(); ++m)
        if (m != alignment.reference && alignment.clocks[m].byCollectives()) {
            data.matches = std::max(data.matches, alignment.clocks[m].matches);
            data.residualNs = std::max(data.residualNs, alignment.clocks[m].residualNs);
        }
}

} // namespace

const RankWork *RankStripData::workOf(std::size_t member) const
{
    const auto found = std::find_if(works.begin(), works.end(), [member](const RankWork &work) { return work.member == member; });
    return found == works.end() ? nullptr : &*found;
}

std::vector<core::RankLabel> labelsOf(const core::RankSet &set)
{
    std::vector<core::RankLabel> labels;
    for (const core::RankMember &of : set.members())
        labels.push_back({of.rank, of.path, of.numberFrom, of.device, 0, {}});
    return labels;
}

RankStripData rankStripOf(const core::RankSet &set, const core::RankComparison &comparison, std::size_t member, int pass,
    const std::vector<std::size_t> &chosen)
{
    RankStripData data;
    const core::RankPass *found = findPass(comparison, member, pass);
    if (!found)
        return data;
    data.pass = found->pass;
    data.stage = found->stage;
    std::int64_t first = INT64_MAX;
    std::int64_t last = INT64_MIN;
    for (const auto &times : found->whole.ranks)
        if (times) {
            first = std::min(first, times->range.begin.value);
            last = std::max(last, times->range.end.value);
        }
    data.lengthNs = core::subtractSaturated(last, first);
    data.skews = skewsOf(*found, set);
    const auto lanes = lanesOf(*found, chosen);
    for (std::size_t m = 0; m < set.members().size(); ++m) {
        const auto &times = found->whole.ranks[m];
        const core::RankMember &of = set.members()[m];
        const auto segmentation = of.session->segmentation();
        const core::Pass *own = times && segmentation ? (*segmentation)->pass(of.device, times->pass) : nullptr;
        if (!own)
            continue;
        RankWork work{m, of.rank, *times, {}, 0, 0};
        for (const core::RankRow &layer : found->layers)
            work.slowestIn += layer.layer >= 0 && layer.slowest == m ? 1 : 0;
        const auto lane = std::find_if(lanes.begin(), lanes.end(), [m](const auto &each) { return each.first == m; });
        if (lane != lanes.end()) {
            RankStripRow row = rowOf(work, of, comparison, *found, first);
            row.lane = lane->second;
            addKernels(work, &row, of, comparison, *own, first);
            row.bars = std::make_shared<const RankBars>(row.kernels);
            data.rows.push_back(std::move(row));
        } else {
            addKernels(work, nullptr, of, comparison, *own, first);
        }
        data.works.push_back(work);
    }
    data.sentence = core::stragglerSentence(comparison, labelsOf(set));
    data.straggler = comparison.straggler;
    addClocks(data, comparison.alignment);
    return data;
}

} // namespace lamella::ui
