// SPDX-License-Identifier: GPL-3.0-or-later
// Recorders may compress packets in bundles (compressed_packets, zstd_compressed_packets of trace_packet.proto).
#pragma once

#include "core/import/ByteSource.h"
#include "core/import/MemoryBudget.h"
#include "core/import/TraceImporter.h"

#include <memory>
#include <string>

namespace lamella::core::pftrace {

// Yields the bytes of the trace `file` with the packets of each bundle in its place. A bundle inside a bundle stays. Bundles that
// cannot be inflated are dropped; diagnose() counts them. `memory` counts what is inflated at a time; it and `control` must
// outlive the source. Errors of read(): those of `file`, Limit (memory, inflated bytes, ratio), Cancelled.
[[nodiscard]] std::unique_ptr<ByteSource> makeExpandedSource(std::unique_ptr<ByteSource> file, std::string path,
    MemoryBudget &memory, const ImportLimits &limits, const JobControl &control);

} // namespace lamella::core::pftrace
