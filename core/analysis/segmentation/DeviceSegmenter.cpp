// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/DeviceSegmenter.h"

#include "core/analysis/segmentation/AnchorCandidates.h"
#include "core/analysis/segmentation/Confidence.h"
#include "core/analysis/segmentation/CoreHypothesis.h"
#include "core/analysis/segmentation/LayerTypes.h"
#include "core/analysis/segmentation/PassNumbering.h"
#include "core/analysis/segmentation/PassStates.h"
#include "core/analysis/segmentation/SideStreams.h"
#include "core/profile/NameText.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr double kGoodScore = 0.6;
constexpr std::uint32_t kFewestWork = 8; // kernels on the main stream
constexpr double kProfileHits = 0.8; // share of layers in which the profile's anchor stands as the profile says

std::vector<std::uint32_t> hitsOf(const DeviceContext &context, const MainSequence &sequence, const NamePattern &pattern)
{
    std::unordered_map<StringId, bool> matches;
    std::vector<std::uint32_t> hits;
    for (std::uint32_t i = 0; i < sequence.size(); ++i) {
        const auto [it, fresh] = matches.try_emplace(sequence.symbol[i], false);
        if (fresh)
            it->second = pattern.matches(lowerCasedText(context.names[sequence.symbol[i]].full));
        if (it->second)
            hits.push_back(i);
    }
    return hits;
}

// The kernel that a pattern hits most often: easier to read than the pattern, and good for --anchor too.
std::string mostFrequentName(const DeviceContext &context, const MainSequence &sequence, const std::vector<std::uint32_t> &hits)
{
    std::map<StringId, std::uint32_t> count;
    for (const std::uint32_t hit : hits)
        ++count[sequence.symbol[hit]];
    const auto most =
        std::max_element(count.begin(), count.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
    return most == count.end() ? std::string{} : context.names[most->first].full;
}

CoreRole coreRole(AnchorRole role)
{
    return role == AnchorRole::Begins ? CoreRole::Begins : role == AnchorRole::Ends ? CoreRole::Ends : CoreRole::Within;
}

// Length of the run of lead-in kernels that usually stands right before the anchor.
std::uint32_t leadInOf(
    const DeviceContext &context, const MainSequence &sequence, const AnchorRule &rule, const std::vector<std::uint32_t> &hits)
{
    if (rule.leadIn.empty() || hits.empty())
        return 0;
    std::unordered_map<std::uint32_t, std::uint32_t> votes;
    for (const std::uint32_t hit : hits) {
        std::uint32_t lead = 0;
        while (lead < hit && lead < rule.leadIn.size()) {
            const std::string name = lowerCasedText(context.names[sequence.symbol[hit - lead - 1]].full);
            const bool known =
                std::any_of(rule.leadIn.begin(), rule.leadIn.end(), [&](const NamePattern &p) { return p.matches(name); });
            if (!known)
                break;
            ++lead;
        }
        ++votes[lead];
    }
    return std::max_element(votes.begin(), votes.end(), [](const auto &a, const auto &b) { return a.second < b.second; })->first;
}

CoreHypothesis userHypothesis(const DeviceContext &context, const HypothesisContext &h, const NamePattern &pattern)
{
    const std::vector<std::uint32_t> hits = hitsOf(context, h.sequence, pattern);
    CoreHypothesis result = anchorHypothesis(
        h, hits, context.options.blocksPerLayer.value_or(1), coreRole(context.options.role.value_or(AnchorRole::Within)), 0);
    result.evidence = Evidence::User;
    result.text = pattern.text();
    return result;
}

CoreHypothesis profileHypothesis(const DeviceContext &context, const HypothesisContext &h)
{
    CoreHypothesis best;
    for (const AnchorRule &rule : context.profile->anchors) {
        const std::vector<std::uint32_t> hits = hitsOf(context, h.sequence, rule.pattern);
        if (hits.size() < 2)
            continue;
        CoreHypothesis next =
            anchorHypothesis(h, hits, rule.blocksPerLayer, coreRole(rule.role), leadInOf(context, h.sequence, rule, hits));
        if (next.score <= best.score)
            continue;
        next.evidence = Evidence::Profile;
        next.text = mostFrequentName(context, h.sequence, hits);
        best = std::move(next);
    }
    return best;
}

CoreHypothesis chooseHypothesis(const DeviceContext &context, const HypothesisContext &h)
{
    if (context.options.anchor) {
        if (const Result<NamePattern> pattern = NamePattern::parse(*context.options.anchor))
            return userHypothesis(context, h, *pattern);
    }
    CoreHypothesis best = mixerHypothesis(h, annotatedLayers(h.document, h.sequence));
    if (best.score >= kGoodScore || context.control.stopRequested())
        return best;
    if (context.profile != nullptr) {
        CoreHypothesis profile = profileHypothesis(context, h);
        if (profile.score > best.score)
            best = std::move(profile);
    }
    if (best.score >= kGoodScore)
        return best;
    CoreHypothesis discovered = discoveredHypothesis(h, context.names);
    return discovered.score > best.score ? std::move(discovered) : std::move(best);
}

// A profile whose anchor stands in the layers as it says is the stronger evidence for the same cut.
void confirmByProfile(
    const DeviceContext &context, const MainSequence &sequence, const std::vector<PassLayout> &layouts, DeviceResult &result)
{
    if (context.profile == nullptr || result.evidence != Evidence::Discovered)
        return;
    for (const AnchorRule &rule : context.profile->anchors) {
        const std::vector<std::uint32_t> hits = hitsOf(context, sequence, rule.pattern);
        int layers = 0;
        int standing = 0;
        for (const PassLayout &pass : layouts) {
            for (const LayerLayout &layer : pass.layers) {
                const auto begin = std::lower_bound(hits.begin(), hits.end(), layer.span.begin);
                const auto end = std::lower_bound(hits.begin(), hits.end(), layer.span.end);
                ++layers;
                standing += end - begin >= 1 && end - begin <= rule.blocksPerLayer ? 1 : 0;
            }
        }
        if (layers > 0 && standing >= kProfileHits * layers) {
            result.evidence = Evidence::Profile;
            result.anchorText = mostFrequentName(context, sequence, hits);
            return;
        }
    }
}

std::string clearestAnchor(const std::vector<AnchorCandidate> &anchors)
{
    return anchors.empty() ? std::string{} : anchors.front().anchor;
}

bool holdsRunOf(const CoreHypothesis &hypothesis, int layers)
{
    return std::any_of(
        hypothesis.runs.runs.begin(), hypothesis.runs.runs.end(), [&](const PassRun &r) { return r.layers() == layers; });
}

bool holds(const MainSequence &sequence, std::uint32_t begin, std::uint32_t end, TokenSet tokens)
{
    for (std::uint32_t i = begin; i < end; ++i) {
        if (sequence.has(i, tokens))
            return true;
    }
    return false;
}

// A run of the usual length with an embedding before its first core and lm_head or sampling after its last one.
bool showsWholePass(const MainSequence &sequence, const CoreHypothesis &h)
{
    for (std::size_t r = 0; r < h.runs.runs.size(); ++r) {
        const PassRun &run = h.runs.runs[r];
        if (run.layers() != h.runs.layers)
            continue;
        const std::uint32_t front = run.firstCore == 0 ? 0 : h.cores[run.firstCore - 1].span.end;
        const std::uint32_t back = run.endCore == h.cores.size() ? sequence.size() : h.cores[run.endCore].span.begin;
        if (holds(sequence, front, h.cores[run.firstCore].span.begin, kTokenEmbedding)
            && holds(sequence, h.cores[run.endCore - 1].span.end, back, kTokenSampling | kTokenEmbedding))
            return true;
    }
    return false;
}

bool holdsAttention(const MainSequence &sequence)
{
    return std::any_of(sequence.token.begin(), sequence.token.end(), [](TokenSet t) { return (t & kTokenMixer) != 0; });
}

} // namespace

DeviceResult segmentDevice(
    const DeviceContext &context, DeviceId device, const std::vector<std::uint32_t> &work, Segmentation &segmentation)
{
    DeviceResult result;
    result.device.device = device;
    const MainSequence sequence = mainSequence(context.document, context.tokens, device, work);
    result.device.mainStream = sequence.stream;
    if (sequence.size() < kFewestWork) { // also keeps a file of 100 000 devices from being searched as often for annotations
        result.whyNone = "too little GPU work to hold layers";
        return result;
    }
    const ModelConfig *config = context.options.config;
    HypothesisContext h{context.document, sequence, context.options.layers.value_or(config != nullptr ? config->layers : 0),
        config != nullptr ? config->draftLayers : 0};
    CoreHypothesis chosen = chooseHypothesis(context, h);
    // A pass that is whole by what stands around its layers contradicts a config that wants more of them.
    if (!context.options.layers && chosen.runs.fromConfig && !holdsRunOf(chosen, h.layers)) {
        HypothesisContext free{context.document, sequence, 0, h.draftLayers};
        CoreHypothesis without = chooseHypothesis(context, free);
        if (without.score > 0 && showsWholePass(sequence, without))
            chosen = std::move(without);
    }
    if (chosen.cores.size() < 2 || chosen.runs.layers < 2 || (chosen.score <= 0 && chosen.evidence != Evidence::User)) {
        result.anchors = anchorCandidates(context.names, sequence, {}, result.device);
        result.whyNone = sequence.size() == 0
            ? "no GPU work was recorded"
            : "no kernel repeats in a way that marks layers; name one with --anchor, or record a whole pass";
        return result;
    }
    const LayoutInput input{context.document, sequence, chosen.cores, chosen.runs.runs, chosen.steps.step, chosen.runs.layers,
        chosen.usualOpenings, chosen.role, chosen.leadIn};
    const std::vector<PassLayout> layouts = layoutPasses(input);
    result.evidence = chosen.evidence;
    result.anchorText = chosen.text;
    confirmByProfile(context, sequence, layouts, result);
    numberPasses({context.document, context.names, sequence, layouts, chosen.steps, chosen.runs.layers, h.draftLayers,
                     holdsAttention(sequence), result.evidence},
        result.device, segmentation);
    classifyStates(result.device);
    classifyLayers(sequence, layouts, config, result.device);
    result.anchors = anchorCandidates(context.names, sequence, layouts, result.device);
    if (result.evidence == Evidence::Discovered && chosen.role == CoreRole::Mixer)
        result.anchorText = clearestAnchor(result.anchors);
    for (AnchorCandidate &row : result.anchors)
        row.chosen = row.anchor == result.anchorText;
    result.confidence = judge({sequence, layouts, result.device, config, segmentation.passOf, result.evidence}, result.checks);
    assignSideStreams(context.document, sequence, work, result.device, segmentation);
    return result;
}

} // namespace lamella::core
