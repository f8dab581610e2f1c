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
        const std::array<std::string_view, 3> &totals);

    AscendMemory &m_memory;
    MemoryLog &m_log;
    MemoryBudget &m_budget;
    std::uint64_t m_blocks = 0;
    bool m_both = false; // the sum of all components is among them
};

void Reading::add(std::int64_t time, MemoryAction action, std::int64_t bytes, std::uint64_t block, std::int16_t device, StringId name,
    const std::array<std::string_view, 3> &totals)
{
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
    const StringId name = m_memory.texts->intern(columns.cell(cells, "Name"));
    const std::int16_t device = deviceOf(columns.cell(cells, "Device Type"));
    const std::uint64_t block = ++m_blocks;
    const auto cell = [&](std::string_view column) { return columns.cell(cells, column); };
    const std::int64_t size = std::abs(*bytes);
    if (*bytes >= 0)
        add(begin, MemoryAction::Alloc, size, block, device, name,
            {cell("Allocation Total Allocated(MB)"), cell("Allocation Total Reserved(MB)"), cell("Allocation Total Active(MB)")});
    std::int64_t end = timeOf(cell("Release Time(us)"));
    if (end == MemoryLog::kNone)
        end = timeOf(cell("Active Release Time(us)"));
    if (*bytes < 0)
        end = begin; // a free whose allocation was not recorded
    if (end != MemoryLog::kNone)
        add(end, MemoryAction::Free, size, block, device, name,
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
    m_both = m_both || component == "PTA+GE";
    add(time, MemoryAction::Total, 0, 0, deviceOf(columns.cell(cells, "Device Type")), m_memory.texts->intern(component),
        {columns.cell(cells, "Total Allocated(MB)"), columns.cell(cells, "Total Reserved(MB)"), columns.cell(cells, "Total Active(MB)")});
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

// The rows of one component give the totals: of PyTorch and the graph engine together, else of PyTorch, else of whatever there is.
void Reading::finish()
{
    const StringId both = m_memory.texts->intern("PTA+GE");
    const StringId torch = m_memory.texts->intern("PTA");
    const bool anyTorch = std::find(m_log.name.begin(), m_log.name.end(), torch) != m_log.name.end();
    for (std::uint32_t row = 0; row < m_log.size(); ++row) {
        if (m_log.action[row] != MemoryAction::Total)
            continue;
        const StringId name = m_log.name[row];
        if (m_both ? name != both : anyTorch && name != torch)
            m_log.action[row] = MemoryAction::Other;
    }
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
