// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/LayerHypothesis.h"

#include "core/analysis/segmentation/LayerOpenings.h"
#include "core/analysis/segmentation/SequenceAlignment.h"
#include "core/analysis/segmentation/evidence/LayerEvidences.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <map>

namespace lamella::core {

namespace {

constexpr double kGoodScore = 0.6; // weaker evidence is not asked any more
constexpr std::uint32_t kFewestKernels = 4; // in a layer
constexpr int kMostMixers = 4; // in a layer
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
bool plausible(const EvidenceContext &context, const LayerHypothesis &h)
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

void finish(const EvidenceContext &context, bool strict, LayerHypothesis &h)
{
    h.steps = context.steps.around(h.cores);
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
    if (strict && h.score > 0 && !plausible(context, h))
        h.score = 0;
}

std::vector<char> runStarts(const LayerHypothesis &h)
{
    std::vector<char> starts(h.cores.size(), 0);
    for (const PassRun &run : h.runs.runs)
        starts[run.firstCore] = 1;
    return starts;
}

// Two cores a layer: neighbouring blocks differ, every second is alike.
bool alternatesInHalves(const MainSequence &sequence, const LayerHypothesis &h)
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

// Models whose layers hold several mixers: as many as the config's count says, or two where halves alternate.
int mixersPerLayer(const EvidenceContext &context, const LayerHypothesis &h)
{
    int blocks = 1;
    for (int k = 2; k <= kMostMixers && context.layers > 1; ++k) {
        const auto fitting = std::count_if(
            h.runs.runs.begin(), h.runs.runs.end(), [&](const PassRun &r) { return r.layers() == k * context.layers; });
        if (fitting * 2 >= static_cast<std::ptrdiff_t>(h.runs.runs.size()))
            blocks = k;
    }
    return context.layers == 0 && alternatesInHalves(context.sequence, h) ? 2 : blocks;
}

} // namespace

LayerHypothesis judged(const EvidenceContext &context, LayerProposal proposal)
{
    LayerHypothesis h;
    h.role = proposal.role;
    h.leadIn = proposal.leadIn;
    h.evidence = proposal.evidence;
    h.text = std::move(proposal.text);
    h.cores = std::move(proposal.cores);
    if (h.cores.size() < 2)
        return h;
    if (proposal.blocksPerLayer > 1) {
        const std::vector<double> weights =
            cutWeights(context.document, context.sequence, h.cores, context.steps.around(h.cores).step);
        std::vector<char> restart(h.cores.size(), 0);
        for (std::size_t c = 0; c < h.cores.size(); ++c)
            restart[c] = weights[c] >= kCutThreshold ? 1 : 0;
        h.cores = groupedCores(h.cores, proposal.blocksPerLayer, restart);
    }
    finish(context, proposal.strict, h);
    if (const int blocks = h.role == CoreRole::Mixer ? mixersPerLayer(context, h) : 1; blocks > 1) {
        h.cores = groupedCores(h.cores, blocks, runStarts(h));
        finish(context, proposal.strict, h);
    }
    h.score *= proposal.confidence;
    const bool foreign = context.layers > 0 && h.runs.layers != context.layers;
    if (h.score < proposal.fewestScore * (foreign ? kForeignConfig : 1.0))
        h.score = 0;
    return h;
}

LayerHypothesis bestOf(const EvidenceContext &context, std::vector<LayerProposal> proposals)
{
    std::vector<LayerHypothesis> sound;
    std::map<int, int> support; // layer count -> proposals that show it
    for (LayerProposal &proposal : proposals) {
        if (context.control.stopRequested())
            return {};
        LayerHypothesis h = judged(context, std::move(proposal));
        if (h.score <= 0 && h.evidence != Evidence::User)
            continue;
        ++support[h.runs.layers];
        sound.push_back(std::move(h));
    }
    LayerHypothesis best;
    for (LayerHypothesis &h : sound) {
        const auto rank = [&](const LayerHypothesis &x) { return x.score * (1.0 + support[x.runs.layers]); };
        if (best.cores.empty() || rank(h) > rank(best))
            best = std::move(h);
    }
    return best;
}

LayerHypothesis strongestHypothesis(const EvidenceContext &context)
{
    LayerHypothesis best;
    for (const LayerEvidence *evidence : layerEvidences()) {
        if (context.control.stopRequested())
            break;
        LayerHypothesis next = bestOf(context, evidence->propose(context));
        if (next.evidence == Evidence::User && !next.cores.empty())
            return next;
        if (best.cores.empty() || next.score > best.score)
            best = std::move(next);
        if (best.score >= kGoodScore)
            break;
    }
    return best;
}

} // namespace lamella::core
