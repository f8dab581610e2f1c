// SPDX-License-Identifier: GPL-3.0-or-later
// The row of a Nsight Systems export that an event was made of, as (column, JSON text of the value).
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lamella::core {

// row: its rowid. table: 1 + its place in SqliteFile::tables(). Ids of texts are shown as the texts. Errors: Io (file gone or
// changed), BadRequest (no such row).
Result<std::vector<std::pair<std::string, std::string>>> nsysRowArgs(
    const TraceDocument &document, std::int64_t row, std::uint32_t table, const JobControl &control);

} // namespace lamella::core
