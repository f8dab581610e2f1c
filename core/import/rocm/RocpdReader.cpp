// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocm/RocpdReader.h"

#include "core/import/DiagnosticKinds.h"
#include "core/import/rocm/RocmNames.h"

#include <simdjson.h>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace lamella::core {

namespace {

constexpr std::uint64_t kNodeBytes = 128; // of a map entry, texts included
constexpr std::string_view kTextTable = "rocpd_string";
// Columns of all tables of spans.
constexpr std::string_view kCommon[] = {
    "start", "end", "start_id", "end_id", "track_id", "pid", "tid", "agent_id", "queue_id", "stream_id", "event_id"};
enum CommonColumn {
    Start,
    End,
    StartId,
    EndId,
    TrackIdColumn,
    Pid,
    Tid,
    AgentId,
    QueueId,
    StreamIdColumn,
    EventIdColumn,
    FirstOwn
};

std::vector<std::string_view> withCommon(std::initializer_list<std::string_view> own)
{
    std::vector<std::string_view> all(std::begin(kCommon), std::end(kCommon));
    all.insert(all.end(), own.begin(), own.end());
    return all;
}

// {"message": "forward"} -> forward
std::string messageIn(std::string_view json)
{
    simdjson::dom::parser parser;
    simdjson::dom::element value;
    std::string_view text;
    if (json.find("message") == std::string_view::npos
        || parser.parse(simdjson::padded_string(json)).get(value) != simdjson::SUCCESS
        || value["message"].get(text) != simdjson::SUCCESS)
        return {};
    return std::string(text);
}

template <class Map> auto find(const Map &map, const std::optional<std::int64_t> &id)
{
    return id ? map.find(*id) : map.end();
}

} // namespace

bool RocpdReader::knows(const SqliteFile &file)
{
    return std::any_of(file.tables().begin(), file.tables().end(), [](const std::string &table) {
        return table.starts_with("rocpd_kernel_dispatch") || table.starts_with("rocpd_info_agent");
    });
}

bool RocpdReader::hold()
{
    m_builder.memory().hold(kNodeBytes);
    m_limitHit = m_limitHit || m_builder.memory().exceeded();
    return !m_limitHit;
}

void RocpdReader::readMachines()
{
    m_nodes.clear();
    each(named("rocpd_info_node"), {"id", "machine_id", "hostname"}, [this](const SqliteRows &row) {
        hold();
        // Containers made from one image share the id, not the name.
        std::string key = std::string(row.text(1)) + '\n' + std::string(row.text(2));
        m_nodes[row.integer(0)] = m_machines.try_emplace(std::move(key), m_machines.size()).first->second;
    });
}

std::int64_t RocpdReader::deviceNumber(std::optional<std::int64_t> node, std::int64_t recorded)
{
    const auto machine = find(m_nodes, node);
    const auto [at, added] = m_devices.try_emplace({machine == m_nodes.end() ? 0 : machine->second, recorded}, recorded);
    if (added && !m_usedDevices.insert(recorded).second) {
        while (!m_usedDevices.insert(m_nextDevice).second)
            ++m_nextDevice;
        at->second = m_nextDevice;
    }
    return at->second;
}

void RocpdReader::readAgents()
{
    m_agents.clear();
    each(named("rocpd_info_agent"), {"id", "type", "type_index", "absolute_index", "name", "product_name", "model_name", "nid"},
        [this](const SqliteRows &row) {
            hold();
            const bool gpu = row.text(1) == "GPU";
            const std::int64_t recorded = row.optionalInteger(2).value_or(row.integer(3, row.integer(0)));
            const std::int64_t number = gpu ? deviceNumber(row.optionalInteger(7), recorded) : recorded;
            m_agents[row.integer(0)] = {gpu, number};
            std::string_view name = row.text(5);
            for (const int column : {6, 4})
                name = name.empty() ? row.text(column) : name;
            if (gpu && !name.empty())
                m_builder.nameDevice(number, std::string(m_builder.document().text(m_strings.intern(name))));
        });
}

void RocpdReader::readHosts()
{
    m_pids.clear();
    m_threads.clear();
    std::unordered_map<std::int64_t, std::string> commands;
    each(named("rocpd_info_process"), {"id", "pid", "name", "command"}, [&](const SqliteRows &row) {
        hold();
        m_pids[row.integer(0)] = row.integer(1);
        const std::string_view name = row.text(2).empty() ? row.text(3) : row.text(2);
        commands[row.integer(0)] = m_builder.document().text(m_strings.intern(name));
    });
    each(named("rocpd_info_thread"), {"id", "pid", "tid", "name"}, [&](const SqliteRows &row) {
        hold();
        const auto process = m_pids.find(row.integer(1));
        const Thread thread{process == m_pids.end() ? row.integer(1) : process->second, row.integer(2)};
        m_threads[row.integer(0)] = thread;
        lamella::core::Track &track = m_builder.at(m_strings.thread(thread.process, thread.number, m_process));
        track.threadName = m_builder.document().text(m_strings.intern(row.text(3)));
        if (const auto command = commands.find(row.integer(1)); command != commands.end())
            track.processName = command->second;
    });
}

void RocpdReader::readNames()
{
    m_kernelNames.clear();
    m_streamNames.clear();
    each(named("rocpd_info_kernel_symbol"), {"id", "display_name", "kernel_name"}, [this](const SqliteRows &row) {
        hold();
        m_kernelNames[row.integer(0)] = row.text(1).empty() ? row.text(2) : row.text(1);
    });
    each(named("rocpd_info_stream"), {"id", "name"}, [this](const SqliteRows &row) {
        hold();
        m_streamNames[row.integer(0)] = m_builder.document().text(m_strings.intern(row.text(1)));
    });
    m_readTables.insert(named("rocpd_info_queue"));
}

void RocpdReader::readTracks()
{
    m_tracks.clear();
    m_timestamps.clear();
    each(named("rocpd_track"), {"id", "pid", "tid", "agent_id", "queue_id", "stream_id"}, [this](const SqliteRows &row) {
        hold();
        m_tracks[row.integer(0)] = {row.optionalInteger(1), row.optionalInteger(2), row.optionalInteger(3),
            row.optionalInteger(4), row.optionalInteger(5)};
    });
    each(named("rocpd_timestamp"), {"id", "value"}, [this](const SqliteRows &row) {
        hold();
        m_timestamps[row.integer(0)] = row.integer(1);
    });
}

void RocpdReader::readEvents()
{
    m_events.clear();
    m_markers.clear();
    each(named("rocpd_event"), {"id", "stack_id", "category_id", "extdata"}, [this](const SqliteRows &row) {
        hold();
        const Event event{row.integer(1), row.integer(2)};
        m_events[row.integer(0)] = event;
        if (!rocm::isMarkerDomain(m_strings.text(event.category)))
            return;
        if (const std::string message = messageIn(row.text(3)); !message.empty() && hold())
            m_markers[row.integer(0)] = m_strings.intern(message);
    });
}

RocpdReader::Span RocpdReader::spanOf(const SqliteRows &row)
{
    Span span;
    if (const auto track = find(m_tracks, row.optionalInteger(TrackIdColumn)); track != m_tracks.end())
        span.track = track->second;
    const auto own = [&row](CommonColumn column, std::optional<std::int64_t> &to) {
        if (const auto value = row.optionalInteger(column))
            to = value;
    };
    own(Pid, span.track.process);
    own(Tid, span.track.thread);
    own(AgentId, span.track.agent);
    own(QueueId, span.track.queue);
    own(StreamIdColumn, span.track.stream);
    if (const auto event = find(m_events, row.optionalInteger(EventIdColumn)); event != m_events.end())
        span.event = event->second;
    const auto start = find(m_timestamps, row.optionalInteger(StartId));
    const auto end = find(m_timestamps, row.optionalInteger(EndId));
    if (start != m_timestamps.end() && end != m_timestamps.end()) {
        span.start = start->second;
        span.duration = duration(start->second, end->second);
    } else {
        std::tie(span.start, span.duration) = timesOf(row, Start, End);
    }
    return span;
}

TrackId RocpdReader::hostTrack(const Track &track)
{
    if (const auto thread = find(m_threads, track.thread); thread != m_threads.end())
        return m_strings.thread(thread->second.process, thread->second.number, m_process);
    const auto process = find(m_pids, track.process);
    return m_strings.thread(
        process == m_pids.end() ? track.process.value_or(0) : process->second, track.thread.value_or(0), m_process);
}

std::int64_t RocpdReader::deviceOf(std::optional<std::int64_t> agent) const
{
    const auto found = find(m_agents, agent);
    return found == m_agents.end() ? agent.value_or(0) : found->second.gpu ? found->second.number : -1;
}

void RocpdReader::readRegions()
{
    each(named("rocpd_region"), withCommon({"name_id"}), [this](const SqliteRows &row) {
        const Span span = spanOf(row);
        const auto marker = find(m_markers, row.optionalInteger(EventIdColumn));
        const StringId name =
            marker != m_markers.end() ? marker->second : m_strings.intern(m_strings.text(row.optionalInteger(FirstOwn)));
        const StringId category = m_strings.intern(rocm::categoryOfDomain(m_strings.text(span.event.category)));
        const EventId event = addEvent({span.start, span.duration, name, category, hostTrack(span.track), 'X'});
        if (m_limitHit || span.event.stack == 0 || marker != m_markers.end())
            return;
        m_builder.setValue(SparseKey::Correlation, span.event.stack);
        m_builder.addLaunch(m_process, span.event.stack, event);
    });
}

void RocpdReader::addWork(
    const Span &span, std::int64_t device, KernelKind kind, StringId name, const LaunchShape &shape, std::int64_t bytes)
{
    const std::int64_t stream = span.track.stream.value_or(span.track.queue.value_or(0));
    const auto named = find(m_streamNames, span.track.stream);
    const std::string label =
        named == m_streamNames.end() || named->second.empty() ? "Stream " + std::to_string(stream) : named->second;
    const auto process = find(m_pids, span.track.process);
    const std::int64_t pid = process == m_pids.end() ? span.track.process.value_or(0) : process->second;
    const GpuPlace where = place({m_process, device, 0, stream}, device, label, "process " + m_strings.process(pid, m_process));
    const EventId event =
        addEvent({span.start, span.duration, name, m_builder.intern(rocm::categoryOfWork(kind)), where.track, 'X'});
    if (m_limitHit)
        return;
    if (span.event.stack != 0)
        m_builder.setValue(SparseKey::Correlation, span.event.stack);
    if (bytes >= 0)
        m_builder.setValue(SparseKey::Bytes, bytes);
    m_builder.addWork({event, where.device, where.stream, where.track, kind, shape, m_process, span.event.stack, {}});
}

void RocpdReader::readKernels()
{
    each(named("rocpd_kernel_dispatch"),
        withCommon({"kernel_id", "grid_size_x", "grid_size_y", "grid_size_z", "workgroup_size_x", "workgroup_size_y",
            "workgroup_size_z"}),
        [this](const SqliteRows &row) {
            const auto symbol = find(m_kernelNames, row.optionalInteger(FirstOwn));
            const bool isNamed = symbol != m_kernelNames.end() && !symbol->second.empty();
            LaunchShape shape;
            for (int i = 0; i < 3; ++i) {
                const std::int64_t block = row.integer(FirstOwn + 4 + i);
                shape.block[static_cast<std::size_t>(i)] = rocm::workgroups(block, 1);
                shape.grid[static_cast<std::size_t>(i)] = rocm::workgroups(row.integer(FirstOwn + 1 + i), block);
            }
            const Span span = spanOf(row);
            addWork(span, std::max<std::int64_t>(deviceOf(span.track.agent), 0), KernelKind::Kernel,
                m_strings.intern(isNamed ? std::string_view(symbol->second) : "(kernel without a name)"), shape, -1);
        });
}

// A copy belongs to the GPU that it leads to, or comes from.
void RocpdReader::readCopies()
{
    each(named("rocpd_memory_copy"), withCommon({"name_id", "size", "dst_agent_id", "src_agent_id"}),
        [this](const SqliteRows &row) {
            const Span span = spanOf(row);
            std::int64_t device = deviceOf(row.optionalInteger(FirstOwn + 2));
            if (device < 0)
                device = std::max<std::int64_t>(deviceOf(row.optionalInteger(FirstOwn + 3)), 0);
            addWork(span, device, KernelKind::Memcpy, m_strings.intern(m_strings.text(row.optionalInteger(FirstOwn))), {},
                row.integer(FirstOwn + 1, -1));
        });
}

void RocpdReader::readAllocations()
{
    const StringId category = m_builder.intern("memory_allocation");
    each(named("rocpd_memory_allocate"), withCommon({"type", "level", "size"}), [&](const SqliteRows &row) {
        const Span span = spanOf(row);
        const StringId name =
            m_strings.intern(std::string(row.text(FirstOwn)) + " (" + std::string(row.text(FirstOwn + 1)) + ")");
        addEvent({span.start, span.duration, name, category, hostTrack(span.track), 'X'});
        if (!m_limitHit && row.integer(FirstOwn + 2, -1) >= 0)
            m_builder.setValue(SparseKey::Bytes, row.integer(FirstOwn + 2));
    });
}

void RocpdReader::readProcess()
{
    m_strings.read(m_file, named(kTextTable));
    m_readTables.insert(named(kTextTable));
    const auto steps = {&RocpdReader::readMachines, &RocpdReader::readAgents, &RocpdReader::readHosts, &RocpdReader::readNames,
        &RocpdReader::readTracks, &RocpdReader::readEvents, &RocpdReader::readRegions, &RocpdReader::readKernels,
        &RocpdReader::readCopies, &RocpdReader::readAllocations};
    for (const auto step : steps) {
        m_limitHit = m_limitHit || m_builder.memory().exceeded();
        if (m_control.stopRequested() || m_limitHit)
            return;
        (this->*step)();
    }
}

void RocpdReader::noteOtherTables()
{
    noteComputedColumns();
    for (const std::string &table : m_file.tables()) {
        const bool quiet = table.starts_with("rocpd_metadata") || table.starts_with("rocpd_info_")
            || table.starts_with("rocpd_arg") || table.starts_with("sqlite_") || m_readTables.contains(table);
        if (quiet)
            continue;
        SqliteRows any = m_file.rows(table, {"rowid"});
        if (any.next())
            m_builder.document().diagnostics.add(diagnostics::kTableNotShown, -1, table);
    }
}

bool RocpdReader::read(std::uint64_t fileBytes)
{
    m_fileBytes = fileBytes;
    m_builder.document().metadata.format = "ROCm SQLite (rocpd)";
    m_builder.document().metadata.producer = "ROCm rocprofv3";
    std::set<std::string> suffixes;
    for (const std::string &table : m_file.tables()) {
        for (const std::string_view begin : {"rocpd_kernel_dispatch", "rocpd_region", "rocpd_memory_copy"}) {
            if (table.starts_with(begin)) {
                suffixes.insert(table.substr(begin.size()));
                expectRows(table);
            }
        }
    }
    for (const std::string &suffix : suffixes) {
        m_suffix = suffix;
        ++m_process;
        readProcess();
        if (m_control.stopRequested() || m_limitHit)
            return false;
    }
    noteOtherTables();
    m_limitHit = m_limitHit || m_builder.memory().exceeded();
    return !m_control.stopRequested() && !m_limitHit;
}

} // namespace lamella::core
