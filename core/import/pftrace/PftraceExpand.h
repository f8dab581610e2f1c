// SPDX-License-Identifier: GPL-3.0-or-later
// Recorders may compress packets in bundles (compressed_packets, zstd_compressed_packets of trace_packet.proto).
#pragma once

#include "core/base/Result.h"
#include "core/import/MemoryBudget.h"
#include "core/import/TraceImporter.h"

#include <cstdint>
#include <string>

namespace lamella::core::pftrace {

// Replaces each bundle in `bytes` by its packets. A bundle inside a bundle stays. Bundles that cannot be inflated are dropped and
// counted. Errors: Limit (memory, inflated bytes, ratio), Cancelled.
[[nodiscard]] Result<void> expandPackets(std::string &bytes, std::uint64_t &damaged, MemoryBudget &memory,
    const ImportLimits &limits, const std::string &path, const JobControl &control);

} // namespace lamella::core::pftrace
