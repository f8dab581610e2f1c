// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/training/TrainingSegmenter.h"

#include "core/analysis/segmentation/AnchorCandidates.h"
#include "core/analysis/segmentation/LayerTypes.h"
#include "core/analysis/segmentation/LostEvents.h"
#include "core/analysis/segmentation/PassStates.h"
#include "core/analysis/segmentation/SideStreams.h"
#include "core/analysis/segmentation/UserBoundaries.h"
#include "core/analysis/segmentation/training/TrainingChecks.h"
#include "core/base/Message.h"
#include "core/base/Typical.h"
#include "core/profile/NameText.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <unordered_map>

namespace lamella::core {

namespace {

// Empty when stopped. byLayout: products whose names say no more tell by their layout.
std::vector<StageHint> hintsOf(const KernelNames &names, const MainSequence &sequence, bool byLayout, const JobControl &control)
{
    constexpr std::uint32_t kPollNames = 1U << 12; // between two looks at the stop request
    std::vector<StringId> nameOf(sequence.names);
    for (std::uint32_t i = 0; i < sequence.size(); ++i)
        nameOf[sequence.code[i]] = sequence.symbol[i];
    std::vector<StageHint> byCode(sequence.names);
    for (std::uint32_t code = 0; code < sequence.names; ++code) {
        if (code % kPollNames == 0 && control.stopRequested())
            return {};
        const std::string name = lowerCasedText(names[nameOf[code]].full);
        byCode[code] = hintOfKernel(name);
        if (byLayout && byCode[code] == StageHint::None)
            byCode[code] = hintOfProduct(name);
    }
    std::vector<StageHint> hints(sequence.size());
    for (std::uint32_t i = 0; i < sequence.size(); ++i)
        hints[i] = byCode[sequence.code[i]];
    return hints;
}

// Layers between others of which the device ran no kernel.
void removeEmptyLayers(DeviceSegmentation &device)
{
    std::vector<LayerSpan> kept;
    for (Pass &pass : device.passes) {
        const auto begin = device.layers.begin() + pass.firstLayer;
        const auto end = begin + pass.layers;
        pass.firstLayer = static_cast<std::uint32_t>(kept.size());
        std::copy_if(begin, end, std::back_inserter(kept), [](const LayerSpan &layer) { return layer.kernels > 0; });
        const int left = static_cast<int>(kept.size() - pass.firstLayer);
        if (const int empty = pass.layers - left; empty > 0)
            pass.note.append(
                "%1; %2", msg(empty == 1 ? "%1 layer in between ran no kernel" : "%1 layers in between ran no kernel", empty));
        pass.complete = pass.complete && left == pass.layers;
        pass.layers = left;
    }
    device.layers = std::move(kept);
}

class Filler {
public:
    Filler(const DeviceContext &context, const MainSequence &sequence, const StageMarks &marks, int layers)
        : m_context(context)
        , m_sequence(sequence)
        , m_marks(marks)
        , m_layers(layers)
    {
    }

    void add(const TrainingPass &source, DeviceSegmentation &device, Segmentation &segmentation) const
    {
        Pass pass;
        pass.number = static_cast<int>(device.passes.size());
        pass.stage = source.stage;
        pass.layers = source.layers();
        pass.expectedLayers = source.stage == Stage::Optimizer ? 0 : m_layers;
        pass.complete = !source.cut && pass.layers >= pass.expectedLayers;
        pass.evidence = m_marks.recorded() ? Evidence::Annotation : Evidence::Discovered;
        pass.range = rangeOf(m_context.document, m_sequence, source.span);
        pass.kernels = source.span.size();
        pass.firstLayer = static_cast<std::uint32_t>(device.layers.size());
        pass.note = noteOf(source, pass);
        for (std::uint32_t i = 0; i < source.span.size(); ++i) {
            const std::uint32_t k = m_sequence.kernel[source.span.begin + i];
            segmentation.passOf[k] = pass.number;
            segmentation.layerOf[k] = source.layer[i];
        }
        addLayers(source, pass, device);
        device.passes.push_back(std::move(pass));
    }

private:
    void addLayers(const TrainingPass &source, const Pass &pass, DeviceSegmentation &device) const
    {
        const int first = source.firstLayer();
        for (int l = 0; l < pass.layers; ++l) {
            LayerSpan layer;
            layer.pass = pass.number;
            layer.layer = first + l;
            layer.range = {{INT64_MAX}, {INT64_MIN}};
            device.layers.push_back(layer);
        }
        for (std::uint32_t i = 0; i < source.span.size(); ++i) {
            if (source.layer[i] < 0)
                continue;
            LayerSpan &layer = device.layers[pass.firstLayer + static_cast<std::uint32_t>(source.layer[i] - first)];
            const std::uint32_t k = m_sequence.kernel[source.span.begin + i];
            layer.range.begin.value = std::min(layer.range.begin.value, m_context.document.kernels.start[k]);
            layer.range.end.value = std::max(layer.range.end.value, m_context.document.kernels.end(k));
            ++layer.kernels;
        }
        // A layer between others of which no kernel was recorded; see removeEmptyLayers().
        for (int l = 0; l < pass.layers; ++l) {
            LayerSpan &layer = device.layers[pass.firstLayer + static_cast<std::uint32_t>(l)];
            if (layer.kernels == 0)
                layer.range = {pass.range.begin, pass.range.begin};
        }
    }

    [[nodiscard]] Message noteOf(const TrainingPass &source, const Pass &pass) const
    {
        Message note;
        const auto append = [&](Message text) { note.append("%1; %2", std::move(text)); };
        std::map<std::int32_t, std::uint32_t> votes;
        for (std::uint32_t i = source.span.begin; i < source.span.end; ++i)
            ++votes[m_marks.step[i]];
        votes.erase(-1);
        if (!votes.empty()) {
            const auto most = mostFrequent(votes);
            append(msg("step %1", m_marks.stepNumbers[static_cast<std::size_t>(most->first)]));
        }
        if (pass.layers < pass.expectedLayers)
            append(msg("partial (%1 of %2 layers)", pass.layers, pass.expectedLayers));
        if (source.cut && pass.layers > 0 && pass.layers >= pass.expectedLayers)
            append("the capture may have cut layers off");
        return note;
    }

    const DeviceContext &m_context;
    const MainSequence &m_sequence;
    const StageMarks &m_marks;
    int m_layers = 0;
};

// Types are learned from a forward pass; backward passes have those of the same layers.
void classify(const DeviceContext &context, const ForwardLayers &forward, DeviceSegmentation &device)
{
    std::vector<std::size_t> whole; // forward passes with layers, in the order of the layouts
    for (const Pass &pass : device.passes) {
        if (pass.stage == Stage::Forward && pass.layers > 0)
            whole.push_back(static_cast<std::size_t>(pass.number));
    }
    if (whole.size() != forward.layouts.size() || whole.empty())
        return;
    DeviceSegmentation learned;
    learned.modelLayers = device.modelLayers;
    std::vector<PassLayout> layouts;
    for (std::size_t p = 0; p < whole.size(); ++p) {
        const Pass &source = device.passes[whole[p]];
        if (static_cast<int>(forward.layouts[p].layers.size()) != device.modelLayers || source.layers != device.modelLayers)
            continue;
        Pass pass = source;
        pass.number = 0;
        pass.firstLayer = 0;
        for (int l = 0; l < source.layers; ++l)
            learned.layers.push_back({0, l, -1, {}, 0});
        learned.passes.push_back(std::move(pass));
        learned.selectedPass = 0;
        layouts.push_back(forward.layouts[p]);
        break;
    }
    classifyLayers(forward.sequence, context.names, layouts, context.options.config, learned);
    device.typeNames = learned.typeNames;
    for (LayerSpan &layer : device.layers) {
        if (layer.layer < static_cast<int>(learned.layers.size()))
            layer.type = learned.layers[static_cast<std::size_t>(layer.layer)].type;
    }
}

// Layers that most uncut passes have; those of the longest pass where all are cut.
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
        return count.rbegin()->first;
    const auto most = mostFrequent(count);
    return most == count.end() ? forward.layers : most->first;
}

struct StageRecord {
    std::vector<StageHint> hints;
    StageMarks marks;
    std::vector<StageRun> runs; // none where this is no training
};

StageRecord stageRecord(const DeviceContext &context, const MainSequence &sequence, bool byLayout)
{
    StageRecord record{hintsOf(context.names, sequence, byLayout, context.control), {}, {}};
    const StageHint wanted = byLayout ? StageHint::Gradient : StageHint::Backward;
    const bool hinted = std::find(record.hints.begin(), record.hints.end(), wanted) != record.hints.end();
    if (!hinted && (byLayout || !context.calls.backward()))
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
    StageRecord record = stageRecord(context, sequence, false);
    if (record.runs.empty())
        record = stageRecord(context, sequence, true);
    const auto &[hints, marks, runs] = record;
    if (runs.empty() || context.control.stopRequested())
        return false;
    const ForwardLayers forward = forwardLayers(context, sequence, runs);
    const TrainingPasses training = trainingPasses(context, sequence, hints, marks, runs, forward);
    if (context.control.stopRequested())
        return false;
    DeviceSegmentation &device = result.device;
    device.modelLayers = layersOf(training, forward);
    const Filler filler(context, sequence, marks, device.modelLayers);
    for (const TrainingPass &pass : training.passes)
        filler.add(pass, device, segmentation);
    removeEmptyLayers(device);
    std::vector<PassLayout> none; // backward layers are no spans of forward ones
    applyUserBoundaries(
        {context.document, sequence, context.options.boundaries, context.shownAs}, none, device, segmentation, result.userChecks);
    markLostEvents(context.document, context.options, device);
    classifyStates(device, {context.options.selectedPass, context.options.steadyPasses});
    classify(context, forward, device);
    result.evidence = marks.recorded() ? Evidence::Annotation : Evidence::Discovered;
    result.anchorText = forward.layers > 0 ? forward.text
        : marks.recorded()                 ? marks.text().english()
        : device.modelLayers > 0           ? "attention gradients"
                                           : std::string{};
    result.anchors = anchorCandidates(context.names, forward.sequence, forward.layouts, device);
    for (AnchorCandidate &row : result.anchors)
        row.chosen = row.anchor == result.anchorText;
    result.confidence = judgeLostEvents(context.document, device,
        judgeTraining({sequence, hints, marks, training, forward, device.modelLayers, context.options.config}, result.checks),
        result.checks);
    assignSideStreams(context.document, sequence, work, device, segmentation);
    return true;
}

} // namespace lamella::core
