// SPDX-License-Identifier: GPL-3.0-or-later
// Names as a database or a table has them.
#pragma once

#include "core/import/DocumentBuilder.h"

#include <string_view>

namespace lamella::core {

// The text with control characters as spaces and invalid UTF-8 replaced; each of both is counted as what it is.
[[nodiscard]] StringId internClean(DocumentBuilder &builder, std::string_view raw);

} // namespace lamella::core
