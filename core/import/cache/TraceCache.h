// SPDX-License-Identifier: GPL-3.0-or-later
// A folder with the documents of traces that were read before, so that opening one again takes no parsing. An entry is found by
// what the traced file holds, not by its name. Never trusted blindly:
//  - the entry carries the sources of import it was made by, its length, and a checksum of each of its parts;
//  - a traced file that has the size, inode, time of change of the inode and time of last write that it had when it was read, and
//    whose sampled blocks are those of then, is taken to be unchanged (a program can set back the time of writing, not the
//    other); any other file must have the checksum of all its bytes;
//  - a file that was changed within five seconds before it was read is not kept, since a further change may not show in its
//  times.
// Everything may be called from any thread, and from several processes at once: entries appear by rename and are never changed.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/import/ByteSource.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

struct CacheSettings {
    std::string folder; // made when something is kept; empty = no cache
    std::uint64_t maxBytes = std::uint64_t{4} << 30; // of all entries; those not used for longest go first
    std::uint64_t leastRawBytes = std::uint64_t{64} << 20; // of text: what is smaller is read as fast again
};

// What to keep a document under: known before the file is read, so that a change while it is read shows.
struct CacheTicket {
    std::string path;
    std::string importer;
    FileStamp stamp;
    std::uint64_t key = 0;
    std::int64_t openedNs = 0; // since 1970
};

// A document that the folder holds.
struct CachedDocument {
    std::uint64_t entry = 0; // number of its file
    std::uint64_t sum = 0; // over the checksums of all its parts
    bool operator==(const CachedDocument &) const = default;
};

struct CacheLookup {
    std::shared_ptr<const TraceDocument> document; // null: read the file
    std::optional<CachedDocument> kept; // which one it is
    std::optional<CacheTicket> ticket; // to keep it under afterwards; none when it would be of no use
    std::string note; // why an entry was not used, where that is worth a word
};

struct CacheEntry {
    std::string path;
    std::uint64_t bytes = 0;
    std::int64_t usedNs = 0; // since 1970
    bool made = false; // something that was made of a document, not the document
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
    // Writes the entry; false when the trace is too small or changed a moment ago. Takes a tenth of the time of reading the
    // trace, so a worker calls it after the document is shown. Errors: Io (folder or disk), Limit (larger than half of what may
    // be kept, or than what the disk has left), Cancelled.
    [[nodiscard]] Result<bool> keep(const TraceDocument &document, const CacheTicket &ticket, const JobControl &control) const;

    // The document that keep() wrote under the ticket.
    [[nodiscard]] std::optional<CachedDocument> kept(const CacheTicket &ticket) const;

    // What somebody made of a kept document, under a key that says by which rules. It is bound to each byte of the document, and
    // carries its length and its checksum; what does not fit is taken for not there.
    [[nodiscard]] std::optional<std::string> findSideFile(const CachedDocument &of, std::uint64_t key) const;
    // Errors: as keep().
    [[nodiscard]] Result<void> addSideFile(
        const CachedDocument &of, std::uint64_t key, std::string_view bytes, const JobControl &control) const;

    [[nodiscard]] std::vector<CacheEntry> entries() const; // used last first
    [[nodiscard]] Result<std::uint64_t> clear() const; // bytes that were freed. Errors: Io

private:
    [[nodiscard]] std::uint64_t entryNumber(const CacheTicket &ticket) const;
    [[nodiscard]] std::string entryPath(const CacheTicket &ticket) const;
    [[nodiscard]] std::string sideFilePath(const CachedDocument &of, std::uint64_t key) const;
    void prune(const std::string &newest) const;

    CacheSettings m_settings;
};

// $XDG_CACHE_HOME/lamella, else ~/.cache/lamella; empty where there is no home.
[[nodiscard]] std::string userCacheFolder();

} // namespace lamella::core
