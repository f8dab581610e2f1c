// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the files that are imported, and records their identity.
#pragma once

#include "core/base/Result.h"
#include "core/system/FileHandle.h"

#include <cstdint>
#include <string>

namespace lamella::core {

struct OpenedFile {
    FileHandle handle;
    FileStamp stamp;
};
// Opens a regular file. Errors: Io (missing, unreadable, a directory), NotATrace (empty).
[[nodiscard]] Result<OpenedFile> openRegularFile(const std::string &path);
// A read error of disk or network (`error` is an errno) at this byte of the file on disk, or -1 if the position is unknown.
// Unlike for a damaged file, no part of the trace is shown, because another attempt may read all of it.
[[nodiscard]] Error readError(const std::string &path, std::int64_t offset, int error);
// The same at the current position of the file.
[[nodiscard]] Error readErrorAt(const std::string &path, const FileHandle &file, int error);

} // namespace lamella::core
