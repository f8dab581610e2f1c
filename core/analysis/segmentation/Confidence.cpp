// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/Confidence.h"

#include "core/analysis/segmentation/LayerCores.h"
#include "core/analysis/segmentation/PassLayout.h"
#include "core/analysis/segmentation/training/TrainingNames.h"
#include "core/base/Format.h"
#include "core/base/Message.h"
#include "core/base/Typical.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lamella::core {

namespace {

constexpr int kMaxLayers = 128; // of known models
constexpr double kSomeBackward = 0.01; // share of the kernels
constexpr double kMuchOutside = 0.15; // share of the GPU time that head, tail and the rest usually take at most
constexpr double kSomeInNone = 0.5; // twice the share of the GPU time that may be in no pass
constexpr double kCountedAmongMarked = 2;
constexpr int kLostLayers = 2; // that a recorder may lose of a pass
constexpr double kShiftedPass = 4; // of the doubt about a pass that is not whole
constexpr int kManyLayers = 64; // of a pass that shows neither its begin nor its end: several without anything between look alike
constexpr double kSomeUnnamed = 0.25; // of the doubt about layers that no rule names
constexpr std::uint32_t kManyConvolutions = 4; // between two passes: another network runs there
constexpr double kNearlyAll = 0.9; // of the layers mix tokens
constexpr double kTwice = 1.7; // attentions and FFNs of a layer with two of each
constexpr double kMuchLarger = 1.7; // kernels of the largest layer against the usual one

template <class Fits> double shareOfPasses(const ConfidenceInput &in, Fits fits)
{
    return static_cast<double>(std::ranges::count_if(in.layouts, fits)) / static_cast<double>(in.layouts.size());
}

// Whether sends and receives on other streams stand before or behind the layers of the passes.
bool peersAroundLayers(const ConfidenceInput &in)
{
    std::vector<TimeRange> layered; // first to last layer of each pass, in time order
    for (const Pass &pass : in.device.passes) {
        const auto first = in.device.layers.begin() + pass.firstLayer;
        if (pass.layers > 0)
            layered.push_back({first->range.begin, first[pass.layers - 1].range.end});
    }
    return std::any_of(in.sequence.peers.begin(), in.sequence.peers.end(), [&](std::uint32_t peer) {
        const TimeNs start{in.kernels.start[peer]};
        const auto after = std::ranges::upper_bound(layered, start, {}, &TimeRange::begin);
        return after == layered.begin() || std::prev(after)->end <= start;
    });
}

// What stands around the layers of whole passes: input before the first one, a result behind the last one.
void headsAndTails(const ConfidenceInput &in, Judgement &judged)
{
    int headless = 0;
    int tailless = 0;
    int passes = 0;
    int convolving = 0;
    double headSize = 0;
    bool network = false; // outside of the layers of one of them
    const auto products = [&in](Span span) { return static_cast<double>(in.sequence.count(span, kTokenGemm)); };
    const bool peers = peersAroundLayers(in);
    const bool edge = showsEdge(in, kTokenInput, kTokenResult | kTokenGemm);
    // A single pass of which one end shows has to show the other one too.
    const bool lone = edge && in.layouts.size() == 1;
    for (std::size_t p = 0; p < in.layouts.size(); ++p) {
        const PassLayout &pass = in.layouts[p];
        if (!in.device.passes[p].complete && !lone)
            continue;
        ++passes;
        headless += peers || in.sequence.holds(pass.head(), kTokenInput) ? 0 : 1;
        tailless += peers || in.sequence.holds(pass.tail(), kTokenResult | kTokenGemm) ? 0 : 1;
        const double layer = static_cast<double>(pass.inner().size()) / static_cast<double>(pass.layers.size());
        headSize += std::clamp((pass.head().size() + pass.tail().size()) / (4 * layer) - 1, 0.0, 1.0);
        const double ofLayer = products(pass.inner()) / static_cast<double>(pass.layers.size());
        network = network || std::max(products(pass.head()), products(pass.tail())) >= std::max(kManyProducts, 3 * ofLayer);
        const Span around = p + 1 < in.layouts.size() ? Span{pass.inner().end, in.layouts[p + 1].inner().begin} : pass.tail();
        convolving += in.sequence.count(around, kTokenConvolution) >= kManyConvolutions
                && !in.sequence.holds(around, kTokenInput | kTokenResult | kTokenSinusoid)
            ? 1
            : 0;
    }
    judged.noEdge = !edge;
    judged.doubt(kNoEdge, !edge, "no pass shows the work before its first layer or after its last one");
    if (passes == 0)
        return;
    judged.weigh(kNoHead, static_cast<double>(headless) / passes);
    judged.weigh(kNoTail, static_cast<double>(tailless) / passes);
    judged.doubt(kLargeHead, network ? 1 : headSize / passes, network,
        "many products run before the first or behind the last layer of a pass: another network may be there");
    judged.doubt(kSeveralInOne, 2 * convolving > passes,
        "several convolutions run between most passes: they may be parts of one network, as of a U-Net");
    if (2 * headless > passes && 2 * tailless > passes)
        judged.say(false, "neither an embedding before the layers nor lm_head or sampling behind them shows where passes begin");
}

// Layers that the capture does not cut, by their type and the number of layers of their model.
std::map<std::pair<int, int>, std::vector<Span>> layersByType(const ConfidenceInput &in)
{
    std::map<std::pair<int, int>, std::vector<Span>> types;
    for (std::size_t p = 0; p < in.layouts.size(); ++p) {
        const Pass &pass = in.device.passes[p];
        const std::vector<LayerLayout> &layers = in.layouts[p].layers;
        for (std::size_t l = 0; l < layers.size(); ++l) {
            if (!layers[l].cut && layers[l].span.size() > 0)
                types[{in.device.layers[pass.firstLayer + l].type, pass.expectedLayers}].push_back(layers[l].span);
        }
    }
    return types;
}

// Layers of one type begin with the same kernel. One that holds it as often as they do, and begins with another, is shifted.
void openings(const ConfidenceInput &in, Judgement &judged)
{
    constexpr double kMany = 0.1;
    double all = 0;
    double shifted = 0;
    for (const auto &[type, layers] : layersByType(in)) {
        std::map<std::uint32_t, std::uint32_t> first;
        for (const Span &layer : layers)
            ++first[in.sequence.code[layer.begin]];
        const std::uint32_t usual = mostFrequent(first)->first;
        const auto held = [&](Span span) { return std::ranges::count(part(in.sequence.code, span), usual); };
        std::map<std::ptrdiff_t, std::uint32_t> times;
        for (const Span &layer : layers) {
            if (in.sequence.code[layer.begin] == usual)
                ++times[held(layer)];
        }
        const std::ptrdiff_t often = mostFrequent(times)->first;
        all += static_cast<double>(layers.size());
        // A product of another size is another kernel.
        const auto opening =
            std::ranges::find_if(layers, [&](const Span &layer) { return in.sequence.code[layer.begin] == usual; });
        const TokenSet product = in.sequence.token[opening->begin] & kTokenGemm;
        for (const Span &layer : layers)
            shifted += in.sequence.code[layer.begin] != usual && !in.sequence.has(layer.begin, product) && held(layer) == often ? 1 : 0;
    }
    const double share = all > 0 ? shifted / all : 0;
    judged.doubt(kShifted, std::min(1.0, share / kMany), share > kMany / 2,
        msg("%1 of the layers begin with another kernel than others of their type", wholePercent(share)));
}

// Kernels of the largest layer of a pass and of the usual one of its type.
struct LayerSizes {
    double largest = 1;
    double usual = 1;
    auto operator<=>(const LayerSizes &other) const { return largest * other.usual <=> other.largest * usual; }
    bool operator==(const LayerSizes &) const = default;
};

LayerSizes sizesOf(const ConfidenceInput &in, std::size_t pass)
{
    std::map<int, std::vector<Span>> types;
    std::vector<Span> all;
    const std::vector<LayerLayout> &layers = in.layouts[pass].layers;
    for (std::size_t l = 0; l < layers.size(); ++l) {
        if (!layers[l].cut && layers[l].span.size() > 0) {
            types[in.device.layers[in.device.passes[pass].firstLayer + l].type].push_back(layers[l].span);
            all.push_back(layers[l].span);
        }
    }
    const auto work = [&](const Span &layer) { return in.sequence.count(layer, kTokenGemm | kTokenAnyNorm); };
    std::ranges::sort(all, {}, work);
    LayerSizes most;
    for (auto &[type, same] : types) {
        std::ranges::sort(same, {}, &Span::size);
        // One like no other may be two.
        const bool lone = same.size() == 1 && work(same.front()) > kMuchLarger * work(all[all.size() / 2]);
        const Span usual = lone ? all[all.size() / 2] : same[same.size() / 2];
        most = std::max(most, {static_cast<double>(same.back().size()), static_cast<double>(usual.size())});
    }
    return most;
}

// A layer much larger than others of its type may hold several, or what is none. Not so in one of several whole passes of as many
// layers: its first calls tried several kernels, say.
void layerSizes(const ConfidenceInput &in, Judgement &judged)
{
    std::map<int, std::vector<LayerSizes>> whole; // by number of layers
    LayerSizes worst;
    for (std::size_t p = 0; p < in.layouts.size(); ++p) {
        if (in.device.passes[p].complete)
            whole[in.layouts[p].layerCount()].push_back(sizesOf(in, p));
        else
            worst = std::max(worst, sizesOf(in, p));
    }
    for (auto &[layers, sizes] : whole) {
        std::ranges::sort(sizes);
        worst = std::max(worst, sizes[sizes.size() - std::min<std::size_t>(sizes.size(), 2)]);
    }
    const double ratio = worst.largest / worst.usual;
    judged.weigh(kOversize, std::min(1.0, std::log2(ratio) / 3));
    judged.doubt(kTwoInOne, ratio > kMuchLarger,
        msg("the largest layer holds %1 kernels, the usual one %2", static_cast<int>(worst.largest), static_cast<int>(worst.usual)));
}

// Another network begins inside of a pass where several layers of one kind are followed by several of quite another one. One
// network may have both (double and single blocks of a diffusion model): not in doubt where the config counts them together.
void otherBlocks(const ConfidenceInput &in, Judgement &judged)
{
    if (in.config != nullptr && in.config->layers > 0 && in.config->layers == in.device.modelLayers)
        return;
    const double holding = shareOfPasses(in, [&](const PassLayout &pass) {
        std::vector<Span> blocks;
        for (const LayerLayout &layer : pass.layers)
            blocks.push_back(layer.span);
        return !changesOfKind(in.sequence, blocks).empty();
    });
    judged.doubt(kOtherBlocks, holding, holding > 0.5,
        "layers of two quite different kinds follow each other in one pass: they may belong to two networks");
}

// Activations of a layer, each behind a norm and a product of its own.
int feedForwardBlocks(const MainSequence &sequence, Span layer)
{
    int blocks = 0;
    bool normed = false;
    bool product = false;
    for (std::uint32_t i = layer.begin; i < layer.end; ++i) {
        if (sequence.has(i, kTokenNorm | kTokenEagerNorm)) {
            normed = true;
            product = false;
        } else if (sequence.has(i, kTokenGemm)) {
            product = normed;
        } else if (product && sequence.has(i, kTokenFfn)) {
            ++blocks;
            normed = false;
            product = false;
        }
    }
    return blocks;
}

// Where only some of the layers have a kernel that marks them (attention in a hybrid of mixers that no rule names), what is found
// holds several.
void severalInOne(const ConfidenceInput &in, Judgement &judged)
{
    constexpr int kMostBlocks = 2; // a gated mixer and the feed-forward block
    constexpr std::size_t kLooked = 16; // layers
    const auto pass = std::ranges::max_element(in.layouts, {}, [](const PassLayout &p) { return p.layers.size(); });
    const std::size_t looked = std::min(kLooked, pass->layers.size());
    const auto large = std::ranges::count_if(std::span(pass->layers).first(looked),
        [&](const LayerLayout &layer) { return feedForwardBlocks(in.sequence, layer.span) > kMostBlocks; });
    const double share = static_cast<double>(large) / static_cast<double>(looked);
    judged.doubt(kSeveralInOne, share, share >= 0.5,
        "most layers hold several feed-forward blocks with norms before them: they may be several layers each");
}

void timeOutside(const ConfidenceInput &in, Judgement &judged)
{
    const auto all = static_cast<double>(durationOf(in.kernels, in.sequence, {0, in.sequence.size()}));
    double inside = 0;
    double inPasses = 0;
    for (const PassLayout &pass : in.layouts) {
        inside += static_cast<double>(durationOf(in.kernels, in.sequence, pass.inner()));
        inPasses += static_cast<double>(durationOf(in.kernels, in.sequence, pass.span));
    }
    const double share = all <= 0 ? 0 : std::clamp(1 - inside / all, 0.0, 1.0);
    judged.doubt(
        kOutside, share, share > kMuchOutside, msg("%1 of the GPU time lies outside of the layers", wholePercent(share)));
    // Before the first and behind the last pass, too, much work that is in none is more likely a pass that was not found.
    judged.weigh(kLeftover, all <= 0 ? 0 : std::clamp(2 * (1 - inPasses / all) - kSomeInNone, 0.0, 1.0));
}

// Sends or receives between its passes, and fewer layers than the model. A rank that embeds and samples has all of them.
bool isPipelineSlice(const ConfidenceInput &in)
{
    if (in.config->layers <= in.device.modelLayers || std::ranges::any_of(in.layouts, [&](const PassLayout &pass) {
            return in.sequence.holds(pass.head(), kTokenEmbedding) && in.sequence.holds(pass.tail(), kTokenSampling);
        }))
        return false;
    return showsEdge(in, kTokenPeer, kTokenPeer);
}

void configAgrees(const ConfidenceInput &in, Judgement &judged)
{
    constexpr double kStageDiffers = 0.4;
    if (in.shownLayers > 0 && in.shownLayers != in.device.modelLayers) {
        judged.doubt(kConfigDiffers, true,
            msg("the kernels show %1 layers in a pass, not the %2 that were asked for", in.shownLayers, in.device.modelLayers));
        return;
    }
    if (in.config == nullptr || in.config->layers == 0)
        return;
    const bool tower = in.config->visionLayers > 0 && in.config->visionLayers == in.device.modelLayers;
    const int stated = tower ? in.config->visionLayers : in.config->layers;
    const bool same = stated == in.device.modelLayers;
    if (same && in.runs.fromConfig && std::ranges::none_of(in.device.passes, [](const Pass &pass) { return pass.complete; })) {
        judged.say(false, msg("the config says %1 layers, and no pass shows all of them whole", stated));
        // By annotations the first layer is there, and work of no layer behind the last one.
        const bool more = in.evidence == Evidence::Annotation
            && std::any_of(in.layouts.begin(), in.layouts.end(),
                [](const PassLayout &pass) { return pass.layers.front().exactNumber == 0 && pass.tail().size() > 0; });
        judged.weigh(kConfigDiffers, more ? 1 : 0);
        return;
    }
    if (!same && isPipelineSlice(in)) {
        sayPipelineStage(stated, in.device.modelLayers, judged);
        return;
    }
    // An even part may be that of a pipeline's stage.
    const bool stage = judged.noEdge && in.device.modelLayers > 1 && stated % in.device.modelLayers == 0;
    compareWithConfig(stated, in.device.modelLayers, stage ? kStageDiffers : 1, judged);
}

// Another model than that of the config shows by its experts.
void experts(const ConfidenceInput &in, Judgement &judged)
{
    if (in.config == nullptr || !in.sequence.holds(kTokenFfn))
        return;
    const bool shown = std::ranges::any_of(in.sequence.symbol, [&](StringId name) {
        return in.names.category(name) == Category::Moe || in.names.category(name) == Category::MoeRouting;
    });
    const bool missing = in.config->hasTrait("moe") && !shown && in.device.modelLayers > in.config->denseLayers;
    judged.doubt(kOtherModel, missing || (in.config->hasTrait("dense") && shown),
        missing ? "the config has experts, and no kernel belongs to any: it may be that of another model"
                : "kernels belong to experts, and the config has none: it may be that of another model");
}

// Work of the main stream from the first pass to the last that is in none, whatever left it out.
void leftovers(const ConfidenceInput &in, Judgement &judged)
{
    const std::uint32_t begin = in.sequence.kernel[in.layouts.front().span.begin];
    const std::uint32_t end = in.sequence.kernel[in.layouts.back().span.end - 1];
    std::set<StreamId> streams; // of the sequence
    for (const std::uint32_t k : in.sequence.kernel)
        streams.insert(in.kernels.stream[k]);
    double all = 0;
    double outside = 0;
    for (auto k = std::lower_bound(in.work.begin(), in.work.end(), begin); k != in.work.end() && *k <= end; ++k) {
        if (!streams.contains(in.kernels.stream[*k]))
            continue;
        const auto time = static_cast<double>(in.kernels.duration[*k]);
        all += time;
        outside += in.passOf[*k] == kNoPass ? time : 0;
    }
    const double share = all > 0 ? outside / all : 0;
    judged.say(
        share <= 0.02, msg("%1 of the GPU time between the first and the last pass belongs to no pass", wholePercent(share)));
    judged.weigh(kLeftover, std::min(1.0, 4 * share));
}

void boundaries(const ConfidenceInput &in, Judgement &judged)
{
    constexpr double kSomeDoubt = 0.2;
    constexpr std::ptrdiff_t kManyBridged = 3;
    int layers = 0;
    int helped = 0;
    int counted = 0;
    double elsewhere = 0;
    double guessed = 0; // passes of which many layers lack their core
    const auto places = static_cast<double>(std::max<std::size_t>(1, in.layouts.size() - 1)); // between two passes
    for (const PassLayout &p : in.layouts) {
        elsewhere += p.endDoubt / places;
        counted += p.counted ? 1 : 0;
        const auto bridged = std::ranges::count(p.layers, true, &LayerLayout::bridged);
        guessed += bridged >= kManyBridged && 3 * bridged > std::ssize(p.layers) ? 1 : 0;
        layers += p.layerCount();
        helped += p.foundByComparison();
    }
    const double share = static_cast<double>(helped) / layers;
    if (helped > 0)
        judged.say(share <= 0.1, msg("%1 of %2 layer boundaries were found by comparison with other layers", helped, layers));
    if (counted > 0)
        judged.say(false, msg("%1 pass boundaries are based only on counting layers", counted));
    judged.weigh(kCompared, share);
    judged.weigh(kPartPasses, std::min(1.0, 2 * guessed / static_cast<double>(in.layouts.size())));
    judged.doubt(kPlacedAnyhow, std::clamp(4 * elsewhere - 0.8, 0.0, 1.0), elsewhere > kSomeDoubt,
        msg("the boundary between one pass and the next is right with a probability of %1", wholePercent(1 - elsewhere)));
    // Where other passes show where they begin, those that do not may be parts of longer ones; most of all where every other one
    // does. Two passes have one boundary, of which no half can be marked.
    judged.weigh(kCounted, std::min(1.0, kCountedAmongMarked * counted / static_cast<double>(in.layouts.size())));
    const double unmarked = counted / places;
    judged.weigh(kEveryOther, std::pow(4 * unmarked * (1 - unmarked), 2));
}

// By the model of PassSplitter.h: other passes, or another number of layers, that explain the trace about as well.
void otherPaths(const ConfidenceInput &in, Judgement &judged)
{
    double sure = 0;
    int cores = 0;
    for (const PassRun &run : in.runs.runs) {
        sure += run.posterior * run.layers();
        cores += run.layers();
    }
    const double pathDoubt = cores == 0 ? 1 : 1 - sure / cores;
    const double countDoubt = 2 / (1 + std::exp(std::max(0.0, in.runs.margin)));
    judged.doubt(kPathDoubt, pathDoubt, pathDoubt > 0.05,
        msg("passes of other lengths explain the kernels with a probability of %1", wholePercent(pathDoubt)));
    judged.doubt(kCountDoubt, countDoubt, countDoubt > 0.5, "another number of layers explains the kernels nearly as well");
}

// Whether the layers of the pass open with norms that may as well close the layers before: the order of kernels is the same. What
// stands before the first one tells, but where that is the lookup of a text or nothing of its own, or where the first one lacks
// the norm. A decoder rotates positions and stores keys, or samples, or norms by the root mean square, and norms first.
bool normsMayClose(const ConfidenceInput &in, const PassLayout &pass)
{
    constexpr TokenSet kAnyNorm = kTokenAnyNorm | kTokenNormPart;
    const Span layers = pass.inner();
    if (!in.sequence.holds(layers, kTokenMixer | kTokenSoftmax) || in.sequence.holds(pass.span, kTokenLinear | kTokenSampling)
        || in.sequence.holds(layers, kTokenDecoder | kTokenEagerNorm))
        return false;
    std::size_t opening = 0;
    std::size_t behind = 0;
    for (const LayerLayout &layer : pass.layers) {
        const std::uint32_t begin = layer.span.begin;
        opening += in.sequence.has(begin, kAnyNorm) ? 1 : 0;
        behind += begin > 0 && in.sequence.has(begin - 1, kAnyNorm) ? 1 : 0;
    }
    std::vector<char> held(in.sequence.names, 0); // by code
    markCodes(in.sequence, layers, held);
    const Span head = pass.head();
    const bool bare = in.layouts.size() == 1 && !holdsOthers(in.sequence, head, held);
    const bool lacks = head.size() > 0 && !pass.layers.front().cut && !in.sequence.has(layers.begin, kAnyNorm);
    return (2 * opening >= pass.layers.size() && (lacks || in.sequence.holds(head, kTokenEmbedding)))
        || (bare && 2 * (opening + behind) >= pass.layers.size());
}

void normSide(const ConfidenceInput &in, Judgement &judged)
{
    const double doubtful = shareOfPasses(in, [&](const PassLayout &pass) { return normsMayClose(in, pass); });
    judged.doubt(kNormSide, std::min(1.0, 2 * doubtful), doubtful > 0,
        "no kernel rotates positions or stores keys: in an encoder, norms may close the layers that they open here");
}

// Layers that nothing begins and nothing ends may be those of several passes: a stage of a pipeline whose transfers the capture
// does not hold waits between its micro-batches.
void innerMarks(const ConfidenceInput &in, Judgement &judged)
{
    constexpr double kDoubtful = 1.0; // log-odds of a boundary
    constexpr double kClear = 2.0;
    if (!judged.noEdge || !judged.noWholePass)
        return;
    double most = kDoubtful;
    for (const PassRun &run : in.runs.runs) {
        for (std::uint32_t c = run.firstCore + 1; c < std::min<std::size_t>(run.endCore, in.runs.odds.size()); ++c)
            most = std::max(most, in.runs.odds[c].boundary);
    }
    judged.doubt(kInnerMark, std::min(1.0, (most - kDoubtful) / (kClear - kDoubtful)), most > kDoubtful,
        "a pause or a rare kernel between two layers may be a boundary between passes");
}

// What layers run belongs to one: outside of them is one that was not found. Where no pass shows its begin or end, in all heads and
// tails; else where the capture begins and ends, as far as the other passes have fewer of such kernels there.
void strayKernels(const ConfidenceInput &in, Judgement &judged)
{
    const bool nowhere = judged.noEdge && judged.noWholePass;
    const double few = nowhere ? 0.02 : 0.002; // of the kernels
    const double many = nowhere ? 0.05 : 0.01;
    constexpr std::int64_t kOwn = 4; // norm, product and copies of a head or tail
    std::vector<char> ofLayers(in.sequence.names, 0); // by code
    for (const PassLayout &pass : in.layouts)
        markCodes(in.sequence, pass.inner(), ofLayers);
    const auto strayIn = [&](Span span) -> std::int64_t {
        return countIn(span, [&](std::uint32_t i) { return ofLayers[in.sequence.code[i]] != 0; });
    };
    std::int64_t stray = 0;
    if (nowhere) {
        for (const PassLayout &pass : in.layouts)
            stray += strayIn(pass.head()) + strayIn(pass.tail());
    } else {
        std::int64_t usualHead = kOwn;
        std::int64_t usualTail = kOwn;
        for (std::size_t p = 0; p + 1 < in.layouts.size(); ++p) {
            usualHead = std::max(usualHead, strayIn(in.layouts[p + 1].head()));
            usualTail = std::max(usualTail, strayIn(in.layouts[p].tail()));
        }
        stray += std::max<std::int64_t>(0, strayIn({0, in.layouts.front().inner().begin}) - usualHead);
        stray += std::max<std::int64_t>(0, strayIn({in.layouts.back().inner().end, in.sequence.size()}) - usualTail);
    }
    const double share = static_cast<double>(stray) / in.sequence.size();
    judged.doubt(kStray, std::clamp((share - few) / (many - few), 0.0, 1.0), share > few,
        msg("%1 kernels before the first or behind the last layer of a pass are kernels of layers", stray));
}

// A state-space layer and its feed-forward work may be two layers, as in models whose layers hold one of both: a part of a pass
// in which they do nothing but alternate does not tell, nor does a count of which it shows no whole pass. Nor does it tell
// whether of two micro-batches that take turns one is half a layer ahead.
void singleHalves(const ConfidenceInput &in, Judgement &judged)
{
    if (!judged.noWholePass || in.layouts.size() > 1)
        return;
    const Span inner = in.layouts.front().inner();
    const auto count = static_cast<double>(in.layouts.front().layers.size()) - 1; // the capture may cut two
    if (judged.noEdge && count > 2 && attentionBlocks(in.sequence, inner) >= kTwice * count
        && static_cast<double>(openingsAfterFfn(in.sequence, inner).size()) >= kTwice * count) {
        judged.doubt(kTurns, true,
            "two micro-batches take turns: without an end of the pass nothing tells whether one is half a layer ahead");
        return;
    }
    const bool attends = std::ranges::any_of(
        in.sequence.token, [](TokenSet token) { return (token & kTokenMixer) != 0 && (token & kTokenLinear) == 0; });
    const std::vector<LayerLayout> &layers = in.layouts.front().layers;
    const bool alternate = layers.size() > 2 // the first and the last one may be cut
        && std::all_of(layers.begin() + 1, layers.end() - 1, [&](const LayerLayout &layer) {
               return in.sequence.holds(layer.span, kTokenLinear) && in.sequence.holds(layer.span, kTokenFfn);
           });
    judged.doubt(kHalves, !attends && alternate,
        "each half of a layer may be a layer by itself: no pass is whole, and no attention parts them");
}

// Layers of a language or diffusion model mix tokens. Blocks that do not (convolutions) repeat too, but are no such layers.
void mixing(const ConfidenceInput &in, Judgement &judged)
{
    int layers = 0;
    int mixing = 0;
    for (const PassLayout &pass : in.layouts) {
        for (const LayerLayout &layer : pass.layers) {
            ++layers;
            mixing += in.sequence.holds(layer.span, kTokenMixer | kTokenSoftmax) ? 1 : 0;
        }
    }
    const double without = 1 - std::min(1.0, 2.0 * mixing / layers);
    // A product alone may be the begin of one more layer.
    const bool guessed = !in.named && (!showsEdge(in, kTokenInput, kTokenResult) || mixing < kNearlyAll * layers);
    // Where no kernel has a name that tells anything, whole passes still show how layers begin.
    const bool shown = !judged.noWholePass && !in.sequence.holds(~TokenSet{0});
    const double value = !guessed ? without : shown ? kSomeUnnamed : 1;
    judged.doubt(in.named ? kNoMixer : kUnnamed, value, guessed || mixing == 0,
        in.named ? "no attention or other mixer among the kernels: this may not be a transformer"
                 : "no rule matches the kernels of the layers, so they are based only on repetition");
}

// Backward kernels belong to a stage of their own: among forward work they show that training was cut like inference. Layouts of
// products tell where all those of gradients lie outside of the layers, or where the layers have no others.
void oneDirection(const ConfidenceInput &in, Judgement &judged)
{
    const std::vector<StageHint> hints = stageHints(in.names, in.sequence, LayoutHints::All);
    std::vector<std::uint8_t> inLayer(in.sequence.size(), 0);
    for (const PassLayout &pass : in.layouts)
        std::fill(inLayer.begin() + pass.inner().begin, inLayer.begin() + pass.inner().end, std::uint8_t{1});
    std::uint32_t backward = 0;
    std::array<std::uint32_t, 2> gradients{}; // outside of layers, inside
    std::array<std::uint32_t, 2> products{};
    for (std::uint32_t i = 0; i < in.sequence.size(); ++i) {
        backward += hints[i] == StageHint::Backward || hints[i] == StageHint::Optimizer ? 1 : 0;
        gradients[inLayer[i]] += hints[i] == StageHint::Gradient ? 1 : 0;
        products[inLayer[i]] += hints[i] == StageHint::Product ? 1 : 0;
    }
    if ((gradients[1] == 0) != (products[1] == 0))
        backward += gradients[0] + gradients[1];
    const double share = static_cast<double>(backward) / std::max(1U, in.sequence.size());
    judged.doubt(kBackward, share >= kSomeBackward,
        msg("%1 of the kernels run backward or update weights, outside of a backward or optimizer stage", wholePercent(share)));
}

// An annotated step should hold one pass, drafts apart.
void stepsAgree(const ConfidenceInput &in, Judgement &judged)
{
    std::map<std::int32_t, int> passes;
    for (std::size_t p = 0; p < in.layouts.size(); ++p) {
        const std::int32_t step = in.steps.at(in.layouts[p].layers.front().span.begin);
        if (step >= 0 && in.device.passes[p].stage != Stage::Draft)
            ++passes[step];
    }
    if (passes.empty())
        return;
    const auto single = std::count_if(passes.begin(), passes.end(), [](const auto &entry) { return entry.second == 1; });
    const double share = static_cast<double>(single) / static_cast<double>(passes.size());
    judged.say(share >= 0.9, msg("%1 of %2 annotated steps hold exactly one pass", single, passes.size()));
    judged.weigh(kStepsDiffer, 1 - share);
}

void likelyCount(const ConfidenceInput &in, Judgement &judged)
{
    const bool told = in.evidence == Evidence::User || (in.config != nullptr && in.config->layers == in.device.modelLayers);
    const int beyond = in.device.modelLayers - kManyLayers;
    const bool several = !told && judged.noWholePass && judged.noEdge && beyond > 0;
    const bool more = !told && in.device.modelLayers > kMaxLayers;
    const double value = more ? 1 : several ? std::min(1.0, static_cast<double>(beyond) / kManyLayers) : 0;
    judged.doubt(
        kTooMany, value, several, msg("%1 layers without a begin or an end of a pass may be several passes", in.device.modelLayers));
    if (more)
        judged.say(false,
            msg("%1 layers in a pass are more than known models have: they may be parts of layers", in.device.modelLayers));
}

void streams(const ConfidenceInput &in, Judgement &judged)
{
    judged.doubt(kMixersElsewhere, std::min(1.0, 4 * in.sequence.mixersElsewhere), in.sequence.mixersElsewhere > 0.02,
        msg("%1 of the attention kernels run on other streams, beside these passes", wholePercent(in.sequence.mixersElsewhere)));
    judged.weigh(kSpread, in.sequence.stream.valid() ? 0 : 1);
}

// Layers of one type should run the same kernels, and about as many as others.
void alikeLayers(const ConfidenceInput &in, Judgement &judged)
{
    const int selected = in.device.selectedPass;
    if (selected < 0) {
        judged.weigh(kUnlike, 1);
        return;
    }
    const PassLayout &pass = in.layouts[static_cast<std::size_t>(selected)];
    const Pass &row = in.device.passes[static_cast<std::size_t>(selected)];
    double sum = 0;
    int compared = 0;
    std::map<int, Span> last; // by type
    for (std::size_t l = 0; l < pass.layers.size() && l < 200; ++l) {
        const Span span = pass.layers[l].span;
        const auto [before, first] = last.try_emplace(in.device.layers[row.firstLayer + l].type, span);
        if (first)
            continue;
        sum += similarity(symbols(in.sequence, span), symbols(in.sequence, std::exchange(before->second, span)));
        ++compared;
    }
    const double mean = compared == 0 ? 0.8 : sum / compared;
    judged.weigh(kUnlike, std::min(1.0, 5 * (1 - mean)));
    if (compared > 0)
        judged.say(mean >= 0.85, msg("layers of one type run %1 the same kernels in the same order", wholePercent(mean)));
}

} // namespace

void wholePasses(const DeviceSegmentation &device, bool told, Judgement &judged)
{
    int interior = 0;
    int whole = 0;
    std::set<int> expected; // layers, as models take turns
    std::string counts; // the same as "36/24"
    const int passes = static_cast<int>(device.passes.size());
    std::map<std::pair<int, int>, int> uneven; // layers, and those expected -> passes of as many
    for (const Pass &p : device.passes) {
        const bool atEdge = p.number == 0 || p.number + 1 == passes;
        if (p.stage == Stage::Draft || p.stage == Stage::Optimizer || (atEdge && !p.complete))
            continue;
        ++interior;
        if (const std::string count = std::to_string(p.expectedLayers); expected.insert(p.expectedLayers).second)
            counts += counts.empty() ? count : "/" + count;
        whole += p.complete && p.layers == p.expectedLayers ? 1 : 0;
        uneven[{p.layers, p.expectedLayers}] += p.layers != p.expectedLayers ? 1 : 0;
    }
    const auto lost = std::ranges::count_if(uneven,
        [](const auto &entry) { return entry.second == 1 && std::abs(entry.first.first - entry.first.second) <= kLostLayers; });
    judged.noWholePass = interior == 0;
    judged.doubt(
        kNoWholePass, interior == 0, "no pass is completely inside the capture, so the layer count is that of the longest one");
    judged.weigh(kNoneOfSeveral, interior == 0 && passes > 1 && !told ? 1 : 0);
    if (interior > 0)
        judged.say(whole == interior, msg("%1 of %2 whole passes have %3 layers", whole, interior, counts));
    judged.doubt(kOneWholePass, interior == 1, "there is a single whole pass, and no other one to compare it with");
    // One that lacks a layer, or has one more, as no other pass does: its layers are shifted.
    const double part = interior - whole + kShiftedPass * static_cast<double>(lost);
    judged.weigh(kPartPasses, interior == 0 ? 0 : std::min(1.0, part / interior));
}

void compareWithConfig(int config, int shown, double weightOfOther, Judgement &judged)
{
    judged.weigh(config == shown ? kConfigAgrees : kConfigDiffers, config == shown ? 1 : weightOfOther);
    judged.say(config == shown,
        config == shown ? msg("the config says %1 layers too", shown)
                        : msg("the config says %1 layers, the kernels show %2", config, shown));
}

void sayPipelineStage(int config, int shown, Judgement &judged)
{
    judged.say(true,
        msg("this rank holds %1 of the %2 layers of the config: it hands its work to another rank of a pipeline", shown, config));
}

bool showsEdge(const ConfidenceInput &in, TokenSet before, TokenSet behind)
{
    return peersAroundLayers(in) || std::any_of(in.layouts.begin(), in.layouts.end(), [&](const PassLayout &pass) {
        return in.sequence.holds(pass.head(), before) || in.sequence.holds(pass.tail(), behind);
    });
}

double judge(const ConfidenceInput &in, std::vector<SegmentationCheck> &checks)
{
    Judgement judged{checks};
    const bool counted = in.config != nullptr && in.config->layers == in.device.modelLayers;
    wholePasses(in.device, counted || in.evidence == Evidence::User || in.evidence == Evidence::Annotation, judged);
    for (const auto check :
        {alikeLayers, openings, layerSizes, severalInOne, otherBlocks, headsAndTails, configAgrees, experts, leftovers,
            timeOutside, boundaries, otherPaths, innerMarks, strayKernels, normSide, singleHalves, mixing, oneDirection,
            stepsAgree, likelyCount, streams})
        check(in, judged);
    judged.weigh(kAnnotated, in.evidence == Evidence::Annotation ? 1 : 0);
    judged.weigh(kByUser, in.evidence == Evidence::User ? 1 : 0);
    return judged.probability();
}

} // namespace lamella::core
