// SPDX-License-Identifier: GPL-3.0-or-later
// Creates, lists and removes the files in the cache folder. Only touches files with our endings.
#pragma once

#include "core/import/cache/TraceCache.h"
#include "core/system/NewFile.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::core {

[[nodiscard]] std::string cacheEntryPath(const std::string &folder, std::uint64_t number); // file of a document
// file with data derived from a document
[[nodiscard]] std::string cacheSideFilePath(const std::string &folder, std::uint64_t number);
// Creates the folder and its parents, accessible to the user only. Returns the free bytes on its disk. Errors: Io.
[[nodiscard]] Result<std::uint64_t> makeCacheFolder(const std::string &folder);
bool removeCacheFile(const std::string &path); // true if it no longer exists
[[nodiscard]] std::vector<CacheEntry> listCacheEntries(const std::string &folder);
// Removes incomplete files left by a process that ended while writing.
void removeStaleCacheFiles(const std::string &folder, std::int64_t nowNs);

// A file to be moved to its place when it is complete.
[[nodiscard]] NewFile newCacheFile(const std::string &folder);

} // namespace lamella::core
