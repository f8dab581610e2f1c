// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/EventTextReader.h"

#include "core/import/ByteSource.h"
#include "core/import/EventFields.h"
#include "core/import/JsonText.h"
#include "core/import/OpenByteSource.h"
#include "core/import/OpenedFile.h"
#include "core/import/ascend/AscendRowArgs.h"
#include "core/import/nsys/NsysRowArgs.h"
#include "core/import/nsys/ReadDatabase.h"
#include "core/import/pftrace/ColumnArgs.h"
#include "core/import/pftrace/WrittenFields.h"
#include "core/import/xplane/XPlaneText.h"

#include <algorithm>
#include <cstring>

namespace lamella::core {

namespace {

constexpr std::size_t kSkipStep = std::size_t{1} << 20;

Error changed(const std::string &path)
{
    return Error{ErrorCode::Io, "the file has changed since it was read; reload it", path};
}

Result<std::string> readPlain(const TraceSource &source, std::int64_t offset, std::size_t length)
{
    const Result<OpenedFile> file = openRegularFile(source.path);
    if (!file)
        return file.error();
    if (file->stamp.bytes != source.fileBytes || file->stamp.modifiedNs != source.modifiedNs)
        return changed(source.path);
    std::string text(length, '\0');
    const Transfer got = file->handle.readAt(static_cast<std::uint64_t>(offset), text.data(), length);
    if (got.error != 0)
        return readError(source.path, offset + static_cast<std::int64_t>(got.bytes), got.error);
    if (got.bytes < length)
        return changed(source.path);
    return text;
}

// False at the end of the file.
Result<bool> skip(ByteSource &source, std::uint64_t bytes, std::uint64_t fileBytes, const JobControl &control)
{
    std::string step(kSkipStep, '\0');
    while (bytes > 0) {
        if (control.stopRequested())
            return Error{ErrorCode::Cancelled, "cancelled", {}, -1};
        const Result<std::size_t> got =
            source.read(step.data(), static_cast<std::size_t>(std::min<std::uint64_t>(bytes, step.size())));
        if (!got)
            return got.error();
        if (*got == 0)
            return false;
        bytes -= *got;
        control.report(source.diskBytesRead(), fileBytes);
    }
    return true;
}

// Reads from the nearest checkpoint.
Result<std::string> readCompressed(const TraceSource &source, std::int64_t offset, std::size_t length, const JobControl &control)
{
    Result<PositionedSource> placed = openSourceNear(source.path, static_cast<std::uint64_t>(offset));
    if (!placed)
        return placed.error();
    ByteSource &bytes = *placed->source;
    if (bytes.stamp().bytes != source.fileBytes || bytes.stamp().modifiedNs != source.modifiedNs)
        return changed(source.path);
    const Result<bool> there = skip(bytes, static_cast<std::uint64_t>(offset) - placed->from, source.fileBytes, control);
    if (!there)
        return there.error();
    std::string text(length, '\0');
    const Result<std::size_t> got = bytes.read(text.data(), length);
    if (!got)
        return got.error();
    if (!*there || *got < length)
        return changed(source.path);
    return text;
}

// The whole file, because the names of an event and its stats are elsewhere in it.
Result<std::unique_ptr<XPlaneEvents>> xspaceOf(const TraceSource &source, const JobControl &control)
{
    Result<std::string> bytes =
        source.compressed ? readCompressed(source, 0, source.rawBytes, control) : readPlain(source, 0, source.rawBytes);
    if (!bytes)
        return bytes.error();
    return std::make_unique<XPlaneEvents>(std::move(*bytes));
}

Result<std::string> readFromXSpace(XPlaneEvents &space, const TraceSource &source, std::int64_t offset, std::uint32_t length)
{
    Result<std::string> text = space.json(offset, length);
    if (!text)
        return Error{text.error().code, text.error().detail, source.path, offset};
    return text;
}

} // namespace

Result<void> prepareEventText(const TraceDocument &document, const JobControl &control)
{
    const TraceSource &source = document.source;
    if (!source.compressed || source.protobuf || isDatabase(document))
        return {};
    Result<PositionedSource> placed = openSourceNear(source.path, source.rawBytes);
    if (!placed)
        return placed.error();
    const FileStamp &stamp = placed->source->stamp();
    if (stamp.bytes != source.fileBytes || stamp.modifiedNs != source.modifiedNs)
        return changed(source.path);
    const Result<bool> there =
        skip(*placed->source, source.rawBytes - std::min(source.rawBytes, placed->from), source.fileBytes, control);
    return there ? Result<void>() : Result<void>(there.error());
}

Result<std::string> readEventText(const TraceDocument &document, EventId event, const JobControl &control)
{
    if (!event.valid() || event.value >= document.events.size())
        return Error{ErrorCode::BadRequest, "no such event", document.source.path};
    const auto [offset, length] = document.events.text(event);
    if (length == 0)
        return Error{ErrorCode::BadRequest, "this event has no recorded text", document.source.path};
    if (document.source.protobuf) {
        const auto space = xspaceOf(document.source, control);
        return space ? readFromXSpace(**space, document.source, offset, length) : Result<std::string>(space.error());
    }
    if (isDatabase(document))
        return Error{ErrorCode::BadRequest, "this event is a row of a database and has no text", document.source.path};
    return document.source.compressed ? readCompressed(document.source, offset, length, control)
                                      : readPlain(document.source, offset, length);
}

EventArgsReader::EventArgsReader(const TraceDocument &document, JobControl control)
    : m_document(document)
    , m_control(std::move(control))
{
}

EventArgsReader::~EventArgsReader() = default;

Result<std::vector<std::pair<std::string, std::string>>> EventArgsReader::read(EventId event)
{
    const bool known = event.valid() && event.value < m_document.events.size();
    if (known && isDatabase(m_document)) {
        if (!m_database) {
            Result<std::unique_ptr<SqliteFile>> opened = reopenDatabase(m_document, m_control);
            if (!opened)
                return opened.error();
            m_database = std::move(*opened);
        }
        const auto [row, table] = m_document.events.text(event);
        return nsysRowArgs(m_document, *m_database, row, table);
    }
    if (known && m_document.metadata.format.starts_with(pftrace::kWrittenFormat))
        return pftrace::columnArgsAsJson(m_document, event); // the file holds what the columns hold
    const Result<std::string> text =
        known && m_document.source.protobuf ? textInXSpace(event) : readEventText(m_document, event, m_control);
    if (!text)
        return text.error();
    return argsOfEventText(m_document, *text);
}

Result<std::string> EventArgsReader::textInXSpace(EventId event)
{
    const auto [offset, length] = m_document.events.text(event);
    if (length == 0)
        return readEventText(m_document, event, m_control); // says that there is none
    if (!m_space) {
        Result<std::unique_ptr<XPlaneEvents>> space = xspaceOf(m_document.source, m_control);
        if (!space)
            return space.error();
        m_space = std::move(*space);
    }
    return readFromXSpace(*m_space, m_document.source, offset, length);
}

Result<std::vector<std::pair<std::string, std::string>>> readEventArgs(
    const TraceDocument &document, EventId event, const JobControl &control)
{
    return EventArgsReader(document, control).read(event);
}

bool hasEventText(const TraceDocument &document)
{
    return !document.source.protobuf && !isDatabase(document);
}

Result<std::vector<std::pair<std::string, std::string>>> argsOfEventText(const TraceDocument &document, const std::string &text)
{
    if (document.metadata.format.starts_with("Ascend kernel table"))
        return ascendRowArgs(document, text);
    std::vector<std::pair<std::string, std::string>> args;
    TextFaults faults;
    const std::string sound = repairJson(text, faults);
    // On-Demand instead of DOM: keeps values as recorded and tolerates words that are not JSON (NaN).
    simdjson::ondemand::parser parser;
    simdjson::ondemand::document json;
    simdjson::ondemand::object values;
    const simdjson::padded_string padded(sound);
    if (parser.iterate(padded).get(json) != simdjson::SUCCESS
        || json.find_field_unordered("args").get_object().get(values) != simdjson::SUCCESS)
        return args;
    for (auto entry : values) {
        simdjson::ondemand::field field;
        if (std::move(entry).get(field) != simdjson::SUCCESS)
            break;
        const char *const raw = field.key().raw();
        const char *end = raw;
        while (*end != '"')
            end += *end == '\\' ? 2 : 1;
        std::string key = unescapeJson({raw, static_cast<std::size_t>(end - raw)}, faults);
        args.emplace_back(std::move(key), std::string(fields::rawJson(field.value())));
    }
    return args;
}

} // namespace lamella::core
