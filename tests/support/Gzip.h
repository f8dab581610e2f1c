// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace lamella::test {

// gzip without time and name, so that equal text gives equal bytes (with the same zlib).
[[nodiscard]] std::string gzipped(std::string_view text);
[[nodiscard]] std::string gunzipped(std::string_view bytes); // empty if it is not gzip

} // namespace lamella::test
