// SPDX-License-Identifier: GPL-3.0-or-later
// Parses "rank_facts" of a summary from its JSON tree.
#pragma once

#include "core/profile/JsonValue.h"
#include "core/session/summary/RankSummary.h"

#include <cstdint>
#include <string>

namespace lamella::core {

// `offset`: position of the value in the file, for messages. Errors: Syntax with the offset, BadRequest (it has no data for
// ranks).
Result<RankSummary> rankSummaryFrom(const JsonValue &facts, const std::string &path, std::int64_t offset);

} // namespace lamella::core
