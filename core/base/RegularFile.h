// SPDX-License-Identifier: GPL-3.0-or-later
// The one way to open a file that a user, a session or a folder names. Such a path may lead to a terminal, a FIFO or a device, on
// which reading waits for ever or never ends: only regular files are opened. Any thread.
#pragma once

#include "core/base/Result.h"

#include <cstddef>
#include <string>

namespace lamella::core {

// A descriptor to read from, which the caller closes. Errors: Io (missing, unreadable, a directory, a device, a FIFO).
[[nodiscard]] Result<int> openRegular(const std::string &path);
// The first `mostBytes` of a regular file; one byte more than a limit tells that there is too much. Errors: Io.
[[nodiscard]] Result<std::string> readRegularFile(const std::string &path, std::size_t mostBytes);
// The same, empty where it cannot be had: to look what sort of file it is.
[[nodiscard]] std::string firstBytes(const std::string &path, std::size_t mostBytes);

} // namespace lamella::core
