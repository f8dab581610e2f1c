// SPDX-License-Identifier: GPL-3.0-or-later
// What a document records about the file from which it was read.
#pragma once

#include "core/import/ByteSource.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <string>

namespace lamella::core {

// Counts what was lost in decompression. `rawBytes`: number of bytes that the source yielded. Call after the last read().
void noteSourceDamage(const ByteSource &source, std::uint64_t rawBytes, ImportDiagnostics &diagnostics);

// Sets document.source except for the part that depends on the format (TraceSource::protobuf).
void describeSource(TraceDocument &document, const std::string &path, const ByteSource &source, std::uint64_t rawBytes);

} // namespace lamella::core
