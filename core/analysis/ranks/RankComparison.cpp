// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/RankComparison.h"

#include "core/analysis/ranks/PassPairing.h"
#include "core/analysis/ranks/Stragglers.h"
#include "core/base/Interval.h"
#include "core/base/ParallelFor.h"

#include <algorithm>
#include <map>
#include <span>

namespace lamella::core {

namespace {

Error cancelled()
{
    return {ErrorCode::Cancelled, "stopped", {}, -1};
}

void fillWaits(std::span<const RankFacts> ranks, RankComparison &comparison)
{
    std::vector<std::vector<std::pair<KernelId, std::int64_t>>> waits(ranks.size());
    const auto collective = [&ranks](const MatchedCollective::On &on) -> const Collective & {
        return ranks[on.rank].collectives[on.row];
    };
    for (const MatchedCollective &c : comparison.alignment.collectives) {
        std::int64_t shortest = INT64_MAX;
        for (const MatchedCollective::On &on : c.on)
            shortest = std::min(shortest, collective(on).durationNs);
        for (const MatchedCollective::On &on : c.on)
            waits[on.rank].emplace_back(collective(on).kernel, subtractSaturated(collective(on).durationNs, shortest));
    }
    comparison.waitKernels.resize(ranks.size());
    comparison.waitOf.resize(ranks.size());
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        std::sort(waits[r].begin(), waits[r].end());
        comparison.waitKernels[r].reserve(waits[r].size());
        comparison.waitOf[r].reserve(waits[r].size());
        for (const auto &[kernel, wait] : waits[r]) {
            comparison.waitKernels[r].push_back(kernel);
            comparison.waitOf[r].push_back(wait);
        }
        waits[r] = {};
    }
}

// Times of the passes of one rank by layer (kNoLayer: the whole pass).
class PassTimes {
public:
    PassTimes(const RankFacts &rank, std::size_t row, const RankComparison &comparison)
        : m_rank(rank)
        , m_line(comparison.alignment.clocks[row].line)
    {
        for (const Collective &c : rank.collectives)
            if (c.pass != kNoPass)
                if (const std::int64_t wait = comparison.waitAt(row, c.kernel); wait > 0)
                    m_waits.push_back({c.pass, c.layer, c.startNs, wait});
        std::sort(m_waits.begin(), m_waits.end(),
            [](const Wait &a, const Wait &b) { return std::pair(a.pass, a.layer) < std::pair(b.pass, b.layer); });
    }

    struct OfLayer {
        int layer = 0;
        RankTimes times;
    };
    // In the order of the layers' numbers, the whole pass first.
    [[nodiscard]] std::vector<OfLayer> byLayer(int pass) const
    {
        const auto waits = ofPass(m_waits, pass);
        std::vector<TimeRange> work;
        for (const RankWork &w : ofPass(m_rank.work, pass))
            work.push_back(w.range);
        std::vector<OfLayer> all;
        std::vector<TimeRange> waited;
        for (const RankPart &part : ofPass(m_rank.parts, pass)) {
            OfLayer &of = all.emplace_back(OfLayer{part.layer, timesOf(part)});
            addWaits(part.layer == kNoLayer ? waits : ofLayer(waits, part.layer), work, of.times, waited);
        }
        return all;
    }

private:
    struct Wait {
        int pass = 0;
        int layer = 0;
        std::int64_t startNs = 0;
        std::int64_t waitNs = 0;
    };

    // `ranges` is kept by the caller, so that its memory is not asked for each time.
    static void addWaits(
        std::span<const Wait> waits, const std::vector<TimeRange> &work, RankTimes &times, std::vector<TimeRange> &ranges)
    {
        ranges.clear();
        for (const Wait &w : waits) {
            // A rank waits at the beginning of a collective, until the last one arrives.
            ranges.push_back({{w.startNs}, {addSaturated(w.startNs, w.waitNs)}});
            times.waitNs = addSaturated(times.waitNs, w.waitNs);
        }
        if (ranges.empty())
            return;
        normalise(ranges);
        const TimeRange all{ranges.front().begin, ranges.back().end};
        times.exposedWaitNs = totalLength(subtract(ranges, nearby(work, all))).value;
    }

    static std::span<const Wait> ofLayer(std::span<const Wait> waits, int layer)
    {
        const auto from = std::lower_bound(waits.begin(), waits.end(), layer, [](const Wait &w, int l) { return w.layer < l; });
        const auto to = std::upper_bound(from, waits.end(), layer, [](int l, const Wait &w) { return l < w.layer; });
        return {from, to};
    }

    template <class Row> static std::span<const Row> ofPass(const std::vector<Row> &rows, int pass)
    {
        const auto from = std::lower_bound(rows.begin(), rows.end(), pass, [](const Row &row, int p) { return row.pass < p; });
        const auto to = std::upper_bound(from, rows.end(), pass, [](int p, const Row &row) { return p < row.pass; });
        return {from, to};
    }

    [[nodiscard]] RankTimes timesOf(const RankPart &part) const
    {
        RankTimes times;
        times.pass = part.pass;
        times.range = {{m_line.toReference(part.range.begin.value)}, {m_line.toReference(part.range.end.value)}};
        times.wallNs = subtractSaturated(part.range.end.value, part.range.begin.value);
        times.collectives = part.collectives;
        return times;
    }

    // The part of a normalised list within the range, so that a layer does not scan the whole pass.
    static std::vector<TimeRange> nearby(const std::vector<TimeRange> &all, const TimeRange &range)
    {
        const auto from =
            std::lower_bound(all.begin(), all.end(), range.begin, [](const TimeRange &r, TimeNs t) { return r.end <= t; });
        auto to = from;
        while (to != all.end() && to->begin < range.end)
            ++to;
        return {from, to};
    }

    const RankFacts &m_rank;
    const ClockLine &m_line;
    std::vector<Wait> m_waits; // by pass and layer
};

// The rank with the largest value; none where two are alike. `value`: of the times of a rank.
template <class Value> std::optional<std::size_t> largest(const RankRow &row, Value value)
{
    std::optional<std::size_t> found;
    bool alike = false;
    for (std::size_t r = 0; r < row.ranks.size(); ++r) {
        if (!row.ranks[r])
            continue;
        if (found && value(*row.ranks[r]) <= value(*row.ranks[*found])) {
            alike = alike || value(*row.ranks[r]) == value(*row.ranks[*found]);
            continue;
        }
        found = r;
        alike = false;
    }
    return alike ? std::nullopt : found;
}

void judge(RankRow &row)
{
    std::int64_t first = INT64_MAX;
    std::int64_t last = INT64_MIN;
    std::int64_t shortest = INT64_MAX;
    std::int64_t longest = INT64_MIN;
    for (const std::optional<RankTimes> &of : row.ranks) {
        if (!of)
            continue;
        const RankTimes &times = *of;
        ++row.compared;
        first = std::min(first, times.range.begin.value);
        last = std::max(last, times.range.begin.value);
        shortest = std::min(shortest, times.wallNs);
        longest = std::max(longest, times.wallNs);
    }
    if (row.compared < 2)
        return;
    row.slowest = largest(row, [](const RankTimes &times) { return times.ownNs(); });
    row.waitedFor = largest(row, [](const RankTimes &times) { return -times.waitNs; });
    row.skewNs = subtractSaturated(last, first);
    row.wallSkewNs = subtractSaturated(longest, shortest);
}

// Sort key: head, 0.., tail.
int layerOrder(int layer)
{
    return layer == kHeadLayer ? -1 : layer == kTailLayer ? INT32_MAX : layer;
}

RankPass passOf(const std::vector<std::optional<PassTimes>> &ranks, const Pass &pass, const std::vector<int> &numbers)
{
    RankPass row;
    row.pass = pass.number;
    row.stage = pass.stage;
    row.state = pass.state;
    std::map<int, RankRow> layers; // by order
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        if (numbers[r] == kNoPass)
            continue;
        for (const PassTimes::OfLayer &of : ranks[r]->byLayer(numbers[r])) {
            RankRow &target = of.layer == kNoLayer ? row.whole : layers[layerOrder(of.layer)];
            target.layer = of.layer;
            target.ranks.resize(ranks.size());
            target.ranks[r] = of.times;
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

bool isComplete(const DeviceSegmentation &device, int number)
{
    const auto pass = std::lower_bound(
        device.passes.begin(), device.passes.end(), number, [](const Pass &p, int wanted) { return p.number < wanted; });
    return pass != device.passes.end() && pass->number == number && pass->complete;
}

// Part of a pass is not compared with whole passes: takes those out of the pairs, as pairPasses() gives them. Returns how many.
std::size_t dropPartial(std::span<const RankFacts> ranks, std::vector<std::vector<int>> &paired, std::size_t passes)
{
    std::size_t dropped = 0;
    for (std::size_t i = 0; i < passes; ++i) {
        const auto whole = [&](std::size_t r) { return paired[r][i] != kNoPass && isComplete(*ranks[r].segmentation, paired[r][i]); };
        bool any = false;
        for (std::size_t r = 0; r < ranks.size() && !any; ++r)
            any = whole(r);
        for (std::size_t r = 0; r < ranks.size() && any; ++r) {
            if (paired[r][i] == kNoPass || whole(r))
                continue;
            paired[r][i] = kNoPass;
            ++dropped;
        }
    }
    return dropped;
}

} // namespace

std::int64_t RankComparison::waitAt(std::size_t rank, KernelId kernel) const
{
    const std::vector<KernelId> &kernels = waitKernels[rank];
    const auto it = std::lower_bound(kernels.begin(), kernels.end(), kernel);
    return it != kernels.end() && *it == kernel ? waitOf[rank][static_cast<std::size_t>(it - kernels.begin())] : 0;
}

Result<RankComparison> compareRanks(std::span<const RankFacts> ranks, const JobControl &control)
{
    auto alignment = alignClocks(ranks, control);
    if (!alignment)
        return alignment.error();
    RankComparison comparison;
    comparison.alignment = std::move(*alignment);
    comparison.divisions = divisionsOf(ranks, comparison.alignment);
    fillWaits(ranks, comparison);
    if (ranks.empty() || !ranks[comparison.alignment.reference].segmentation)
        return comparison;
    auto paired = pairPasses(ranks, comparison.alignment);
    const DeviceSegmentation &reference = *ranks[comparison.alignment.reference].segmentation;
    comparison.partial = dropPartial(ranks, paired, reference.passes.size());
    std::vector<std::optional<PassTimes>> times(ranks.size());
    parallelFor(
        workersWanted(), ranks.size(), control.stop, [&](std::size_t r, unsigned) { times[r].emplace(ranks[r], r, comparison); });
    std::vector<std::optional<RankPass>> passes(reference.passes.size());
    parallelFor(workersWanted(), passes.size(), control.stop, [&](std::size_t i, unsigned) {
        std::vector<int> numbers;
        std::size_t count = 0;
        for (std::size_t r = 0; r < ranks.size(); ++r) {
            numbers.push_back(paired[r][i]);
            count += paired[r][i] == kNoPass ? 0 : 1;
        }
        if (count >= 2)
            passes[i] = passOf(times, reference.passes[i], numbers);
    });
    if (control.stopRequested())
        return cancelled();
    for (std::optional<RankPass> &pass : passes)
        if (pass)
            comparison.passes.push_back(std::move(*pass));
    comparison.straggler = findStraggler(comparison.passes, ranks.size());
    return comparison;
}

Result<RankComparison> compareRanks(std::span<const RankView> ranks, const JobControl &control)
{
    return compareRanks(factsOf(ranks), control);
}

} // namespace lamella::core
