// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a file completely or not at all.
#pragma once

#include "core/base/Result.h"

#include <functional>
#include <string>
#include <string_view>

namespace lamella::core {

// Takes the next bytes; false if they could not be written.
using ByteSink = std::function<bool(std::string_view)>;

// Writes to a temporary file beside `path` and renames it; nothing half-written stays. A link stays, and the file that it leads
// to is replaced; a pipe or a device is written to. Errors: Io.
Result<void> writeFileAtomically(const std::string &path, std::string_view bytes);
// The same with the bytes in pieces; `write` passes them to its argument and returns false if that returned false.
Result<void> writeFileAtomically(const std::string &path, const std::function<bool(const ByteSink &)> &write);

} // namespace lamella::core
