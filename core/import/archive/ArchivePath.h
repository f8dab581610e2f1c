// SPDX-License-Identifier: GPL-3.0-or-later
// A file in an archive, named as if the archive were a folder: "job.tar/rank0.json".
#pragma once

#include <optional>
#include <string>
#include <string_view>

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

} // namespace lamella::core
