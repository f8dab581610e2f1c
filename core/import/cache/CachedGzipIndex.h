// SPDX-License-Identifier: GPL-3.0-or-later
// Places in a gzip file beside the copy of its document, so that the first click on an event after reopening reads the middle of
// the file at once. Bound to the document, which is bound to what the file holds.
#pragma once

#include "core/import/cache/TraceCache.h"
#include "core/import/gzip/GzipIndex.h"

#include <optional>
#include <string>
#include <string_view>

namespace lamella::core {

// Finds and writes them, unless they are there; nothing for files that need none. Takes as long as zlib takes to inflate the
// file, so a worker calls it when nobody waits. Errors: Io, Limit, Cancelled, as TraceCache::keep().
Result<void> keepPlaces(const TraceCache &cache, const CachedDocument &of, const TraceSource &source, const JobControl &control);

// Hands those that were kept to GzipCheckpoints. Nothing happens where there are none, or they do not fit.
void useGzipIndex(const TraceCache &cache, const CachedDocument &of, const TraceSource &source);

// As they are written. Reading them gives nothing unless they could be of a file and a text of that many bytes.
[[nodiscard]] std::string gzipIndexBytes(const std::vector<GzipIndexEntry> &places);
[[nodiscard]] std::optional<std::vector<GzipIndexEntry>> gzipIndexFromBytes(
    std::string_view bytes, std::uint64_t fileBytes, std::uint64_t rawBytes);

} // namespace lamella::core
