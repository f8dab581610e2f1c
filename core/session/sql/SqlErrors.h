// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite's error about a query, as a sentence with the place and the nearest name.
#pragma once

#include "core/base/Error.h"

#include <string_view>

struct sqlite3;

namespace lamella::core {

// The last error of the connection, about this query.
[[nodiscard]] Error sqlError(sqlite3 *database, std::string_view query);
// Nothing but blanks, semicolons and comments.
[[nodiscard]] bool onlyBlanks(std::string_view sql);

} // namespace lamella::core
