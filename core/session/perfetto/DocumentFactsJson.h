// SPDX-License-Identifier: GPL-3.0-or-later
// Facts of a document outside its events, as JSON for the first packet of a written trace (core/import/pftrace/WrittenPftrace
// reads it).
#pragma once

#include "core/model/TraceDocument.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lamella::core {

// `unreadMemory`: written events of memory without the values that they need; none if the trace records no such events.
[[nodiscard]] std::string documentFactsJson(
    const TraceDocument &document, std::int64_t shiftNs, std::optional<std::uint64_t> unreadMemory);

} // namespace lamella::core
