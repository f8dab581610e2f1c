// SPDX-License-Identifier: GPL-3.0-or-later
// Facts of a document outside its events, as JSON for the first packet of a written trace (core/import/pftrace/WrittenPftrace
// reads it).
#pragma once

#include "core/model/MemoryLog.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <string>

namespace lamella::core {

// `memory`: what is recorded of memory; or null.
[[nodiscard]] std::string documentFactsJson(const TraceDocument &document, std::int64_t shiftNs, const MemoryLog *memory);

} // namespace lamella::core
