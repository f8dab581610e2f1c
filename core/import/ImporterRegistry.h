// SPDX-License-Identifier: GPL-3.0-or-later
// The list of importers, and the function that opens a trace with the right one.
#pragma once

#include "core/import/TraceImporter.h"
#include "core/import/cache/TraceCache.h"

#include <optional>

namespace lamella::core {

// Errors: as TraceImporter::read, plus NotATrace if no importer recognises the content (the detail describes what the file looks
// like and what can be opened) and Io for a missing file or a directory.
Result<std::shared_ptr<const TraceDocument>> openTrace(
    const std::string &path, const ImportOptions &options = {}, const JobControl &control = {});

struct OpenedTrace {
    std::shared_ptr<const TraceDocument> document;
    std::optional<CacheTicket> ticket; // for TraceCache::store() once the document is in use
    bool fromCache = false;
    std::optional<CachedDocument> stored = std::nullopt; // the cache entry, if read from the cache
    std::string note; // message about the cache; may be empty
};
// The same, but reads from the cache if it has the trace. Formats that read several files, and non-default limits, bypass the
// cache.
Result<OpenedTrace> openTrace(
    const std::string &path, const ImportOptions &options, const TraceCache &cache, const JobControl &control);

} // namespace lamella::core
