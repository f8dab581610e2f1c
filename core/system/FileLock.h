// SPDX-License-Identifier: GPL-3.0-or-later
// Locks that other programs hold on files. Thread-safe.
#pragma once

#include "core/system/FileHandle.h"

#include <cstdint>

namespace lamella::core {

// Whether someone else has locked some of these bytes for writing. Does not wait. False where the file system knows no locks.
[[nodiscard]] bool lockedForWriting(const FileHandle &file, std::uint64_t offset, std::uint64_t bytes);

} // namespace lamella::core
