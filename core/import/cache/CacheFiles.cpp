// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/cache/CacheFiles.h"

#include "core/base/Message.h"
#include "core/system/Folder.h"

#include <charconv>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::string_view kEnding = ".lamcache";
constexpr std::string_view kSideFileEnding = ".lammade";
constexpr std::string_view kNewEnding = ".lamnew";
constexpr std::int64_t kStaleNs = std::int64_t{3600} * 1'000'000'000; // no write takes that long

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
    if (const int error = makePrivateFolder(folder); error != 0)
        return Error{ErrorCode::Io,
            msg("cannot be made a folder (%1); choose another place with --cache-dir",
                std::error_code(error, std::generic_category()).message()),
            folder};
    std::error_code code;
    const std::filesystem::space_info disk = std::filesystem::space(folder, code);
    if (code)
        return Error{ErrorCode::Io, "cannot be asked for its free space", folder};
    return std::uint64_t{disk.available};
}

bool removeCacheFile(const std::string &path)
{
    std::error_code code;
    std::filesystem::remove(path, code);
    return !code;
}

std::vector<CacheEntry> listCacheEntries(const std::string &folder)
{
    std::vector<CacheEntry> found;
    for (const std::string_view ending : {kEnding, kSideFileEnding})
        for (FolderFile &file : filesWithEnding(folder, ending))
            found.push_back({std::move(file.path), file.bytes, file.modifiedNs, ending == kSideFileEnding});
    return found;
}

void removeStaleCacheFiles(const std::string &folder, std::int64_t nowNs)
{
    for (const FolderFile &file : filesWithEnding(folder, kNewEnding))
        if (file.modifiedNs < nowNs - kStaleNs)
            removeCacheFile(file.path);
}

NewFile newCacheFile(const std::string &folder)
{
    return NewFile::temporary(folder, "new-", kNewEnding);
}

} // namespace lamella::core
