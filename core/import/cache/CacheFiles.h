// SPDX-License-Identifier: GPL-3.0-or-later
// The files in the folder of the cache: their names, how they appear and go. Only files with our endings are ever touched.
#pragma once

#include "core/import/ByteSource.h"
#include "core/import/cache/TraceCache.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::core {

[[nodiscard]] std::string cacheEntryPath(const std::string &folder, std::uint64_t number); // of a document
[[nodiscard]] std::string cacheSideFilePath(const std::string &folder, std::uint64_t number); // of what was made of one
// With the folders above it, readable for the user alone. Bytes that its disk has left. Errors: Io.
[[nodiscard]] Result<std::uint64_t> makeCacheFolder(const std::string &folder);
[[nodiscard]] FileHandle openCacheEntry(const std::string &path); // fd() < 0: there is none
void touchCacheEntry(const FileHandle &entry); // used now
bool removeCacheFile(const std::string &path); // true when it is gone
[[nodiscard]] std::vector<CacheEntry> listCacheEntries(const std::string &folder);
// What a process left that was ended while it wrote.
void removeStaleCacheFiles(const std::string &folder, std::int64_t nowNs);

// A file under a name of its own; removed unless moveTo() succeeded.
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
