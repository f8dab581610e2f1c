// SPDX-License-Identifier: GPL-3.0-or-later
// A folder as the traces in it.
#pragma once

#include "core/base/Result.h"

#include <string>
#include <vector>

namespace lamella::core {

[[nodiscard]] bool isFolder(const std::string &path);

// Files and folders as given -> files: a folder stands for the files in it that may be traces by their endings, and for the
// tables of kernels or timelines of the rank folders directly in it (Ascend); a folder of JAX profiles for its last capture,
// where the XSpace of a host stands for its Chrome export too; names in natural order. Files stay where they were given, each
// once. Errors: Io (a folder that cannot be read, or without anything that may be a trace), Limit (over 1024).
[[nodiscard]] Result<std::vector<std::string>> expandFolders(const std::vector<std::string> &paths);

} // namespace lamella::core
