// SPDX-License-Identifier: GPL-3.0-or-later
// Folders and the files in them. Folders that cannot be read count as empty.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

// Names of the files (also those reached through links) with this begin and end, ASCII case-insensitive, without hidden ones; in
// ascending order.
[[nodiscard]] std::vector<std::string> fileNamesIn(const std::string &folder, std::string_view prefix, std::string_view ending);
// Names of the folders (also those reached through links), without hidden ones; in ascending order.
[[nodiscard]] std::vector<std::string> folderNamesIn(const std::string &folder);

struct FolderFile {
    std::string path;
    std::uint64_t bytes = 0;
    std::int64_t modifiedNs = 0;
};
// The regular files, no links, whose names end so; in no order.
[[nodiscard]] std::vector<FolderFile> filesWithEnding(const std::string &folder, std::string_view ending);

// Creates the folder, accessible to the user only, and its parents, if it does not exist. 0, or an errno value.
[[nodiscard]] int makePrivateFolder(const std::string &folder);

} // namespace lamella::core
