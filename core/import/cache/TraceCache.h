// SPDX-License-Identifier: GPL-3.0-or-later
// A folder with the documents of traces that were read before, so that reopening one needs no parsing. An entry is found by the
// content of the traced file, not by its name. Entries are verified before use:
//  - an entry records the import revision, its length, and a checksum of each of its parts;
//  - a traced file counts as unchanged if size, inode, inode change time, modification time and sampled blocks are as before
//    (programs can set back the modification time, but not the inode change time); any other file must match the checksum of
//    all its bytes;
//  - a file changed within five seconds before it was read is not cached, because a further change may not show in its times.
// Thread-safe, also across processes: entries appear by rename and are never modified.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/TraceDocument.h"
#include "core/system/FileHandle.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

struct CacheSettings {
    std::string folder; // created on first use; empty = no cache
    std::uint64_t maxBytes = std::uint64_t{4} << 30; // total size; the least recently used entries are evicted first
    std::uint64_t minRawBytes = std::uint64_t{64} << 20; // inflated size; smaller traces are read again as fast
};

// Identifies a document to be cached. Created before the file is read, so that a change during reading is detected.
struct CacheTicket {
    std::string path;
    std::string importer;
    FileStamp stamp;
    std::uint64_t key = 0;
    std::int64_t openedNs = 0; // since 1970
};

// A document in the cache.
struct CachedDocument {
    std::uint64_t entry = 0; // number in its file name
    std::uint64_t sum = 0; // over the checksums of all its parts
    bool operator==(const CachedDocument &) const = default;
};

struct CacheLookup {
    std::shared_ptr<const TraceDocument> document; // null: not in the cache
    std::optional<CachedDocument> stored; // the entry of `document`
    std::optional<CacheTicket> ticket; // for store() after the import; none if caching is not possible
    std::string note; // why an entry was not used, if worth reporting
};

struct CacheEntry {
    std::string path;
    std::uint64_t bytes = 0;
    std::int64_t usedNs = 0; // since 1970
    bool made = false; // a side file, not a document
};

class TraceCache {
public:
    explicit TraceCache(CacheSettings settings = {})
        : m_settings(std::move(settings))
    {
    }
    [[nodiscard]] const CacheSettings &settings() const { return m_settings; }
    [[nodiscard]] bool enabled() const { return !m_settings.folder.empty(); }

    // workers: threads that read at once, 0 = as many as are free. A stopped job finds nothing.
    [[nodiscard]] CacheLookup find(
        const std::string &path, std::string_view importer, unsigned workers, const JobControl &control) const;
    // Writes the entry; false if the trace is too small or was changed a moment ago. Takes a tenth of the time of the import, so
    // call it on a worker after the document is shown. Errors: Io (folder or disk), Limit (larger than half of the maximum size,
    // or than the free space of the disk), Cancelled.
    [[nodiscard]] Result<bool> store(const TraceDocument &document, const CacheTicket &ticket, const JobControl &control) const;

    // The entry that store() wrote for the ticket.
    [[nodiscard]] std::optional<CachedDocument> stored(const CacheTicket &ticket) const;

    // Data derived from a cached document, stored under a key for their kind and rules. The side file is bound to the exact
    // document and has its own length and checksum; if it does not match, nothing is returned.
    [[nodiscard]] std::optional<std::string> findSideFile(const CachedDocument &of, std::uint64_t key) const;
    // Errors: as store().
    [[nodiscard]] Result<void> addSideFile(
        const CachedDocument &of, std::uint64_t key, std::string_view bytes, const JobControl &control) const;

    [[nodiscard]] std::vector<CacheEntry> entries() const; // most recently used first
    [[nodiscard]] Result<std::uint64_t> clear() const; // bytes freed. Errors: Io

private:
    [[nodiscard]] std::uint64_t entryNumber(const CacheTicket &ticket) const;
    [[nodiscard]] std::string entryPath(const CacheTicket &ticket) const;
    [[nodiscard]] std::string sideFilePath(const CachedDocument &of, std::uint64_t key) const;
    void prune(const std::string &newest) const;

    CacheSettings m_settings;
};

// $XDG_CACHE_HOME/lamella, else ~/.cache/lamella; empty without a home directory.
[[nodiscard]] std::string userCacheFolder();

} // namespace lamella::core
