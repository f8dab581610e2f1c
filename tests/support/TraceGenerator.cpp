// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TraceGenerator.h"

#include "tests/support/TraceGeneratorJson.h"
#include "tests/support/TraceGeneratorKinds.h"

#include <algorithm>

namespace lamella::test {

namespace {

struct KindName {
    TraceKind kind;
    std::string_view name;
};
constexpr std::array kKindNames = {KindName{TraceKind::Dense, "dense"}, KindName{TraceKind::Moe, "moe"},
    KindName{TraceKind::Mla, "mla"}, KindName{TraceKind::MixedRatios, "mixed-ratios"},
    KindName{TraceKind::CudaGraph, "cuda-graph"}, KindName{TraceKind::Truncated, "cut"},
    KindName{TraceKind::FusedAnchor, "fused-anchor"}, KindName{TraceKind::TwoDevices, "two-devices"},
    KindName{TraceKind::KernelsOnly, "kernels-only"}, KindName{TraceKind::Sample, "sample"},
    KindName{TraceKind::Training, "training"}, KindName{TraceKind::PipelineSlice, "pipeline-slice"},
    KindName{TraceKind::HybridLinear, "hybrid-linear"}, KindName{TraceKind::Alternating, "alternating"},
    KindName{TraceKind::EncoderDecoder, "encoder-decoder"}, KindName{TraceKind::Diffusion, "diffusion"},
    KindName{TraceKind::EagerFrames, "eager-frames"}, KindName{TraceKind::ChunkedPrefill, "chunked-prefill"},
    KindName{TraceKind::TwoRanks, "two-ranks"}, KindName{TraceKind::SlidingWindow, "sliding-window"},
    KindName{TraceKind::Opaque, "opaque"}};

bool recordsHost(TraceKind kind, const TraceOptions &options)
{
    if (options.cpuEvents.has_value())
        return *options.cpuEvents;
    if (kind == TraceKind::KernelsOnly)
        return false;
    return kind == TraceKind::CudaGraph || kind == TraceKind::EagerFrames || kind == TraceKind::Sample || options.seed % 3 != 0;
}

// As an optimisation of one kernel does; the rest stays as it is for the same seed.
void changeKernel(RunPlan &plan, const std::string &name, int percent)
{
    for (PassPlan &pass : plan.passes)
        for (WorkItem &item : pass.items)
            if (item.name == name)
                item.typicalNs = item.typicalNs * percent / 100;
}

std::string layerText(int layer)
{
    if (layer == core::kHeadLayer)
        return "head";
    if (layer == core::kTailLayer)
        return "tail";
    return layer == core::kNoLayer ? "" : std::to_string(layer);
}

} // namespace

std::string_view traceKindName(TraceKind kind)
{
    return kKindNames[static_cast<std::size_t>(kind)].name;
}

std::optional<TraceKind> traceKindFromName(std::string_view name)
{
    for (const KindName &entry : kKindNames)
        if (entry.name == name)
            return entry.kind;
    return std::nullopt;
}

std::vector<TruthRow> truthOf(const Timeline &timeline)
{
    std::vector<TruthRow> truth;
    truth.reserve(timeline.gpu.size());
    for (const GpuEvent &event : timeline.gpu)
        truth.push_back({event.startNs, event.device, event.stream, event.pass, event.layer, event.side(), event.shape.stage,
            event.work.name});
    std::stable_sort(truth.begin(), truth.end(), [](const TruthRow &a, const TruthRow &b) { return a.startNs < b.startNs; });
    return truth;
}

GeneratedTrace generateTrace(TraceKind kind, const TraceOptions &options)
{
    const bool cpuEvents = recordsHost(kind, options);
    RunPlan plan = plannedRun(kind, options);
    if (!options.changedKernel.empty())
        changeKernel(plan, options.changedKernel, options.changedPercent);
    const Timeline timeline = scheduled(plan, cpuEvents, options.seed);
    GeneratedTrace trace;
    trace.json = kinetoJson(timeline, plan,
        {cpuEvents, options.annotations || kind == TraceKind::Sample, options.pythonFrames || kind == TraceKind::EagerFrames});
    trace.config = configJson(plan.model);
    trace.configExpected = kind != TraceKind::KernelsOnly && options.seed % 2 == 0;
    trace.truth = truthOf(timeline);
    trace.description = std::string(traceKindName(kind)) + " seed " + std::to_string(options.seed) + ": " + plan.model.type + ", "
        + std::string(plan.dialect.name()) + ", " + std::to_string(plan.model.layers) + " layers, "
        + std::to_string(plan.passes.size()) + " passes, " + std::to_string(timeline.gpu.size()) + " GPU events, "
        + (cpuEvents ? "with" : "without") + " host events, " + (trace.configExpected ? "config" : "no config");
    return trace;
}

std::string truthCsv(const GeneratedTrace &trace)
{
    const auto quotedName = [](const std::string &name) {
        std::string text = "\"";
        for (const char letter : name)
            text += letter == '"' ? std::string("\"\"") : std::string(1, letter);
        return text + "\"";
    };
    std::string csv = "index,device,stream,start_ns,pass,layer,side,stage,name\n";
    for (std::size_t i = 0; i < trace.truth.size(); ++i) {
        const TruthRow &row = trace.truth[i];
        csv += std::to_string(i) + ',' + std::to_string(row.device) + ',' + std::to_string(row.stream) + ','
            + std::to_string(row.startNs) + ',' + (row.pass == core::kNoPass ? "" : std::to_string(row.pass)) + ','
            + layerText(row.layer) + ',' + (row.side ? '1' : '0') + ',' + std::string(stageText(row.stage)) + ','
            + quotedName(row.name) + '\n';
    }
    return csv;
}

} // namespace lamella::test
