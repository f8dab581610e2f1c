// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/DeviceSegmenter.h"
#include "core/analysis/segmentation/PassNumbering.h"
#include "core/analysis/segmentation/PassStates.h"
#include "core/analysis/segmentation/training/TrainingPasses.h"
#include "core/base/Message.h"
#include "core/base/Typical.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lamella::core {

namespace {

Message noteOf(const TrainingPass &source, const Pass &pass, const StageMarks &marks)
{
    Message note;
    const auto append = [&](Message text) { note.append("%1; %2", std::move(text)); };
    std::map<std::int32_t, std::uint32_t> votes;
    for (std::uint32_t i = source.span.begin; i < source.span.end; ++i)
        ++votes[marks.step[i]];
    votes.erase(-1);
    if (!votes.empty())
        append(msg("step %1", marks.stepNumbers[static_cast<std::size_t>(mostFrequentKey(votes))]));
    if (pass.layers < pass.expectedLayers)
        append(msg("partial (%1 of %2 layers)", pass.layers, pass.expectedLayers));
    if (source.cut && pass.layers > 0 && pass.layers >= pass.expectedLayers)
        append("layers may be missing from the capture");
    return note;
}

void addPass(const TraceDocument &document, const MainSequence &sequence, const StageMarks &marks, const TrainingPass &source,
    int expectedLayers, DeviceSegmentation &device, Segmentation &segmentation)
{
    Pass pass;
    pass.number = static_cast<int>(device.passes.size());
    pass.stage = source.stage;
    pass.layers = source.layers();
    pass.expectedLayers = expectedLayers;
    pass.evidence = marks.recorded() ? Evidence::Annotation : Evidence::Discovered;
    pass.range = rangeOf(document, sequence, source.span);
    pass.kernels = source.span.size();
    pass.firstLayer = static_cast<std::uint32_t>(device.layers.size());
    pass.note = noteOf(source, pass, marks);
    std::map<int, LayerSpan> layers; // by number, of those that ran a kernel
    for (std::uint32_t i = 0; i < source.span.size(); ++i) {
        const std::uint32_t k = sequence.kernel[source.span.begin + i];
        segmentation.passOf[k] = pass.number;
        segmentation.layerOf[k] = source.layer[i];
        if (source.layer[i] < 0)
            continue;
        const TimeRange range{{document.kernels.start[k]}, {document.kernels.end(k)}};
        LayerSpan &layer =
            layers.try_emplace(source.layer[i], LayerSpan{pass.number, source.layer[i], -1, range, 0}).first->second;
        layer.range = layer.range.united(range);
        ++layer.kernels;
    }
    for (const auto &[number, layer] : layers)
        device.layers.push_back(layer);
    if (const int empty = pass.layers - static_cast<int>(layers.size()); empty > 0)
        pass.note.append(
            "%1; %2", msg(empty == 1 ? "%1 layer in between ran no kernel" : "%1 layers in between ran no kernel", empty));
    pass.complete = !source.cut && pass.layers >= pass.expectedLayers && pass.layers == static_cast<int>(layers.size());
    pass.layers = static_cast<int>(layers.size());
    device.passes.push_back(std::move(pass));
}

// Layers that most uncut passes have; where all are cut, those of the longest one, or those that are stated.
int layersOf(const TrainingPasses &training, const ForwardLayers &forward)
{
    std::map<int, int> count;
    bool whole = false;
    for (const TrainingPass &pass : training.passes) {
        if (pass.stage == Stage::Optimizer || pass.layers() == 0)
            continue;
        count[pass.layers()] += pass.cut ? 1 : 16;
        whole = whole || !pass.cut;
    }
    if (!whole && !count.empty())
        return std::max(count.rbegin()->first, forward.modelLayers);
    return mostFrequentKey(count, forward.layers);
}

// Layers of a whole pass of the same tower. One that most steps lack is none.
int expectedLayers(const TrainingPasses &training, const TrainingPass &of, int modelLayers)
{
    constexpr int kRarer = 2;
    if (of.stage == Stage::Optimizer)
        return 0;
    std::map<int, int> count; // by layers
    int lastTowers = 0;
    for (const TrainingPass &pass : training.passes) {
        const bool counts = pass.stage != Stage::Optimizer && !pass.cut && pass.layers() > 0;
        count[pass.layers()] += counts && pass.tower == of.tower ? 1 : 0;
        lastTowers += counts && pass.tower == 0 ? 1 : 0;
    }
    const int usual = mostFrequentKey(count, modelLayers);
    return kRarer * count[usual] >= lastTowers && count[usual] > 0 ? usual : modelLayers;
}

// Of the gradients by layout, so many lie in backward passes by names: those of lm_head may stand before the first such name.
constexpr double kMostGradients = 0.9;

struct StageRecord {
    std::vector<StageHint> hints;
    StageMarks marks;
    std::vector<StageRun> runs; // none where this is no training
};

StageRecord stageRecord(const DeviceContext &context, const MainSequence &sequence, LayoutHints layouts)
{
    StageRecord record{stageHints(context.names, sequence, layouts, context.control), {}, {}};
    const auto hinted = [&](StageHint hint) { return std::ranges::find(record.hints, hint) != record.hints.end(); };
    if (layouts == LayoutHints::All ? !hinted(StageHint::Gradient) || !hinted(StageHint::Product)
                                    : !hinted(StageHint::Backward) && !context.calls.backward())
        return record;
    record.marks = stageMarks(context.document, sequence, record.hints, context.control);
    if (context.control.stopRequested())
        return record;
    record.runs = stageRuns(sequence, record.hints, record.marks, context.control);
    if (!holdTraining(context.names, sequence, record.hints, record.marks, record.runs))
        record.runs.clear();
    return record;
}

} // namespace

bool segmentTraining(const DeviceContext &context, const MainSequence &sequence, const std::vector<std::uint32_t> &work,
    DeviceResult &result, Segmentation &segmentation)
{
    StageRecord record = stageRecord(context, sequence, LayoutHints::None);
    if (record.runs.empty())
        record = stageRecord(context, sequence, LayoutHints::All);
    else if (StageRecord exact = stageRecord(context, sequence, LayoutHints::Gradients);
             !exact.runs.empty() && layoutsAgree(exact.hints, record.runs, kMostGradients))
        record = std::move(exact);
    const auto &[hints, marks, runs] = record;
    if (runs.empty() || context.control.stopRequested())
        return false;
    const ForwardLayers forward = forwardLayers(context, sequence, runs);
    const TrainingPasses training = trainingPasses(context, sequence, hints, marks, runs, forward);
    if (context.control.stopRequested())
        return false;
    DeviceSegmentation &device = result.device;
    device.modelLayers = layersOf(training, forward);
    for (const TrainingPass &pass : training.passes)
        addPass(
            context.document, sequence, marks, pass, expectedLayers(training, pass, device.modelLayers), device, segmentation);
    std::vector<PassLayout> none; // backward layers are no spans of forward ones
    applyUserBoundaries(
        {context.document, sequence, context.options.boundaries, context.shownAs}, none, device, segmentation, result.userChecks);
    markLostEvents(context.document, context.options, device);
    classifyStates(device, {context.options.selectedPass, context.options.steadyPasses});
    // Types are learned from a forward pass; backward passes have those of the same layers.
    const auto whole = std::ranges::find_if(
        forward.layouts, [&](const PassLayout &layout) { return layout.layerCount() == device.modelLayers; });
    if (whole != forward.layouts.end())
        classifyLayers(forward.sequence, context.names, *whole, 0, context.options.config, device);
    result.evidence = marks.recorded() ? Evidence::Annotation : Evidence::Discovered;
    result.anchorText = forward.layers > 0 ? forward.text
        : marks.recorded()                 ? marks.text().english()
        : device.modelLayers > 0           ? "attention gradients"
                                           : std::string{};
    result.anchors = anchorCandidates(context.names, forward.sequence, forward.layouts, device);
    for (AnchorCandidate &row : result.anchors)
        row.chosen = row.anchor == result.anchorText;
    result.confidence = judgeLostEvents(context.document, device,
        judgeTraining({sequence, hints, marks, training, forward, device, context.options.config}, result.checks), result.checks);
    assignSideStreams(context.document, sequence, work, device, segmentation);
    return true;
}

} // namespace lamella::core
