// SPDX-License-Identifier: GPL-3.0-or-later
// The small parts of a document (everything but events, kernels and strings) as bytes, and what makes columns fit to be used:
// every id within its table. A file of the cache that does not keep to that is refused, and no such document is written.
#pragma once

#include "core/import/cache/CacheBytes.h"
#include "core/model/TraceDocument.h"

namespace lamella::core {

// False where a diagnostic is not one of DiagnosticKinds, which cannot be written.
[[nodiscard]] bool writeFacts(const TraceDocument &document, CacheWriter &to);
// Everything but the path and the state of the file. False where the bytes do not keep to the form.
[[nodiscard]] bool readFacts(CacheReader &from, TraceDocument &document);

// How many of each there are.
struct DocumentSizes {
    std::size_t strings = 0;
    std::size_t events = 0;
    std::size_t tracks = 0;
    std::size_t operations = 0;
};
[[nodiscard]] DocumentSizes sizesOf(const TraceDocument &document);
[[nodiscard]] bool soundChunk(const EventChunk &chunk, const DocumentSizes &sizes);
[[nodiscard]] bool soundKernels(const TraceDocument &document, const DocumentSizes &sizes);
[[nodiscard]] bool soundLists(const TraceDocument &document); // tracks, streams, operations against each other

} // namespace lamella::core
