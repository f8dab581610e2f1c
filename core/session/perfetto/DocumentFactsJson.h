// SPDX-License-Identifier: GPL-3.0-or-later
// Facts of a document outside its events, as JSON for the first packet of a written trace (core/import/pftrace/WrittenPftrace
// reads it).
#pragma once

#include "core/model/TraceDocument.h"

#include <cstdint>
#include <string>

namespace lamella::core {

[[nodiscard]] std::string documentFactsJson(const TraceDocument &document, std::int64_t shiftNs);

} // namespace lamella::core
