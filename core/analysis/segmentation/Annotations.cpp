// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/Annotations.h"

#include "core/base/ParallelFor.h"
#include "core/model/EventCursor.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lamella::core {

namespace {

constexpr double kLeftOut = 0.25; // kernels between annotated layers, of those inside
constexpr std::uint32_t kInnerGap = 3; // kernels between two annotations of one layer

// Kernels of one graph launch stand together on the stream.
bool sharesLaunch(const TraceDocument &document, const MainSequence &sequence, std::uint32_t i)
{
    const EventId launch = document.kernels.launch[sequence.kernel[i]];
    return (i > 0 && document.kernels.launch[sequence.kernel[i - 1]] == launch)
        || (i + 1 < sequence.size() && document.kernels.launch[sequence.kernel[i + 1]] == launch);
}

// Call index of each position of the sequence: by launch, or by GPU time where the calls stand on the stream's own track.
// skipGraphs: kernels of a graph launch stay without a call, for one launch stands for many layers.
std::vector<int> callOfKernel(
    const TraceDocument &document, const MainSequence &sequence, const CallGroup &group, bool skipGraphs)
{
    constexpr std::uint32_t kStep = 1U << 15;
    std::vector<int> calls(sequence.size(), -1);
    const KernelTable &kernels = document.kernels;
    const auto find = [&](std::size_t step, unsigned) {
        CallCursor byLaunch(group.calls);
        CallCursor byTime(group.calls);
        EventCursor events(document.events);
        const auto begin = static_cast<std::uint32_t>(step * kStep);
        for (std::uint32_t i = begin; i < sequence.size() && i - begin < kStep; ++i) {
            const std::uint32_t k = sequence.kernel[i];
            const EventId launch = kernels.launch[k];
            if (launch.valid() && !(skipGraphs && sharesLaunch(document, sequence, i))) {
                const EventCursor::Place call = events(launch);
                calls[i] = byLaunch(call.track, call.start);
            }
            if (calls[i] < 0)
                calls[i] = byTime(document.streams[kernels.stream[k].value].track, kernels.start[k]);
        }
    };
    parallelFor(workersWanted(), (sequence.size() + std::size_t{kStep} - 1) / kStep, {}, find);
    return calls;
}

std::vector<AnnotatedLayer> layersOf(const std::vector<int> &callOf, const CallGroup &group)
{
    std::vector<AnnotatedLayer> layers;
    int owner = -1; // call of the last layer
    std::set<int> closed;
    std::size_t mapped = 0;
    for (std::uint32_t i = 0; i < callOf.size(); ++i) {
        if (callOf[i] < 0)
            continue;
        ++mapped;
        const int number = group.calls[static_cast<std::size_t>(callOf[i])].number;
        // Annotations inside a layer ("layers.7.attn") carry its number too.
        const bool sameLayer = owner >= 0 && layers.back().number == number && i - layers.back().span.end <= kInnerGap;
        if (owner == callOf[i] || sameLayer) {
            layers.back().span.end = i + 1;
            continue;
        }
        if (!closed.insert(callOf[i]).second)
            return {}; // kernels of two calls are interleaved: launches do not tell layers here
        owner = callOf[i];
        layers.push_back({{i, i + 1}, number});
    }
    if (layers.size() < 2 || mapped < 2 * layers.size())
        return {};
    // From one layer to the next hardly a kernel may be left out, or the calls hold only a part of each layer (attention between
    // graph pieces). Passes without annotation may lie between whole passes.
    std::uint32_t inside = 0;
    std::uint32_t between = 0;
    for (std::size_t l = 1; l < layers.size(); ++l) {
        if (layers[l].number != layers[l - 1].number + 1)
            continue;
        inside += layers[l - 1].span.size();
        between += layers[l].span.begin - layers[l - 1].span.end;
    }
    return static_cast<double>(between) <= kLeftOut * static_cast<double>(inside) ? layers : std::vector<AnnotatedLayer>{};
}

} // namespace

LayerAnnotations annotatedLayers(const TraceDocument &document, const MainSequence &sequence, const CallCatalogue &calls)
{
    for (const CallGroup &group : calls.layers()) {
        const std::vector<int> callOf = callOfKernel(document, sequence, group, true);
        std::vector<AnnotatedLayer> layers = layersOf(callOf, group);
        if (layers.empty())
            continue;
        std::vector<char> apart;
        if (namesModules(group.label)) {
            // A profiler records frames that are open when it starts or stops too: no frame of a layer is missing.
            const std::vector<int> moduleOf = callOfKernel(document, sequence, calls.modules(), true);
            for (std::size_t i = 0; i < callOf.size(); ++i)
                apart.push_back(moduleOf[i] >= 0 && callOf[i] < 0 ? 1 : 0);
        }
        return {std::move(layers), group.label, std::move(apart)};
    }
    return {};
}

std::vector<LayerCore> mergeAnnotated(std::vector<LayerCore> cores, const std::vector<AnnotatedLayer> &layers)
{
    std::vector<LayerCore> merged;
    std::size_t c = 0;
    for (const AnnotatedLayer &layer : layers) {
        while (c < cores.size() && cores[c].span.begin < layer.span.begin)
            merged.push_back(cores[c++]);
        LayerCore exact{{layer.span.begin, layer.span.begin + 1}, layer.span, layer.number, false};
        const std::size_t inside = c;
        while (c < cores.size() && cores[c].span.begin < layer.span.end)
            ++c;
        if (c > inside)
            exact.span = {cores[inside].span.begin, std::min(cores[c - 1].span.end, layer.span.end)};
        merged.push_back(exact);
    }
    merged.insert(merged.end(), cores.begin() + static_cast<std::ptrdiff_t>(c), cores.end());
    return merged;
}

StepCalls::StepCalls(
    const TraceDocument &document, const MainSequence &sequence, const std::vector<CallGroup> &groups, const JobControl &control)
{
    for (const CallGroup &group : groups) {
        if (control.stopRequested())
            return;
        StepAnnotations kind;
        kind.step = callOfKernel(document, sequence, group, false);
        if (std::none_of(kind.step.begin(), kind.step.end(), [](std::int32_t call) { return call >= 0; }))
            continue;
        for (const AnnotatedCall &call : group.calls)
            kind.names.push_back(call.name);
        kind.onePass = group.onePass;
        kind.label = group.label;
        m_kinds.push_back(std::move(kind));
    }
}

const StepAnnotations &StepCalls::around(const std::vector<LayerCore> &cores) const
{
    static const StepAnnotations kNone;
    const StepAnnotations *best = &kNone;
    std::size_t most = 0;
    for (const StepAnnotations &kind : m_kinds) {
        std::vector<char> marked(kind.names.size(), 0); // by call
        std::size_t used = 0;
        std::size_t covered = 0;
        for (const LayerCore &core : cores) {
            if (const std::int32_t call = kind.step[core.span.begin]; call >= 0) {
                used += std::exchange(marked[static_cast<std::size_t>(call)], char{1}) == 0 ? 1 : 0;
                ++covered;
            }
        }
        // A step holds whole passes: at least two layers each.
        if (covered < 2 * used || used <= most)
            continue;
        best = &kind;
        most = used;
    }
    return *best;
}

} // namespace lamella::core
