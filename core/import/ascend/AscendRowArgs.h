// SPDX-License-Identifier: GPL-3.0-or-later
// A row of a kernel table as (column, JSON text of the cell).
#pragma once

#include "core/base/Result.h"
#include "core/model/TraceDocument.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lamella::core {

// row: its text as it stands in the file, from which the header is read. Errors: Io (file gone or changed).
Result<std::vector<std::pair<std::string, std::string>>> ascendRowArgs(const TraceDocument &document, std::string_view row);

// "12.5" as it is, anything else as a JSON text.
[[nodiscard]] std::string cellAsJson(std::string_view cell);

} // namespace lamella::core
