// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of a kernel table row as (column, JSON text).
#pragma once

#include "core/base/Result.h"
#include "core/model/TraceDocument.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lamella::core {

// row: its text as in the file; the header is read from the file. Errors: Io (file missing or changed).
Result<std::vector<std::pair<std::string, std::string>>> ascendRowArgs(const TraceDocument &document, std::string_view row);

// Numbers such as "12.5" unchanged, anything else as a JSON string.
[[nodiscard]] std::string cellAsJson(std::string_view cell);

} // namespace lamella::core
