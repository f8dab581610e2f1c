// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the recorded text of single events from the file on demand (details panel, args search).
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/TraceDocument.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lamella::core {

class SqliteFile;
class XPlaneEvents;

// The event's JSON object as recorded; for protobuf, its message as JSON. Errors: Io (file missing or changed since the import),
// BadRequest (event has no text), Cancelled.
Result<std::string> readEventText(const TraceDocument &document, EventId event, const JobControl &control = {});

// Makes later calls fast for every event of a compressed file: inflates the parts not inflated so far and stores checkpoints.
// Takes about a quarter of a second per gigabyte if the document came from the cache, otherwise almost no time. Errors: as above.
Result<void> prepareEventText(const TraceDocument &document, const JobControl &control = {});

// The event's args as (key, JSON text of the value), in file order; nested objects as JSON text. For tables and databases, the
// non-empty columns of the row.
Result<std::vector<std::pair<std::string, std::string>>> readEventArgs(
    const TraceDocument &document, EventId event, const JobControl &control = {});

// The same for one event after the other: a database stays open between them, an XSpace message in memory. For one thread; the
// document must outlive it.
class EventArgsReader {
public:
    explicit EventArgsReader(const TraceDocument &document, JobControl control = {});
    EventArgsReader(const EventArgsReader &) = delete;
    EventArgsReader &operator=(const EventArgsReader &) = delete;
    ~EventArgsReader();
    [[nodiscard]] Result<std::vector<std::pair<std::string, std::string>>> read(EventId event);

private:
    [[nodiscard]] Result<std::string> textInXSpace(EventId event);

    const TraceDocument &m_document;
    JobControl m_control;
    std::unique_ptr<XPlaneEvents> m_space; // null: not read yet, or no XSpace
    std::unique_ptr<SqliteFile> m_database; // uses m_control; null: not opened yet, or none
};

// The same from text returned by readEventText(), for JSON and table rows.
[[nodiscard]] Result<std::vector<std::pair<std::string, std::string>>> argsOfEventText(
    const TraceDocument &document, const std::string &text);

// True if the file contains the text of events literally; false for rows of databases and XSpace messages.
[[nodiscard]] bool hasEventText(const TraceDocument &document);

} // namespace lamella::core
