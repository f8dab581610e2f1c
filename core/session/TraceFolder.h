// SPDX-License-Identifier: GPL-3.0-or-later
// Expands folders to the traces in them.
#pragma once

#include "core/base/Result.h"

#include <string>
#include <vector>

namespace lamella::core {

[[nodiscard]] bool isFolder(const std::string &path);

// Replaces each folder by the files in it that may be traces by extension, and by the kernel tables or timelines of the rank
// folders directly in it (Ascend). A folder of JAX profiles is replaced by its last capture, with the XSpace of a host and not
// its Chrome export. Files of a folder are in natural order of their names; given files keep their position; no duplicates.
// Errors: Io (a folder that is unreadable or has no traces), Limit (over 1024 files).
[[nodiscard]] Result<std::vector<std::string>> expandFolders(const std::vector<std::string> &paths);

} // namespace lamella::core
