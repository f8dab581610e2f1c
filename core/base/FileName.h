// SPDX-License-Identifier: GPL-3.0-or-later
// The last part of a path, for messages and for rules that go by the names of files.
#pragma once

#include <string_view>

namespace lamella::core {

// What is behind the last slash; a path without one is the name. Lives as long as the path.
[[nodiscard]] constexpr std::string_view fileNameOf(std::string_view path)
{
    return path.substr(path.find_last_of('/') + 1);
}

} // namespace lamella::core
