// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/Confidence.h"
#include "core/analysis/segmentation/training/TrainingPasses.h"
#include "core/base/Format.h"
#include "core/base/Message.h"
#include "core/base/Typical.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace lamella::core {

namespace {

// A rank of a pipeline: it has part of the layers, and several micro-batches under way.
bool handsOn(const TrainingCheckInput &in)
{
    constexpr std::size_t kOfPass = 4; // on streams of their own; layers that exchange tokens of experts make more
    const std::size_t peers = in.sequence.peers.size();
    return in.sequence.holds(kTokenPeer) || (peers > 0 && peers <= kOfPass * in.training.passes.size());
}

// What tells the stages, and whether names and records contradict each other.
void stages(const TrainingCheckInput &in, Judgement &judged)
{
    if (!in.marks.recorded()) {
        judged.doubt(
            kStagesByNames, true, "forward, backward and optimizer are distinguished only by kernel names and their repetition");
        return;
    }
    double told = 0;
    double agree = 0;
    double all = 0;
    for (const TrainingPass &pass : in.training.passes) {
        all += pass.span.size();
        for (const std::uint32_t i : allIn(pass.span, [&](std::uint32_t at) { return in.marks.mark[at] != StageMark::None; })) {
            ++told;
            const bool backward = in.hints[i] == StageHint::Backward && pass.stage != Stage::Backward;
            const bool optimizer = in.hints[i] == StageHint::Optimizer && pass.stage == Stage::Forward;
            agree += backward || optimizer ? 0 : 1;
        }
    }
    const double share = agree / std::max(1.0, told);
    const double covered = told / std::max(1.0, all);
    judged.weigh(kStagesByNames, 1 - covered);
    judged.weigh(kContradicted, 1 - share);
    judged.say(share >= 0.98,
        msg("stages by %1 for %2 of the kernels; names contradict %3", in.marks.text(), wholePercent(covered),
            wholePercent(1 - share)));
}

// Forward passes before the first or after the last backward pass, with the one that belongs to it left out: no training.
int evaluationPasses(const std::vector<TrainingPass> &passes)
{
    const auto untrained = [](auto first, auto end) { // from that end of the capture up to training
        const auto trained = std::ranges::find(first, end, Stage::Backward, &TrainingPass::stage);
        return std::max(0, static_cast<int>(std::ranges::count(first, trained, Stage::Forward, &TrainingPass::stage)) - 1);
    };
    return untrained(passes.begin(), passes.end()) + untrained(passes.rbegin(), passes.rend());
}

// Uncut steps should be alike: as many forward, backward and optimizer passes each.
void steps(const TrainingCheckInput &in, Judgement &judged)
{
    const int evaluated = handsOn(in) ? 0 : evaluationPasses(in.training.passes);
    const auto passes = [&](Stage stage) {
        return static_cast<int>(std::ranges::count(in.training.passes, stage, &TrainingPass::stage));
    };
    const int forward = passes(Stage::Forward) - evaluated;
    const int backward = passes(Stage::Backward);
    const int underWay = handsOn(in) ? std::max(forward, backward) / 4 : 0; // where the capture cuts
    const bool paired = std::abs(forward - backward) <= 1 + underWay;
    judged.weigh(kUnpaired, paired ? 0 : 1);
    judged.say(paired, msg("%1 forward, %2 backward and %3 optimizer passes", forward, backward, passes(Stage::Optimizer)));
    if (evaluated > 0)
        judged.say(true, msg("%1 further forward passes without a backward pass, before or after training", evaluated));
}

// Blocks of different width (a CNN) are layers by name only.
void alike(const TrainingCheckInput &in, Judgement &judged)
{
    const auto pass = std::ranges::max_element(in.forward.layouts, {}, [](const PassLayout &p) { return p.layers.size(); });
    if (pass == in.forward.layouts.end())
        return;
    const std::size_t compared = std::min<std::size_t>(pass->layers.size(), 200) - 1; // layers with the four before them
    double sum = 0;
    const auto block = [&](std::size_t l) { return symbols(in.forward.sequence, pass->layers[l].span); };
    for (std::size_t l = 1; l <= compared; ++l) {
        double best = 0;
        for (std::size_t m = l > 4 ? l - 4 : 0; m < l; ++m)
            best = std::max(best, similarity(block(l), block(m)));
        sum += best;
    }
    const double mean = compared == 0 ? 0.8 : sum / static_cast<double>(compared);
    judged.weigh(kUnlikeNeighbours, std::min(1.0, 2 * (1 - mean)));
    if (compared > 0)
        judged.say(mean >= 0.85, msg("neighbouring layers run %1 the same kernels in the same order", wholePercent(mean)));
}

// Share of the layers of the stage that hold a fifth more or fewer kernels than the same layer of its other passes: it begins or
// ends elsewhere there.
double unevenShare(const TrainingPasses &training, Stage stage)
{
    std::map<std::pair<int, std::int32_t>, std::vector<std::uint32_t>> sizes; // by tower and layer: kernels of each pass
    for (const TrainingPass &pass : training.passes) {
        if (pass.stage != stage || pass.cut)
            continue;
        std::map<std::int32_t, std::uint32_t> kernels;
        for (const std::int32_t layer : pass.layer)
            ++kernels[layer];
        for (const auto &[layer, count] : kernels)
            if (layer >= 0)
                sizes[{pass.tower, layer}].push_back(count);
    }
    std::size_t all = 0;
    std::size_t uneven = 0;
    for (const auto &[place, counts] : sizes) {
        const std::uint32_t usual = middleValue(counts);
        all += counts.size();
        uneven += static_cast<std::size_t>(std::ranges::count_if(
            counts, [usual](std::uint32_t count) { return std::max(count, usual) - std::min(count, usual) > usual / 5; }));
    }
    return static_cast<double>(uneven) / static_cast<double>(std::max<std::size_t>(1, all));
}

// Forward and backward passes in which no layer was found, by their kernels: a few at the end of the capture matter little.
void withoutLayers(const TrainingCheckInput &in, Judgement &judged)
{
    double all = 0;
    double without = 0;
    for (const TrainingPass &pass : in.training.passes) {
        all += pass.stage != Stage::Optimizer ? pass.span.size() : 0;
        without += pass.stage != Stage::Optimizer && pass.layers() == 0 ? pass.span.size() : 0;
    }
    const double share = without / std::max(1.0, all);
    judged.doubt(kNoLayers, std::min(1.0, 2 * share), share >= 0.05,
        msg("%1 of the forward and backward kernels are of passes in which no layers were found", wholePercent(share)));
}

// A head or a tail with as many products as several layers is another network, or the optimizer.
void aroundLayers(const TrainingCheckInput &in, Judgement &judged)
{
    bool many = false;
    for (const TrainingPass &pass : in.training.passes) {
        const int layers = pass.layers();
        std::map<std::int32_t, double> products; // by layer
        double inLayers = 0;
        for (std::uint32_t i = 0; layers > 0 && i < pass.span.size(); ++i) {
            const double product = in.sequence.has(pass.span.begin + i, kTokenGemm) ? 1 : 0;
            products[pass.layer[i]] += product;
            inLayers += pass.layer[i] >= 0 ? product : 0;
        }
        many = many
            || std::max(products[kHeadLayer], products[kTailLayer]) > std::max(kManyProducts, 3 * inLayers / std::max(1, layers));
    }
    judged.doubt(
        kLargeHead, many, "many products run before the first or behind the last layer of a pass: another network may be there");
}

// What a layer is shows in forward work: of backward work alone (a slice, a single pass) its period may be half a layer or two,
// and where it begins is unknown.
void backwardAlone(const TrainingCheckInput &in, Judgement &judged)
{
    const bool shown = std::ranges::any_of(
        in.training.passes, [](const TrainingPass &pass) { return pass.stage == Stage::Forward && pass.layers() > 0; });
    judged.doubt(
        kBackwardAlone, !shown, "no forward pass is in the capture: repetition alone shows the layers of the backward pass");
}

void layers(const TrainingCheckInput &in, Judgement &judged)
{
    if (in.device.modelLayers == 0) {
        judged.doubt(kNoLayers, true,
            in.forward.whyNone.empty()
                ? Message("no layers found: nothing in the forward work of this model marks them; name a kernel with --anchor")
                : in.forward.whyNone);
        return;
    }
    wholePasses(in.device, true, judged);
    backwardAlone(in, judged);
    withoutLayers(in, judged);
    aroundLayers(in, judged);
    const double uneven = std::max(unevenShare(in.training, Stage::Forward), unevenShare(in.training, Stage::Backward));
    judged.doubt(kUnevenLayers, uneven, uneven >= 0.05,
        msg("%1 of the layers of a stage hold a fifth more or fewer kernels than the same layers of its other passes",
            wholePercent(uneven)));
    alike(in, judged);
}

void backwardAgrees(const TrainingCheckInput &in, Judgement &judged)
{
    if (in.training.compared == 0)
        return;
    // Calls repeat what was found in the forward pass, names do not: that may be wrong where they disagree.
    const double share = static_cast<double>(in.training.agreeing) / in.training.compared;
    judged.weigh(kCallsDisagree, std::min(1.2, 5 * (1 - share)));
    judged.say(share >= 0.95,
        msg("%1 of the backward kernels are in the layer that both autograd's calls and the kernel names indicate",
            wholePercent(share)));
}

void config(const TrainingCheckInput &in, Judgement &judged)
{
    const int shown = in.device.modelLayers;
    if (in.config == nullptr || in.config->layers == 0 || shown == 0)
        return;
    if (in.config->layers > shown && judged.noWholePass)
        return; // a part of a pass contradicts no config
    if (in.config->layers > shown && handsOn(in))
        sayPipelineStage(in.config->layers, shown, judged);
    else
        compareWithConfig(in.config->layers, shown, 1, judged);
}

} // namespace

double judgeTraining(const TrainingCheckInput &in, std::vector<SegmentationCheck> &checks)
{
    Judgement judged{checks};
    judged.weigh(kOfTraining, 1);
    for (const auto check : {stages, steps, layers, backwardAgrees, config})
        check(in, judged);
    return judged.probability();
}

} // namespace lamella::core
