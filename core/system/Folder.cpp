// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/Folder.h"

#include "core/base/AsciiCase.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>

namespace lamella::core {

namespace {

namespace fs = std::filesystem;

// visit(entry) for all entries of the folder.
template <class Visit> void visitFolder(const std::string &folder, Visit visit)
{
    std::error_code code;
    for (fs::directory_iterator it(folder.empty() ? "." : folder, code), end; !code && it != end; it.increment(code))
        visit(*it);
}

template <class Wanted> std::vector<std::string> namesIn(const std::string &folder, Wanted wanted)
{
    std::vector<std::string> names;
    visitFolder(folder, [&](const fs::directory_entry &entry) {
        std::string name = entry.path().filename().string();
        if (!name.starts_with('.') && wanted(entry, name))
            names.push_back(std::move(name));
    });
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace

std::vector<std::string> fileNamesIn(const std::string &folder, std::string_view prefix, std::string_view ending)
{
    return namesIn(folder, [&](const fs::directory_entry &entry, const std::string &name) {
        const std::string lowered = asciiLowered(name);
        std::error_code code;
        return lowered.size() >= prefix.size() + ending.size() && lowered.starts_with(asciiLowered(prefix))
            && lowered.ends_with(asciiLowered(ending)) && entry.is_regular_file(code);
    });
}

std::vector<std::string> folderNamesIn(const std::string &folder)
{
    return namesIn(folder, [](const fs::directory_entry &entry, const std::string &) {
        std::error_code code;
        return entry.is_directory(code);
    });
}

std::vector<FolderFile> filesWithEnding(const std::string &folder, std::string_view ending)
{
    std::vector<FolderFile> found;
    visitFolder(folder, [&](const fs::directory_entry &entry) {
        std::string path = entry.path().string();
        struct stat facts { };
        if (path.ends_with(ending) && ::lstat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode))
            found.push_back({std::move(path), static_cast<std::uint64_t>(facts.st_size),
                std::int64_t{facts.st_mtim.tv_sec} * 1'000'000'000 + facts.st_mtim.tv_nsec});
    });
    return found;
}

int makePrivateFolder(const std::string &folder)
{
    std::error_code code;
    const fs::path path(folder);
    if (path.has_parent_path())
        fs::create_directories(path.parent_path(), code);
    return ::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST ? 0 : errno;
}

} // namespace lamella::core
