// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/archive/ArchivePath.h"

#include <filesystem>
#include <system_error>

namespace lamella::core {

namespace fs = std::filesystem;

std::optional<ArchivePath> archivePath(const std::string &path)
{
    std::error_code code;
    if (path.empty() || fs::exists(path, code))
        return std::nullopt;
    for (std::size_t slash = path.rfind('/'); slash != std::string::npos && slash > 0; slash = path.rfind('/', slash - 1)) {
        const std::string parent = path.substr(0, slash);
        const fs::file_status status = fs::status(parent, code);
        if (fs::is_regular_file(status))
            return ArchivePath{parent, path.substr(slash + 1)};
        if (fs::exists(status))
            return std::nullopt;
    }
    return std::nullopt;
}

std::string pathInArchive(const std::string &archive, std::string_view member)
{
    return archive + "/" + std::string(archivedName(member));
}

std::string_view archivedName(std::string_view member)
{
    while (member.starts_with("./"))
        member.remove_prefix(2);
    const bool elsewhere = member.starts_with("/") || member.starts_with("../") || member.ends_with("/..") || member == ".."
        || member.find("/../") != std::string_view::npos;
    return elsewhere ? std::string_view() : member;
}

} // namespace lamella::core
