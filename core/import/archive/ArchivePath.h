// SPDX-License-Identifier: GPL-3.0-or-later
// A file in an archive, named as if the archive were a folder: "job.tar/rank0.json".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

struct ArchivePath {
    std::string archive;
    std::string member; // as archivedName()
};

// None if something stands at the path, or at no part of it a file.
[[nodiscard]] std::optional<ArchivePath> archivePath(const std::string &path);
[[nodiscard]] std::string pathInArchive(const std::string &archive, std::string_view member);

// A member's name without "./" before it; empty for names that lead elsewhere ("../", "/").
[[nodiscard]] std::string_view archivedName(std::string_view member);

// The files of an archive.
struct ArchivedNames {
    std::vector<std::string> names; // as recorded
    bool complete = true; // false: there are more, or a damaged entry hides what follows
    bool compressed = false; // as a whole: each file is read from the beginning of the archive
};

} // namespace lamella::core
