// SPDX-License-Identifier: GPL-3.0-or-later
// Opens files that a user, a session or a folder names; use it for all of them. Such a path may be a terminal, a FIFO or a
// device, where reading blocks or never ends, so only regular files are opened. Thread-safe.
#pragma once

#include "core/base/Result.h"
#include "core/system/FileHandle.h"

#include <cstddef>
#include <string>

namespace lamella::core {

// For reading. Errors: Io (missing, unreadable, a directory, a device, a FIFO).
[[nodiscard]] Result<FileHandle> openRegular(const std::string &path);
// The same for a file of our own: not open if it is missing, no regular file, or a link.
[[nodiscard]] FileHandle openRegularNoLink(const std::string &path);
// The first `maxBytes` of a regular file. To detect files above a limit, ask for one byte more. Errors: Io.
[[nodiscard]] Result<std::string> readRegularFile(const std::string &path, std::size_t maxBytes);
// Like readRegularFile(), but empty on errors: for detecting the type of a file.
[[nodiscard]] std::string firstBytes(const std::string &path, std::size_t maxBytes);

} // namespace lamella::core
