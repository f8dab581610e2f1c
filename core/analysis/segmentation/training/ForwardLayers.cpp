// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/LayerCores.h"
#include "core/analysis/segmentation/LayerHypothesis.h"
#include "core/analysis/segmentation/training/TrainingPasses.h"
#include "core/base/Saturate.h"
#include "core/base/Typical.h"

#include <algorithm>
#include <map>

namespace lamella::core {

namespace {

// Where a rank of a pipeline has sent what it computed and receives the next input, and where another tower or a decoder looks up
// its own, ascending. What nearly every layer does (ring attention) says nothing, nor does a lookup before a single layer, which
// predicts a further token.
std::vector<std::uint32_t> handOvers(const MainSequence &sequence, const std::vector<LayerCore> &cores)
{
    std::vector<std::uint32_t> handed;
    std::vector<std::pair<std::size_t, std::uint32_t>> lookups; // core behind it, place
    for (std::size_t c = 1; c < cores.size(); ++c) {
        const Span room{cores[c - 1].span.end, cores[c].span.begin};
        if (const std::uint32_t lookup = sequence.find(room, kTokenEmbedding); lookup < room.end)
            lookups.emplace_back(c, lookup);
        if (const std::uint32_t transfer = secondTransfer(sequence, room); transfer < room.end)
            handed.push_back(transfer);
    }
    // At three places in five at most: a part of an interleaved schedule may have two layers.
    const auto rare = [&](std::size_t places) { return 5 * places <= 3 * cores.size(); };
    if (!rare(handed.size()))
        handed.clear();
    for (std::size_t n = 0; n < lookups.size() && rare(lookups.size()); ++n)
        if (const std::size_t end = n + 1 < lookups.size() ? lookups[n + 1].first : cores.size(); end > lookups[n].first + 1)
            handed.push_back(lookups[n].second);
    std::ranges::sort(handed);
    return handed;
}

// Each forward run as one annotated step on the streams of its kernels, or as several where a rank hands its work on within it:
// what every evidence for passes listens to.
CallGroup stepsOf(const TraceDocument &document, const MainSequence &sequence, const std::vector<Span> &runs)
{
    CallGroup group;
    group.label = "forward";
    const std::vector<std::uint32_t> handed = handOvers(sequence, mixerCores(sequence, kTokenMixer | kTokenSoftmax));
    const auto add = [&](Span span) {
        std::map<TrackId, AnnotatedCall> calls;
        for (std::uint32_t i = span.begin; i < span.end; ++i) {
            const std::uint32_t k = sequence.kernel[i];
            const TrackId track = document.streams[document.kernels.stream[k].value].track;
            const std::int64_t start = document.kernels.start[k];
            const auto [it, fresh] = calls.try_emplace(track, AnnotatedCall{start, start, track, 0, {}});
            it->second.end = std::max(it->second.end, addSaturated(start, 1));
        }
        for (const auto &[track, call] : calls)
            group.calls.push_back(call);
    };
    for (const Span &run : runs) {
        std::uint32_t begin = run.begin;
        const auto inside = std::upper_bound(handed.begin(), handed.end(), run.begin);
        for (auto at = inside; at != handed.end() && *at < run.end; begin = *at++)
            add({begin, *at});
        add({begin, run.end});
    }
    std::sort(group.calls.begin(), group.calls.end());
    return group;
}

// The hypothesis' passes, with a boundary wherever a forward run begins or a rank hands its work on.
std::vector<PassRun> passRuns(const MainSequence &sequence, const LayerHypothesis &chosen, const std::vector<std::size_t> &runOf,
    std::vector<std::size_t> &runOfPass)
{
    std::vector<PassRun> passes;
    const std::vector<std::uint32_t> handed = handOvers(sequence, chosen.cores);
    const auto handsOnBefore = [&](std::uint32_t core) {
        const auto at = std::upper_bound(handed.begin(), handed.end(), core == 0 ? 0 : chosen.cores[core - 1].span.end);
        return core > 0 && at != handed.end() && *at < chosen.cores[core].span.begin;
    };
    for (const PassRun &run : chosen.runs.runs) {
        for (std::uint32_t c = run.firstCore; c < run.endCore; ++c) {
            const std::size_t stageRun = runOf[chosen.cores[c].span.begin];
            if (c == run.firstCore || runOfPass.back() != stageRun || handsOnBefore(c)) {
                passes.push_back({c, c, run.boundaryLogOdds, run.posterior, c == run.firstCore && run.counted});
                runOfPass.push_back(stageRun);
            }
            passes.back().endCore = c + 1;
        }
    }
    return passes;
}

int usualLayers(const std::vector<PassRun> &passes)
{
    std::map<int, int> count;
    for (const PassRun &pass : passes)
        count[pass.layers()] += pass.layers();
    return mostFrequentKey(count);
}

// Where the next pass of the same run begins: at the input of its step.
std::uint32_t inputBetween(const MainSequence &sequence, const PassLayout &before, const PassLayout &after)
{
    const Span between{before.layers.back().span.end, after.layers.front().span.begin};
    const std::uint32_t input = sequence.find(between, kTokenHostCopy | kTokenEmbedding);
    return input < between.end ? input : before.span.end;
}

// Head and tail reach to the ends of the run, or to the next pass of the same run.
void stretchToRuns(const MainSequence &sequence, std::vector<PassLayout> &layouts, const std::vector<std::size_t> &run,
    const std::vector<Span> &spans)
{
    for (std::size_t p = 0; p < layouts.size(); ++p) {
        const Span whole = spans[run[p]];
        PassLayout &pass = layouts[p];
        pass.span.begin = p == 0 || run[p - 1] != run[p] ? whole.begin : layouts[p - 1].span.end;
        pass.span.end =
            p + 1 == layouts.size() || run[p + 1] != run[p] ? whole.end : inputBetween(sequence, pass, layouts[p + 1]);
        pass.layers.front().span.begin = std::max(pass.layers.front().span.begin, pass.span.begin);
        pass.layers.back().span.end = std::min(pass.layers.back().span.end, pass.span.end);
    }
}

} // namespace

std::uint32_t secondTransfer(const MainSequence &sequence, Span span)
{
    return firstIn({span.begin + 1, span.end},
        [&](std::uint32_t i) { return sequence.has(i - 1, kTokenPeer) && sequence.has(i, kTokenPeer); });
}

int firstLayer(const MainSequence &sequence, const PassLayout &layout, bool atFront, int modelLayers)
{
    const auto known = std::ranges::find_if(layout.layers, [](const LayerLayout &l) { return l.exactNumber >= 0; });
    if (known != layout.layers.end())
        return std::max(0, known->exactNumber - static_cast<int>(known - layout.layers.begin()));
    std::vector<char> inside(sequence.names, 0);
    markCodes(sequence, layout.inner(), inside);
    return atFront && !holdsOthers(sequence, layout.head(), inside) ? std::max(0, modelLayers - layout.layerCount()) : 0;
}

ForwardLayers forwardLayers(const DeviceContext &context, const MainSequence &sequence, const std::vector<StageRun> &runs)
{
    ForwardLayers result;
    std::vector<Span> spans(runs.size()); // of the runs, as positions of the forward work
    std::vector<std::size_t> runOf;
    for (std::size_t r = 0; r < runs.size(); ++r) {
        spans[r].begin = static_cast<std::uint32_t>(result.position.size());
        for (std::uint32_t i = runs[r].span.begin; runs[r].stage == Stage::Forward && i < runs[r].span.end; ++i) {
            result.position.push_back(i);
            runOf.push_back(r);
        }
        spans[r].end = static_cast<std::uint32_t>(result.position.size());
    }
    result.sequence = partOf(sequence, result.position);
    result.sequence.peers.clear(); // the runs tell where passes begin and end
    const ModelConfig *config = context.options.config;
    const std::vector<CallGroup> stages{stepsOf(context.document, result.sequence, spans)};
    const StepCalls steps(context.document, result.sequence, stages, context.control);
    const EvidenceContext evidence{context.document, context.names, result.sequence, context.options, context.profile,
        context.calls, steps, context.options.layers.value_or(config != nullptr ? config->layers : 0), 0, context.control};
    result.modelLayers = evidence.layers;
    LayerHypothesis chosen = chosenHypothesis(evidence);
    if (chosen.cores.size() < 2 || chosen.runs.layers < 2 || (chosen.score <= 0 && chosen.evidence != Evidence::User))
        return result;
    result.whyNone = whyNoLayers(context, result.sequence, chosen);
    if (!result.whyNone.empty())
        return result;
    std::vector<std::size_t> runOfPass;
    const std::vector<PassRun> passes = passRuns(result.sequence, chosen, runOf, runOfPass);
    const int usual = usualLayers(passes);
    if (usual < 2) // once a pass is no layer
        return result;
    result.layers = usual;
    result.text = chosen.text;
    for (const CallGroup &group : context.calls.layers())
        if (chosen.evidence == Evidence::Annotation && group.label == chosen.text)
            result.modules = &group;
    // Where the capture cuts all passes, they tell less of the model than what is stated.
    const LayerCore &first = chosen.cores.front();
    std::vector<char> inside(result.sequence.names, 0);
    markCodes(result.sequence, {first.span.begin, chosen.cores.back().span.end}, inside);
    const bool cutAtFront = result.position.front() == 0 && !holdsOthers(result.sequence, {0, first.span.begin}, inside);
    const bool cutAtBack = result.position.back() + 1 == sequence.size();
    result.cut = sequence.peers.empty() && passes.size() <= (cutAtFront ? 1U : 0U) + (cutAtBack ? 1U : 0U);
    result.countOpen = result.cut && evidence.layers == 0;
    if (result.cut)
        result.layers = std::max(result.layers, evidence.layers);
    LayoutInput input{context.document, result.sequence, chosen.cores, passes, chosen.steps.step, result.layers,
        chosen.usualOpenings, chosen.role, chosen.leadIn, &context.control, {}, result.countOpen};
    input.frontMayBeCut = result.position.front() == 0;
    input.backMayBeCut = cutAtBack;
    result.layouts = layoutPasses(input);
    runOfPass.resize(result.layouts.size()); // fewer where the work was stopped
    result.run = std::move(runOfPass);
    for (const PassLayout &pass : result.layouts)
        result.layers = result.cut ? std::max(result.layers, pass.layerCount()) : result.layers;
    result.modelLayers = result.layers;
    stretchToRuns(result.sequence, result.layouts, result.run, spans);
    return result;
}

} // namespace lamella::core
