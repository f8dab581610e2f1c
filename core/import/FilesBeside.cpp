// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/FilesBeside.h"

#include "core/base/AsciiCase.h"
#include "core/import/OpenByteSource.h"
#include "core/import/OpenedFile.h"
#include "core/import/pack/PackAttached.h"
#include "core/system/Folder.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>

namespace lamella::core {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxArchived = 100'000; // files of an archive that are looked at

// Names of archives, the last one used first.
struct CachedList {
    std::string path;
    FileStamp stamp;
    std::shared_ptr<const ArchivedNames> names;
    std::size_t bytes = 0;
};
struct CachedLists {
    std::mutex mutex;
    std::deque<CachedList> lists;
};
constexpr std::size_t kMaxLists = 16;
constexpr std::size_t kMaxListedBytes = std::size_t{16} << 20; // of all; the last one used is kept whatever it takes

CachedLists &cachedLists()
{
    static CachedLists lists;
    return lists;
}

std::size_t bytesOf(const ArchivedNames &listed)
{
    std::size_t bytes = 0;
    for (const std::string &name : listed.names)
        bytes += sizeof name + name.size();
    return bytes;
}

void keep(std::deque<CachedList> &lists, CachedList list)
{
    std::erase_if(lists, [&list](const CachedList &other) { return other.path == list.path; });
    lists.push_front(std::move(list));
    std::size_t bytes = 0;
    for (const CachedList &one : lists)
        bytes += one.bytes;
    for (; lists.size() > 1 && (lists.size() > kMaxLists || bytes > kMaxListedBytes); lists.pop_back())
        bytes -= lists.back().bytes;
}

// The archive that contains the folder, and the prefix that names in this folder have.
std::optional<ArchivePath> folderInArchive(const std::string &folder)
{
    std::error_code code;
    if (fs::is_regular_file(folder, code))
        return ArchivePath{folder, {}};
    std::optional<ArchivePath> inside = archivePath(folder);
    if (inside && !inside->member.empty())
        inside->member += '/';
    return inside;
}

// The file itself, or the archive that it is in.
std::string diskFileOf(const std::string &path)
{
    const std::optional<ArchivePath> inside = archivePath(path);
    return inside ? inside->archive : path;
}

} // namespace

Result<std::shared_ptr<const ArchivedNames>> namesInArchive(const std::string &archive, const JobControl &control)
{
    const Result<OpenedFile> file = openRegularFile(archive);
    if (!file)
        return file.error();
    CachedLists &cached = cachedLists();
    const std::lock_guard lock(cached.mutex);
    const auto same = [&](const CachedList &list) { return list.path == archive && list.stamp == file->stamp; };
    if (const auto at = std::find_if(cached.lists.begin(), cached.lists.end(), same); at != cached.lists.end()) {
        CachedList found = *at;
        keep(cached.lists, found);
        return found.names;
    }
    Result<ArchivedNames> listed = archivedFiles(archive, {}, kMaxArchived, control);
    if (!listed)
        return listed.error();
    auto names = std::make_shared<const ArchivedNames>(std::move(*listed));
    keep(cached.lists, {archive, file->stamp, names, bytesOf(*names)});
    return names;
}

bool isFileAt(const std::string &path)
{
    std::error_code code;
    if (fs::is_regular_file(path, code))
        return true;
    const std::optional<ArchivePath> inside = archivePath(path);
    if (!inside)
        return false;
    const auto listed = namesInArchive(inside->archive);
    return listed && std::find((*listed)->names.begin(), (*listed)->names.end(), inside->member) != (*listed)->names.end();
}

std::vector<std::string> fileNamesAt(const std::string &folder, std::string_view prefix, std::string_view ending)
{
    const std::optional<ArchivePath> inside = folderInArchive(folder);
    if (!inside)
        return fileNamesIn(folder, prefix, ending);
    std::vector<std::string> found;
    const auto listed = namesInArchive(inside->archive);
    if (!listed)
        return found;
    const std::string begin = asciiLowered(prefix);
    const std::string end = asciiLowered(ending);
    for (const std::string &name : (*listed)->names) {
        if (!name.starts_with(inside->member) || name.find('/', inside->member.size()) != std::string::npos)
            continue;
        std::string file = name.substr(inside->member.size());
        const std::string lowered = asciiLowered(withoutNumber(file));
        if (lowered.size() >= begin.size() + end.size() && lowered.starts_with(begin) && lowered.ends_with(end))
            found.push_back(std::move(file));
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<std::string> filesBeside(const std::string &trace, std::string_view prefix, std::string_view ending)
{
    std::vector<std::string> found;
    const std::string own = diskFileOf(trace);
    if (const std::vector<std::string> attached = attachedNames(own); !attached.empty()) {
        for (const std::string &name : attached)
            if (name.starts_with(prefix) && name.ends_with(ending))
                found.push_back(pathInArchive(own, name));
        std::sort(found.begin(), found.end());
        return found;
    }
    const fs::path folder = fs::path(trace).parent_path();
    const std::string number = archivePath(trace) ? trace.substr(withoutNumber(trace).size()) : std::string();
    for (const std::string &name : fileNamesAt(folder.empty() ? "." : folder.string(), prefix, ending))
        if (!archivePath(trace) || name.substr(withoutNumber(name).size()) == number)
            found.push_back((folder / name).string());
    return found;
}

std::string fileBeside(const std::string &trace, std::string_view name)
{
    const std::string own = diskFileOf(trace);
    if (const std::vector<std::string> attached = attachedNames(own); !attached.empty())
        return std::find(attached.begin(), attached.end(), name) != attached.end() ? pathInArchive(own, name) : std::string();
    std::string path = pathBeside(trace, name);
    return isFileAt(path) ? path : std::string();
}

bool isSamePath(const std::string &a, const std::string &b)
{
    return fs::path(a) == fs::path(b);
}

std::string pathBeside(const std::string &path, std::string_view name)
{
    const fs::path folder = fs::path(path).parent_path();
    std::string beside = (folder / name).string();
    const std::string_view number = std::string_view(path).substr(withoutNumber(path).size());
    if (!number.empty() && archivePath(path))
        beside += number;
    return beside;
}

} // namespace lamella::core
