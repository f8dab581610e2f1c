// SPDX-License-Identifier: GPL-3.0-or-later
// Creates, lists and removes the files in the cache folder. Only touches files with our endings.
#pragma once

#include "core/import/FileHandle.h"
#include "core/import/cache/TraceCache.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::core {

[[nodiscard]] std::string cacheEntryPath(const std::string &folder, std::uint64_t number); // file of a document
// file with data derived from a document
[[nodiscard]] std::string cacheSideFilePath(const std::string &folder, std::uint64_t number);
// Creates the folder and its parents, accessible to the user only. Returns the free bytes on its disk. Errors: Io.
[[nodiscard]] Result<std::uint64_t> makeCacheFolder(const std::string &folder);
[[nodiscard]] FileHandle openCacheEntry(const std::string &path); // fd() < 0 if missing
void touchCacheEntry(const FileHandle &entry); // marks it as used now
bool removeCacheFile(const std::string &path); // true if it no longer exists
[[nodiscard]] std::vector<CacheEntry> listCacheEntries(const std::string &folder);
// Removes incomplete files left by a process that ended while writing.
void removeStaleCacheFiles(const std::string &folder, std::int64_t nowNs);

// A file with a temporary unique name; removed unless moveTo() succeeded.
class NewCacheFile {
public:
    explicit NewCacheFile(const std::string &folder);
    NewCacheFile(const NewCacheFile &) = delete;
    NewCacheFile &operator=(const NewCacheFile &) = delete;
    ~NewCacheFile();
    [[nodiscard]] const FileHandle &handle() const { return m_handle; }
    bool moveTo(const std::string &path);

private:
    std::string m_path;
    FileHandle m_handle;
};

} // namespace lamella::core
