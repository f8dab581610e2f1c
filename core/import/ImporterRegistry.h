// SPDX-License-Identifier: GPL-3.0-or-later
// The list of importers, and the one way to open a trace.
#pragma once

#include "core/import/TraceImporter.h"
#include "core/import/cache/TraceCache.h"

#include <optional>

namespace lamella::core {

// Errors as TraceImporter::read, plus NotATrace when no importer knows the content (says what the file looks like and
// what can be opened) and Io for a missing file or a directory.
Result<std::shared_ptr<const TraceDocument>> openTrace(
    const std::string &path, const ImportOptions &options = {}, const JobControl &control = {});

struct OpenedTrace {
    std::shared_ptr<const TraceDocument> document;
    std::optional<CacheTicket> ticket; // give it to TraceCache::keep() once the document is in use
    bool fromCache = false;
    std::optional<CachedDocument> kept = std::nullopt; // which one, where it came from the cache
    std::string note; // about the cache; empty = nothing worth a word
};
// The same document, from the cache where it holds the trace. Formats that read more than the one file, and limits other than
// the usual ones, go past the cache.
Result<OpenedTrace> openTrace(
    const std::string &path, const ImportOptions &options, const TraceCache &cache, const JobControl &control);

} // namespace lamella::core
