// SPDX-License-Identifier: GPL-3.0-or-later
// Serialises the small parts of a document (everything but events, kernels and strings), and checks columns: every id must be
// within its table. Cache files that fail the check are rejected, and documents that fail it are not written.
#pragma once

#include "core/import/cache/CacheBytes.h"
#include "core/model/TraceDocument.h"

namespace lamella::core {

// False if a diagnostic is not one of DiagnosticKinds.
[[nodiscard]] bool writeFacts(const TraceDocument &document, CacheBytesWriter &to);
// Reads everything but path and stamp of the file. False if the bytes are malformed.
[[nodiscard]] bool readFacts(CacheReader &from, TraceDocument &document);

// Number of rows per table.
struct DocumentSizes {
    std::size_t strings = 0;
    std::size_t events = 0;
    std::size_t tracks = 0;
    std::size_t operations = 0;
};
[[nodiscard]] DocumentSizes sizesOf(const TraceDocument &document);
[[nodiscard]] bool soundChunk(const EventChunk &chunk, const DocumentSizes &sizes);
[[nodiscard]] bool soundKernels(const TraceDocument &document, const DocumentSizes &sizes);
[[nodiscard]] bool soundLists(const TraceDocument &document); // consistency of tracks, streams and operations

} // namespace lamella::core
