// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/training/TrainingChecks.h"

#include "core/base/Format.h"
#include "core/base/Message.h"

#include <algorithm>
#include <string>

namespace lamella::core {

namespace {

constexpr double kNamesOnly = 0.97; // stages by kernel names and their repetition alone
constexpr double kOnePass = 0.93; // nothing to compare it with
constexpr double kNoneWhole = 0.97; // every pass is cut by an end of the capture
constexpr double kNoLayers = 0.4;
constexpr double kForeignConfig = 0.5;
constexpr double kNoConfig = 0.98;

// A rank of a pipeline: it has part of the layers, and several micro-batches under way.
bool handsOn(const MainSequence &sequence)
{
    return sequence.holds(kTokenPeer);
}

// What tells the stages, and whether names and records contradict each other.
double stages(const TrainingCheckInput &in, std::vector<SegmentationCheck> &checks)
{
    if (!in.marks.recorded()) {
        checks.push_back({false, "forward, backward and optimizer are distinguished only by kernel names and their repetition"});
        return kNamesOnly;
    }
    std::uint32_t told = 0;
    std::uint32_t agree = 0;
    std::uint32_t all = 0;
    for (const TrainingPass &pass : in.training.passes) {
        for (std::uint32_t i = pass.span.begin; i < pass.span.end; ++i) {
            ++all;
            if (in.marks.mark[i] == StageMark::None)
                continue;
            ++told;
            const bool backward = in.hints[i] == StageHint::Backward && pass.stage != Stage::Backward;
            const bool optimizer = in.hints[i] == StageHint::Optimizer && pass.stage == Stage::Forward;
            agree += backward || optimizer ? 0 : 1;
        }
    }
    const double share = told == 0 ? 0 : static_cast<double>(agree) / told;
    const double covered = all == 0 ? 0 : static_cast<double>(told) / all;
    checks.push_back({share >= 0.98,
        msg("stages by %1 for %2 of the kernels; names contradict %3", in.marks.text(), wholePercent(covered),
            wholePercent(1 - share))});
    return share * (kNamesOnly + (0.99 - kNamesOnly) * covered);
}

// Forward passes before the first or after the last backward pass, with the one that belongs to it left out: no training.
int evaluationPasses(const std::vector<TrainingPass> &passes)
{
    int leading = 0;
    int trailing = 0;
    bool trained = false;
    for (const TrainingPass &pass : passes) {
        trained = trained || pass.stage == Stage::Backward;
        leading += !trained && pass.stage == Stage::Forward ? 1 : 0;
        trailing = pass.stage == Stage::Forward ? trailing + 1 : pass.stage == Stage::Backward ? 0 : trailing;
    }
    return std::max(0, leading - 1) + std::max(0, trailing - 1);
}

// Uncut steps should be alike: as many forward, backward and optimizer passes each.
double steps(const TrainingCheckInput &in, std::vector<SegmentationCheck> &checks)
{
    const int evaluated = handsOn(in.sequence) ? 0 : evaluationPasses(in.training.passes);
    int forward = -evaluated;
    int backward = 0;
    int optimizer = 0;
    for (const TrainingPass &pass : in.training.passes) {
        forward += pass.stage == Stage::Forward ? 1 : 0;
        backward += pass.stage == Stage::Backward ? 1 : 0;
        optimizer += pass.stage == Stage::Optimizer ? 1 : 0;
    }
    const int underWay = handsOn(in.sequence) ? std::max(forward, backward) / 4 : 0; // where the capture cuts
    const bool paired = std::abs(forward - backward) <= 1 + underWay;
    checks.push_back({paired, msg("%1 forward, %2 backward and %3 optimizer passes", forward, backward, optimizer)});
    if (evaluated > 0)
        checks.push_back({true, msg("%1 further forward passes without a backward pass, before or after training", evaluated)});
    return paired ? 1.0 : 0.6;
}

double layers(const TrainingCheckInput &in, std::vector<SegmentationCheck> &checks)
{
    if (in.layers == 0) {
        checks.push_back({false,
            in.forward.whyNone.empty()
                ? Message("no layers found: nothing in the forward work of this model marks them; name a kernel with --anchor")
                : in.forward.whyNone});
        return kNoLayers;
    }
    int uncut = 0;
    int whole = 0;
    for (const TrainingPass &pass : in.training.passes) {
        if (pass.stage == Stage::Optimizer || pass.cut)
            continue;
        ++uncut;
        whole += pass.layers() == in.layers ? 1 : 0;
    }
    if (uncut == 0) {
        checks.push_back({false, "no pass is completely inside the capture, so the layer count is that of the longest one"});
        return kNoneWhole;
    }
    const double share = static_cast<double>(whole) / uncut;
    checks.push_back(
        {whole == uncut, msg("%1 of %2 untruncated forward and backward passes have %3 layers", whole, uncut, in.layers)});
    if (uncut != 1)
        return share;
    checks.push_back({false, "there is a single whole pass, and no other one to compare it with"});
    return share * kOnePass;
}

// Blocks of different width (a CNN) are layers by name only.
double alike(const TrainingCheckInput &in, std::vector<SegmentationCheck> &checks)
{
    double sum = 0;
    int compared = 0;
    const PassLayout *pass = nullptr;
    for (const PassLayout &layout : in.forward.layouts)
        pass = pass == nullptr || layout.layers.size() > pass->layers.size() ? &layout : pass;
    if (pass == nullptr)
        return 1;
    for (std::size_t l = 1; l < pass->layers.size() && l < 200; ++l) {
        double best = 0;
        for (std::size_t m = l > 4 ? l - 4 : 0; m < l; ++m)
            best = std::max(best,
                similarity(
                    symbols(in.forward.sequence, pass->layers[l].span), symbols(in.forward.sequence, pass->layers[m].span)));
        sum += best;
        ++compared;
    }
    if (compared == 0)
        return 0.8;
    const double mean = sum / compared;
    checks.push_back({mean >= 0.85, msg("neighbouring layers run %1 the same kernels in the same order", wholePercent(mean))});
    return mean;
}

double backwardAgrees(const TrainingCheckInput &in, std::vector<SegmentationCheck> &checks)
{
    if (in.training.compared == 0)
        return 1;
    const double share = static_cast<double>(in.training.agreeing) / in.training.compared;
    checks.push_back({share >= 0.95,
        msg("%1 of the backward kernels are in the layer that both autograd's calls and the kernel names indicate",
            wholePercent(share))});
    return 0.8 + 0.2 * share;
}

double config(const TrainingCheckInput &in, std::vector<SegmentationCheck> &checks)
{
    if (in.config == nullptr || in.config->layers == 0 || in.layers == 0)
        return kNoConfig;
    const bool same = in.config->layers == in.layers;
    const bool noneWhole = std::ranges::all_of(
        in.training.passes, [](const TrainingPass &pass) { return pass.stage == Stage::Optimizer || pass.cut; });
    if (in.config->layers > in.layers && noneWhole)
        return kNoConfig; // a part of a pass contradicts no config
    if (in.config->layers > in.layers && handsOn(in.sequence)) {
        checks.push_back({true,
            msg("this rank holds %1 of the %2 layers of the config: it hands its work to another rank of a pipeline", in.layers,
                in.config->layers)});
        return 1.0;
    }
    checks.push_back({same,
        same ? msg("the config says %1 layers too", in.layers)
             : msg("the config says %1 layers, the kernels show %2", in.config->layers, in.layers)});
    return same ? 1.0 : kForeignConfig;
}

} // namespace

double judgeTraining(const TrainingCheckInput &in, std::vector<SegmentationCheck> &checks)
{
    return stages(in, checks) * steps(in, checks) * layers(in, checks) * alike(in, checks) * backwardAgrees(in, checks)
        * config(in, checks);
}

} // namespace lamella::core
