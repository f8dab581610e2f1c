// SPDX-License-Identifier: GPL-3.0-or-later
// The last part of a path, for messages and for rules that depend on file names.
#pragma once

#include <string_view>

namespace lamella::core {

// The part after the last slash, or the whole path if there is none. A view into `path`.
[[nodiscard]] constexpr std::string_view fileNameOf(std::string_view path)
{
    return path.substr(path.find_last_of('/') + 1);
}

} // namespace lamella::core
