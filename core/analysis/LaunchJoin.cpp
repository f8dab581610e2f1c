// SPDX-License-Identifier: GPL-3.0-or-later
// Three linear scans over the events (which are launches; which ops are referenced by id; which ops and frames are on launching
// threads), then a sweep per thread over launches and ops in start order with a stack of open spans.
#include "core/analysis/LaunchJoin.h"

#include "core/analysis/EventMarks.h"
#include "core/analysis/TrackSpans.h"
#include "core/profile/ModuleNames.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>

namespace lamella::core {

namespace {

constexpr std::string_view kModulePrefix = "nn.Module: ";

// A position on a thread to resolve: a launch or, if none is recorded, the op that the kernel references by id.
struct Query {
    EventId event;
    TrackId track;
    std::int64_t time = 0;
    EventId op; // by External id
    EventId enclosingOp; // innermost op around `time`
    std::uint32_t node = LaunchOp::kNone; // of enclosingOp
    EventId module;
    EventId half;
};

struct IdKey {
    std::uint32_t process = 0;
    std::int64_t id = 0;
    auto operator<=>(const IdKey &) const = default;
};
struct IdQuery {
    IdKey key;
    EventId op;
};

struct OpenSpan {
    HostSpan span;
    EventId withDims; // this span or the nearest one below it on the stack that has input dims
    bool resolved = false;
    std::uint32_t node = LaunchOp::kNone; // row of m_nodes, once a launch was found inside
};

struct OpenModule {
    HostSpan span;
    EventId half; // this span or the nearest one below it on the stack that is a half of a layer
};

class Joiner {
public:
    // asked: calls that launch work; null = those that launched the kernels of the document.
    Joiner(const TraceDocument &document, const std::span<const EventId> *asked, const JobControl &control)
        : m_document(document)
        , m_asked(asked)
        , m_control(control)
        , m_queryMarks(document.events.size())
        , m_wantedOps(document.events.size())
        , m_queryTracks(document.tracks.size(), 0)
        , m_ops(document.tracks.size())
        , m_modules(document.tracks.size())
    {
    }
    LaunchJoin join();

private:
    void nameProcesses();
    void pairProcesses();
    void nameCategories();
    void collectQueries();
    void collectIds();
    void findOpsById();
    void collectSpans();
    void sweepTracks();
    void sweepOps(std::span<const HostSpan> ops, std::span<const std::uint32_t> queries);
    void sweepModules(std::span<const HostSpan> modules, std::span<const std::uint32_t> queries);
    EventId dimsOwner(std::vector<OpenSpan> &open);
    std::uint32_t nodeOf(std::vector<OpenSpan> &open);
    void fill(LaunchJoin &out) const;

    [[nodiscard]] std::size_t rows() const { return m_asked ? m_asked->size() : m_document.kernels.size(); }
    [[nodiscard]] EventId queryEvent(std::size_t kernel) const
    {
        if (m_asked)
            return (*m_asked)[kernel];
        const EventId launch = m_document.kernels.launch[kernel];
        return launch.valid() ? launch : m_document.kernels.event[kernel];
    }
    // Formats without an event table only have kernels.
    [[nodiscard]] bool isRecorded(EventId event) const { return event.value < m_document.events.size(); }
    [[nodiscard]] IdKey keyOf(EventId event, TrackId track) const
    {
        return {m_host[m_process[track.value]], m_document.events.sparse(event, SparseKey::ExternalId).value_or(0)};
    }
    [[nodiscard]] bool isOp(StringId category) const { return category == m_cpuOp || category == m_operator; }
    [[nodiscard]] bool isModule(StringId category, StringId name);

    const TraceDocument &m_document;
    const std::span<const EventId> *m_asked;
    const JobControl &m_control;
    StringId m_cpuOp;
    StringId m_operator;
    StringId m_pythonFunction;
    std::vector<std::uint32_t> m_process; // by track
    std::vector<std::uint32_t> m_host; // by process: the one that launches its work; a host process maps to itself
    EventMarks m_queryMarks;
    EventMarks m_wantedOps; // referenced by id, on any thread; their input dims are needed
    std::vector<Query> m_queries; // by rank in m_queryMarks
    std::vector<IdQuery> m_ids; // sorted by key
    std::vector<std::uint8_t> m_queryTracks;
    std::vector<std::uint8_t> m_moduleNames; // by StringId: 0 unknown, 1 module, 2 something else, 3 half of a layer
    TrackSpans m_ops;
    TrackSpans m_modules;
    std::vector<LaunchOp> m_nodes;
    std::vector<EventId> m_wantedDims; // by rank in m_wantedOps
    std::vector<std::uint32_t> m_wantedNodes; // likewise
    std::vector<EventId> m_queryDims; // by query
};

void Joiner::nameProcesses()
{
    // The Ascend profiler shows the runtime as a process beside Python; there, operator ids are unique in the whole file.
    const bool oneProcess = std::any_of(
        m_document.tracks.begin(), m_document.tracks.end(), [](const Track &track) { return track.processName == "CANN"; });
    if (oneProcess) {
        m_process.assign(m_document.tracks.size(), 0);
        return;
    }
    std::map<std::string_view, std::uint32_t> numbers;
    for (const Track &track : m_document.tracks)
        m_process.push_back(numbers.try_emplace(track.process, static_cast<std::uint32_t>(numbers.size())).first->second);
}

// A device has its own process number in a trace, but ids of ops belong to the process that launched.
void Joiner::pairProcesses()
{
    std::uint32_t count = 0;
    for (const std::uint32_t process : m_process)
        count = std::max(count, process + 1);
    m_host.resize(count);
    std::iota(m_host.begin(), m_host.end(), 0U);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> launches; // (GPU, host) -> kernels
    for (std::size_t i = 0; i < m_document.kernels.size(); ++i) {
        const EventId launch = m_document.kernels.launch[i];
        const StreamId stream = m_document.kernels.stream[i];
        if (!isRecorded(launch) || stream.value >= m_document.streams.size())
            continue;
        const TrackId gpu = m_document.streams[stream.value].track;
        const TrackId host = m_document.events.row(launch).track;
        if (gpu.valid() && host.valid())
            ++launches[{m_process[gpu.value], m_process[host.value]}];
    }
    std::vector<std::uint32_t> max(count, 0);
    for (const auto &[pair, kernels] : launches) {
        if (kernels <= max[pair.first])
            continue;
        max[pair.first] = kernels;
        m_host[pair.first] = pair.second;
    }
}

void Joiner::nameCategories()
{
    m_cpuOp = m_document.strings.find("cpu_op");
    m_operator = m_document.strings.find("Operator"); // PyTorch before 1.13
    m_pythonFunction = m_document.strings.find("python_function");
    m_moduleNames.assign(m_document.strings.size(), 0);
}

bool Joiner::isModule(StringId category, StringId name)
{
    if (category != m_pythonFunction || !category.valid() || name.value >= m_moduleNames.size())
        return false;
    std::uint8_t &known = m_moduleNames[name.value];
    if (known == 0) {
        const ModuleKind kind = moduleKind(m_document.text(name));
        const bool half = kind == ModuleKind::Attention || kind == ModuleKind::FeedForward;
        known = half ? 3 : m_document.text(name).substr(0, kModulePrefix.size()) == kModulePrefix ? 1 : 2;
    }
    return known != 2;
}

void Joiner::collectQueries()
{
    for (std::size_t i = 0; i < rows(); ++i) {
        if (isRecorded(queryEvent(i)))
            m_queryMarks.mark(queryEvent(i));
    }
    m_queryMarks.finish();
    m_queries.resize(m_queryMarks.count());
    m_queryDims.resize(m_queries.size());
    std::size_t next = 0;
    for (const EventChunk &chunk : m_document.events.chunks()) {
        m_queryMarks.forEach(chunk.firstEvent, chunk.size(), [&](std::uint32_t row) {
            Query &query = m_queries[next++];
            query.event = EventId(chunk.firstEvent + row);
            query.track = chunk.track[row];
            query.time = chunk.start[row];
        });
    }
    // A kernel without a launch is on a GPU track: only its External id can resolve it.
    for (std::size_t i = 0; !m_asked && i < m_document.kernels.size(); ++i) {
        if (!m_document.kernels.launch[i].valid() && isRecorded(m_document.kernels.event[i]))
            m_queries[m_queryMarks.rank(m_document.kernels.event[i])].time = EventTable::kNoTime;
    }
}

void Joiner::collectIds()
{
    for (const Query &query : m_queries) {
        if (!query.track.valid())
            continue;
        if (const IdKey key = keyOf(query.event, query.track); key.id != 0)
            m_ids.push_back({key, {}});
    }
    const auto less = [](const IdQuery &a, const IdQuery &b) { return a.key < b.key; };
    std::sort(m_ids.begin(), m_ids.end(), less);
    const auto same = [](const IdQuery &a, const IdQuery &b) { return a.key == b.key; };
    m_ids.erase(std::unique(m_ids.begin(), m_ids.end(), same), m_ids.end());
}

void Joiner::findOpsById()
{
    const auto less = [](const IdQuery &a, const IdKey &key) { return a.key < key; };
    for (const EventChunk &chunk : m_document.events.chunks()) {
        const SparseColumn &ids = chunk.sparse[static_cast<std::size_t>(SparseKey::ExternalId)];
        for (std::size_t i = 0; i < ids.rows.size(); ++i) {
            const std::uint32_t row = ids.rows[i];
            if (!isOp(chunk.category[row]) || !chunk.track[row].valid())
                continue;
            const IdKey key{m_process[chunk.track[row].value], ids.values[i]};
            const auto hit = std::lower_bound(m_ids.begin(), m_ids.end(), key, less);
            if (hit != m_ids.end() && hit->key == key && !hit->op.valid()) {
                hit->op = EventId(chunk.firstEvent + row);
                m_wantedOps.mark(hit->op);
            }
        }
    }
    m_wantedOps.finish();
    m_wantedDims.resize(m_wantedOps.count());
    m_wantedNodes.resize(m_wantedOps.count(), LaunchOp::kNone);
    for (Query &query : m_queries) {
        if (!query.track.valid())
            continue;
        const IdKey key = keyOf(query.event, query.track);
        const auto hit = std::lower_bound(m_ids.begin(), m_ids.end(), key, less);
        // Some profilers give launches their correlation as id, which is that of any operator: one that begins later is not it.
        const bool found = key.id != 0 && hit != m_ids.end() && hit->key == key && hit->op.valid();
        if (found && (query.time == EventTable::kNoTime || m_document.events.row(hit->op).start <= query.time))
            query.op = hit->op;
        if (query.time == EventTable::kNoTime && query.op.valid()) {
            const EventRow op = m_document.events.row(query.op);
            query.track = op.track;
            query.time = op.start;
        }
        if (query.time != EventTable::kNoTime)
            m_queryTracks[query.track.value] = 1;
        if (query.op.valid())
            m_queryTracks[m_document.events.row(query.op).track.value] = 1;
    }
}

void Joiner::collectSpans()
{
    const auto each = [this](const auto &op, const auto &module) {
        for (const EventChunk &chunk : m_document.events.chunks()) {
            for (std::uint32_t row = 0; row < chunk.size(); ++row) {
                const TrackId track = chunk.track[row];
                if (!track.valid() || !m_queryTracks[track.value] || chunk.duration[row] < 0
                    || chunk.start[row] == EventTable::kNoTime)
                    continue;
                if (isOp(chunk.category[row]))
                    op(chunk, row);
                else if (isModule(chunk.category[row], chunk.name[row]))
                    module(chunk, row);
            }
        }
    };
    each([this](const EventChunk &c, std::uint32_t row) { m_ops.count(c.track[row]); },
        [this](const EventChunk &c, std::uint32_t row) { m_modules.count(c.track[row]); });
    m_ops.allocate();
    m_modules.allocate();
    const auto span = [](const EventChunk &c, std::uint32_t row) {
        std::int64_t end = 0;
        if (__builtin_add_overflow(c.start[row], c.duration[row], &end))
            end = INT64_MAX;
        return HostSpan{c.start[row], end, EventId(c.firstEvent + row)};
    };
    each([&](const EventChunk &c, std::uint32_t row) { m_ops.add(c.track[row], span(c, row)); },
        [&](const EventChunk &c, std::uint32_t row) { m_modules.add(c.track[row], span(c, row)); });
}

// The nearest open op with dims. Results are stored on the stack, so that a deep stack is walked once, not once per launch.
EventId Joiner::dimsOwner(std::vector<OpenSpan> &open)
{
    std::size_t known = open.size();
    EventId owner;
    while (known > 0) {
        const OpenSpan &entry = open[known - 1];
        if (entry.resolved) {
            owner = entry.withDims;
            break;
        }
        --known;
    }
    for (; known < open.size(); ++known) {
        OpenSpan &entry = open[known];
        if (m_document.events.sparse(entry.span.event, SparseKey::InputDims))
            owner = entry.span.event;
        entry.withDims = owner;
        entry.resolved = true;
    }
    return owner;
}

// The innermost open op as a row of m_nodes. Every span below one that has a row has one too, so each gets its row once.
std::uint32_t Joiner::nodeOf(std::vector<OpenSpan> &open)
{
    std::size_t known = open.size();
    while (known > 0 && open[known - 1].node == LaunchOp::kNone)
        --known;
    for (; known < open.size(); ++known) {
        open[known].node = static_cast<std::uint32_t>(m_nodes.size());
        m_nodes.push_back({open[known].span.event, known > 0 ? open[known - 1].node : LaunchOp::kNone});
    }
    return open.back().node;
}

void Joiner::sweepOps(std::span<const HostSpan> ops, std::span<const std::uint32_t> queries)
{
    std::vector<OpenSpan> open;
    std::size_t next = 0;
    const auto advance = [&](std::int64_t time) {
        for (; next < ops.size() && ops[next].start <= time; ++next) {
            while (!open.empty() && isOver(open.back().span, ops[next].start))
                open.pop_back();
            open.push_back({ops[next], {}});
            if (m_wantedOps.has(ops[next].event)) {
                const std::size_t rank = m_wantedOps.rank(ops[next].event);
                m_wantedDims[rank] = dimsOwner(open);
                m_wantedNodes[rank] = nodeOf(open);
            }
        }
        while (!open.empty() && isOver(open.back().span, time))
            open.pop_back();
    };
    for (const std::uint32_t index : queries) {
        Query &query = m_queries[index];
        advance(query.time);
        if (open.empty())
            continue;
        query.enclosingOp = open.back().span.event;
        query.node = nodeOf(open);
        m_queryDims[index] = dimsOwner(open);
    }
    advance(INT64_MAX);
}

void Joiner::sweepModules(std::span<const HostSpan> modules, std::span<const std::uint32_t> queries)
{
    std::vector<OpenModule> open;
    std::size_t next = 0;
    for (const std::uint32_t index : queries) {
        Query &query = m_queries[index];
        for (; next < modules.size() && modules[next].start <= query.time; ++next) {
            while (!open.empty() && isOver(open.back().span, modules[next].start))
                open.pop_back();
            const EventId event = modules[next].event;
            const bool half = m_moduleNames[m_document.events.row(event).name.value] == 3;
            open.push_back({modules[next], half ? event : open.empty() ? EventId() : open.back().half});
        }
        while (!open.empty() && isOver(open.back().span, query.time))
            open.pop_back();
        if (!open.empty()) {
            query.module = open.back().span.event;
            query.half = open.back().half;
        }
    }
}

void Joiner::sweepTracks()
{
    std::vector<std::vector<std::uint32_t>> byTrack(m_document.tracks.size());
    for (std::uint32_t i = 0; i < m_queries.size(); ++i) {
        if (m_queries[i].track.valid() && m_queries[i].time != EventTable::kNoTime)
            byTrack[m_queries[i].track.value].push_back(i);
    }
    for (std::uint32_t i = 0; i < byTrack.size() && !m_control.stopRequested(); ++i) {
        if (!m_queryTracks[i])
            continue;
        auto &queries = byTrack[i];
        const auto earlier = [this](std::uint32_t a, std::uint32_t b) { return m_queries[a].time < m_queries[b].time; };
        if (!std::is_sorted(queries.begin(), queries.end(), earlier))
            std::stable_sort(queries.begin(), queries.end(), earlier);
        sweepOps(m_ops.sorted(TrackId(i)), queries);
        sweepModules(m_modules.sorted(TrackId(i)), queries);
        m_control.report(i + 1, byTrack.size());
    }
}

void Joiner::fill(LaunchJoin &out) const
{
    for (std::size_t i = 0; i < rows(); ++i) {
        if (!isRecorded(queryEvent(i)))
            continue;
        // Some profilers record the shapes with the GPU work itself.
        const EventId own = m_asked ? EventId() : m_document.kernels.event[i];
        const auto ownDims = isRecorded(own) ? m_document.events.sparse(own, SparseKey::InputDims) : std::nullopt;
        if (ownDims)
            out.inputDims[i] = StringId(static_cast<std::uint32_t>(*ownDims));
        const std::size_t index = m_queryMarks.rank(queryEvent(i));
        const Query &query = m_queries[index];
        out.cpuOp[i] = query.op.valid() ? query.op : query.enclosingOp;
        out.op[i] = query.op.valid() ? m_wantedNodes[m_wantedOps.rank(query.op)] : query.node;
        out.module[i] = query.module;
        out.half[i] = query.half;
        const EventId owner = query.op.valid() ? m_wantedDims[m_wantedOps.rank(query.op)] : m_queryDims[index];
        if (!owner.valid() || ownDims)
            continue;
        if (const auto dims = m_document.events.sparse(owner, SparseKey::InputDims))
            out.inputDims[i] = StringId(static_cast<std::uint32_t>(*dims));
    }
}

LaunchJoin Joiner::join()
{
    const std::size_t kernels = rows();
    LaunchJoin out;
    out.cpuOp.resize(kernels);
    out.module.resize(kernels);
    out.half.resize(kernels);
    out.inputDims.resize(kernels);
    out.op.resize(kernels, LaunchOp::kNone);
    nameProcesses();
    pairProcesses();
    nameCategories();
    for (const auto step :
        {&Joiner::collectQueries, &Joiner::collectIds, &Joiner::findOpsById, &Joiner::collectSpans, &Joiner::sweepTracks}) {
        if (m_control.stopRequested())
            return out;
        (this->*step)();
    }
    if (!m_control.stopRequested())
        fill(out);
    out.ops = std::move(m_nodes);
    return out;
}

} // namespace

LaunchJoin joinLaunches(const TraceDocument &document, const JobControl &control)
{
    return Joiner(document, nullptr, control).join();
}

LaunchJoin joinCalls(const TraceDocument &document, std::span<const EventId> calls, const JobControl &control)
{
    return Joiner(document, &calls, control).join();
}

} // namespace lamella::core
