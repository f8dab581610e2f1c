// SPDX-License-Identifier: GPL-3.0-or-later
// The row of a Nsight Systems export from which an event was made, as (column, JSON text of the value).
#pragma once

#include "core/base/Result.h"
#include "core/import/nsys/SqliteTable.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lamella::core {

// file: the database of the document. row: its rowid. table: 1 + its index in SqliteFile::tables(). String ids are replaced by
// their texts. Errors: Io (unreadable), BadRequest (no such row).
Result<std::vector<std::pair<std::string, std::string>>> nsysRowArgs(
    const TraceDocument &document, const SqliteFile &file, std::int64_t row, std::uint32_t table);

} // namespace lamella::core
