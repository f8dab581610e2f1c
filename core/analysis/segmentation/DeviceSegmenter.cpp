// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/DeviceSegmenter.h"

#include "core/analysis/segmentation/Annotations.h"
#include "core/analysis/segmentation/Confidence.h"
#include "core/analysis/segmentation/LayerHypothesis.h"
#include "core/analysis/segmentation/PassNumbering.h"
#include "core/analysis/segmentation/PassStates.h"
#include "core/analysis/segmentation/evidence/LayerEvidence.h"
#include "core/base/Message.h"

#include <algorithm>
#include <span>

namespace lamella::core {

namespace {

constexpr std::uint32_t kMinWork = 8; // kernels on the main stream
constexpr double kPassesOnly = 0.5; // confidence where nothing is known of layers
constexpr double kProfileHits = 0.8; // share of layers in which the profile's anchor stands as the profile says

// A profile whose anchor stands in the layers as it says is the stronger evidence for the same cut.
void confirmByProfile(
    const DeviceContext &context, const MainSequence &sequence, const std::vector<PassLayout> &layouts, DeviceResult &result)
{
    if (context.profile == nullptr || result.evidence != Evidence::Discovered)
        return;
    for (const AnchorRule &rule : context.profile->anchors) {
        const std::vector<std::uint32_t> hits = anchorHits(context.names, sequence, rule.pattern);
        int layers = 0;
        int anchored = 0;
        for (const PassLayout &pass : layouts) {
            for (const LayerLayout &layer : pass.layers) {
                const auto held = std::lower_bound(hits.begin(), hits.end(), layer.span.end)
                    - std::lower_bound(hits.begin(), hits.end(), layer.span.begin);
                ++layers;
                anchored += held >= 1 && held <= rule.blocksPerLayer ? 1 : 0;
            }
        }
        if (layers > 0 && anchored >= kProfileHits * layers) {
            result.evidence = Evidence::Profile;
            result.anchorText = mostFrequentName(context.names, sequence, hits);
            return;
        }
    }
}

// A device whose kernels show no layers: its passes by annotated ranges, of which no more is known, or why there are none.
void withoutLayers(const DeviceContext &context, const MainSequence &sequence, const StepCalls &steps,
    const std::vector<std::uint32_t> &work, const Message &why, DeviceResult &result, Segmentation &segmentation)
{
    result.anchors = anchorCandidates(context.names, sequence, {}, result.device);
    if (!passesByRanges(context.document, sequence, steps, result.device, segmentation)) {
        result.whyNone = why.empty()
            ? "no kernel repeats in a way that marks layers; name one with --anchor, or record a whole pass"
            : why;
        return;
    }
    markLostEvents(context.document, context.options, result.device);
    classifyStates(result.device, {context.options.selectedPass, context.options.steadyPasses});
    result.evidence = Evidence::Annotation;
    result.anchorText = rangesOfPasses(sequence, steps)->label;
    result.checks = {
        {true, msg("passes are the ranges '%1', joined by launches or, on a device's own lines, by time", result.anchorText)},
        {false, "no layers found: no kernel repeats in a way that marks them; name one with --anchor"}};
    result.confidence = judgeLostEvents(context.document, result.device, kPassesOnly, result.checks);
    judgePassesByCount(result.confidence, result.device);
    assignSideStreams(context.document, sequence, work, result.device, segmentation);
}

// Passes and layers of the hypothesis, with their numbers, states, types and confidence.
void placeLayers(const DeviceContext &context, const MainSequence &sequence, const EvidenceContext &known,
    const LayerHypothesis &chosen, const std::vector<std::uint32_t> &work, DeviceResult &result, Segmentation &segmentation)
{
    // A pass whose count nothing else tells may have been cut inside of a layer: then it has one more.
    const std::size_t runs = chosen.runs.runs.size();
    const bool countOpen = runs <= 2 && !context.options.layers && !chosen.runs.fromConfig;
    int modelLayers = chosen.runs.layers;
    const LayoutInput input{context.document, sequence, chosen.cores, chosen.runs.runs, chosen.steps.step,
        countOpen && runs == 1 ? 0 : modelLayers, chosen.usualOpenings, chosen.role, chosen.leadIn, &context.control,
        chosen.apart, countOpen};
    std::vector<PassLayout> layouts = layoutPasses(input);
    if (context.control.stopRequested()) // the caller sees it too, and keeps nothing
        return;
    addBegunPass(sequence, layouts);
    addEndedPass(sequence, layouts);
    if (countOpen && runs == 1)
        modelLayers = layouts.front().layerCount();
    result.evidence = chosen.evidence;
    result.anchorText = chosen.text;
    confirmByProfile(context, sequence, layouts, result);
    NumberingInput numbering{context.document, context.names, sequence, layouts, chosen.steps, modelLayers,
        context.options.layers.has_value() || chosen.runs.fromConfig, known.draftLayers,
        context.options.config != nullptr ? context.options.config->encoderLayers : 0,
        context.options.config != nullptr ? context.options.config->visionLayers : 0, holdsAttention(sequence), result.evidence,
        context.calls.programs()};
    int shownLayers = chosen.shownLayers;
    if (const int shown = layouts.front().layerCount(); shown != modelLayers && showsWholePass(numbering)) {
        shownLayers = shown;
        numbering.modelLayers = context.options.layers ? modelLayers : shown;
    }
    numberPasses(numbering, result.device, segmentation);
    applyUserBoundaries({context.document, sequence, context.options.boundaries, context.shownAs}, layouts, result.device,
        segmentation, result.userChecks);
    markLostEvents(context.document, context.options, result.device);
    classifyStates(result.device, {context.options.selectedPass, context.options.steadyPasses});
    if (context.control.stopRequested())
        return;
    if (const int selected = result.device.selectedPass; selected >= 0) {
        const Pass &like = result.device.passes[static_cast<std::size_t>(selected)];
        classifyLayers(sequence, context.names, layouts[static_cast<std::size_t>(selected)],
            result.device.layers[like.firstLayer].layer, context.options.config, result.device);
    }
    result.anchors = anchorCandidates(context.names, sequence, layouts, result.device);
    if (result.evidence == Evidence::Discovered && chosen.role == CoreRole::Mixer)
        result.anchorText = result.anchors.empty() ? std::string{} : result.anchors.front().anchor;
    for (AnchorCandidate &row : result.anchors)
        row.chosen = row.anchor == result.anchorText;
    if (context.control.stopRequested())
        return;
    const ConfidenceInput asked{context.document.kernels, context.names, sequence, layouts, result.device, context.options.config,
        chosen.steps, chosen.runs, segmentation.passOf, work, result.evidence, chosen.named, shownLayers};
    result.confidence = judgeLostEvents(context.document, result.device, judge(asked, result.checks), result.checks);
    // A product alone may be the begin of one more layer.
    result.showsEdge = showsEdge(asked, kTokenInput, kTokenResult);
    judgePasses(asked, result.confidence, result.device);
    assignSideStreams(context.document, sequence, work, result.device, segmentation);
}

// The work of one device, or of one chain of it.
DeviceResult segmentWork(const DeviceContext &context, DeviceId device, const std::vector<std::uint32_t> &work,
    MainSequence sequence, Segmentation &segmentation)
{
    DeviceResult result;
    result.device.device = device;
    if (context.control.stopRequested())
        return result;
    result.device.mainStream = sequence.stream;
    if (sequence.size() < kMinWork) { // also keeps a file of 100 000 devices from being searched as often for annotations
        result.whyNone = "too little GPU work to hold layers";
        return result;
    }
    if (segmentTraining(context, sequence, work, result, segmentation)) {
        judgePassesByCount(result.confidence, result.device);
        return result;
    }
    const ModelConfig *config = context.options.config;
    StepCalls steps(context.document, sequence, context.calls.steps(), context.control);
    // Backward work that only its thread tells from forward work is no part of a pass.
    if (const std::vector<std::uint32_t> inside = insideForward(sequence, steps); !inside.empty()) {
        sequence = partOf(sequence, inside);
        steps = StepCalls(context.document, sequence, context.calls.steps(), context.control);
    }
    EvidenceContext known{context.document, context.names, sequence, context.options, context.profile, context.calls, steps,
        context.options.layers.value_or(config != nullptr ? config->layers : 0), config != nullptr ? config->draftLayers : 0,
        context.control};
    LayerHypothesis chosen = chosenHypothesis(known);
    const Message why = whyNoLayers(context, sequence, chosen);
    if (!why.empty() || chosen.cores.size() < 2 || chosen.runs.layers < 2
        || (chosen.score <= 0 && chosen.evidence != Evidence::User)) {
        withoutLayers(context, sequence, steps, work, why, result, segmentation);
        return result;
    }
    if (chosen.runs.odds.size() == chosen.cores.size())
        addPosteriors(chosen.runs);
    placeLayers(context, sequence, known, chosen, work, result, segmentation);
    return result;
}

void forgetWork(const std::vector<std::uint32_t> &work, Segmentation &segmentation)
{
    for (const std::uint32_t k : work) {
        segmentation.passOf[k] = kNoPass;
        segmentation.layerOf[k] = kNoLayer;
        segmentation.side[k] = 0;
    }
}

// What the user edited of the passes of one chain, which number them by themselves.
struct ChainEdits {
    std::vector<BoundaryEdit> edits;
    std::vector<int> shownAs; // by pass of the chain; negative: a micro-batch that is shown as part of another pass
};

// The results of the chains, each with its own edits; none where one of them holds no passes, because it works for another one.
std::vector<DeviceResult> segmentChains(const DeviceContext &context, DeviceId device,
    const std::vector<std::vector<std::uint32_t>> &chains, const std::vector<ChainEdits> &edits, Segmentation &segmentation)
{
    std::vector<DeviceResult> results;
    for (std::size_t c = 0; c < chains.size(); ++c) {
        SegmentationOptions options = context.options;
        options.boundaries = edits[c].edits;
        const DeviceContext own{context.document, context.names, context.tokens, context.calls, options, context.profile,
            context.control, edits[c].shownAs};
        MainSequence sequence = mainSequence(context.document, context.tokens, device, chains[c]);
        results.push_back(segmentWork(own, device, chains[c], std::move(sequence), segmentation));
        if (results.back().device.passes.empty() || results.back().device.modelLayers <= 0)
            return {};
    }
    return results;
}

// The user's edits of a device, each with the chain that holds its pass.
std::vector<ChainEdits> editsOfChains(
    std::span<const BoundaryEdit> edits, std::int64_t device, std::span<const ChainPass> passes, std::size_t chains)
{
    std::vector<ChainEdits> all(chains);
    for (std::size_t shown = 0; shown < passes.size(); ++shown) {
        std::vector<int> &shownAs = all[passes[shown].chain].shownAs;
        const auto pass = static_cast<std::size_t>(passes[shown].pass);
        shownAs.resize(std::max(shownAs.size(), pass + 1), -1);
        shownAs[pass] = static_cast<int>(shown);
    }
    for (const BoundaryEdit &edit : edits) {
        const bool known = edit.pass >= 0 && static_cast<std::size_t>(edit.pass) < passes.size();
        if (edit.device != device)
            continue;
        // What names no pass is reported by the first chain.
        const ChainPass of = known ? passes[static_cast<std::size_t>(edit.pass)] : ChainPass{};
        all[of.chain].edits.push_back(edit);
        if (edit.layer >= of.before) // a layer, not the tail
            all[of.chain].edits.back().layer -= of.before;
    }
    return all;
}

} // namespace

DeviceResult segmentDevice(const DeviceContext &context, DeviceId device, const std::vector<std::uint32_t> &work,
    MainSequence sequence, Segmentation &segmentation)
{
    const std::vector<std::vector<std::uint32_t>> chains = streamChains(context, device, work);
    if (chains.size() == 1)
        return segmentWork(context, device, work, std::move(sequence), segmentation);
    std::vector<ChainEdits> edits(chains.size());
    std::vector<DeviceResult> results = segmentChains(context, device, chains, edits, segmentation);
    if (results.empty()) {
        forgetWork(work, segmentation);
        return segmentWork(context, device, work, std::move(sequence), segmentation);
    }
    JoinedChains joined = joinedChains(context, std::move(results), chains, segmentation);
    edits =
        editsOfChains(context.options.boundaries, context.document.devices[device.value].number, joined.passes, chains.size());
    if (std::all_of(edits.begin(), edits.end(), [](const ChainEdits &ofChain) { return ofChain.edits.empty(); }))
        return std::move(joined.result);
    forgetWork(work, segmentation);
    results = segmentChains(context, device, chains, edits, segmentation);
    if (results.empty()) // stopped: an edit takes no chain its passes, and the caller keeps nothing
        return std::move(joined.result);
    return joinedChains(context, std::move(results), chains, segmentation).result;
}

} // namespace lamella::core
