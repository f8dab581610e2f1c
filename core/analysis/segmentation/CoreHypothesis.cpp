// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/CoreHypothesis.h"

#include "core/analysis/segmentation/LayerOpenings.h"
#include "core/analysis/segmentation/SequenceAlignment.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr std::size_t kTriedNames = 64;
constexpr double kRegular = 0.75;
constexpr std::uint32_t kFewestKernels = 4; // in a layer
constexpr double kForeignConfig = 0.5; // factor for a layer count that the config contradicts

// Share of the cores that stand in passes of the usual length; first and last pass may be cut.
double consistency(const PassRuns &runs)
{
    int all = 0;
    int good = 0;
    for (std::size_t r = 0; r < runs.runs.size(); ++r) {
        const int layers = runs.runs[r].layers();
        const bool atEdge = r == 0 || r + 1 == runs.runs.size();
        const bool draft = layers * 8 <= runs.layers;
        if (draft || (atEdge && layers < runs.layers && runs.runs.size() > 1))
            continue;
        all += layers;
        good += layers == runs.layers ? layers : 0;
    }
    return all == 0 ? 0.5 : static_cast<double>(good) / all;
}

// Layers of a model hold several kernels and, between first and last core, most of the time of their stream. What repeats without
// that (a fill kernel, a collective) marks no layers.
bool plausible(const HypothesisContext &context, const CoreHypothesis &h)
{
    const KernelTable &kernels = context.document.kernels;
    std::vector<std::uint32_t> sizes;
    std::int64_t inside = 0;
    std::int64_t all = 0;
    bool transforms = false;
    for (const PassRun &run : h.runs.runs) {
        for (std::uint32_t c = run.firstCore + 1; c < run.endCore; ++c)
            sizes.push_back(h.cores[c].span.begin - h.cores[c - 1].span.begin);
        for (std::uint32_t i = h.cores[run.firstCore].span.begin; i < h.cores[run.endCore - 1].span.end; ++i)
            inside = addSaturated(inside, kernels.duration[context.sequence.kernel[i]]);
    }
    for (std::uint32_t i = 0; i < context.sequence.size(); ++i) {
        all = addSaturated(all, kernels.duration[context.sequence.kernel[i]]);
        transforms = transforms || context.sequence.has(i, kTokenGemm | kTokenMixer | kTokenFfn);
    }
    if (sizes.empty())
        return false;
    std::nth_element(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2), sizes.end());
    const std::uint32_t fewest = transforms ? kFewestKernels : 2 * kFewestKernels;
    return sizes[sizes.size() / 2] >= fewest && inside >= all / 2;
}

void finish(const HypothesisContext &context, CoreHypothesis &h)
{
    h.steps = annotatedSteps(context.document, context.sequence, h.cores);
    h.weights = cutWeights(context.document, context.sequence, h.cores, h.steps.step);
    h.usualOpenings = h.role == CoreRole::Mixer ? usualOpenings(context.sequence, h.cores) : 0;
    std::vector<char> isCut(h.cores.size(), 0);
    for (std::size_t c = 0; c < h.cores.size(); ++c)
        isCut[c] = h.weights[c] >= kCutThreshold ? 1 : 0;
    if (h.role == CoreRole::Mixer) {
        std::vector<LayerCore> bridged = bridgeMissingCores(context.sequence, h.cores, isCut, h.usualOpenings);
        if (bridged.size() != h.cores.size()) {
            h.cores = std::move(bridged);
            h.weights = cutWeights(context.document, context.sequence, h.cores, h.steps.step);
        }
    }
    h.runs = cutPasses(h.weights, context.layers, context.draftLayers);
    h.score = h.runs.layers >= 2 ? consistency(h.runs) : 0;
    if (context.layers > 0 && h.runs.layers != context.layers)
        h.score *= kForeignConfig;
    if (h.role != CoreRole::Mixer && h.score > 0 && !plausible(context, h))
        h.score = 0;
}

// Every `blocks` cores of a run become one.
void groupCores(CoreHypothesis &h, int blocks)
{
    std::vector<LayerCore> grouped;
    for (const PassRun &run : h.runs.runs) {
        for (std::uint32_t c = run.firstCore; c < run.endCore; ++c) {
            if ((c - run.firstCore) % static_cast<std::uint32_t>(blocks) == 0)
                grouped.push_back(h.cores[c]);
            else
                grouped.back().span.end = h.cores[c].span.end;
        }
    }
    h.cores = std::move(grouped);
}

// Two cores a layer: neighbouring blocks differ, every second is alike.
bool alternatesInHalves(const MainSequence &sequence, const CoreHypothesis &h)
{
    if (h.runs.layers < 4 || h.runs.layers % 2 != 0)
        return false;
    for (const PassRun &run : h.runs.runs) {
        if (run.layers() != h.runs.layers)
            continue;
        double next = 0;
        double second = 0;
        int compared = 0;
        for (std::uint32_t c = run.firstCore; c + 3 < run.endCore; ++c) {
            const auto block = [&](std::uint32_t i) {
                return symbols(sequence, {h.cores[i].span.begin, h.cores[i + 1].span.begin});
            };
            next += similarity(block(c), block(c + 1));
            second += similarity(block(c), block(c + 2));
            ++compared;
        }
        return compared > 0 && next < 0.35 * compared && second > 0.8 * compared;
    }
    return false;
}

} // namespace

CoreHypothesis mixerHypothesis(const HypothesisContext &context, const LayerAnnotations &annotations)
{
    CoreHypothesis h;
    h.evidence = annotations.layers.empty() ? Evidence::Discovered : Evidence::Annotation;
    h.text = annotations.layers.empty() ? "attention kernels" : annotations.label;
    h.cores = mergeAnnotated(mixerCores(context.sequence), annotations.layers);
    if (h.cores.size() < 2)
        return h;
    finish(context, h);
    int blocks = 1;
    for (int k = 2; k <= 4 && context.layers > 1; ++k) {
        const bool manyRuns = std::count_if(h.runs.runs.begin(), h.runs.runs.end(),
                                  [&](const PassRun &r) { return r.layers() == k * context.layers; })
                * 2
            >= static_cast<std::ptrdiff_t>(h.runs.runs.size());
        if (manyRuns)
            blocks = k;
    }
    if (context.layers == 0 && alternatesInHalves(context.sequence, h))
        blocks = 2;
    if (blocks > 1) {
        groupCores(h, blocks);
        finish(context, h);
    }
    return h;
}

CoreHypothesis anchorHypothesis(const HypothesisContext &context, const std::vector<std::uint32_t> &hits, int blocksPerLayer,
    CoreRole role, std::uint32_t leadIn)
{
    CoreHypothesis h;
    h.role = role;
    h.leadIn = leadIn;
    h.cores = anchorCores(hits, 1, std::vector<char>(hits.size(), 0));
    if (h.cores.size() < 2)
        return h;
    if (blocksPerLayer > 1) {
        const StepAnnotations steps = annotatedSteps(context.document, context.sequence, h.cores);
        const std::vector<double> weights = cutWeights(context.document, context.sequence, h.cores, steps.step);
        std::vector<char> restart(hits.size(), 0);
        for (std::size_t i = 0; i < hits.size(); ++i)
            restart[i] = weights[i] >= kCutThreshold ? 1 : 0;
        h.cores = anchorCores(hits, blocksPerLayer, restart);
    }
    finish(context, h);
    return h;
}

CoreHypothesis discoveredHypothesis(const HypothesisContext &context, const KernelNames &names)
{
    std::unordered_map<StringId, std::vector<std::uint32_t>> hits;
    for (std::uint32_t i = 0; i < context.sequence.size(); ++i)
        hits[context.sequence.symbol[i]].push_back(i);
    std::vector<StringId> tried;
    for (const auto &[symbol, at] : hits) {
        if (at.size() >= 4)
            tried.push_back(symbol);
    }
    std::sort(tried.begin(), tried.end(), [&](StringId a, StringId b) {
        return hits[a].size() != hits[b].size() ? hits[a].size() > hits[b].size() : hits[a].front() < hits[b].front();
    });
    if (tried.size() > kTriedNames)
        tried.resize(kTriedNames);
    std::vector<CoreHypothesis> regular;
    std::map<int, int> support; // layer count -> names that show it
    for (const StringId symbol : tried) {
        CoreHypothesis h = anchorHypothesis(context, hits[symbol], 1, CoreRole::Within, 0);
        if (h.score < kRegular * (context.layers > 0 && h.runs.layers != context.layers ? kForeignConfig : 1.0))
            continue;
        h.text = names[symbol].full;
        h.evidence = Evidence::Discovered;
        ++support[h.runs.layers];
        regular.push_back(std::move(h));
    }
    CoreHypothesis best;
    for (CoreHypothesis &h : regular) {
        const auto rank = [&](const CoreHypothesis &x) { return x.score * (1.0 + support[x.runs.layers]); };
        if (best.cores.empty() || rank(h) > rank(best))
            best = std::move(h);
    }
    return best;
}

} // namespace lamella::core
