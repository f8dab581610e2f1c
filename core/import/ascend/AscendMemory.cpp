// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ascend/AscendMemory.h"

#include "core/base/ParseDouble.h"
#include "core/import/DiagnosticKinds.h"
#include "core/import/DocumentBuilder.h"
#include "core/import/DocumentSource.h"
#include "core/import/FilesBeside.h"
#include "core/import/OpenByteSource.h"
#include "core/import/TimestampParser.h"
#include "core/import/ascend/AscendFolder.h"
#include "core/import/ascend/CsvRows.h"
#include "core/import/ascend/TrimmedCell.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace lamella::core {

namespace {

constexpr std::uint64_t kRowsBetweenPolls = 1024;
constexpr double kKilo = 1024;
constexpr double kMega = 1024 * 1024;
constexpr double kMaxBytes = 1e16; // sums of many stay far from overflow
constexpr std::string_view kComponents = "Component";
constexpr std::size_t kHeadBytes = 4096; // more than a header line

using Cells = std::vector<std::string>;

class Columns {
public:
    explicit Columns(const Cells &header)
    {
        for (std::size_t c = 0; c < header.size(); ++c)
            m_columns.emplace(std::string(trimmedCell(header[c])), c);
    }
    [[nodiscard]] bool has(std::string_view name) const { return m_columns.find(name) != m_columns.end(); }
    [[nodiscard]] std::string_view cell(const Cells &cells, std::string_view name) const
    {
        const auto at = m_columns.find(name);
        return at != m_columns.end() && at->second < cells.size() ? trimmedCell(cells[at->second]) : std::string_view();
    }

private:
    std::map<std::string, std::size_t, std::less<>> m_columns;
};

std::optional<std::int64_t> bytesOf(std::string_view cell, double unit)
{
    const std::optional<double> value = wholeDouble(cell);
    if (!value || !(std::abs(*value * unit) < kMaxBytes))
        return std::nullopt;
    return std::llround(*value * unit);
}

std::int64_t timeOf(std::string_view cell)
{
    const ParsedNs parsed = parseMicroseconds(cell);
    return parsed.status == NumberStatus::Ok ? parsed.ns : MemoryLog::kNone;
}

// "NPU:3"; the host where it names none.
std::int16_t deviceOf(std::string_view cell)
{
    const std::size_t colon = cell.find(':');
    std::int16_t number = 0;
    if (colon == std::string_view::npos || !cell.starts_with("NPU"))
        return MemoryLog::kHost;
    const auto read = std::from_chars(cell.data() + colon + 1, cell.data() + cell.size(), number);
    return read.ec == std::errc() && number >= 0 ? number : MemoryLog::kHost;
}

// Who allocates: PyTorch's adapter (PTA) or the graph engine (GE). Each has totals of its own.
enum class Allocator : std::uint8_t { Other, Torch, Graph, Both };

Allocator componentOf(std::string_view name)
{
    return name == "PTA"   ? Allocator::Torch
        : name == "GE"     ? Allocator::Graph
        : name == "PTA+GE" ? Allocator::Both
                           : Allocator::Other;
}

struct Totals {
    std::int64_t allocated = MemoryLog::kNone;
    std::int64_t reserved = MemoryLog::kNone;
    std::int64_t active = MemoryLog::kNone;
};

std::int64_t sumOf(std::int64_t a, std::int64_t b)
{
    return a == MemoryLog::kNone ? b : b == MemoryLog::kNone ? a : a + b;
}

class Reading {
public:
    Reading(AscendMemory &memory, MemoryBudget &budget)
        : m_memory(memory)
        , m_log(memory.log)
        , m_budget(budget)
    {
        m_log.source = MemorySource::Tables;
    }
    Result<void> read(
        const std::string &path, const ImportLimits &limits, const JobControl &control, ImportDiagnostics *diagnostics);
    void finish();

private:
    void addBlock(const Columns &columns, const Cells &cells);
    void addTotal(const Columns &columns, const Cells &cells);
    void add(std::int64_t time, MemoryAction action, std::int64_t bytes, std::uint64_t block, std::int16_t device, StringId name,
        Allocator allocator, const std::array<std::string_view, 3> &totals);
    [[nodiscard]] bool has(Allocator allocator) const
    {
        return std::find(m_allocators.begin(), m_allocators.end(), allocator) != m_allocators.end();
    }
    [[nodiscard]] Totals totalsBefore(std::uint32_t row) const;
    void addUpAllocators();

    AscendMemory &m_memory;
    MemoryLog &m_log;
    MemoryBudget &m_budget;
    std::uint64_t m_blocks = 0;
    std::vector<Allocator> m_allocators; // whose totals a row states
};

void Reading::add(std::int64_t time, MemoryAction action, std::int64_t bytes, std::uint64_t block, std::int16_t device,
    StringId name, Allocator allocator, const std::array<std::string_view, 3> &totals)
{
    m_allocators.push_back(allocator);
    m_log.time.push_back(time);
    m_log.action.push_back(action);
    m_log.bytes.push_back(bytes);
    m_log.address.push_back(block);
    m_log.device.push_back(device);
    m_log.name.push_back(name);
    m_log.allocated.push_back(bytesOf(totals[0], kMega).value_or(MemoryLog::kNone));
    m_log.reserved.push_back(bytesOf(totals[1], kMega).value_or(MemoryLog::kNone));
    m_log.active.push_back(bytesOf(totals[2], kMega).value_or(MemoryLog::kNone));
    constexpr std::uint64_t kRow = 100; // with what the analysis keeps for it
    m_budget.hold(kRow);
}

// The tables state no addresses: each block gets its number.
void Reading::addBlock(const Columns &columns, const Cells &cells)
{
    const std::optional<std::int64_t> bytes = bytesOf(columns.cell(cells, "Size(KB)"), kKilo);
    const std::int64_t begin = timeOf(columns.cell(cells, "Allocation Time(us)"));
    if (!bytes || begin == MemoryLog::kNone) {
        ++m_log.unread;
        return;
    }
    const std::string_view op = columns.cell(cells, "Name");
    const StringId name = m_memory.texts->intern(op);
    const std::int16_t device = deviceOf(columns.cell(cells, "Device Type"));
    const std::uint64_t block = ++m_blocks;
    const auto cell = [&](std::string_view column) { return columns.cell(cells, column); };
    // The graph engine has no streams of PyTorch.
    const bool graph = op.starts_with("cann::") || (columns.has("Stream Ptr") && cell("Stream Ptr").empty());
    const Allocator allocator = graph ? Allocator::Graph : Allocator::Torch;
    const std::int64_t size = std::abs(*bytes);
    if (*bytes >= 0)
        add(begin, MemoryAction::Alloc, size, block, device, name, allocator,
            {cell("Allocation Total Allocated(MB)"), cell("Allocation Total Reserved(MB)"), cell("Allocation Total Active(MB)")});
    std::int64_t end = timeOf(cell("Release Time(us)"));
    if (end == MemoryLog::kNone)
        end = timeOf(cell("Active Release Time(us)"));
    if (*bytes < 0)
        end = begin; // a free whose allocation was not recorded
    if (end != MemoryLog::kNone)
        add(end, MemoryAction::Free, size, block, device, name, allocator,
            {cell("Release Total Allocated(MB)"), cell("Release Total Reserved(MB)"), cell("Release Total Active(MB)")});
}

void Reading::addTotal(const Columns &columns, const Cells &cells)
{
    const std::int64_t time = timeOf(columns.cell(cells, "Timestamp(us)"));
    const std::string_view component = columns.cell(cells, kComponents);
    if (time == MemoryLog::kNone || component.empty()) {
        ++m_log.unread;
        return;
    }
    add(time, MemoryAction::Total, 0, 0, deviceOf(columns.cell(cells, "Device Type")), m_memory.texts->intern(component),
        componentOf(component),
        {columns.cell(cells, "Total Allocated(MB)"), columns.cell(cells, "Total Reserved(MB)"),
            columns.cell(cells, "Total Active(MB)")});
}

Result<void> Reading::read(
    const std::string &path, const ImportLimits &limits, const JobControl &control, ImportDiagnostics *diagnostics)
{
    const Result<std::unique_ptr<ByteSource>> source = openByteSource(path, limits);
    if (!source)
        return source.error();
    CsvRows rows(**source, limits.maxEventBytes);
    if (!rows.next())
        return rows.error();
    const Columns columns(rows.cells());
    const bool blocks = columns.has("Allocation Time(us)") && columns.has("Size(KB)");
    if (!blocks && !(columns.has("Timestamp(us)") && columns.has("Total Allocated(MB)")))
        return {};
    for (std::uint64_t count = 0; rows.next(); ++count) {
        if (count % kRowsBetweenPolls == 0) {
            if (control.stopRequested())
                return Error{ErrorCode::Cancelled, "cancelled", path};
            control.report((*source)->diskBytesRead(), (*source)->stamp().bytes);
        }
        if (m_budget.exceeded())
            return m_budget.limitError(path);
        if (blocks)
            addBlock(columns, rows.cells());
        else
            addTotal(columns, rows.cells());
    }
    if (diagnostics != nullptr)
        noteSourceDamage(**source, (*source)->diskBytesRead(), *diagnostics);
    return rows.error();
}

// Before the row changed them.
Totals Reading::totalsBefore(std::uint32_t row) const
{
    const std::int64_t change = m_log.action[row] == MemoryAction::Alloc ? m_log.bytes[row]
        : m_log.action[row] == MemoryAction::Free                        ? -m_log.bytes[row]
                                                                         : 0;
    const std::int64_t active = m_log.active[row];
    return {m_log.allocated[row] - change, m_log.reserved[row], active == MemoryLog::kNone ? active : active - change};
}

// Each row states the totals of its own allocator; the log takes those of both together, as the rows of PTA+GE do. Before its
// first row, PyTorch has what that row found, the graph engine nothing.
void Reading::addUpAllocators()
{
    std::vector<std::uint32_t> order(m_log.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(
        order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) { return m_log.time[a] < m_log.time[b]; });
    const auto states = [this](std::uint32_t row) {
        return (m_allocators[row] == Allocator::Torch || m_allocators[row] == Allocator::Graph)
            && m_log.allocated[row] != MemoryLog::kNone;
    };
    std::map<std::int16_t, std::pair<Totals, Totals>> devices; // of PyTorch, of the graph engine
    for (const std::uint32_t row : order)
        if (states(row) && m_allocators[row] == Allocator::Torch)
            devices.try_emplace(m_log.device[row], totalsBefore(row), Totals());
    for (const std::uint32_t row : order) {
        if (!states(row))
            continue;
        auto &[torch, graph] = devices[m_log.device[row]];
        Totals &own = m_allocators[row] == Allocator::Torch ? torch : graph;
        own = {m_log.allocated[row], m_log.reserved[row], m_log.active[row]};
        if (m_log.action[row] == MemoryAction::Other)
            continue;
        m_log.allocated[row] = sumOf(torch.allocated, graph.allocated);
        m_log.reserved[row] = sumOf(torch.reserved, graph.reserved);
        m_log.active[row] = sumOf(torch.active, graph.active);
    }
}

// Rows of totals: those of PyTorch and the graph engine together, else of each of the two, else of whatever there is.
void Reading::finish()
{
    const bool both = has(Allocator::Both);
    const bool each = has(Allocator::Torch) || has(Allocator::Graph);
    for (std::uint32_t row = 0; row < m_log.size(); ++row) {
        const Allocator of = m_allocators[row];
        if (m_log.action[row] == MemoryAction::Total && (both ? of != Allocator::Both : each && of == Allocator::Other))
            m_log.action[row] = MemoryAction::Other;
    }
    addUpAllocators();
    m_log.sortByTime();
}

std::string_view firstLine(std::string_view head)
{
    if (head.starts_with("\xEF\xBB\xBF"))
        head.remove_prefix(3);
    return head.substr(0, head.find_first_of("\r\n"));
}

bool namesAll(std::string_view line, std::initializer_list<std::string_view> columns)
{
    return std::all_of(
        columns.begin(), columns.end(), [line](std::string_view name) { return line.find(name) != std::string_view::npos; });
}

bool isBlockTable(std::string_view head)
{
    return namesAll(firstLine(head), {"Allocation Time(us)", "Size(KB)"});
}

bool isTotalTable(std::string_view head)
{
    return namesAll(firstLine(head), {kComponents, "Timestamp(us)", "Total Allocated(MB)"});
}

// That table and the one beside it; that of the blocks comes first, whichever was opened.
Result<std::vector<std::string>> tablesWith(const std::string &path, const ImportLimits &limits)
{
    std::vector<std::string> files = ascendMemoryTables(path);
    if (std::any_of(files.begin(), files.end(), [&path](const std::string &file) { return isSamePath(file, path); }))
        return files;
    const Result<std::string> head = readHead(path, limits, kHeadBytes);
    if (!head)
        return head.error();
    files.insert(isBlockTable(*head) ? files.begin() : files.end(), path);
    return files;
}

} // namespace

bool isAscendMemoryTable(std::string_view head)
{
    return isBlockTable(head) || isTotalTable(head);
}

Result<AscendMemory> readAscendMemory(const std::vector<std::string> &files, const ImportLimits &limits, MemoryBudget &memory,
    const JobControl &control, ImportDiagnostics *diagnostics)
{
    AscendMemory made;
    Reading reading(made, memory);
    for (const std::string &file : files)
        if (const Result<void> ok = reading.read(file, limits, control, diagnostics); !ok)
            return ok.error();
    reading.finish();
    return made;
}

bool AscendMemoryImporter::sniff(const std::string &, std::string_view head) const
{
    return isAscendMemoryTable(head);
}

Result<std::shared_ptr<const TraceDocument>> AscendMemoryImporter::read(
    const std::string &path, const ImportOptions &options, const JobControl &control) const
{
    const Result<std::unique_ptr<ByteSource>> source = openByteSource(path, options.limits);
    if (!source)
        return source.error();
    DocumentBuilder builder(options.limits);
    builder.memory().boundByFile((*source)->stamp().bytes);
    const Result<std::vector<std::string>> files = tablesWith(path, options.limits);
    if (!files)
        return files.error();
    Result<AscendMemory> memory =
        readAscendMemory(*files, options.limits, builder.memory(), control, &builder.document().diagnostics);
    if (!memory)
        return memory.error();
    TraceDocument &document = builder.document();
    for (StringId &name : memory->log.name)
        name = builder.intern(memory->texts->view(name));
    if (memory->log.unread > 0)
        document.diagnostics.add(diagnostics::kMemoryRecord, -1, {}, memory->log.unread);
    describeSource(document, path, **source, (*source)->stamp().bytes);
    document.metadata.format = "Ascend memory tables (CSV)";
    document.metadata.producer = "Ascend Profiler";
    document.memory = std::make_shared<const MemoryLog>(std::move(memory->log));
    std::shared_ptr<const TraceDocument> made = builder.finish(control);
    if (!made)
        return Error{ErrorCode::Cancelled, "cancelled", path};
    return made;
}

} // namespace lamella::core
