// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a folder, which may be one in an archive: "job.tar/rank0"; and those attached to a pack. Thread-safe.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/import/archive/ArchivePath.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

// archivedFiles() with at most 100,000 names. The last lists are cached while their archives are unchanged, because a compressed
// tar archive is read to its end for one; who asks meanwhile waits for the one that is read.
[[nodiscard]] Result<std::shared_ptr<const ArchivedNames>> namesInArchive(
    const std::string &archive, const JobControl &control = {});

// True if the path names a file on disk or in an archive.
[[nodiscard]] bool isFileAt(const std::string &path);

// As fileNamesIn() of core/system/Folder.h.
[[nodiscard]] std::vector<std::string> fileNamesAt(const std::string &folder, std::string_view prefix, std::string_view ending);

// Paths of the files whose names have this begin and end, ascending: those attached to the trace if it is a pack or in one, else
// those in its folder.
[[nodiscard]] std::vector<std::string> filesBeside(const std::string &trace, std::string_view prefix, std::string_view ending);
// The one of exactly that name; empty if there is none.
[[nodiscard]] std::string fileBeside(const std::string &trace, std::string_view name);
[[nodiscard]] bool isSamePath(const std::string &a, const std::string &b); // as written, except for repeated slashes

// The path of the file of that name in the folder of `path`. Beside "kernel_details.csv#2" of an archive lies
// "trace_view.json#2": an archive that contains one of them twice contains the other one twice, too.
[[nodiscard]] std::string pathBeside(const std::string &path, std::string_view name);

} // namespace lamella::core
