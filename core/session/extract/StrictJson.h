// SPDX-License-Identifier: GPL-3.0-or-later
// JSON of a file that importers read leniently, as every strict parser takes it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lamella::core {

// One value with what can be mended: as repairJson(), and malformed escapes -> U+FFFD, words that are not JSON (NaN) -> null.
// Text that needs nothing comes back as it is. None where it is no JSON even so.
[[nodiscard]] std::optional<std::string> strictJson(std::string_view text);

} // namespace lamella::core
