// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/cache/CacheFiles.h"

#include "core/base/Message.h"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <memory>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <system_error>
#include <unistd.h>

namespace lamella::core {

namespace {

constexpr std::string_view kEnding = ".lamcache";
constexpr std::string_view kSideFileEnding = ".lammade";
constexpr std::string_view kNewName = "/new-XXXXXX.lamnew";
constexpr std::string_view kNewEnding = ".lamnew";
constexpr std::int64_t kStaleNs = std::int64_t{3600} * 1'000'000'000; // no write takes that long

void visitFiles(const std::string &folder, std::string_view ending, const std::function<void(const CacheEntry &)> &visit)
{
    const std::unique_ptr<DIR, int (*)(DIR *)> list(::opendir(folder.c_str()), ::closedir);
    while (list) {
        const dirent *const row = ::readdir(list.get());
        if (row == nullptr)
            return;
        const std::string path = folder + '/' + row->d_name;
        struct stat facts { };
        if (!path.ends_with(ending) || ::lstat(path.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode))
            continue;
        visit({path, static_cast<std::uint64_t>(facts.st_size),
            std::int64_t{facts.st_mtim.tv_sec} * 1'000'000'000 + facts.st_mtim.tv_nsec, ending == kSideFileEnding});
    }
}

std::string numberedPath(const std::string &folder, std::uint64_t number, std::string_view ending)
{
    char digits[16];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number, 16);
    std::string name(digits, end);
    name.insert(0, 16 - name.size(), '0');
    return folder + '/' + name + std::string(ending);
}

} // namespace

std::string cacheEntryPath(const std::string &folder, std::uint64_t number)
{
    return numberedPath(folder, number, kEnding);
}

std::string cacheSideFilePath(const std::string &folder, std::uint64_t number)
{
    return numberedPath(folder, number, kSideFileEnding);
}

Result<std::uint64_t> makeCacheFolder(const std::string &folder)
{
    std::error_code code;
    const std::filesystem::path path(folder);
    if (path.has_parent_path())
        std::filesystem::create_directories(path.parent_path(), code);
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        return Error{ErrorCode::Io,
            msg("cannot be made a folder (%1); choose another place with --cache-dir",
                std::error_code(errno, std::generic_category()).message()),
            folder};
    struct statvfs disk { };
    if (::statvfs(folder.c_str(), &disk) != 0)
        return Error{ErrorCode::Io, "cannot be asked for its free space", folder};
    return std::uint64_t{disk.f_bavail} * disk.f_frsize;
}

FileHandle openCacheEntry(const std::string &path)
{
    FileHandle file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
    struct stat facts { };
    if (file.fd() >= 0 && (::fstat(file.fd(), &facts) != 0 || !S_ISREG(facts.st_mode)))
        return FileHandle{};
    return file;
}

void touchCacheEntry(const FileHandle &entry)
{
    // If this fails, the entry is only evicted earlier.
    [[maybe_unused]] const int ignored = ::futimens(entry.fd(), nullptr);
}

bool removeCacheFile(const std::string &path)
{
    return ::unlink(path.c_str()) == 0 || errno == ENOENT;
}

std::vector<CacheEntry> listCacheEntries(const std::string &folder)
{
    std::vector<CacheEntry> found;
    for (const std::string_view ending : {kEnding, kSideFileEnding})
        visitFiles(folder, ending, [&found](const CacheEntry &entry) { found.push_back(entry); });
    return found;
}

void removeStaleCacheFiles(const std::string &folder, std::int64_t nowNs)
{
    visitFiles(folder, kNewEnding, [nowNs](const CacheEntry &entry) {
        if (entry.usedNs < nowNs - kStaleNs)
            removeCacheFile(entry.path);
    });
}

NewCacheFile::NewCacheFile(const std::string &folder)
    : m_path(folder + std::string(kNewName))
    , m_handle(::mkostemps(m_path.data(), static_cast<int>(kNewEnding.size()), O_CLOEXEC))
{
}

NewCacheFile::~NewCacheFile()
{
    if (m_handle.fd() >= 0 && !m_path.empty())
        removeCacheFile(m_path);
}

bool NewCacheFile::moveTo(const std::string &path)
{
    if (std::rename(m_path.c_str(), path.c_str()) != 0)
        return false;
    m_path.clear();
    return true;
}

} // namespace lamella::core
