// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/memory/MemoryReader.h"

#include "core/base/FileName.h"
#include "core/import/EventTextReader.h"
#include "core/import/TimestampParser.h"
#include "core/import/ascend/AscendFolder.h"
#include "core/import/ascend/AscendMemory.h"
#include "core/import/chrome/TextCursor.h"
#include "core/import/memory/MemoryEvents.h"
#include "core/import/pack/PackAttached.h"
#include "core/import/pftrace/WrittenFields.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lamella::core {

namespace {

constexpr std::uint32_t kPollEvents = 1024; // between two checks of the stop request

using Args = std::vector<std::pair<std::string, std::string>>;

// "GPU_0_bfc" is device 0; an allocator of the host has no device.
std::int16_t deviceOfAllocator(std::string_view name)
{
    if (name.starts_with('"'))
        name.remove_prefix(1);
    std::int16_t number = MemoryLog::kHost;
    if (name.starts_with("GPU_"))
        std::from_chars(name.data() + 4, name.data() + name.size(), number);
    return number;
}

MemoryEvent torchArgs(const Args &args)
{
    MemoryEvent made;
    bool host = false;
    for (const auto &[key, value] : args) {
        const std::optional<std::int64_t> number = parseInteger(value);
        if (key == "Bytes")
            made.bytes = number;
        else if (key == "Addr")
            made.address = static_cast<std::uint64_t>(number.value_or(0));
        else if (key == "Device Id")
            made.device = memoryDevice(number.value_or(0));
        else if (key == "Device Type")
            host = number == 0;
        else if (key == "Total Allocated")
            made.allocated = number.value_or(MemoryLog::kNone);
        else if (key == "Total Reserved")
            made.reserved = number.value_or(MemoryLog::kNone);
    }
    if (host)
        made.device = MemoryLog::kHost;
    return made;
}

// XLA records no size with some frees: the block has it.
MemoryEvent xlaArgs(const Args &args, bool alloc)
{
    MemoryEvent made;
    std::int64_t bytes = 0;
    for (const auto &[key, value] : args) {
        const std::optional<std::int64_t> number = parseInteger(value);
        if (key == "allocation_bytes")
            bytes = number.value_or(0);
        else if (key == "addr")
            made.address = static_cast<std::uint64_t>(number.value_or(0));
        else if (key == "bytes_allocated")
            made.allocated = number.value_or(MemoryLog::kNone);
        else if (key == "bytes_reserved" && number.value_or(0) > 0)
            made.reserved = *number;
        else if (key == "index_on_host")
            made.device = memoryDevice(number.value_or(0));
        else if (key == "allocator_name")
            made.device = deviceOfAllocator(value);
    }
    if (!alloc || bytes > 0)
        made.bytes = alloc ? bytes : -bytes;
    return made;
}

class EventReader {
public:
    EventReader(const TraceDocument &document, const JobControl &control)
        : m_document(document)
        , m_cursor(document.source)
        , m_reader(document, control)
        , m_torch(document.strings.find(kTorchMemory))
        , m_alloc(document.strings.find(kXlaAlloc))
        , m_free(document.strings.find(kXlaFree))
    {
        m_log.source = MemorySource::Events;
    }
    Result<MemoryLog> run(const JobControl &control);

private:
    [[nodiscard]] bool wanted(StringId name) const
    {
        return name.value != 0 && name.valid() && (name == m_torch || name == m_alloc || name == m_free);
    }
    [[nodiscard]] MemoryEvent recorded(const Args &args, StringId name) const
    {
        return name == m_torch ? torchArgs(args) : xlaArgs(args, name == m_alloc);
    }
    // Nothing if the event is damaged.
    Result<std::optional<Args>> args(const EventChunk &chunk, std::uint32_t row, const JobControl &control);

    const TraceDocument &m_document;
    TextCursor m_cursor; // of files that contain the text of events
    EventArgsReader m_reader; // of others
    StringId m_torch;
    StringId m_alloc;
    StringId m_free;
    MemoryLog m_log;
};

Result<std::optional<Args>> EventReader::args(const EventChunk &chunk, std::uint32_t row, const JobControl &control)
{
    const EventId id(chunk.firstEvent + row);
    if (!hasEventText(m_document)) {
        Result<Args> read = m_reader.read(id);
        if (!read && read.error().code != ErrorCode::Syntax)
            return read.error();
        return read ? std::optional(std::move(*read)) : std::nullopt;
    }
    const auto [offset, length] = m_document.events.text(id);
    const auto text = m_cursor.read(static_cast<std::uint64_t>(offset), length, control);
    if (!text)
        return text.error();
    auto read = argsOfEventText(m_document, std::string(*text));
    return read ? std::optional(std::move(*read)) : std::nullopt;
}

Result<MemoryLog> EventReader::run(const JobControl &control)
{
    std::uint32_t seen = 0;
    for (const EventChunk &chunk : m_document.events.chunks()) {
        for (std::uint32_t row = 0; row < chunk.size(); ++row) {
            if (!wanted(chunk.name[row]))
                continue;
            if (++seen % kPollEvents == 0 && control.stopRequested())
                return Error{ErrorCode::Cancelled, "cancelled", m_document.source.path};
            const Result<std::optional<Args>> read = args(chunk, row, control);
            if (!read)
                return read.error();
            const MemoryEvent made = *read ? recorded(**read, chunk.name[row]) : MemoryEvent();
            if (!made.bytes || chunk.start[row] == EventTable::kNoTime) {
                ++m_log.unread;
                continue;
            }
            addMemoryEvent(m_log, made, m_document.text(chunk.name[row]), EventId(chunk.firstEvent + row), chunk.track[row],
                chunk.start[row]);
        }
    }
    m_log.sortByTime();
    return std::move(m_log);
}

bool recordsEvents(const TraceDocument &document)
{
    const auto has = [&document](std::string_view name) {
        const StringId id = document.strings.find(name);
        return id.valid() && id.value != 0;
    };
    // The document of a trace that was written for Perfetto has them as its memory, or they are without their sizes.
    const bool recorded = !document.metadata.format.starts_with(pftrace::kWrittenFormat);
    return (hasEventText(document) && has(kTorchMemory))
        || (recorded && document.source.protobuf && (has(kXlaAlloc) || has(kXlaFree)));
}

// The memory tables that the Ascend profiler wrote beside the trace.
std::vector<std::string> memoryTablesOf(const TraceDocument &document)
{
    const std::string &trace = document.source.path;
    const bool ascend = document.metadata.format.starts_with("Ascend") || fileNameOf(trace).starts_with("trace_view.json");
    return ascend || isPack(trace) ? ascendMemoryTables(trace) : std::vector<std::string>();
}

} // namespace

bool recordsMemory(const TraceDocument &document)
{
    return document.memory != nullptr || recordsEvents(document) || !memoryTablesOf(document).empty();
}

Result<MemoryData> readMemory(std::shared_ptr<const TraceDocument> document, const JobControl &control)
{
    MemoryData data;
    data.document = document;
    data.log = document->memory;
    if (!data.log && recordsEvents(*document)) {
        Result<MemoryLog> log = EventReader(*document, control).run(control);
        if (!log)
            return log.error();
        data.log = std::make_shared<const MemoryLog>(std::move(*log));
    }
    if (const std::vector<std::string> files = data.log ? std::vector<std::string>() : memoryTablesOf(*document);
        !files.empty()) {
        MemoryBudget budget{ImportLimits()};
        Result<AscendMemory> tables = readAscendMemory(files, ImportLimits(), budget, control);
        if (!tables)
            return tables.error();
        data.log = std::make_shared<const MemoryLog>(std::move(tables->log));
        data.texts = std::move(tables->texts);
    }
    if (!data.log)
        data.log = std::make_shared<const MemoryLog>();
    data.use = memoryUse(*data.log, control);
    data.lineOfStack = linesOfStacks(*document, *data.log);
    return data;
}

} // namespace lamella::core
