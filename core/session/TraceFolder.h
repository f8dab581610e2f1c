// SPDX-License-Identifier: GPL-3.0-or-later
// Expands folders, and archives of several traces, to the traces in them.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"

#include <string>
#include <vector>

namespace lamella::core {

[[nodiscard]] bool isFolder(const std::string &path);
// An archive of several traces. Reads a compressed tar archive to its end.
[[nodiscard]] bool isArchiveOfTraces(const std::string &path, const JobControl &control = {});

// Replaces each folder by the files in it that may be traces by extension, and by the kernel tables or timelines of the rank
// folders directly in it (Ascend), or by the runs in the folders of hosts that rocprofv3 writes. A folder of JAX profiles is
// replaced by its last capture, with the XSpace of a host and not its Chrome export. Files of a folder are in natural order of
// their names; given files keep their position; no duplicates. An archive (ZIP, tar, compressed tar) of several traces is
// replaced by paths into it, as archivePath() reads them, with the same choice of files; one with a single trace stays, unless it
// is a table of Ascend, to which the files beside it belong. Errors: Io (a folder that is unreadable or has no traces), Limit
// (over 1024 files, over 32 in a compressed tar archive, each of which is read from its beginning), Cancelled.
[[nodiscard]] Result<std::vector<std::string>> expandFolders(
    const std::vector<std::string> &paths, const JobControl &control = {});

} // namespace lamella::core
