// SPDX-License-Identifier: GPL-3.0-or-later
// Repairs JSON that importers read leniently, so that strict parsers accept it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lamella::core {

// One value, repaired as by repairJson(); also malformed escapes -> U+FFFD, words that are not JSON (NaN) -> null. Valid text is
// returned unchanged. nullopt if it cannot be repaired.
[[nodiscard]] std::optional<std::string> strictJson(std::string_view text);

} // namespace lamella::core
