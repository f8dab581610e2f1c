// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/training/StageMarks.h"
#include "core/profile/NameText.h"

#include <algorithm>
#include <array>
#include <functional>
#include <unordered_set>

namespace lamella::core {

namespace {

constexpr std::size_t kStages = 3;
constexpr std::array<Stage, kStages> kStageOf{Stage::Forward, Stage::Backward, Stage::Optimizer};
using Costs = std::array<float, kStages>;

// [from][to]: forward leads to backward, backward to the optimizer or (accumulating gradients) to the next forward.
constexpr std::array<Costs, kStages> kChange{{{0, 2, 12}, {5, 0, 5}, {2, 12, 0}}};
// A rank of a pipeline changes between forward and backward where it has sent one result and receives the next input.
constexpr float kHandsOn = 0.3F; // of the cost of a change, beside a transfer between ranks
constexpr float kHandsOnAndTakes = 0.1F; // between two
constexpr float kContradicted = 30; // against a record of the launch
constexpr float kLearned = 0.5F; // against the stage of all equal kernels
constexpr double kExclusive = 0.9; // part of how often a name stands in each stage, as share of its kernels
constexpr std::uint32_t kFewWork = 64; // kernels: share of as many in a smaller stage
constexpr std::uint32_t kMinSeen = 4;
// Where nothing tells, work between two stages stays with the forward, then with the backward pass.
constexpr Costs kBias{0, 0.001F, 0.002F};
constexpr double kBackwardShare = 0.1; // of the kernels, at least
constexpr double kHintedShare = 0.015; // of backward kernels: eager programs run some hundred small ones a layer
constexpr double kNearlyAll = 0.95;
constexpr std::uint32_t kPoll = 1U << 16;

// By StageHint. A backward pass may recompute forward work, and attention has one backward too; a fill decides between neighbours
// of a boundary, never moves one.
constexpr std::array<Costs, 8> kOfHint{
    {{0, 0, 0}, {0, 1, 3}, {6, 0, 6}, {6, 6, 0}, {0.003F, 0, 0}, {2, 0, 2}, {0, 0.4F, 1}, {0, 3, 3}}};
// By StageMark: none, forward, backward, optimizer, ordinary.
constexpr std::array<Costs, 5> kOfMark{
    {{0, 0, 0}, {0, 6, kContradicted}, {kContradicted, 0, kContradicted}, {kContradicted, kContradicted, 0}, {0, 4, 0}}};
constexpr Costs kOfOrdinaryBesideOptimizer{0, 4, 4}; // where calls of the optimizer are recorded
constexpr Costs kOfNothing{};
constexpr Costs kOfInput{0, 0.5F, 1}; // of a step: a lookup or a copy

const Costs &costOfMark(StageMark mark, const StageMarks &marks)
{
    // A scope says where in the program an operation stands, not when the compiler runs it: single ones of another stage may lie
    // between.
    if (marks.gradientScopes)
        return mark == StageMark::Ordinary ? kOfNothing : kOfHint[static_cast<std::size_t>(mark)];
    return mark == StageMark::Ordinary && marks.optimizerCalls ? kOfOrdinaryBesideOptimizer
                                                               : kOfMark[static_cast<std::size_t>(mark)];
}

using Path = std::vector<std::uint8_t>; // stage by position

float easeOfChange(const MainSequence &sequence, std::uint32_t i)
{
    const bool sent = i > 0 && sequence.has(i - 1, kTokenPeer);
    const bool takes = sequence.has(i, kTokenPeer);
    return sent && takes ? kHandsOnAndTakes : sent || takes ? kHandsOn : 1;
}

// Viterbi: the path of least cost.
Path cheapest(const MainSequence &sequence, const std::vector<Costs> &costs, const JobControl &control)
{
    std::vector<std::array<std::uint8_t, kStages>> from(costs.size());
    Costs reached{};
    for (std::uint32_t i = 0; i < costs.size(); ++i) {
        if (i % kPoll == 0 && control.stopRequested())
            return {};
        const float ease = easeOfChange(sequence, i);
        Costs next{};
        for (std::size_t to = 0; to < kStages; ++to) {
            const auto cost = [&](std::size_t stage) { return reached[stage] + ease * kChange[stage][to]; };
            std::size_t best = to;
            for (std::size_t s = 0; s < kStages; ++s)
                best = cost(s) < cost(best) ? s : best;
            next[to] = cost(best) + costs[i][to];
            from[i][to] = static_cast<std::uint8_t>(best);
        }
        // Sums stay small: only differences matter.
        const float least = std::ranges::min(next);
        for (std::size_t s = 0; s < kStages; ++s)
            reached[s] = next[s] - least;
    }
    Path path(costs.size());
    std::size_t state = static_cast<std::size_t>(std::min_element(reached.begin(), reached.end()) - reached.begin());
    for (std::size_t i = costs.size(); i-- > 0;) {
        path[i] = static_cast<std::uint8_t>(state);
        state = from[i][state];
    }
    return path;
}

// A name that stands in one stage only belongs there too where nothing else tells; one that stands in several says nothing,
// for backward repeats the names of forward where it recomputes.
void learn(const MainSequence &sequence, const Path &path, std::vector<Costs> &costs)
{
    std::vector<std::array<std::uint32_t, kStages>> seen(sequence.names);
    std::array<std::uint32_t, kStages> work{};
    for (std::uint32_t i = 0; i < sequence.size(); ++i) {
        ++seen[sequence.code[i]][path[i]];
        ++work[path[i]];
    }
    for (std::uint32_t i = 0; i < sequence.size(); ++i) {
        const auto &counts = seen[sequence.code[i]];
        std::array<double, kStages> share{};
        for (std::size_t s = 0; s < kStages; ++s)
            share[s] = counts[s] / static_cast<double>(std::max(kFewWork, work[s]));
        const std::size_t most = static_cast<std::size_t>(std::ranges::max_element(share) - share.begin());
        if (counts[0] + counts[1] + counts[2] < kMinSeen || share[most] < kExclusive * (share[0] + share[1] + share[2]))
            continue;
        for (std::size_t s = 0; s < kStages; ++s)
            costs[i][s] += s == most ? 0 : kLearned;
    }
}

// A capture may begin where a backward pass computes a layer again: what it ends with then comes again in that pass, as the loss
// of a forward pass does not.
void joinRecomputed(const MainSequence &sequence, std::vector<StageRun> &runs)
{
    constexpr std::uint32_t kCompared = 8; // kernels
    if (runs.size() < 2 || runs[0].stage != Stage::Forward || runs[1].stage != Stage::Backward || runs[0].span.size() < kCompared)
        return;
    const Span last{runs[0].span.end - kCompared, runs[0].span.end};
    const auto again = part(sequence.symbol, runs[1].span);
    const auto wanted = part(sequence.symbol, last);
    if (std::search(again.begin(), again.end(), wanted.begin(), wanted.end()) == again.end())
        return;
    runs[1].span.begin = runs[0].span.begin;
    runs.erase(runs.begin());
}

// Many kernels in a row, products among them, of which neither names nor launches tell a stage: more likely an optimizer that
// runs products of its own (Muon) than a backward pass. Without products they may be copies of gradients that were reduced over
// ranks.
void doubtBackward(
    const MainSequence &sequence, const std::vector<StageHint> &hints, const StageMarks &marks, std::vector<Costs> &costs)
{
    constexpr std::uint32_t kLong = 128; // kernels
    constexpr std::size_t kProducts = 16; // of them one, at least
    constexpr float kUntold = 0.01F; // more than kBias tells
    for (std::uint32_t begin = 0, i = 0; i <= hints.size(); ++i) {
        if (i < hints.size() && hints[i] == StageHint::None && marks.mark[i] == StageMark::None)
            continue;
        const bool works = i - begin >= kLong && kProducts * sequence.count({begin, i}, kTokenGemm) >= i - begin;
        for (std::uint32_t k = begin; works && k < i; ++k)
            costs[k][1] += kUntold;
        begin = i + 1;
    }
}

// Transfers alone are no forward pass: those between two backward passes of a pipeline's rank end the first one. Nor are fills of
// memory at the end of the capture, with which zero_grad() ends a step.
std::vector<StageRun> runsOf(const MainSequence &sequence, const std::vector<StageHint> &hints, const Path &path)
{
    std::vector<StageRun> runs;
    for (std::uint32_t begin = 0, end = 0; begin < path.size(); begin = end) {
        while (end < path.size() && path[end] == path[begin])
            ++end;
        const Stage stage = kStageOf[path[begin]];
        const bool fills = end == path.size() && std::ranges::count(part(hints, {begin, end}), StageHint::Fill) == end - begin;
        if (stage == Stage::Forward && !runs.empty() && (fills || sequence.count({begin, end}, kTokenPeer) == end - begin))
            runs.back().span.end = end;
        else
            runs.push_back({{begin, end}, stage});
    }
    joinRecomputed(sequence, runs);
    return runs;
}

} // namespace

std::vector<StageRun> stageRuns(
    const MainSequence &sequence, const std::vector<StageHint> &hints, const StageMarks &marks, const JobControl &control)
{
    std::vector<Costs> costs(sequence.size());
    for (std::uint32_t i = 0; i < sequence.size(); ++i) {
        const Costs &ofInput = sequence.has(i, kTokenEmbedding | kTokenHostCopy) ? kOfInput : kOfNothing;
        for (const Costs &of : {kBias, costOfMark(marks.mark[i], marks), kOfHint[static_cast<std::size_t>(hints[i])], ofInput})
            std::ranges::transform(costs[i], of, costs[i].begin(), std::plus{});
    }
    doubtBackward(sequence, hints, marks, costs);
    const Path first = cheapest(sequence, costs, control);
    if (first.empty())
        return {};
    learn(sequence, first, costs);
    return runsOf(sequence, hints, cheapest(sequence, costs, control));
}

bool layoutsAgree(const std::vector<StageHint> &hints, const std::vector<StageRun> &runs, double most)
{
    constexpr double kMost = 0.5;
    double gradients = 0;
    double products = 0;
    double backward = 0;
    double forward = 0;
    for (const StageRun &run : runs) {
        const auto ofRun = [&](StageHint hint) { return static_cast<double>(std::ranges::count(part(hints, run.span), hint)); };
        gradients += ofRun(StageHint::Gradient);
        products += ofRun(StageHint::Product);
        backward += run.stage == Stage::Backward ? ofRun(StageHint::Gradient) : 0;
        forward += run.stage == Stage::Forward ? ofRun(StageHint::Product) : 0;
    }
    return backward >= most * gradients && forward >= kMost * products;
}

bool holdTraining(const KernelNames &names, const MainSequence &sequence, const std::vector<StageHint> &hints,
    const StageMarks &marks, const std::vector<StageRun> &runs)
{
    if (!layoutsAgree(hints, runs, kNearlyAll))
        return false;
    std::uint32_t backward = 0;
    std::uint32_t hinted = 0;
    std::uint32_t marked = 0;
    std::unordered_set<StringId> told;
    for (const StageRun &run : runs) {
        if (run.stage != Stage::Backward)
            continue;
        backward += run.span.size();
        marked += countIn(run.span, [&](std::uint32_t i) { return marks.mark[i] == StageMark::Backward; });
        const auto tells = [&](std::uint32_t i) { return hints[i] == StageHint::Backward || hints[i] == StageHint::Gradient; };
        for (const std::uint32_t i : allIn(run.span, tells)) {
            ++hinted;
            told.insert(sequence.symbol[i]);
        }
    }
    const bool byLaunch = marked * 2 >= backward;
    if (static_cast<double>(backward) < kBackwardShare * sequence.size())
        return false;
    if ((marks.autogradCalls || marks.backwardRanges || marks.gradientScopes) && byLaunch)
        return true;
    const bool onlyConvolutions =
        std::ranges::all_of(told, [&](StringId name) { return isConvolutionGradient(lowerCasedText(names[name].full)); });
    // Names told which thread is autograd's; most of what it launches need not say so.
    return told.size() >= 2 && !onlyConvolutions && ((marks.autogradThread && byLaunch) || hinted >= kHintedShare * backward);
}

} // namespace lamella::core
