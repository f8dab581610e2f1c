// SPDX-License-Identifier: GPL-3.0-or-later
// Stores the index of a gzip file beside its cached document, so that the first click on an event after reopening can read the
// middle of the file at once. Bound to the document, and through it to the content of the file.
#pragma once

#include "core/import/cache/TraceCache.h"
#include "core/import/gzip/GzipIndex.h"

#include <optional>
#include <string>
#include <string_view>

namespace lamella::core {

// Builds and writes the index unless it exists; does nothing for files that need none. Takes as long as inflating the file with
// zlib, so run it on a background worker. Errors: Io, Limit, Cancelled, as TraceCache::store().
Result<void> storeGzipIndex(
    const TraceCache &cache, const CachedDocument &of, const TraceSource &source, const JobControl &control);

// Passes a stored index to GzipCheckpoints; does nothing if there is none or it does not match.
void useGzipIndex(const TraceCache &cache, const CachedDocument &of, const TraceSource &source);

// Serialised form. Reading returns nothing unless the entries are plausible for a file and a text of those sizes.
[[nodiscard]] std::string gzipIndexBytes(const std::vector<GzipIndexEntry> &places);
[[nodiscard]] std::optional<std::vector<GzipIndexEntry>> gzipIndexFromBytes(
    std::string_view bytes, std::uint64_t fileBytes, std::uint64_t rawBytes);

} // namespace lamella::core
