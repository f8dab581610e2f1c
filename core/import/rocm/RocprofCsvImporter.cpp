// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocm/RocprofCsvImporter.h"

#include "core/base/AsciiCase.h"
#include "core/import/DiagnosticKinds.h"
#include "core/import/DocumentSource.h"
#include "core/import/JsonText.h"
#include "core/import/OpenByteSource.h"
#include "core/import/TimestampParser.h"
#include "core/import/ascend/CsvRows.h"
#include "core/import/rocm/RocmNames.h"
#include "core/import/rocm/RocprofRecords.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <vector>

namespace lamella::core {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kRowsBetweenPolls = 1024;
constexpr std::string_view kAgents = "_agent_info.csv";
// The tables of a run that hold spans, by the end of their names.
constexpr std::array<std::string_view, 12> kTables{"_hip_api_trace.csv", "_hip_runtime_api_trace.csv",
    "_hip_compiler_api_trace.csv", "_hsa_api_trace.csv", "_marker_api_trace.csv", "_rccl_api_trace.csv",
    "_rocdecode_api_trace.csv", "_rocjpeg_api_trace.csv", "_memory_allocation_trace.csv", "_scratch_memory_trace.csv",
    "_kernel_trace.csv", "_memory_copy_trace.csv"};
constexpr std::int64_t kByType = std::int64_t{1} << 32; // added to the number of an agent that is counted among the GPUs
constexpr std::int64_t kNoGpu = -1;
constexpr std::size_t kMaxAgents = 1024;

// The columns of one table, by name in any case.
class Columns {
public:
    explicit Columns(const std::vector<std::string> &header)
    {
        for (const std::string &name : header)
            m_names.push_back(asciiLowered(name));
    }
    [[nodiscard]] std::size_t count() const { return m_names.size(); }
    [[nodiscard]] bool has(std::string_view name) const
    {
        return std::find(m_names.begin(), m_names.end(), name) != m_names.end();
    }
    [[nodiscard]] std::string_view text(const std::vector<std::string> &cells, std::string_view name) const
    {
        const auto at = static_cast<std::size_t>(std::find(m_names.begin(), m_names.end(), name) - m_names.begin());
        return at < cells.size() && at < m_names.size() ? std::string_view(cells[at]) : std::string_view{};
    }
    [[nodiscard]] std::optional<std::int64_t> number(const std::vector<std::string> &cells, std::string_view name) const
    {
        return parseInteger(text(cells, name));
    }

private:
    std::vector<std::string> m_names;
};

// "Agent 4" -> 4, "GPU 1" -> kByType + 1, "CPU 0" -> kNoGpu. Versions before ROCm 6 write the number alone. Source of the three
// forms: --agent-index of rocprofv3.
std::int64_t agentOf(std::string_view cell)
{
    const std::size_t digits = cell.find_last_not_of("0123456789");
    const auto number = parseInteger(cell.substr(digits == std::string_view::npos ? 0 : digits + 1)).value_or(0);
    if (cell.starts_with("CPU"))
        return kNoGpu;
    return cell.starts_with("GPU") && number < kByType ? kByType + number : number;
}

std::string lowerHeader(std::string_view head)
{
    if (head.starts_with("\xEF\xBB\xBF"))
        head.remove_prefix(3);
    return asciiLowered(head.substr(0, head.find_first_of("\r\n")));
}

class Tables {
public:
    Tables(DocumentBuilder &builder, const ImportOptions &options, const JobControl &control)
        : m_builder(builder)
        , m_records(builder)
        , m_options(options)
        , m_control(control)
    {
    }
    // Adds the rows of one table. Errors: those of openByteSource() and ByteSource::read(); Limit, Cancelled.
    Result<void> read(const std::string &path, bool isAgents);
    // To be called once all agents are read.
    void nameAgents();
    [[nodiscard]] bool hasRows() const { return m_rows > 0; } // of spans, also damaged ones

private:
    [[nodiscard]] bool take(const Columns &columns, const std::vector<std::string> &cells, bool isAgents);
    [[nodiscard]] bool takeSpan(const Columns &columns, const std::vector<std::string> &cells);
    void takeAgent(const Columns &columns, const std::vector<std::string> &cells);
    [[nodiscard]] std::int64_t deviceOf(std::int64_t agent) const;

    DocumentBuilder &m_builder;
    RocprofRecords m_records;
    const ImportOptions &m_options;
    const JobControl &m_control;
    struct Gpu {
        std::int64_t logical; // kNoGpu: not stated
        std::string name;
    };
    std::vector<Gpu> m_gpus;
    std::set<std::int64_t> m_nodes; // of all agents
    std::uint64_t m_rows = 0;
};

void Tables::takeAgent(const Columns &columns, const std::vector<std::string> &cells)
{
    const auto node = columns.number(cells, "node_id");
    if (node && m_nodes.size() < kMaxAgents)
        m_nodes.insert(*node);
    if (columns.text(cells, "agent_type") != "GPU" || m_gpus.size() >= kMaxAgents)
        return;
    std::string_view name = columns.text(cells, "product_name");
    if (name.empty())
        name = columns.text(cells, "name");
    if (node)
        m_records.addGpu(*node, static_cast<std::int64_t>(m_gpus.size()), name);
    m_gpus.push_back({columns.number(cells, "logical_node_id").value_or(kNoGpu), std::string(name)});
}

// Rows name an agent by its node, by its place among the nodes that are visible, or among the GPUs. A number that can be a node
// is one.
void Tables::nameAgents()
{
    for (std::size_t i = 0; i < m_gpus.size(); ++i) {
        const auto number = static_cast<std::int64_t>(i);
        m_records.addGpu(kByType + number, number, m_gpus[i].name);
        if (m_gpus[i].logical >= 0 && !m_nodes.contains(m_gpus[i].logical))
            m_records.addGpu(m_gpus[i].logical, number, m_gpus[i].name);
    }
}

// Without a list of agents, the number of a GPU is that in its name.
std::int64_t Tables::deviceOf(std::int64_t agent) const
{
    return m_gpus.empty() && agent >= kByType ? agent - kByType : std::max<std::int64_t>(agent, 0);
}

bool Tables::takeSpan(const Columns &columns, const std::vector<std::string> &cells)
{
    const auto start = columns.number(cells, "start_timestamp");
    const auto end = columns.number(cells, "end_timestamp");
    if (!start || !end)
        return false;
    const std::int64_t correlation = columns.number(cells, "correlation_id").value_or(0);
    if (columns.has("function")) {
        m_records.add(RocprofCall{*start, *end, columns.number(cells, "process_id").value_or(0),
            columns.number(cells, "thread_id").value_or(0), columns.text(cells, "function"), columns.text(cells, "domain"),
            correlation});
        return true;
    }
    RocprofWork work{*start, *end, 0, 0, {}, KernelKind::Kernel, {}, -1, correlation};
    work.stream = columns.number(cells, columns.has("stream_id") ? "stream_id" : "queue_id").value_or(0);
    if (columns.has("direction")) {
        const std::int64_t to = agentOf(columns.text(cells, "destination_agent_id"));
        const std::int64_t from = agentOf(columns.text(cells, "source_agent_id"));
        const std::string_view direction = columns.text(cells, "direction");
        const bool toHost = direction.ends_with("DEVICE_TO_HOST") || to == kNoGpu || m_records.isHost(to);
        work.agent = deviceOf(toHost ? from : to);
        work.kind = KernelKind::Memcpy;
        work.name = direction;
    } else if (columns.has("kernel_name")) {
        work.agent = deviceOf(agentOf(columns.text(cells, "agent_id")));
        work.name = columns.text(cells, "kernel_name");
        constexpr std::array<std::string_view, 3> kAxes{"x", "y", "z"};
        for (std::size_t i = 0; i < kAxes.size(); ++i) {
            const auto block = columns.number(cells, "workgroup_size_" + std::string(kAxes[i])).value_or(0);
            work.shape.block[i] = rocm::workgroups(block, 1);
            work.shape.grid[i] = rocm::workgroups(columns.number(cells, "grid_size_" + std::string(kAxes[i])).value_or(0), block);
        }
    } else {
        const std::string name = std::string(columns.text(cells, "kind")) + " " + std::string(columns.text(cells, "operation"));
        m_records.add(RocprofCall{*start, *end, 0, columns.number(cells, "thread_id").value_or(0), name, "memory_allocation", 0});
        return true;
    }
    m_records.add(work);
    return true;
}

bool Tables::take(const Columns &columns, const std::vector<std::string> &cells, bool isAgents)
{
    m_rows += isAgents ? 0 : 1;
    if (cells.size() < columns.count())
        return false;
    if (!isAgents)
        return takeSpan(columns, cells);
    takeAgent(columns, cells);
    return true;
}

Result<void> Tables::read(const std::string &path, bool isAgents)
{
    const Result<std::unique_ptr<ByteSource>> source = openByteSource(path, m_options.limits);
    if (!source)
        return source.error();
    CsvRows rows(**source, m_options.limits.maxEventBytes);
    if (!rows.next())
        return rows.error() ? Result<void>{} : Result<void>(rows.error().error());
    const Columns columns(rows.cells());
    std::uint64_t damaged = 0;
    std::int64_t firstDamaged = -1;
    for (std::uint64_t count = 0; rows.next(); ++count) {
        if (m_builder.full())
            return m_builder.limitError(path);
        if (count % kRowsBetweenPolls == 0) {
            if (m_control.stopRequested())
                return Error{ErrorCode::Cancelled, "cancelled", path};
            m_control.report((*source)->diskBytesRead(), (*source)->stamp().bytes);
        }
        if (take(columns, rows.cells(), isAgents) || ++damaged > 1)
            continue;
        firstDamaged = static_cast<std::int64_t>(rows.offset());
    }
    if (!rows.error())
        return rows.error();
    noteSourceDamage(**source, rows.offset(), m_builder.document().diagnostics);
    if (damaged > 0)
        m_builder.document().diagnostics.add(diagnostics::kDamagedRow, firstDamaged, fs::path(path).filename().string(), damaged);
    return {};
}

// "…/123" of "…/123_kernel_trace.csv"; empty for other names.
std::string prefixOf(const std::string &path)
{
    for (const std::string_view ending : kTables)
        if (path.ends_with(ending))
            return path.substr(0, path.size() - ending.size());
    return {};
}

// Tables of the run that hold something else, such as counters, and those of domains that are not known here.
void noteOtherTables(const std::string &prefix, TraceDocument &document)
{
    std::error_code code;
    const fs::path folder = fs::path(prefix).parent_path();
    const std::string run = fs::path(prefix).filename().string() + "_";
    std::set<std::string> others;
    for (fs::directory_iterator at(folder.empty() ? fs::path(".") : folder, code), end; !code && at != end; at.increment(code)) {
        const std::string name = at->path().filename().string();
        if (!name.starts_with(run) || others.size() > kMaxAgents)
            continue;
        const bool isRead = std::any_of(
            kTables.begin(), kTables.end(), [&](std::string_view ending) { return name == run + std::string(ending.substr(1)); });
        if (!isRead && (name.ends_with("_trace.csv") || name.ends_with("_counter_collection.csv")))
            others.insert(name);
    }
    for (const std::string &name : others)
        document.diagnostics.add(diagnostics::kTableNotShown, -1, name);
}

bool exists(const std::string &path)
{
    std::error_code code;
    return fs::is_regular_file(path, code);
}

} // namespace

bool RocprofCsvImporter::sniff(const std::string &, std::string_view head) const
{
    const std::string header = lowerHeader(head);
    return !header.starts_with('{') && header.find("start_timestamp") != std::string::npos
        && header.find("end_timestamp") != std::string::npos && header.find(',') != std::string::npos
        && (header.find("kernel_name") != std::string::npos || header.find("function") != std::string::npos
            || header.find("direction") != std::string::npos);
}

Result<std::shared_ptr<const TraceDocument>> RocprofCsvImporter::read(
    const std::string &path, const ImportOptions &options, const JobControl &control) const
{
    DocumentBuilder builder(options.limits);
    Tables tables(builder, options, control);
    const Result<std::unique_ptr<ByteSource>> source = openByteSource(path, options.limits);
    if (!source)
        return source.error();
    const std::string prefix = prefixOf(path);
    if (!prefix.empty() && exists(prefix + std::string(kAgents)))
        if (const Result<void> read = tables.read(prefix + std::string(kAgents), true); !read)
            return read.error();
    tables.nameAgents();
    bool itself = false;
    for (const std::string_view ending : kTables) {
        const std::string table = prefix + std::string(ending);
        if (prefix.empty() || (table != path && !exists(table)))
            continue;
        itself = itself || table == path;
        if (const Result<void> read = tables.read(table, false); !read)
            return read.error();
    }
    if (!itself)
        if (const Result<void> read = tables.read(path, false); !read)
            return read.error();
    TraceDocument &document = builder.document();
    if (!prefix.empty())
        noteOtherTables(prefix, document);
    document.metadata.format = "rocprofv3 tables (CSV)";
    document.metadata.producer = "ROCm rocprofv3";
    describeSource(document, path, **source, (*source)->stamp().bytes);
    if (!tables.hasRows())
        document.diagnostics.add(diagnostics::kEmptyTable, -1, fs::path(path).filename().string());
    if (builder.memory().exceeded())
        return builder.limitError(path);
    std::shared_ptr<const TraceDocument> finished = builder.finish(control);
    if (!finished)
        return Error{ErrorCode::Cancelled, "cancelled", path};
    control.report(finished->source.fileBytes, finished->source.fileBytes);
    return finished;
}

std::vector<std::string> rocprofRunsIn(const std::string &folder)
{
    std::map<std::string, std::string> runs; // table of each, by the begin of their names
    std::error_code code;
    for (fs::directory_iterator at(folder, code), end; !code && at != end; at.increment(code)) {
        const std::string path = at->path().string();
        const std::string prefix = prefixOf(path);
        if (prefix.empty() || !exists(path))
            continue;
        std::string &table = runs[prefix];
        if (table.empty() || path.ends_with("_kernel_trace.csv") || (path < table && !table.ends_with("_kernel_trace.csv")))
            table = path;
    }
    std::vector<std::string> tables;
    for (const auto &[prefix, table] : runs)
        tables.push_back(table);
    return tables;
}

std::vector<std::string> rocprofHostsIn(const std::string &folder)
{
    std::vector<std::string> found;
    std::error_code code;
    for (fs::directory_iterator host(folder, code), end; !code && host != end; host.increment(code)) {
        std::error_code ignored;
        if (!host->is_directory(ignored))
            continue;
        std::vector<std::string> databases;
        std::vector<std::string> texts;
        for (fs::directory_iterator at(host->path(), ignored), last; !ignored && at != last; at.increment(ignored)) {
            const std::string path = at->path().string();
            if (path.ends_with("_results.db") && exists(path))
                databases.push_back(path);
            else if (path.ends_with("_results.json") && exists(path))
                texts.push_back(path);
        }
        const std::vector<std::string> &runs = !databases.empty() ? databases
            : !texts.empty()                                      ? texts
                                                                  : rocprofRunsIn(host->path().string());
        found.insert(found.end(), runs.begin(), runs.end());
    }
    return found;
}

std::vector<std::string> rocprofTablesBeside(const std::string &table)
{
    std::vector<std::string> beside;
    const std::string prefix = prefixOf(table);
    if (prefix.empty())
        return beside;
    std::vector<std::string> names{prefix + std::string(kAgents)};
    for (const std::string_view ending : kTables)
        names.push_back(prefix + std::string(ending));
    std::copy_if(names.begin(), names.end(), std::back_inserter(beside),
        [&table](const std::string &name) { return name != table && exists(name); });
    return beside;
}

} // namespace lamella::core
