// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/cache/TraceCache.h"

#include "core/import/OpenedFile.h"
#include "core/import/cache/CacheFiles.h"
#include "core/import/cache/CacheSideFile.h"
#include "core/import/cache/Checksum.h"
#include "core/import/cache/ContentKey.h"
#include "core/import/cache/DocumentFile.h"
#include "core/system/RegularFile.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>

namespace lamella::core {

namespace {

constexpr std::int64_t kSettledNs = 5'000'000'000; // coarser than the timestamps of any file system in use
constexpr std::uint64_t kSpareBytes = std::uint64_t{1} << 30; // left free on the disk
constexpr std::string_view kDamagedNote = "the cache entry was damaged; it was removed and the file was read again";

std::int64_t nowNs()
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

Error cancelled(const std::string &path)
{
    return {ErrorCode::Cancelled, "cancelled", path, -1};
}

// True if the entry is for exactly this content.
bool sameContent(const OpenedFile &file, const DocumentOrigin &origin, const JobControl &control)
{
    if (origin.stamp == file.stamp)
        return true;
    const std::optional<std::uint64_t> sum = contentChecksum(file.handle, file.stamp.bytes, control);
    return sum && *sum == origin.content && file.handle.stamp() == file.stamp;
}

} // namespace

std::uint64_t TraceCache::entryNumber(const CacheTicket &ticket) const
{
    return checksum64(ticket.importer, ticket.key);
}

std::string TraceCache::entryPath(const CacheTicket &ticket) const
{
    return cacheEntryPath(m_settings.folder, entryNumber(ticket));
}

std::string TraceCache::sideFilePath(const CachedDocument &of, std::uint64_t key) const
{
    return cacheSideFilePath(m_settings.folder, checksum64({}, of.entry ^ checksum64({}, key)));
}

CacheLookup TraceCache::find(
    const std::string &path, std::string_view importer, unsigned workers, const JobControl &control) const
{
    CacheLookup lookup;
    const Result<OpenedFile> file = enabled() ? openRegularFile(path) : Error{};
    if (!file)
        return lookup;
    CacheTicket ticket{path, std::string(importer), file->stamp, 0, nowNs()};
    const std::optional<std::uint64_t> key = contentKey(file->handle, file->stamp.bytes);
    if (!key)
        return lookup;
    ticket.key = *key;
    lookup.ticket = ticket;
    const std::string entry = entryPath(ticket);
    const FileHandle copy = openRegularNoLink(entry);
    if (!copy.isOpen())
        return lookup;
    DocumentOrigin origin;
    DocumentFileState state = readOrigin(copy, origin);
    if (state == DocumentFileState::Good) {
        if (origin.key != *key || origin.importer != checksum64(importer) || origin.stamp.bytes != file->stamp.bytes
            || !sameContent(*file, origin, control))
            return lookup;
        ReadDocument read = readDocument(copy, workers, control);
        state = read.state;
        if (read.document) {
            read.document->source.path = path;
            read.document->source.fileBytes = file->stamp.bytes;
            read.document->source.modifiedNs = file->stamp.modifiedNs;
            copy.touch();
            lookup.stored = CachedDocument{entryNumber(ticket), origin.document};
            lookup.document = std::move(read.document);
            lookup.ticket.reset();
        }
    }
    if (state == DocumentFileState::Damaged) {
        removeCacheFile(entry);
        lookup.note = kDamagedNote;
    }
    return lookup;
}

Result<bool> TraceCache::store(const TraceDocument &document, const CacheTicket &ticket, const JobControl &control) const
{
    if (!enabled() || document.source.rawBytes < m_settings.minRawBytes || ticket.stamp.changedNs > ticket.openedNs - kSettledNs)
        return false;
    const std::uint64_t wanted = documentFileBytes(document);
    if (wanted > m_settings.maxBytes / 2)
        return Error{ErrorCode::Limit, "the cache entry would take more than half of the cache", ticket.path};
    const Result<std::uint64_t> left = makeCacheFolder(m_settings.folder);
    if (!left)
        return left.error();
    if (*left < wanted + kSpareBytes)
        return Error{ErrorCode::Limit, "the disk is too full for the cache entry", m_settings.folder};
    const Result<OpenedFile> file = openRegularFile(ticket.path);
    if (!file)
        return file.error();
    DocumentOrigin origin{ticket.stamp, ticket.key, 0, checksum64(ticket.importer)};
    if (file->stamp != ticket.stamp)
        return false; // changed during the import: the document matches neither version
    const std::optional<std::uint64_t> content = contentChecksum(file->handle, file->stamp.bytes, control);
    if (!content || file->handle.stamp() != ticket.stamp)
        return control.stopRequested() ? Result<bool>(cancelled(ticket.path)) : Result<bool>(false);
    origin.content = *content;
    NewFile made = newCacheFile(m_settings.folder);
    if (!made.handle().isOpen())
        return Error{ErrorCode::Io, "no file can be made in it; check its permissions", m_settings.folder};
    std::string why;
    if (!writeDocument(made.handle(), document, origin, control, why))
        return control.stopRequested() ? cancelled(ticket.path) : Error{ErrorCode::Io, why, m_settings.folder};
    const std::string entry = entryPath(ticket);
    if (!made.moveTo(entry))
        return Error{ErrorCode::Io, "the cache entry cannot be put in place", entry};
    prune(entry);
    return true;
}

std::optional<CachedDocument> TraceCache::stored(const CacheTicket &ticket) const
{
    const FileHandle copy = enabled() ? openRegularNoLink(entryPath(ticket)) : FileHandle{};
    DocumentOrigin origin;
    if (!copy.isOpen() || readOrigin(copy, origin) != DocumentFileState::Good || origin.key != ticket.key
        || origin.importer != checksum64(ticket.importer) || origin.stamp != ticket.stamp)
        return std::nullopt;
    return CachedDocument{entryNumber(ticket), origin.document};
}

std::optional<std::string> TraceCache::findSideFile(const CachedDocument &of, std::uint64_t key) const
{
    const std::string path = sideFilePath(of, key);
    const FileHandle file = enabled() ? openRegularNoLink(path) : FileHandle{};
    if (!file.isOpen())
        return std::nullopt;
    std::optional<std::string> bytes = readSideFile(file, of, key);
    if (bytes)
        file.touch();
    else
        removeCacheFile(path); // damaged, or for another document or version that will not be used again
    return bytes;
}

Result<void> TraceCache::addSideFile(
    const CachedDocument &of, std::uint64_t key, std::string_view bytes, const JobControl &control) const
{
    if (!enabled())
        return {};
    if (bytes.size() > m_settings.maxBytes / 2)
        return Error{ErrorCode::Limit, "it would take more than half of what the cache may hold", m_settings.folder};
    const Result<std::uint64_t> left = makeCacheFolder(m_settings.folder);
    if (!left)
        return left.error();
    if (*left < bytes.size() + kSpareBytes)
        return Error{ErrorCode::Limit, "the disk is too full for the cache entry", m_settings.folder};
    NewFile made = newCacheFile(m_settings.folder);
    if (!made.handle().isOpen())
        return Error{ErrorCode::Io, "no file can be made in it; check its permissions", m_settings.folder};
    std::string why;
    if (!writeSideFile(made.handle(), of, key, bytes, control, why))
        return control.stopRequested() ? cancelled(m_settings.folder) : Error{ErrorCode::Io, why, m_settings.folder};
    const std::string path = sideFilePath(of, key);
    if (!made.moveTo(path))
        return Error{ErrorCode::Io, "the cache entry cannot be put in place", path};
    prune(path);
    return {};
}

void TraceCache::prune(const std::string &newest) const
{
    std::uint64_t bytes = 0;
    for (const CacheEntry &entry : entries()) {
        bytes += entry.bytes;
        if (bytes > m_settings.maxBytes && entry.path != newest)
            removeCacheFile(entry.path);
    }
    removeStaleCacheFiles(m_settings.folder, nowNs());
}

std::vector<CacheEntry> TraceCache::entries() const
{
    std::vector<CacheEntry> found = enabled() ? listCacheEntries(m_settings.folder) : std::vector<CacheEntry>{};
    std::sort(found.begin(), found.end(),
        [](const CacheEntry &a, const CacheEntry &b) { return a.usedNs != b.usedNs ? a.usedNs > b.usedNs : a.path < b.path; });
    return found;
}

Result<std::uint64_t> TraceCache::clear() const
{
    std::uint64_t freed = 0;
    for (const CacheEntry &entry : entries()) {
        if (!removeCacheFile(entry.path))
            return Error{ErrorCode::Io, "cannot be removed; check the permissions of the folder", entry.path};
        freed += entry.bytes;
    }
    return freed;
}

std::string userCacheFolder()
{
    const char *const given = std::getenv("XDG_CACHE_HOME");
    if (given != nullptr && given[0] == '/') // XDG says to ignore relative paths
        return std::string(given) + "/lamella";
    const char *const home = std::getenv("HOME");
    return home != nullptr && home[0] == '/' ? std::string(home) + "/.cache/lamella" : std::string();
}

} // namespace lamella::core
