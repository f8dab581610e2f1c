// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/program/ProgramRuns.h"

#include "core/base/Saturate.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace lamella::core {

namespace {

constexpr std::size_t kRunsBetweenPolls = 4096;

class RunBuilder {
public:
    explicit RunBuilder(ProgramRuns &result)
        : m_result(result)
    {
    }
    void add(ProgramRun run, std::string_view program)
    {
        const auto [it, added] =
            m_programs.try_emplace(std::string(program), static_cast<std::uint32_t>(m_result.programs.size()));
        if (added)
            m_result.programs.push_back({std::string(program), 0, 0, false});
        run.program = it->second;
        m_result.runs.push_back(run);
    }
    void leaveOut() { ++m_result.badMarks; }

private:
    ProgramRuns &m_result;
    std::map<std::string, std::uint32_t, std::less<>> m_programs;
};

// Devices by process: programs and steps are on other tracks of the same process.
std::map<std::string_view, DeviceId> devicesOfProcesses(const TraceDocument &document)
{
    std::map<std::string_view, DeviceId> devices;
    for (const Track &track : document.tracks)
        if (track.stream.valid())
            devices.try_emplace(track.process, document.streams[track.stream.value].device);
    return devices;
}

void addMarked(const TraceDocument &document, std::string_view category, bool steps, RunBuilder &builder)
{
    const StringId wanted = document.strings.find(category);
    if (!wanted.valid())
        return;
    const std::map<std::string_view, DeviceId> devices = devicesOfProcesses(document);
    for (const EventChunk &chunk : document.events.chunks()) {
        for (std::uint32_t row = 0; row < chunk.size(); ++row) {
            if (chunk.category[row] != wanted || chunk.phase[row] != 'X' || chunk.duration[row] < 0
                || chunk.start[row] == EventTable::kNoTime)
                continue;
            const auto device = devices.find(document.tracks[chunk.track[row].value].process);
            if (device == devices.end())
                continue;
            ProgramRun run;
            run.device = device->second;
            run.event = EventId{chunk.firstEvent + row};
            run.range = {{chunk.start[row]}, {addSaturated(chunk.start[row], chunk.duration[row])}};
            const auto id = chunk.sparseValue(SparseKey::RunId, row);
            run.runId = id ? StringId{static_cast<std::uint32_t>(*id)} : StringId{};
            const std::string_view name = document.text(chunk.name[row]);
            if (!steps) {
                builder.add(run, name);
                continue;
            }
            const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), run.number);
            if (error == std::errc() && end == name.data() + name.size())
                builder.add(run, "step");
            else
                builder.leaveOut();
        }
    }
}

// If programs have no line of their own, a run is a sequence of operations of one module without repetition.
void addOperationModules(const TraceDocument &document, const DeviceOps &ops, RunBuilder &builder)
{
    for (std::uint32_t d = 0; d < document.devices.size(); ++d) {
        std::optional<ProgramRun> open;
        StringId module;
        std::set<std::uint32_t> seen;
        for (const DeviceOp &op : ops.of(DeviceId{d})) {
            const OperationId id = ops.classOf(op).operation;
            const StringId own = id.valid() ? document.operations[id.value].module : StringId{0};
            if (document.text(own).empty())
                continue;
            const bool goesOn = open && own == module && seen.insert(op.opClass).second;
            if (!goesOn) {
                if (open)
                    builder.add(*open, document.text(module));
                open.emplace();
                open->device = DeviceId{d};
                open->range = {{op.start}, {op.end()}};
                module = own;
                seen = {op.opClass};
            }
            open->range.end.value = std::max(open->range.end.value, op.end());
        }
        if (open)
            builder.add(*open, document.text(module));
    }
}

void addPasses(const Segmentation &segmentation, RunBuilder &builder)
{
    for (const DeviceSegmentation &device : segmentation.devices) {
        for (const Pass &pass : device.passes) {
            ProgramRun run;
            run.device = device.device;
            run.range = pass.range;
            run.number = pass.number;
            run.warmUp = pass.state == PassState::Cold || pass.state == PassState::WarmUp;
            run.partial = !pass.complete;
            builder.add(run, stageName(pass.stage));
        }
    }
}

// Assigns operations to runs and sums up the runs.
void measure(ProgramRuns &result, DeviceOps &ops, DeviceId device, const std::vector<StateSpan> &spans, const JobControl &control)
{
    const std::size_t first = result.firstOfDevice[device.value];
    const std::size_t last = result.firstOfDevice[device.value + 1];
    std::size_t at = first;
    for (DeviceOp &op : ops.of(device)) {
        while (at < last && result.runs[at].range.end.value <= op.start)
            ++at;
        if (at == last || op.start < result.runs[at].range.begin.value)
            continue;
        op.run = static_cast<std::uint32_t>(at);
        ++result.runs[at].ops;
    }
    const StateSums sums(spans);
    for (std::size_t i = first; i < last; ++i) {
        if (i % kRunsBetweenPolls == 0 && control.stopRequested())
            return;
        result.runs[i].states = sums.of(result.runs[i].range);
    }
}

// The main program of passes: the stage with most passes, as where one pass is chosen; draft and optimizer passes only if there
// is nothing else. Of several the one with most time.
bool isBeforeAsStage(const Program &x, const Program &y)
{
    const auto aside = [](const Program &p) {
        return p.name == stageName(Stage::Draft) || p.name == stageName(Stage::Optimizer);
    };
    return aside(x) != aside(y) ? aside(y) : x.runs > y.runs;
}

void rankPrograms(ProgramRuns &result)
{
    for (const ProgramRun &run : result.runs) {
        ++result.programs[run.program].runs;
        result.programs[run.program].totalNs = addSaturated(result.programs[run.program].totalNs, run.wallNs());
    }
    std::vector<std::uint32_t> order(result.programs.size());
    for (std::uint32_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const Program &x = result.programs[a];
        const Program &y = result.programs[b];
        return x.totalNs != y.totalNs ? x.totalNs > y.totalNs : x.name < y.name;
    });
    if (result.source == RunSource::Passes && !order.empty()) {
        const auto main = std::min_element(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return isBeforeAsStage(result.programs[a], result.programs[b]); });
        std::rotate(order.begin(), main, main + 1);
    }
    std::vector<std::uint32_t> rank(order.size());
    std::vector<Program> sorted;
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        rank[order[i]] = i;
        sorted.push_back(result.programs[order[i]]);
    }
    result.programs = std::move(sorted);
    for (ProgramRun &run : result.runs)
        run.program = rank[run.program];
    if (!result.programs.empty())
        result.programs.front().main = true;
}

} // namespace

std::span<const ProgramRun> ProgramRuns::of(DeviceId device) const
{
    if (device.value + 1 >= firstOfDevice.size())
        return {};
    return std::span(runs).subspan(firstOfDevice[device.value], firstOfDevice[device.value + 1] - firstOfDevice[device.value]);
}

DeviceTimelines deviceTimelines(const TraceDocument &document, const DeviceOps &ops)
{
    DeviceTimelines timelines;
    for (std::uint32_t d = 0; d < document.devices.size(); ++d)
        timelines.push_back(stateTimeline(ops, DeviceId{d}));
    return timelines;
}

ProgramRuns programRuns(const TraceDocument &document, const Segmentation &segmentation, DeviceOps &ops,
    const DeviceTimelines &timelines, const JobControl &control)
{
    ProgramRuns result;
    RunBuilder builder(result);
    const auto found = [&result](RunSource source) {
        if (!result.runs.empty() && result.source == RunSource::None)
            result.source = source;
        return !result.runs.empty();
    };
    addMarked(document, "xla_module", false, builder);
    if (!found(RunSource::Modules))
        addMarked(document, "xla_step", true, builder);
    if (!found(RunSource::StepMarks) && ops.compiled)
        addOperationModules(document, ops, builder);
    if (!found(RunSource::OperationModules))
        addPasses(segmentation, builder);
    found(RunSource::Passes);
    std::stable_sort(result.runs.begin(), result.runs.end(), [](const ProgramRun &a, const ProgramRun &b) {
        return std::tuple(a.device.value, a.range.begin.value) < std::tuple(b.device.value, b.range.begin.value);
    });
    rankPrograms(result);
    result.firstOfDevice.assign(document.devices.size() + 1, 0);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> next;
    for (ProgramRun &run : result.runs) {
        ++result.firstOfDevice[run.device.value + 1];
        if (result.source == RunSource::Modules || result.source == RunSource::OperationModules)
            run.number = next[{run.device.value, run.program}]++;
    }
    for (std::uint32_t d = 0; d < document.devices.size(); ++d) {
        result.firstOfDevice[d + 1] += result.firstOfDevice[d];
        measure(result, ops, DeviceId{d}, timelines[d], control);
    }
    return result;
}

} // namespace lamella::core
