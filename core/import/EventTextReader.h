// SPDX-License-Identifier: GPL-3.0-or-later
// The recorded text of single events, read from the file when somebody asks (details panel, args search).
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/TraceDocument.h"

#include <string>
#include <utility>
#include <vector>

namespace lamella::core {

// The event's JSON object as recorded; of protobuf, what its message says as JSON. Errors: Io (file gone or changed since it was
// read), BadRequest (event has no text), Cancelled.
Result<std::string> readEventText(const TraceDocument &document, EventId event, const JobControl &control = {});

// Makes the next calls fast for every event of a compressed file: inflates what no reader has inflated yet, once, and keeps
// places to go on from. A quarter of a second a gigabyte where the document came from the cache and its places were not kept
// (CachedGzipIndex), else next to nothing. Errors: as above.
Result<void> prepareEventText(const TraceDocument &document, const JobControl &control = {});

// args of the event as (key, JSON text of the value), in file order; nested objects stay JSON text. Of a table or a database: the
// columns of its row that hold something.
Result<std::vector<std::pair<std::string, std::string>>> readEventArgs(
    const TraceDocument &document, EventId event, const JobControl &control = {});

// The same of a text that is at hand, as readEventText() gives it: of JSON and of rows of a table.
[[nodiscard]] Result<std::vector<std::pair<std::string, std::string>>> argsOfEventText(
    const TraceDocument &document, const std::string &text);

// Whether the recorded text of events stands in the file as it is: not where they are rows of a database or messages of XSpace.
[[nodiscard]] bool hasEventText(const TraceDocument &document);

} // namespace lamella::core
