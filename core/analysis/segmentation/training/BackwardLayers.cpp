// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/training/BackwardLayers.h"

#include "core/analysis/segmentation/PassLayout.h"
#include "core/analysis/segmentation/training/ForwardLayers.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr std::uint32_t kCoreGap = 6; // other kernels between those of one attention gradient
constexpr std::size_t kLookedAt = 64; // stretches between cores, and of work between products in each, where nothing else tells

using Cores = std::vector<Span>;

// A backward kernel that stands once a layer, for models whose attention no rule names.
std::optional<StringId> onceALayer(
    const MainSequence &sequence, const std::vector<StageHint> &hints, const std::vector<Span> &runs, int layers)
{
    std::unordered_map<StringId, std::map<std::uint32_t, std::uint32_t>> counts; // hits in a run -> runs
    for (const Span &run : runs) {
        std::unordered_map<StringId, std::uint32_t> hits;
        for (std::uint32_t i = run.begin; i < run.end; ++i) {
            if (hints[i] == StageHint::Backward)
                ++hits[sequence.symbol[i]];
        }
        for (const auto &[symbol, n] : hits)
            ++counts[symbol][n];
    }
    std::optional<StringId> best;
    std::uint32_t most = 0;
    for (const auto &[symbol, histogram] : counts) {
        const auto it = histogram.find(static_cast<std::uint32_t>(layers));
        if (it == histogram.end() || it->second < most || (best && it->second == most && *best < symbol))
            continue;
        most = it->second;
        best = symbol;
    }
    return best;
}

// The work between two products, without that before the first one and behind the last one; empty where there is more of it than
// a layer has.
std::vector<Span> betweenProducts(const MainSequence &sequence, Span room)
{
    std::vector<Span> between;
    std::uint32_t begin = room.end; // behind the last product
    for (std::uint32_t i = room.begin; i < room.end; ++i) {
        if (!sequence.has(i, kTokenGemm))
            continue;
        if (begin < i)
            between.push_back({begin, i});
        begin = i + 1;
    }
    if (between.size() > kLookedAt)
        between.clear();
    return between;
}

// The first of the two spans that begin with the longest work that exactly two of them begin with, without the norm behind that
// work with which the next layer's forward is computed again.
std::optional<Span> firstOfTwo(const MainSequence &sequence, const std::vector<Span> &spans)
{
    std::optional<Span> first;
    std::uint32_t longest = 0;
    for (const Span &work : spans) {
        const auto begins = [&](const Span &other) { return other.size() >= work.size() && beginAlike(sequence, other, work); };
        if (work.size() <= longest || std::ranges::count_if(spans, begins) != 2)
            continue;
        longest = work.size();
        first = *std::ranges::find_if(spans, begins);
        const std::uint32_t end = first->begin + longest;
        if (sequence.holds({end, first->end}, kTokenAnyNorm | kTokenNormPart))
            first->end = end;
    }
    return first;
}

// Kernels of a layer behind its core, where no pass shows its end and no rule names the gradient of a norm: the work between two
// products that comes twice from one core to the next is that of the two norms of a layer, and the first time it ends the layer.
// 0: unknown.
std::uint32_t sizeByRepeatedWork(const MainSequence &sequence, const std::vector<Cores> &cores)
{
    std::size_t rooms = kLookedAt;
    for (const Cores &ofRun : cores) {
        for (std::size_t c = 1; c < ofRun.size() && rooms > 0; ++c, --rooms) {
            const Span room{ofRun[c - 1].end, ofRun[c].begin};
            if (const std::optional<Span> norm = firstOfTwo(sequence, betweenProducts(sequence, room)))
                return norm->end - room.begin;
        }
    }
    return 0;
}

// Whether something else than the kernels of its layers follows the last core of a run, or another run does.
bool showsEnd(const MainSequence &sequence, Span run, const Cores &cores)
{
    if (cores.size() < 2)
        return false;
    const auto first = sequence.code.begin() + cores.front().end;
    const auto last = sequence.code.begin() + cores.back().begin;
    return run.end < sequence.size()
        || std::any_of(sequence.code.begin() + cores.back().end, sequence.code.begin() + run.end,
            [&](std::uint32_t code) { return std::find(first, last, code) == last; });
}

// The runs as one sequence from their end on, and their cores in it.
struct Reversed {
    MainSequence sequence;
    std::vector<std::uint32_t> position; // of the whole sequence
    std::vector<LayerCore> cores;
    std::vector<PassRun> passes; // of the runs with cores
    std::vector<Span> span; // of each of them
    std::vector<std::size_t> run; // the same, as row of the runs

    Reversed(const MainSequence &whole, const std::vector<Span> &runs, const std::vector<Cores> &ofRuns)
    {
        for (std::size_t r = runs.size(); r-- > 0;) {
            const auto begin = static_cast<std::uint32_t>(position.size());
            const auto mirrored = [&](std::uint32_t at) { return begin + runs[r].end - at; };
            const auto firstCore = static_cast<std::uint32_t>(cores.size());
            for (std::size_t c = ofRuns[r].size(); c-- > 0;)
                cores.push_back({{mirrored(ofRuns[r][c].end), mirrored(ofRuns[r][c].begin)}, std::nullopt, -1, false});
            for (std::uint32_t i = runs[r].end; i-- > runs[r].begin;)
                position.push_back(i);
            if (cores.size() == firstCore)
                continue;
            passes.push_back({firstCore, static_cast<std::uint32_t>(cores.size())});
            span.push_back({begin, static_cast<std::uint32_t>(position.size())});
            run.push_back(r);
        }
        sequence = partOf(whole, position);
        sequence.peers.clear();
    }
};

} // namespace

std::vector<Span> attentionGradients(const MainSequence &sequence, const std::vector<StageHint> &hints, Span run)
{
    std::vector<Span> cores;
    bool product = false;
    for (std::uint32_t i = run.begin; i < run.end; ++i) {
        product = product || sequence.has(i, kTokenGemm);
        if (!sequence.has(i, kTokenMixer) || hints[i] != StageHint::Backward)
            continue;
        if (!cores.empty() && !product && i - cores.back().end <= kCoreGap)
            cores.back().end = i + 1;
        else
            cores.push_back({i, i + 1});
        product = false;
    }
    return cores;
}

std::vector<std::vector<std::int32_t>> backwardLayers(const TraceDocument &document, const MainSequence &sequence,
    const std::vector<StageHint> &hints, const std::vector<Span> &runs, int layers)
{
    std::vector<std::vector<std::int32_t>> named;
    for (const Span &run : runs)
        named.emplace_back(run.size(), kHeadLayer);
    std::vector<Cores> cores;
    std::size_t found = 0;
    for (const Span &run : runs) {
        cores.push_back(attentionGradients(sequence, hints, run));
        found += cores.back().size();
    }
    if (found == 0 && layers > 1) {
        const std::optional<StringId> symbol = onceALayer(sequence, hints, runs, layers);
        for (std::size_t r = 0; symbol && r < runs.size(); ++r) {
            for (std::uint32_t i = runs[r].begin; i < runs[r].end; ++i) {
                if (sequence.symbol[i] == *symbol)
                    cores[r].push_back({i, i + 1});
            }
        }
    }
    const Reversed reversed(sequence, runs, cores);
    bool ends = false;
    for (std::size_t r = 0; r < runs.size(); ++r)
        ends = ends || showsEnd(sequence, runs[r], cores[r]);
    const std::uint32_t lead = ends ? 0 : sizeByRepeatedWork(sequence, cores);
    const StepOfKernel noSteps;
    LayoutInput input{document, reversed.sequence, reversed.cores, reversed.passes, noSteps, layers};
    input.role = lead > 0 ? CoreRole::Begins : CoreRole::Within;
    input.leadIn = lead;
    input.byRepetition = true;
    input.frontMayBeCut = !runs.empty() && runs.back().end == sequence.size();
    input.backMayBeCut = !runs.empty() && runs.front().begin == 0;
    std::vector<PassLayout> layouts = layoutPasses(input);
    for (std::size_t p = 0; p < layouts.size(); ++p) {
        PassLayout &pass = layouts[p];
        pass.span = reversed.span[p];
        std::vector<std::int32_t> &layer = named[reversed.run[p]];
        const auto mark = [&](std::uint32_t begin, std::uint32_t end, int number) { // no more than the run holds
            for (std::uint32_t i = std::max(begin, pass.span.begin); i < std::min(end, pass.span.end); ++i)
                layer[reversed.position[i] - runs[reversed.run[p]].begin] = number;
        };
        int number = firstLayer(pass, runs[reversed.run[p]].end == sequence.size(), layers);
        mark(pass.span.begin, pass.layers.front().span.begin, kTailLayer);
        for (const LayerLayout &placed : pass.layers)
            mark(placed.span.begin, placed.span.end, number++);
    }
    return named;
}

} // namespace lamella::core
