// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/RankComparison.h"

#include "core/analysis/ranks/PassPairing.h"
#include "core/analysis/ranks/Stragglers.h"
#include "core/base/Interval.h"

#include <algorithm>
#include <map>

namespace lamella::core {

namespace {

Error cancelled()
{
    return {ErrorCode::Cancelled, "stopped", {}, -1};
}

void fillWaits(std::span<const RankView> ranks, RankComparison &comparison)
{
    std::vector<std::vector<std::pair<KernelId, std::int64_t>>> waits(ranks.size());
    for (const MatchedCollective &c : comparison.alignment.collectives) {
        std::int64_t shortest = INT64_MAX;
        for (std::size_t r = 0; r < ranks.size(); ++r)
            if (c.kernels[r].valid())
                shortest = std::min(shortest, ranks[r].input.document.kernels.duration[c.kernels[r].value]);
        for (std::size_t r = 0; r < ranks.size(); ++r)
            if (c.kernels[r].valid())
                waits[r].emplace_back(c.kernels[r], ranks[r].input.document.kernels.duration[c.kernels[r].value] - shortest);
    }
    comparison.waitKernels.resize(ranks.size());
    comparison.waitOf.resize(ranks.size());
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        std::sort(waits[r].begin(), waits[r].end());
        for (const auto &[kernel, wait] : waits[r]) {
            comparison.waitKernels[r].push_back(kernel);
            comparison.waitOf[r].push_back(wait);
        }
    }
}

// Times of one pass of one rank by layer (kNoLayer: all of it).
class PassTimes {
public:
    PassTimes(const RankView &rank, std::size_t row, const RankComparison &comparison, int pass)
        : m_rank(rank)
        , m_row(row)
        , m_comparison(comparison)
        , m_pass(pass)
    {
    }

    std::map<int, RankTimes> byLayer()
    {
        const KernelTable &kernels = m_rank.input.document.kernels;
        const auto ids = m_rank.input.index.ofPass(m_rank.device, m_pass);
        std::map<int, Sum> sums;
        std::vector<TimeRange> own;
        for (const KernelId id : ids) {
            const TimeRange range{{kernels.start[id.value]}, {addSaturated(kernels.start[id.value], kernels.duration[id.value])}};
            const bool collective = m_rank.input.names.category(kernels.name[id.value]) == Category::Communication;
            if (!collective)
                own.push_back(range);
            const std::int64_t wait = collective ? m_comparison.waitAt(m_row, id) : 0;
            const int layer = m_rank.input.segmentation.layerOf[id.value];
            sums[kNoLayer].add(range, collective, wait);
            if (layer != kNoLayer)
                sums[layer].add(range, collective, wait);
        }
        normalise(own);
        std::map<int, RankTimes> times;
        for (auto &[layer, sum] : sums)
            times[layer] = finished(sum, own);
        return times;
    }

private:
    struct Sum {
        TimeRange range;
        bool any = false;
        std::int64_t wait = 0;
        std::uint32_t collectives = 0;
        std::vector<TimeRange> waits;

        void add(const TimeRange &of, bool collective, std::int64_t waited)
        {
            range = any ? range.united(of) : of;
            any = true;
            collectives += collective ? 1 : 0;
            wait = addSaturated(wait, waited);
            if (waited > 0) // a rank waits at the beginning, until the last one comes
                waits.push_back({of.begin, {addSaturated(of.begin.value, waited)}});
        }
    };

    RankTimes finished(Sum &sum, const std::vector<TimeRange> &own) const
    {
        const ClockLine &line = m_comparison.alignment.clocks[m_row].line;
        RankTimes times;
        times.pass = m_pass;
        times.range = {{line.toReference(sum.range.begin.value)}, {line.toReference(sum.range.end.value)}};
        times.wallNs = subtractSaturated(sum.range.end.value, sum.range.begin.value);
        times.waitNs = sum.wait;
        times.collectives = sum.collectives;
        normalise(sum.waits);
        times.exposedWaitNs = totalLength(subtract(sum.waits, nearby(own, sum.range))).value;
        return times;
    }

    // The part of a normalised list that lies within the range: a layer must not walk through the whole pass.
    static std::vector<TimeRange> nearby(const std::vector<TimeRange> &all, const TimeRange &range)
    {
        const auto from =
            std::lower_bound(all.begin(), all.end(), range.begin, [](const TimeRange &r, TimeNs t) { return r.end <= t; });
        auto to = from;
        while (to != all.end() && to->begin < range.end)
            ++to;
        return {from, to};
    }

    const RankView &m_rank;
    std::size_t m_row;
    const RankComparison &m_comparison;
    int m_pass;
};

void judge(RankRow &row)
{
    std::int64_t first = INT64_MAX;
    std::int64_t last = INT64_MIN;
    std::int64_t shortest = INT64_MAX;
    std::int64_t longest = INT64_MIN;
    std::size_t count = 0;
    for (std::size_t r = 0; r < row.ranks.size(); ++r) {
        if (!row.ranks[r])
            continue;
        const RankTimes &times = *row.ranks[r];
        ++count;
        first = std::min(first, times.range.begin.value);
        last = std::max(last, times.range.begin.value);
        shortest = std::min(shortest, times.wallNs);
        longest = std::max(longest, times.wallNs);
        if (!row.slowest || times.ownNs() > row.ranks[*row.slowest]->ownNs())
            row.slowest = r;
    }
    if (count < 2) {
        row.slowest.reset();
        return;
    }
    row.skewNs = subtractSaturated(last, first);
    row.wallSkewNs = subtractSaturated(longest, shortest);
}

// Head, 0.., tail.
int layerOrder(int layer)
{
    return layer == kHeadLayer ? -1 : layer == kTailLayer ? INT32_MAX : layer;
}

RankPass passOf(
    std::span<const RankView> ranks, const RankComparison &comparison, const Pass &pass, const std::vector<int> &numbers)
{
    RankPass row;
    row.pass = pass.number;
    row.stage = pass.stage;
    row.state = pass.state;
    std::map<int, RankRow> layers; // by order
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        if (numbers[r] == kNoPass)
            continue;
        for (const auto &[layer, times] : PassTimes(ranks[r], r, comparison, numbers[r]).byLayer()) {
            RankRow &target = layer == kNoLayer ? row.whole : layers[layerOrder(layer)];
            target.layer = layer;
            target.ranks.resize(ranks.size());
            target.ranks[r] = times;
        }
    }
    row.whole.ranks.resize(ranks.size());
    judge(row.whole);
    for (auto &[order, layer] : layers) {
        judge(layer);
        row.layers.push_back(std::move(layer));
    }
    return row;
}

} // namespace

std::int64_t RankComparison::waitAt(std::size_t rank, KernelId kernel) const
{
    const std::vector<KernelId> &kernels = waitKernels[rank];
    const auto it = std::lower_bound(kernels.begin(), kernels.end(), kernel);
    return it != kernels.end() && *it == kernel ? waitOf[rank][static_cast<std::size_t>(it - kernels.begin())] : 0;
}

Result<RankComparison> compareRanks(std::span<const RankView> ranks, const JobControl &control)
{
    auto alignment = alignClocks(ranks, control);
    if (!alignment)
        return alignment.error();
    RankComparison comparison;
    comparison.alignment = std::move(*alignment);
    fillWaits(ranks, comparison);
    if (ranks.empty() || !ranks[comparison.alignment.reference].cut())
        return comparison;
    const auto paired = pairPasses(ranks, comparison.alignment);
    const DeviceSegmentation &reference = *ranks[comparison.alignment.reference].cut();
    for (std::size_t i = 0; i < reference.passes.size(); ++i) {
        if (control.stopRequested())
            return cancelled();
        std::vector<int> numbers;
        std::size_t count = 0;
        for (std::size_t r = 0; r < ranks.size(); ++r) {
            numbers.push_back(paired[r][i]);
            count += paired[r][i] == kNoPass ? 0 : 1;
        }
        if (count >= 2)
            comparison.passes.push_back(passOf(ranks, comparison, reference.passes[i], numbers));
    }
    comparison.straggler = findStraggler(comparison.passes, ranks.size());
    return comparison;
}

} // namespace lamella::core
