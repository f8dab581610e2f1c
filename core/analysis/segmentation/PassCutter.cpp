// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/PassCutter.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace lamella::core {

namespace {

constexpr double kStrong = 3.0; // enough alone: embedding, sampling, another annotated step
constexpr double kGraph = 2.0;
constexpr double kWeak = 1.0;
constexpr double kInformativeShare = 0.5; // a mark that stands in more than half of the intervals marks nothing
constexpr std::uint32_t kLongestRow = 8; // drafts after one target pass
constexpr double kRareShare = 0.2;
constexpr double kLongGap = 10.0; // x median of the longest gap in an interval
constexpr std::int64_t kGapFloorNs = 15'000;

struct Interval {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

// Number of intervals that each symbol occurs in.
std::unordered_map<StringId, std::uint32_t> occurrence(const MainSequence &sequence, const std::vector<Interval> &intervals)
{
    std::unordered_map<StringId, std::uint32_t> count;
    std::unordered_map<StringId, std::uint32_t> last;
    for (std::uint32_t n = 0; n < intervals.size(); ++n) {
        for (std::uint32_t i = intervals[n].begin; i < intervals[n].end; ++i) {
            const auto [it, fresh] = last.try_emplace(sequence.symbol[i], n);
            if (!fresh && it->second == n)
                continue;
            it->second = n;
            ++count[sequence.symbol[i]];
        }
    }
    return count;
}

// Pass marks stand alone, or in short rows where one-layer drafts follow each other. A kernel that stands in a long row of
// neighbouring intervals belongs to the layers of one stage (a sort inside the experts of prefill) and marks nothing there.
class MarkRows {
public:
    MarkRows(const MainSequence &sequence, const std::vector<Interval> &intervals)
    {
        for (std::uint32_t n = 0; n < intervals.size(); ++n) {
            for (std::uint32_t i = intervals[n].begin; i < intervals[n].end; ++i) {
                std::vector<Interval> &rows = m_rows[sequence.symbol[i]];
                if (rows.empty() || rows.back().end < n)
                    rows.push_back({n, n});
                rows.back().end = n + 1;
            }
        }
    }
    [[nodiscard]] bool longRow(StringId symbol, std::uint32_t interval) const
    {
        const auto it = m_rows.find(symbol);
        if (it == m_rows.end())
            return false;
        const auto row = std::upper_bound(
            it->second.begin(), it->second.end(), interval, [](std::uint32_t n, const Interval &r) { return n < r.begin; });
        return row != it->second.begin() && interval < (row - 1)->end && (row - 1)->end - (row - 1)->begin > kLongestRow;
    }

private:
    std::unordered_map<StringId, std::vector<Interval>> m_rows; // intervals [begin, end) in a row that hold the symbol
};

std::int64_t longestGap(const KernelTable &kernels, const MainSequence &sequence, Interval interval)
{
    std::int64_t longest = 0;
    std::int64_t busyUntil = kernels.end(sequence.kernel[interval.begin - 1]);
    for (std::uint32_t i = interval.begin; i <= interval.end && i < sequence.size(); ++i) {
        longest = std::max(longest, kernels.start[sequence.kernel[i]] - busyUntil);
        busyUntil = std::max(busyUntil, kernels.end(sequence.kernel[i]));
    }
    return longest;
}

// Correlation of a graph launch that replays several cores, 0 where the core was launched alone.
std::vector<std::int64_t> graphOfCore(
    const KernelTable &kernels, const MainSequence &sequence, const std::vector<LayerCore> &cores)
{
    std::unordered_map<std::int64_t, int> cored;
    std::vector<std::int64_t> graph(cores.size(), 0);
    for (std::size_t c = 0; c < cores.size(); ++c) {
        graph[c] = kernels.correlation[sequence.kernel[cores[c].span.begin]];
        if (graph[c] != 0)
            ++cored[graph[c]];
    }
    for (std::int64_t &g : graph) {
        if (g != 0 && cored[g] < 2)
            g = 0;
    }
    return graph;
}

struct IntervalMarks {
    bool embedding = false;
    bool sampling = false;
    bool hostCopy = false;
    bool rareGemm = false;
    int rareOthers = 0;
};

double weigh(const IntervalMarks &marks)
{
    double weight = 0;
    if (marks.embedding)
        weight += kStrong;
    if (marks.sampling)
        weight += kStrong;
    if (marks.hostCopy)
        weight += kWeak;
    if (marks.rareGemm)
        weight += kWeak;
    if (marks.rareOthers >= 3)
        weight += kWeak;
    return weight;
}

} // namespace

std::vector<double> cutWeights(
    const TraceDocument &document, const MainSequence &sequence, const std::vector<LayerCore> &cores, const StepOfKernel &steps)
{
    std::vector<double> weights(cores.size(), 0.0);
    if (cores.size() < 2)
        return weights;
    std::vector<Interval> intervals;
    for (std::size_t c = 1; c < cores.size(); ++c)
        intervals.push_back({cores[c - 1].span.end, cores[c].span.begin});
    const auto count = occurrence(sequence, intervals);
    const MarkRows rows(sequence, intervals);
    const double total = static_cast<double>(intervals.size());

    std::vector<std::int64_t> gaps;
    for (const Interval &interval : intervals)
        gaps.push_back(longestGap(document.kernels, sequence, interval));
    std::vector<std::int64_t> sorted = gaps;
    std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2), sorted.end());
    const double longGap = std::max(kLongGap * static_cast<double>(sorted[sorted.size() / 2]), static_cast<double>(kGapFloorNs));
    const std::vector<std::int64_t> graph = graphOfCore(document.kernels, sequence, cores);

    for (std::size_t n = 0; n < intervals.size(); ++n) {
        IntervalMarks marks;
        std::unordered_set<StringId> rare;
        for (std::uint32_t i = intervals[n].begin; i < intervals[n].end; ++i) {
            const double share = static_cast<double>(count.at(sequence.symbol[i])) / total;
            const bool alone = !rows.longRow(sequence.symbol[i], static_cast<std::uint32_t>(n));
            if ((share <= kInformativeShare || intervals.size() < 3) && alone) {
                marks.embedding = marks.embedding || sequence.has(i, kTokenEmbedding);
                marks.sampling = marks.sampling || sequence.has(i, kTokenSampling);
                marks.hostCopy = marks.hostCopy || sequence.has(i, kTokenHostCopy);
            }
            if (share <= kRareShare && alone) {
                marks.rareGemm = marks.rareGemm || sequence.has(i, kTokenGemm);
                rare.insert(sequence.symbol[i]);
            }
        }
        marks.rareOthers = static_cast<int>(rare.size());
        double weight = weigh(marks);
        if (static_cast<double>(gaps[n]) >= longGap)
            weight += static_cast<double>(gaps[n]) >= 5 * longGap ? 1.5 * kWeak : kWeak;
        const std::int32_t before = steps.empty() ? -1 : steps[cores[n].span.begin];
        const std::int32_t after = steps.empty() ? -1 : steps[cores[n + 1].span.begin];
        if (before >= 0 && after >= 0 && before != after)
            weight += kStrong;
        if (graph[n] != 0 && graph[n + 1] != 0)
            weight += graph[n] != graph[n + 1] ? kGraph : -kWeak;
        weights[n + 1] = weight;
    }
    return weights;
}

namespace {

std::vector<PassRun> runsByWeight(const std::vector<double> &weights)
{
    std::vector<PassRun> runs;
    for (std::uint32_t c = 0; c < weights.size(); ++c) {
        if (c == 0 || weights[c] >= kCutThreshold)
            runs.push_back({c, c, weights[c], false});
        runs.back().endCore = c + 1;
    }
    return runs;
}

// The run length that holds most cores, first and last run left out where there are others (the capture may cut them).
int usualLength(const std::vector<PassRun> &runs)
{
    std::map<int, int> cores;
    const bool skipEnds = runs.size() > 2;
    for (std::size_t r = 0; r < runs.size(); ++r) {
        if (skipEnds && (r == 0 || r + 1 == runs.size()))
            continue;
        cores[runs[r].layers()] += runs[r].layers();
    }
    int best = 0;
    for (const auto &[length, held] : cores) {
        if (best == 0 || held >= cores[best])
            best = length;
    }
    if (runs.size() <= 2) { // one of the two may be cut: the longer one is nearer to the model
        for (const PassRun &run : runs)
            best = std::max(best, run.layers());
    }
    return best;
}

// Merges neighbours that only together make one pass, where the cut between them had a single reason.
void mergeHalves(std::vector<PassRun> &runs, int layers)
{
    for (std::size_t r = 0; r + 1 < runs.size();) {
        PassRun &a = runs[r];
        const PassRun &b = runs[r + 1];
        const bool together = a.layers() + b.layers() == layers && a.layers() < layers && b.layers() < layers;
        if (together && b.cutWeight < kStrong + kWeak) {
            a.endCore = b.endCore;
            runs.erase(runs.begin() + static_cast<std::ptrdiff_t>(r) + 1);
        } else {
            ++r;
        }
    }
}

// Splits runs that hold several passes at the heaviest place near each multiple of the layer count.
std::vector<PassRun> splitLong(const std::vector<PassRun> &runs, const std::vector<double> &weights, int layers)
{
    std::vector<PassRun> result;
    for (PassRun run : runs) {
        while (run.layers() > layers) {
            const bool whole = run.layers() % layers == 0;
            std::uint32_t cut = run.firstCore + static_cast<std::uint32_t>(layers);
            if (!whole) { // look for the heaviest evidence; without any, the rest stays together and is reported
                double best = 0.5;
                cut = 0;
                for (std::uint32_t c = run.firstCore + 1; c < run.endCore; ++c) {
                    const bool fits = c - run.firstCore <= static_cast<std::uint32_t>(layers);
                    if (fits && weights[c] >= best) {
                        best = weights[c];
                        cut = c;
                    }
                }
                if (cut == 0)
                    break;
            }
            PassRun front = run;
            front.endCore = cut;
            result.push_back(front);
            run.firstCore = cut;
            run.cutWeight = weights[cut];
            run.counted = weights[cut] < kWeak;
        }
        result.push_back(run);
    }
    return result;
}

} // namespace

PassRuns cutPasses(const std::vector<double> &weights, int configLayers, int draftLayers)
{
    PassRuns result;
    if (weights.empty())
        return result;
    result.runs = runsByWeight(weights);
    const int usual = usualLength(result.runs);
    const int onConfig = static_cast<int>(std::count_if(result.runs.begin(), result.runs.end(),
        [&](const PassRun &r) { return configLayers > 0 && r.layers() % configLayers == 0; }));
    // A config that no run agrees with is for another model, or the rank holds a part of the layers.
    const bool configFits = configLayers > 0 && (usual == configLayers || onConfig > 0 || usual < configLayers);
    result.layers = configFits && (onConfig > 0 || result.runs.size() <= 2) ? configLayers : usual;
    result.fromConfig = configFits && result.layers == configLayers;
    if (result.layers < 2)
        return result;
    const int agreeing = static_cast<int>(
        std::count_if(result.runs.begin(), result.runs.end(), [&](const PassRun &r) { return r.layers() == result.layers; }));
    if (result.fromConfig || agreeing >= 2) {
        if (draftLayers == 0 || draftLayers * 2 < result.layers)
            mergeHalves(result.runs, result.layers);
        result.runs = splitLong(result.runs, weights, result.layers);
    }
    return result;
}

} // namespace lamella::core
