// SPDX-License-Identifier: GPL-3.0-or-later
// The value of "rank_facts" of a summary, already a JSON tree.
#pragma once

#include "core/profile/JsonValue.h"
#include "core/session/summary/RankSummary.h"

#include <cstdint>
#include <string>

namespace lamella::core {

// `offset`: of the value in the file, for messages. Errors: Syntax with the offset, BadRequest (nothing for ranks in it).
Result<RankSummary> rankSummaryFrom(const JsonValue &facts, const std::string &path, std::int64_t offset);

} // namespace lamella::core
