// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/Confidence.h"

#include "core/analysis/segmentation/evidence/AnchorHits.h"
#include "core/base/Format.h"
#include "core/base/Message.h"
#include "core/profile/NameText.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <string>

namespace lamella::core {

namespace {

constexpr int kMaxLayers = 256;
constexpr double kSomeBackward = 0.02; // share of the kernels

bool holds(const MainSequence &sequence, Span span, TokenSet tokens)
{
    for (std::uint32_t i = span.begin; i < span.end; ++i) {
        if (sequence.has(i, tokens))
            return true;
    }
    return false;
}

// Interior passes must be whole; the first and the last may be cut by the capture.
double wholePasses(const ConfidenceInput &in, std::vector<SegmentationCheck> &checks)
{
    int interior = 0;
    int whole = 0;
    const int passes = static_cast<int>(in.device.passes.size());
    for (const Pass &p : in.device.passes) {
        const bool atEdge = p.number == 0 || p.number + 1 == passes;
        if (p.stage == Stage::Draft || (atEdge && !p.complete))
            continue;
        ++interior;
        whole += p.complete && p.layers == p.expectedLayers ? 1 : 0;
    }
    const double share = interior == 0 ? 0.6 : static_cast<double>(whole) / interior;
    const std::string layers = std::to_string(in.device.modelLayers);
    if (interior == 0)
        checks.push_back({false, "no pass is completely inside the capture, so the layer count is that of the longest one"});
    else
        checks.push_back({whole == interior, msg("%1 of %2 untruncated passes have %3 layers", whole, interior, layers)});
    return share;
}

// Layers of one type should run the same kernels.
double alikeLayers(const ConfidenceInput &in, std::vector<SegmentationCheck> &checks)
{
    const int selected = in.device.selectedPass;
    if (selected < 0)
        return 0;
    const PassLayout &pass = in.layouts[static_cast<std::size_t>(selected)];
    const Pass &row = in.device.passes[static_cast<std::size_t>(selected)];
    double sum = 0;
    int compared = 0;
    for (std::size_t l = 1; l < pass.layers.size() && l < 200; ++l) {
        const int type = in.device.layers[row.firstLayer + l].type;
        for (std::size_t m = l; m-- > 0;) {
            if (in.device.layers[row.firstLayer + m].type != type)
                continue;
            sum += similarity(symbols(in.sequence, pass.layers[l].span), symbols(in.sequence, pass.layers[m].span));
            ++compared;
            break;
        }
    }
    if (compared == 0)
        return 0.8;
    const double mean = sum / compared;
    checks.push_back({mean >= 0.85, msg("layers of one type run %1 the same kernels in the same order", wholePercent(mean))});
    return mean;
}

// Whether sends and receives on other streams stand before or behind the layers of the passes.
bool peersAroundLayers(const ConfidenceInput &in)
{
    std::vector<TimeRange> layered; // first to last layer of each pass, in time order
    for (const Pass &pass : in.device.passes) {
        if (pass.layers == 0)
            continue;
        const std::span<const LayerSpan> layers =
            std::span(in.device.layers).subspan(pass.firstLayer, static_cast<std::size_t>(pass.layers));
        layered.push_back({layers.front().range.begin, layers.back().range.end});
    }
    return std::any_of(in.sequence.peers.begin(), in.sequence.peers.end(), [&](std::uint32_t peer) {
        const TimeNs start{in.kernels.start[peer]};
        const auto after = std::upper_bound(
            layered.begin(), layered.end(), start, [](TimeNs time, const TimeRange &range) { return time < range.begin; });
        return after == layered.begin() || std::prev(after)->end <= start;
    });
}

// Sends or receives between its passes, and fewer layers than the model.
bool isPipelineSlice(const ConfidenceInput &in)
{
    if (in.config->layers <= in.device.modelLayers)
        return false;
    return peersAroundLayers(in) || std::any_of(in.layouts.begin(), in.layouts.end(), [&](const PassLayout &pass) {
        return holds(in.sequence, pass.head(), kTokenPeer) || holds(in.sequence, pass.tail(), kTokenPeer);
    });
}

double configAgrees(const ConfidenceInput &in, std::vector<SegmentationCheck> &checks)
{
    if (in.config == nullptr || in.config->layers == 0)
        return 0.95;
    const bool same = in.config->layers == in.device.modelLayers;
    if (!same && isPipelineSlice(in)) {
        checks.push_back({true,
            msg("this rank holds %1 of the %2 layers of the config: it hands its work to another rank of a pipeline",
                in.device.modelLayers, in.config->layers)});
        return 1.0;
    }
    checks.push_back({same,
        same ? msg("the config says %1 layers too", in.config->layers)
             : msg("the config says %1 layers, the kernels show %2", in.config->layers, in.device.modelLayers)});
    return same ? 1.0 : 0.5;
}

double leftovers(const ConfidenceInput &in, std::vector<SegmentationCheck> &checks)
{
    if (in.layouts.empty())
        return 0;
    const std::uint32_t begin = in.layouts.front().span.begin;
    const std::uint32_t end = in.layouts.back().span.end;
    std::uint32_t outside = 0;
    for (std::uint32_t i = begin; i < end; ++i)
        outside += in.passOf[in.sequence.kernel[i]] == kNoPass ? 1 : 0;
    const double share = end > begin ? static_cast<double>(outside) / (end - begin) : 0;
    checks.push_back(
        {share <= 0.02, msg("%1 of the kernels between the first and the last pass belong to no pass", wholePercent(share))});
    return 1.0 - share;
}

double boundaries(const ConfidenceInput &in, std::vector<SegmentationCheck> &checks)
{
    int layers = 0;
    int helped = 0;
    int counted = 0;
    for (const PassLayout &p : in.layouts) {
        counted += p.counted ? 1 : 0;
        for (const LayerLayout &l : p.layers) {
            ++layers;
            helped += l.bridged || l.realigned ? 1 : 0;
        }
    }
    const double share = layers == 0 ? 1 : static_cast<double>(helped) / layers;
    if (helped > 0)
        checks.push_back(
            {share <= 0.1, msg("%1 of %2 layer boundaries were found by comparison with other layers", helped, layers)});
    if (counted > 0)
        checks.push_back({false, msg("%1 pass boundaries are based only on counting layers", counted)});
    return (1.0 - 0.5 * share) * (counted > 0 ? 0.9 : 1.0);
}

// Layers of a language or diffusion model mix tokens. Blocks that do not (convolutions) repeat too, but are no such layers.
double mixing(const ConfidenceInput &in, std::vector<SegmentationCheck> &checks)
{
    int layers = 0;
    int mixing = 0;
    for (const PassLayout &pass : in.layouts) {
        for (const LayerLayout &layer : pass.layers) {
            ++layers;
            mixing += holds(in.sequence, layer.span, kTokenMixer | kTokenSoftmax) ? 1 : 0;
        }
    }
    if (mixing > 0 || layers == 0)
        return 1;
    if (!in.named) {
        checks.push_back({false, "no rule matches the kernels of the layers, so they are based only on repetition"});
        return 0.85;
    }
    checks.push_back({false, "no attention or other mixer among the kernels: this may not be a transformer"});
    return 0.55;
}

// Backward kernels belong to a stage of their own; inside other layers they show that training was cut like inference.
double oneDirection(const ConfidenceInput &in, std::vector<SegmentationCheck> &checks)
{
    std::vector<signed char> known(in.sequence.names, -1);
    std::uint32_t backward = 0;
    std::uint32_t all = 0;
    for (std::size_t p = 0; p < in.layouts.size() && p < in.device.passes.size(); ++p) {
        const Stage stage = in.device.passes[p].stage;
        if (stage == Stage::Backward || stage == Stage::Optimizer)
            continue;
        for (std::uint32_t i = in.layouts[p].span.begin; i < in.layouts[p].span.end; ++i) {
            signed char &says = known[in.sequence.code[i]];
            if (says < 0) {
                const std::string name = lowerCasedText(in.names[in.sequence.symbol[i]].full);
                says = name.find("backward") != std::string::npos || name.find("_bwd") != std::string::npos
                        || name.find("bwd_") != std::string::npos || name.find("multi_tensor_apply") != std::string::npos
                    ? 1
                    : 0;
            }
            backward += static_cast<std::uint32_t>(says);
            ++all;
        }
    }
    if (backward == 0 || static_cast<double>(backward) < kSomeBackward * static_cast<double>(all))
        return 1;
    checks.push_back({false,
        msg("%1 of the kernels run backward or update weights, outside of a backward or optimizer stage",
            wholePercent(static_cast<double>(backward) / all))});
    return 0.4;
}

// An annotated step should hold one pass, drafts apart.
double stepsAgree(const ConfidenceInput &in, std::vector<SegmentationCheck> &checks)
{
    if (in.steps.step.empty())
        return 1;
    std::map<std::int32_t, int> passes;
    for (std::size_t p = 0; p < in.layouts.size() && p < in.device.passes.size(); ++p) {
        const std::int32_t step = in.layouts[p].layers.empty() ? -1 : in.steps.step[in.layouts[p].layers.front().span.begin];
        if (step >= 0 && in.device.passes[p].stage != Stage::Draft)
            ++passes[step];
    }
    if (passes.empty())
        return 1;
    const auto single = std::count_if(passes.begin(), passes.end(), [](const auto &entry) { return entry.second == 1; });
    const double share = static_cast<double>(single) / static_cast<double>(passes.size());
    checks.push_back({share >= 0.9, msg("%1 of %2 annotated steps hold exactly one pass", single, passes.size())});
    return 0.7 + 0.3 * share;
}

// The profile's anchor and the cut should tell of the same layers, whichever of them the cut rests on.
double profileAgrees(const ConfidenceInput &in, std::vector<SegmentationCheck> &checks)
{
    if (in.profile == nullptr || in.evidence == Evidence::Profile || in.evidence == Evidence::User)
        return 1;
    for (const AnchorRule &rule : in.profile->anchors) {
        const std::vector<std::uint32_t> hits = anchorHits(in.names, in.sequence, rule.pattern);
        int layers = 0;
        int standing = 0;
        for (const PassLayout &pass : in.layouts) {
            for (const LayerLayout &layer : pass.layers) {
                const auto begin = std::lower_bound(hits.begin(), hits.end(), layer.span.begin);
                const auto end = std::lower_bound(hits.begin(), hits.end(), layer.span.end);
                ++layers;
                standing += end - begin == rule.blocksPerLayer ? 1 : 0;
            }
        }
        if (hits.size() < 2 || layers == 0)
            continue;
        const double share = static_cast<double>(standing) / layers;
        checks.push_back({share >= 0.8,
            msg("the anchor of the profile %1 is at its stated position in %2 of the layers", in.profile->name,
                wholePercent(share))});
        return 0.75 + 0.25 * share;
    }
    return 1;
}

// The deepest models have half as many; a small part of each layer that repeats would be counted instead.
double likelyCount(const ConfidenceInput &in, std::vector<SegmentationCheck> &checks)
{
    const bool told = in.evidence == Evidence::User || (in.config != nullptr && in.config->layers == in.device.modelLayers);
    if (told || in.device.modelLayers <= kMaxLayers)
        return 1;
    checks.push_back(
        {false, msg("%1 layers in a pass are more than known models have: they may be parts of layers", in.device.modelLayers)});
    return 0.5;
}

} // namespace

double judge(const ConfidenceInput &in, std::vector<SegmentationCheck> &checks)
{
    const double base = in.evidence == Evidence::User ? 1.0
        : in.evidence == Evidence::Annotation         ? 0.99
        : in.evidence == Evidence::Profile            ? 0.98
                                                      : 0.96;
    return base * wholePasses(in, checks) * alikeLayers(in, checks) * configAgrees(in, checks) * leftovers(in, checks)
        * boundaries(in, checks) * mixing(in, checks) * oneDirection(in, checks) * stepsAgree(in, checks)
        * profileAgrees(in, checks) * likelyCount(in, checks);
}

} // namespace lamella::core
