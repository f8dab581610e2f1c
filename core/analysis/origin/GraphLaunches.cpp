// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/origin/GraphLaunches.h"

#include "core/analysis/LaunchUse.h"
#include "core/analysis/gaps/HostCalls.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <unordered_map>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::uint32_t kPollRows = 1U << 16;

bool has(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

enum class GraphCall : std::uint8_t { Unasked, Other, Begin, End, Kernel, Copy, Set };

GraphCall graphCallFromName(std::string_view name)
{
    if (has(name, "BeginCapture"))
        return GraphCall::Begin;
    if (has(name, "EndCapture"))
        return GraphCall::End;
    if (has(name, "GraphLaunch") || has(name, "LaunchHostFunc") || has(name, "GraphAdd"))
        return GraphCall::Other;
    if (has(name, "Launch"))
        return GraphCall::Kernel;
    if (has(name, "Memcpy"))
        return GraphCall::Copy;
    if (has(name, "Memset"))
        return GraphCall::Set;
    return GraphCall::Other;
}

struct Call {
    std::int64_t start = 0;
    std::int64_t end = 0;
    EventId event;
    GraphCall kind = GraphCall::Other;
};

// Calls of captures by track, in start order.
class CaptureCalls {
public:
    CaptureCalls(const TraceDocument &document, const JobControl &control)
        : byTrack(document.tracks.size())
    {
        std::vector<std::uint8_t> categories(document.strings.size(), 0);
        std::vector<GraphCall> names(document.strings.size(), GraphCall::Unasked);
        for (const EventChunk &chunk : document.events.chunks())
            for (std::uint32_t row = 0; row < chunk.size(); ++row) {
                if (row % kPollRows == 0 && control.stopRequested())
                    return;
                std::uint8_t &category = categories[chunk.category[row].value];
                if (category == 0)
                    category = isCallCategory(document.text(chunk.category[row])) ? 1 : 2;
                if (category != 1 || !chunk.track[row].valid() || chunk.duration[row] < 0
                    || chunk.start[row] == EventTable::kNoTime)
                    continue;
                GraphCall &kind = names[chunk.name[row].value];
                if (kind == GraphCall::Unasked)
                    kind = graphCallFromName(document.text(chunk.name[row]));
                if (kind != GraphCall::Other)
                    byTrack[chunk.track[row].value].push_back({chunk.start[row],
                        addSaturated(chunk.start[row], chunk.duration[row]), EventId(chunk.firstEvent + row), kind});
            }
        for (std::vector<Call> &calls : byTrack)
            std::stable_sort(calls.begin(), calls.end(), [](const Call &a, const Call &b) { return a.start < b.start; });
    }
    [[nodiscard]] bool anyBegin() const
    {
        for (const std::vector<Call> &calls : byTrack)
            for (const Call &call : calls)
                if (call.kind == GraphCall::Begin || call.kind == GraphCall::End)
                    return true;
        return false;
    }

    std::vector<std::vector<Call>> byTrack;
};

// Launch calls to which work of the trace refers: they ran, so they are no part of a capture.
std::vector<bool> ranAtOnce(const TraceDocument &document)
{
    std::vector<bool> ran(document.events.size(), false);
    for (const EventId launch : document.kernels.launch)
        if (launch.value < ran.size())
            ran[launch.value] = true;
    return ran;
}

struct Annotation {
    std::int64_t start = 0;
    std::int64_t end = 0;
    std::int64_t size = 0;
    EventId event;
    TrackId track;
};

// Annotations whose names state a size, in start order.
std::vector<Annotation> sizedAnnotations(
    const TraceDocument &document, std::optional<std::int64_t> (*sizeIn)(std::string_view), const JobControl &control)
{
    std::vector<std::int64_t> sizes(document.strings.size(), 0);
    bool any = false;
    for (std::uint32_t id = 0; id < sizes.size(); ++id) {
        sizes[id] = sizeIn(document.text(StringId(id))).value_or(0);
        any = any || sizes[id] > 0;
    }
    std::vector<Annotation> found;
    for (const EventChunk &chunk : document.events.chunks()) {
        if (!any || control.stopRequested())
            break;
        for (std::uint32_t row = 0; row < chunk.size(); ++row)
            if (sizes[chunk.name[row].value] > 0 && chunk.duration[row] >= 0 && chunk.start[row] != EventTable::kNoTime)
                found.push_back({chunk.start[row], addSaturated(chunk.start[row], chunk.duration[row]),
                    sizes[chunk.name[row].value], EventId(chunk.firstEvent + row), chunk.track[row]});
    }
    std::stable_sort(found.begin(), found.end(), [](const Annotation &a, const Annotation &b) { return a.start < b.start; });
    return found;
}

// The innermost annotation of the thread that is open at the time.
const Annotation *annotationAt(const std::vector<Annotation> &all, TrackId track, std::int64_t time)
{
    constexpr int kLookBack = 64;
    auto after = std::upper_bound(
        all.begin(), all.end(), time, [](std::int64_t t, const Annotation &annotation) { return t < annotation.start; });
    for (int i = 0; i < kLookBack && after != all.begin(); ++i)
        if ((--after)->end >= time && after->track == track)
            return &*after;
    return nullptr;
}

class GraphCollector {
public:
    GraphCollector(const TraceDocument &document, const LaunchedNames &names, const JobControl &control)
        : m_document(document)
        , m_names(names)
        , m_ran(ranAtOnce(document))
        , m_annotations(sizedAnnotations(document, sizeInCaptureName, control))
    {
    }
    std::vector<CapturedGraph> collect(const CaptureCalls &calls)
    {
        const bool marked = calls.anyBegin();
        std::vector<std::pair<std::int64_t, CapturedGraph>> graphs; // by start
        for (const std::vector<Call> &track : calls.byTrack)
            collectTrack(track, marked, graphs);
        std::stable_sort(graphs.begin(), graphs.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
        std::vector<CapturedGraph> all;
        for (auto &[start, graph] : graphs)
            all.push_back(std::move(graph));
        return all;
    }

private:
    void collectTrack(
        const std::vector<Call> &calls, bool marked, std::vector<std::pair<std::int64_t, CapturedGraph>> &graphs) const
    {
        CapturedGraph graph; // while none is being captured: launches whose begin may not be recorded
        bool open = false;
        std::int64_t busyUntil = INT64_MIN; // end of the last launch: a driver call inside of it is the same launch
        const auto finish = [&](bool complete) {
            graph.complete = complete;
            if (!graph.launches.empty()) {
                annotate(graph);
                graphs.emplace_back(m_document.events.row(graph.launches.front().call).start, std::move(graph));
            }
            graph = {};
            open = false;
        };
        for (const Call &call : calls) {
            if (call.kind == GraphCall::Begin) {
                if (open)
                    finish(false);
                graph = {};
                open = true;
            } else if (call.kind == GraphCall::End) {
                finish(open);
            } else if (call.start >= busyUntil && !m_ran[call.event.value]) {
                busyUntil = call.end;
                graph.launches.push_back(launchOf(call));
            }
        }
        if (open || !marked)
            finish(!marked);
    }
    [[nodiscard]] CapturedLaunch launchOf(const Call &call) const
    {
        const auto name = m_names.find(call.event);
        const KernelKind kind = call.kind == GraphCall::Copy ? KernelKind::Memcpy
            : call.kind == GraphCall::Set                    ? KernelKind::Memset
                                                             : KernelKind::Kernel;
        return {call.event, name == m_names.end() ? std::string_view() : std::string_view(name->second), kind};
    }
    void annotate(CapturedGraph &graph) const
    {
        const EventRow first = m_document.events.row(graph.launches.front().call);
        if (const Annotation *around = annotationAt(m_annotations, first.track, first.start)) {
            graph.batch = around->size;
            graph.annotation = around->event;
        }
    }

    const TraceDocument &m_document;
    const LaunchedNames &m_names;
    std::vector<bool> m_ran; // by EventId
    std::vector<Annotation> m_annotations;
};

std::optional<std::int64_t> numberAfter(std::string_view name, std::string_view word, std::size_t from = 0)
{
    const std::size_t at = name.find(word, from);
    if (at == std::string_view::npos)
        return std::nullopt;
    std::int64_t number = 0;
    const char *end = name.data() + name.size();
    const auto [rest, error] = std::from_chars(name.data() + at + word.size(), end, number);
    if (error != std::errc() || number <= 0)
        return std::nullopt;
    return number;
}

} // namespace

bool CapturedGraph::named() const
{
    return std::all_of(launches.begin(), launches.end(),
        [](const CapturedLaunch &launch) { return launch.kind != KernelKind::Kernel || !launch.kernel.empty(); });
}

std::optional<std::int64_t> sizeInStepName(std::string_view name)
{
    if (name.size() > 512)
        return std::nullopt;
    if (name.starts_with("step["))
        return numberAfter(name, " bs=");
    if (name.starts_with("execute_") && has(name, "_context_"))
        return numberAfter(name, "execute_");
    return std::nullopt;
}

std::optional<std::int64_t> sizeInCaptureName(std::string_view name)
{
    return name.size() <= 512 && name.starts_with("capture_") ? numberAfter(name, "capture_") : std::nullopt;
}

std::vector<CapturedGraph> capturedGraphs(const TraceDocument &document, const LaunchedNames &names, const JobControl &control)
{
    const CaptureCalls calls(document, control);
    return GraphCollector(document, names, control).collect(calls);
}

std::vector<GraphReplay> graphReplays(const TraceDocument &document, const JobControl &control)
{
    const KernelTable &kernels = document.kernels;
    std::vector<std::uint8_t> graphNames(document.strings.size(), 0);
    std::unordered_map<EventId, std::size_t> byLaunch;
    std::map<std::pair<std::uint32_t, std::int64_t>, std::size_t> byCorrelation; // of work without a launch, by device
    std::vector<GraphReplay> replays;
    const auto add = [&](auto &index, const auto &key, EventId launch) -> GraphReplay & {
        const auto [found, added] = index.try_emplace(key, replays.size());
        if (added)
            replays.push_back({launch, {}, {}, 0, {}});
        return replays[found->second];
    };
    for (std::uint32_t k = 0; k < kernels.size(); ++k) {
        if (k % kPollRows == 0 && control.stopRequested())
            return {};
        if (kernels.kind[k] == KernelKind::Graph)
            continue;
        const EventId launch = kernels.launch[k];
        if (launch.value < document.events.size()) {
            const StringId name = document.events.row(launch).name;
            std::uint8_t &known = graphNames[name.value];
            if (known == 0)
                known = hostCallFromName(document.text(name)) == HostCall::GraphLaunch ? 2 : 1;
            if (known == 2)
                add(byLaunch, launch, launch).kernels.push_back(KernelId(k));
        } else if (kernels.correlation[k] != 0) {
            add(byCorrelation, std::pair(document.deviceOf(KernelId(k)).value, std::int64_t{kernels.correlation[k]}), EventId())
                .kernels.push_back(KernelId(k));
        }
    }
    std::erase_if(replays, [](const GraphReplay &replay) { return !replay.launch.valid() && replay.kernels.size() < 2; });
    const std::vector<Annotation> steps = sizedAnnotations(document, sizeInStepName, control);
    for (GraphReplay &replay : replays) {
        if (!replay.launch.valid())
            continue;
        const EventRow row = document.events.row(replay.launch);
        replay.track = row.track;
        if (const Annotation *step = annotationAt(steps, row.track, row.start)) {
            replay.tokens = step->size;
            replay.step = step->event;
        }
    }
    const auto when = [&](const GraphReplay &replay) {
        return replay.launch.valid() ? document.events.row(replay.launch).start : kernels.start[replay.kernels.front().value];
    };
    std::stable_sort(
        replays.begin(), replays.end(), [&when](const GraphReplay &a, const GraphReplay &b) { return when(a) < when(b); });
    return replays;
}

} // namespace lamella::core
