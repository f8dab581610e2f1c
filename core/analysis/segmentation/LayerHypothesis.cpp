// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/LayerHypothesis.h"

#include "core/analysis/segmentation/LayerCores.h"
#include "core/analysis/segmentation/SequenceAlignment.h"
#include "core/analysis/segmentation/evidence/LayerEvidence.h"
#include "core/base/Saturate.h"
#include "core/base/Typical.h"

#include <algorithm>
#include <map>

namespace lamella::core {

namespace {

constexpr double kGoodScore = 0.6; // weaker evidence is not asked any more
constexpr std::uint32_t kMinKernels = 4; // in a layer
constexpr double kWholePasses = 0.5; // where passes repeat rather than layers
constexpr std::ptrdiff_t kFewPasses = 2;
constexpr int kFewestPeriods = 4;
constexpr double kNearlyAll = 0.7; // of the time
constexpr int kMaxMixers = 4; // in a layer
constexpr int kMaxParts = 8;
constexpr double kOtherWork = 0.35; // likeness of blocks below which they do different work
constexpr double kOtherUnnamedWork = 0.5; // without roles, kernels of both halves (norms in single kernels) count in full
constexpr double kSameWork = 0.8; // and above which the same
constexpr double kClearlyLess = 0.1;
constexpr std::uint32_t kComparedCores = 48;
constexpr int kClearRuns = 3;
constexpr double kClearOdds = 2.0; // log-odds of a boundary
constexpr int kComesAgain = 2;
constexpr double kNoneWhole = 0.6; // consistency where the capture holds no whole pass: enough to be believed
constexpr double kForeignButClear = 0.7; // the same where several passes clearly show it
constexpr double kForeignConfig = 0.5; // factor for a layer count that the config contradicts

// Share of the cores that stand in passes of the usual length, or of another one that clearly comes again (another model); first
// and last pass may be cut. Longer ones are those of a tower beside blocks of another kind, or of an encoder before all others.
double consistency(const PassRuns &runs)
{
    const auto otherBlocks = [&](std::size_t r) {
        return r < runs.runs.size() && runs.runs[r].firstCore < runs.odds.size() && runs.odds[runs.runs[r].firstCore].otherBlocks;
    };
    std::map<int, int> clear; // length -> passes that clear evidence begins
    for (const PassRun &run : runs.runs)
        clear[run.layers()] += run.boundaryLogOdds >= kClearOdds ? 1 : 0;
    int all = 0;
    int good = 0;
    for (std::size_t r = 0; r < runs.runs.size(); ++r) {
        const int layers = runs.runs[r].layers();
        const bool atEdge = r == 0 || r + 1 == runs.runs.size();
        const bool draft = layers * 8 <= runs.layers;
        const bool encoder = r == 0 && clear[runs.layers] >= kClearRuns;
        const bool tower = layers > runs.layers && (encoder || otherBlocks(r) || otherBlocks(r + 1));
        if (draft || tower || (atEdge && layers < runs.layers))
            continue;
        all += layers;
        good += layers == runs.layers || runs.runs[r].joined || (layers > 1 && clear[layers] >= kComesAgain) ? layers : 0;
    }
    return all == 0 ? kNoneWhole : static_cast<double>(good) / all;
}

// Whether what repeats begins with attention, and does something else than fill memory besides, or is known to be a layer: else
// parts of passes may be as many calls of one kernel.
bool attendsFirst(const EvidenceContext &context, Span period)
{
    const auto works = [&](std::uint32_t i) {
        const Category category = context.names.category(context.sequence.symbol[i]);
        return category == Category::Gemm || category == Category::Moe || category == Category::Other;
    };
    return (context.layers > 0 || anyIn(period, works)) && context.sequence.has(period.begin, kTokenMixer | kTokenSoftmax);
}

// Layers of a few large kernels each (a whole block of attention in one): several passes of one length, or parts of some, in
// which the same kernels come again and again without anything between, and which take nearly all of the time. Neither input nor
// result of a step is among them: then the steps repeat, not the layers.
bool clearPeriod(const EvidenceContext &context, const LayerHypothesis &h, std::uint32_t period, double inside)
{
    const MainSequence &sequence = context.sequence;
    const auto whole = std::ranges::count_if(h.runs.runs, [&](const PassRun &run) { return run.layers() == h.runs.layers; });
    const std::uint32_t first = h.cores.front().span.begin;
    const bool attends = attendsFirst(context, {first, std::min(first + period, sequence.size())});
    if ((whole < kFewPasses && !attends) || h.runs.layers < kFewestPeriods || inside < kNearlyAll)
        return false;
    constexpr TokenSet kOfStep = kTokenEmbedding | kTokenSampling | kTokenHostCopy | kTokenToHost;
    return std::all_of(h.runs.runs.begin(), h.runs.runs.end(), [&](const PassRun &run) {
        const std::uint32_t begin = h.cores[run.firstCore].span.begin;
        const std::uint32_t end = h.cores[run.endCore - 1].span.end;
        const auto differs = [&](std::uint32_t i) {
            return sequence.has(i, kOfStep) || (i >= begin + period && sequence.symbol[i] != sequence.symbol[i - period]);
        };
        return h.cores[run.endCore - 1].span.begin == begin + static_cast<std::uint32_t>(run.layers() - 1) * period
            && !anyIn({begin, end}, differs);
    });
}

// Layers of a model hold several kernels and, between first and last core, most of the time of their stream. What repeats without
// that (a fill kernel, a collective) marks no layers.
bool plausible(const EvidenceContext &context, LayerHypothesis &h)
{
    const KernelTable &kernels = context.document.kernels;
    std::vector<std::uint32_t> sizes;
    std::int64_t inside = 0;
    const std::int64_t all = durationOf(kernels, context.sequence, {0, context.sequence.size()});
    const bool transforms = context.sequence.holds(kTokenGemm | kTokenMixer | kTokenFfn);
    for (const PassRun &run : h.runs.runs) {
        for (std::uint32_t c = run.firstCore + 1; c < run.endCore; ++c)
            sizes.push_back(h.cores[c].span.begin - h.cores[c - 1].span.begin);
        inside = addSaturated(inside,
            durationOf(kernels, context.sequence, {h.cores[run.firstCore].span.begin, h.cores[run.endCore - 1].span.end}));
    }
    if (sizes.empty())
        return false;
    const std::uint32_t fewest = transforms ? kMinKernels : 2 * kMinKernels;
    // Where the user sets fewer layers than there are, what lies between the first and last core of a pass says nothing.
    const std::uint32_t usual = middleValue(std::move(sizes));
    const double share = static_cast<double>(inside) / static_cast<double>(std::max<std::int64_t>(all, 1));
    h.fewKernels = usual < fewest && transforms && clearPeriod(context, h, usual, share);
    if (h.fewKernels && context.sequence.has(h.cores.front().span.begin, kTokenMixer)) {
        h.role = CoreRole::Begins;
        h.named = true;
    }
    return (usual >= fewest || h.fewKernels) && (context.options.layers.has_value() || inside >= all / 2);
}

// Share of the kernels that lie in passes, counted from first to last core and one layer more. Names mean nothing here, so a name
// that only some of the passes hold (prefill, another batch size) must not win over one that stands in all of them.
double explained(const MainSequence &sequence, const LayerHypothesis &h)
{
    std::uint64_t inside = 0;
    for (const PassRun &run : h.runs.runs) {
        const std::uint32_t begin = h.cores[run.firstCore].span.begin;
        const std::uint32_t end = h.cores[run.endCore - 1].span.end;
        const std::uint32_t limit = run.endCore == h.cores.size() ? sequence.size() : h.cores[run.endCore].span.begin;
        inside +=
            std::min<std::uint64_t>(limit - begin, (end - begin) + (end - begin) / static_cast<std::uint32_t>(run.layers()));
    }
    return static_cast<double>(inside) / std::max(1U, sequence.size());
}

// Several passes of one length, each with strong evidence at its begin: the kernels are surer than a config.
bool clearPasses(const PassRuns &runs)
{
    const auto clear = std::count_if(runs.runs.begin(), runs.runs.end(),
        [&](const PassRun &r) { return (r.layers() == runs.layers || r.joined) && r.boundaryLogOdds >= kClearOdds; });
    return clear >= kClearRuns && clear * 3 >= 2 * static_cast<std::ptrdiff_t>(runs.runs.size());
}

// Evidence for a boundary before each core; none where both sides ran in one range that is one pass.
BoundaryEvidence evidenceAround(const EvidenceContext &context, const std::vector<LayerCore> &cores, const StepAnnotations &steps)
{
    BoundaryEvidence evidence = boundaryEvidence(context.document, context.sequence, cores, steps.step, context.control);
    if (!steps.onePass)
        return evidence;
    evidence.samePass.assign(cores.size(), 0);
    for (std::size_t c = 1; c < cores.size(); ++c) {
        const std::int32_t step = steps.step[cores[c].span.begin];
        evidence.samePass[c] = step >= 0 && step == steps.step[cores[c - 1].span.begin] ? 1 : 0;
    }
    return evidence;
}

// parts: cores that make one layer.
PassPriors priorsOf(const EvidenceContext &context, int countTo, int parts)
{
    PassPriors priors;
    priors.layers = countTo * parts;
    priors.draftLayers = context.draftLayers * parts;
    priors.fixed = context.options.layers.has_value() && countTo > 0;
    if (context.options.config != nullptr && !context.options.layers)
        priors.encoderLayers = std::min(context.options.config->encoderLayers * parts, priors.layers);
    return priors;
}

std::vector<char> runStarts(const std::vector<PassRun> &runs, std::size_t cores)
{
    std::vector<char> starts(cores, 0);
    for (const PassRun &run : runs)
        starts[run.firstCore] = 1;
    return starts;
}

// A run of the usual length with an embedding before its first core and lm_head or sampling after its last one.
bool showsWholePass(const MainSequence &sequence, const LayerHypothesis &h)
{
    return std::ranges::any_of(h.runs.runs, [&](const PassRun &run) {
        const std::uint32_t front = run.firstCore == 0 ? 0 : h.cores[run.firstCore - 1].span.end;
        const std::uint32_t back = run.endCore == h.cores.size() ? sequence.size() : h.cores[run.endCore].span.begin;
        return run.layers() == h.runs.layers && sequence.holds({front, h.cores[run.firstCore].span.begin}, kTokenEmbedding)
            && sequence.holds({h.cores[run.endCore - 1].span.end, back}, kTokenSampling | kTokenEmbedding);
    });
}

// countTo: layers that the config or the user states, 0 = unknown.
void finish(const EvidenceContext &context, int countTo, LayerHypothesis &h)
{
    h.steps = context.steps.around(h.cores);
    const PassPriors priors = priorsOf(context, countTo, 1);
    h.runs = splitPasses(evidenceAround(context, h.cores, h.steps), priors, context.control);
    if (context.control.stopRequested())
        return;
    h.usualOpenings = h.role == CoreRole::Mixer ? usualOpenings(context.sequence, h.cores) : 0;
    std::vector<LayerCore> bridged = bridgeMissingCores(
        context.sequence, h.cores, h.runs.runs, h.usualOpenings, clearPasses(h.runs) ? h.runs.layers : 0);
    if (bridged.size() != h.cores.size()) {
        h.cores = std::move(bridged);
        h.runs = splitPasses(evidenceAround(context, h.cores, h.steps), priors, context.control);
    }
    if (context.control.stopRequested())
        return;
    h.score = h.runs.layers >= 2 ? consistency(h.runs) : 0;
    if (context.layers > 0 && h.runs.layers != context.layers)
        h.score *= h.role == CoreRole::Mixer && (clearPasses(h.runs) || showsWholePass(context.sequence, h)) ? kForeignButClear
                                                                                                             : kForeignConfig;
    if (h.strict && h.score > 0 && !plausible(context, h))
        h.score = 0;
}

constexpr int kFewestCompared = 4; // layers, for a likeness

using Likeness = std::vector<double>; // by distance of the cores, 1 to kMaxParts

// Cores of a pass of the usual length; none where it has too few.
Span comparedCores(const LayerHypothesis &h, int fewest)
{
    const auto run = std::ranges::find(h.runs.runs, h.runs.layers, &PassRun::layers);
    return run == h.runs.runs.end() || run->layers() < fewest
        ? Span{}
        : Span{run->firstCore, std::min(run->endCore, run->firstCore + kComparedCores)};
}

// How alike blocks are that lie so many cores apart, on average over one pass of the usual length.
Likeness likeness(const MainSequence &sequence, const LayerHypothesis &h)
{
    Likeness mean(kMaxParts + 1, 0.0);
    const Span cores = comparedCores(h, kFewestCompared);
    const auto block = [&](std::uint32_t c) { return symbols(sequence, {h.cores[c].span.begin, h.cores[c + 1].span.begin}); };
    for (std::uint32_t distance = 1; distance < mean.size(); ++distance) {
        int compared = 0;
        for (std::uint32_t c = cores.begin; c + distance + 1 < cores.end; ++c, ++compared)
            mean[distance] += similarity(block(c), block(c + distance));
        mean[distance] /= std::max(1, compared);
    }
    return mean;
}

// Cores that are parts of one layer: neighbours within the layer run other kernels, the same parts come again in the next layer.
int partsPerLayer(const MainSequence &sequence, const LayerHypothesis &h)
{
    const Likeness alike = likeness(sequence, h);
    double nearest = 0; // likest of the parts that would be put together
    for (int parts = 2; parts <= kMaxParts; ++parts) {
        nearest = std::max(nearest, alike[static_cast<std::size_t>(parts) - 1]);
        if (nearest >= (h.named ? kOtherWork : kOtherUnnamedWork))
            return 1;
        if (h.runs.layers % parts <= (h.named ? 0 : 1) && alike[static_cast<std::size_t>(parts)] > kSameWork)
            return parts;
    }
    return 1;
}

// Not so where neighbours are as alike as the same parts of the next layer: then the config counts something else.
bool differsInside(const MainSequence &sequence, const LayerHypothesis &h, int parts)
{
    const Likeness alike = likeness(sequence, h);
    return alike[1] <= alike[static_cast<std::size_t>(parts)] - kClearlyLess;
}

// Norms also close the last layer of a pass: one core too many, after which no layer comes. A single pass, which may be cut, does
// not show it.
void dropClosing(LayerHypothesis &h, int parts)
{
    if (h.runs.layers % parts != 1 || h.runs.runs.size() < 2)
        return;
    std::vector<LayerCore> kept;
    std::vector<PassRun> runs;
    for (PassRun run : h.runs.runs) {
        const std::uint32_t end = run.endCore - (run.layers() == h.runs.layers ? 1 : 0);
        const auto first = static_cast<std::uint32_t>(kept.size());
        kept.insert(kept.end(), h.cores.begin() + run.firstCore, h.cores.begin() + end);
        run.firstCore = first;
        run.endCore = static_cast<std::uint32_t>(kept.size());
        runs.push_back(run);
    }
    h.cores = std::move(kept);
    h.runs.runs = std::move(runs);
}

// Attention to the tokens themselves, then to others (a text, an encoder) and the feed-forward block: every other attention has none
// behind it.
bool attendsTwice(const MainSequence &sequence, const LayerHypothesis &h)
{
    const Span cores = comparedCores(h, 2 * kFewestCompared);
    if (h.role != CoreRole::Mixer || cores.size() == 0 || h.runs.layers % 2 != 0)
        return false;
    return !anyIn({cores.begin, cores.end - 1}, [&](std::uint32_t c) {
        const Span block{h.cores[c].span.begin, h.cores[c + 1].span.begin};
        const bool second = (c - cores.begin) % 2 != 0;
        return sequence.has(block.begin, kTokenLinear) || sequence.holds(block, kTokenFfn) != second;
    });
}

// Models whose layers hold several mixers: as many as the config's count says, or two where halves alternate.
int mixersPerLayer(const EvidenceContext &context, const LayerHypothesis &h)
{
    if (attendsTwice(context.sequence, h))
        return 2;
    int blocks = 1;
    for (int k = 2; k <= kMaxMixers && context.layers > 1; ++k) {
        const auto fitting = std::count_if(
            h.runs.runs.begin(), h.runs.runs.end(), [&](const PassRun &r) { return r.layers() == k * context.layers; });
        if (fitting * 2 >= static_cast<std::ptrdiff_t>(h.runs.runs.size()) && differsInside(context.sequence, h, k))
            blocks = k;
    }
    return blocks == 1 && (context.layers == 0 || !h.named) ? partsPerLayer(context.sequence, h) : blocks;
}

LayerHypothesis judged(const EvidenceContext &context, LayerProposal proposal)
{
    LayerHypothesis h{std::move(proposal), {}, {}};
    if (h.cores.size() < 2)
        return h;
    if (h.blocksPerLayer > 1) {
        const PassRuns parts = splitPasses(evidenceAround(context, h.cores, context.steps.around(h.cores)),
            priorsOf(context, context.layers, h.blocksPerLayer), context.control);
        h.cores = groupedCores(h.cores, h.blocksPerLayer, runStarts(parts.runs, h.cores.size()), !parts.priors.beginShown);
    }
    // Blocks that may be halves of layers must show their count by themselves, or halves would always fit the config.
    const int countTo = h.blocksAreLayers ? 0 : context.layers;
    finish(context, countTo, h);
    // A part of one pass shows no count, and nothing else.
    if (h.blocksAreLayers && h.runs.runs.size() == 1 && h.runs.layers < context.layers && !h.runs.priors.beginShown
        && !h.runs.priors.endShown) {
        h.runs.layers = context.layers;
        h.runs.fromConfig = true;
        h.score /= kForeignConfig;
    }
    const bool mayHoldParts = h.role == CoreRole::Mixer || (h.role == CoreRole::Within && h.evidence == Evidence::Discovered);
    if (const int blocks = mayHoldParts && !h.blocksAreLayers ? mixersPerLayer(context, h) : 1; blocks > 1) {
        dropClosing(h, blocks);
        h.cores = groupedCores(h.cores, blocks, runStarts(h.runs.runs, h.cores.size()), !h.runs.priors.beginShown);
        for (LayerCore &core : h.cores) // the last of several kernels of one name may open the next layer
            core.span.end = h.named ? core.span.end : core.span.begin + 1;
        finish(context, countTo, h);
    }
    h.score *= h.confidence;
    if (!h.named && h.score > 0 && !h.fewKernels) {
        const double share = explained(context.sequence, h);
        h.score *= share * share;
    }
    const bool foreign = context.layers > 0 && h.runs.layers != context.layers;
    if (h.score < h.fewestScore * (foreign ? kForeignConfig : 1.0))
        h.score = 0;
    if (h.evidence != Evidence::User && h.evidence != Evidence::Annotation && looksUpInEach(context.sequence, h.cores))
        h.score *= kWholePasses;
    return h;
}

LayerHypothesis bestOf(const EvidenceContext &context, std::vector<LayerProposal> proposals)
{
    LayerHypothesis best;
    for (LayerProposal &proposal : proposals) {
        if (context.control.stopRequested())
            return {};
        LayerHypothesis h = judged(context, std::move(proposal));
        if ((h.score > 0 || h.evidence == Evidence::User) && (best.cores.empty() || h.score > best.score))
            best = std::move(h);
    }
    return best;
}

// Whether it shows how many layers a pass has: one that is whole by what stands around it, several that are clearly bounded, or
// annotations that count from the first layer to one with work of no layer behind it.
bool showsCount(const MainSequence &sequence, const LayerHypothesis &h)
{
    if (showsWholePass(sequence, h) || clearPasses(h.runs))
        return true;
    return h.evidence == Evidence::Annotation && std::ranges::any_of(h.runs.runs, [&](const PassRun &run) {
        const LayerCore &last = h.cores[run.endCore - 1];
        const std::uint32_t next = run.endCore == h.cores.size() ? sequence.size() : h.cores[run.endCore].span.begin;
        return run.layers() == h.runs.layers && h.cores[run.firstCore].exactNumber == 0 && last.exact && last.exact->end < next;
    });
}

} // namespace

LayerHypothesis strongestHypothesis(const EvidenceContext &context)
{
    LayerHypothesis best;
    for (const LayerEvidence &evidence : layerEvidences()) {
        if (context.control.stopRequested())
            break;
        LayerHypothesis next = bestOf(context, evidence.propose(context));
        if (next.evidence == Evidence::User && !next.cores.empty())
            return next;
        if (best.cores.empty() || next.score > best.score) {
            next.overrules = best.score > 0;
            best = std::move(next);
        }
        if (best.score >= kGoodScore)
            break;
    }
    return best;
}

LayerHypothesis chosenHypothesis(const EvidenceContext &context)
{
    LayerHypothesis chosen = strongestHypothesis(context);
    const int stated = context.layers;
    const bool byUser = context.options.layers.has_value();
    if (stated == 0 || (chosen.evidence == Evidence::User && !byUser))
        return chosen;
    const auto shows = [stated](const LayerHypothesis &h) {
        return std::ranges::any_of(h.runs.runs, [stated](const PassRun &run) { return run.layers() == stated; });
    };
    const bool shown = shows(chosen);
    const int tower = context.options.config != nullptr ? context.options.config->visionLayers : 0;
    if (!byUser && tower == 0 && shown && !chosen.overrules
        && (stated < kFewestCompared || likeness(context.sequence, chosen)[1] >= kSameWork))
        return chosen;
    // No pass shows the number that is stated, or only by layers of unequal kernels: it may not decide what a layer is, and a
    // pass that is whole by what stands around its layers contradicts it.
    SegmentationOptions options = context.options;
    options.layers.reset();
    const EvidenceContext alone{context.document, context.names, context.sequence, options, context.profile, context.calls,
        context.steps, 0, context.draftLayers, context.control};
    LayerHypothesis without = strongestHypothesis(alone);
    if (without.score <= 0)
        return chosen;
    if (byUser) {
        chosen.shownLayers = without.runs.layers != stated && showsCount(context.sequence, without) ? without.runs.layers : 0;
        return chosen;
    }
    if (tower > 0 && without.runs.layers == tower && !shows(without)) // the vision tower alone
        return without;
    // A number that is stated chooses among proposals of one kind, but no weaker kind of evidence.
    if (chosen.overrules && !without.overrules && without.score >= kGoodScore)
        return without;
    if (shown)
        return chosen;
    const bool sameCores = without.cores.size() == chosen.cores.size() && without.role == chosen.role;
    return !sameCores || showsWholePass(context.sequence, without) ? without : chosen;
}

} // namespace lamella::core
