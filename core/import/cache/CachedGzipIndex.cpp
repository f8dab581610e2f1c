// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/cache/CachedGzipIndex.h"

#include "core/import/OpenedFile.h"
#include "core/import/cache/CacheBytes.h"
#include "core/import/gzip/GzipCheckpoints.h"

#include <utility>

namespace lamella::core {

namespace {

constexpr std::uint64_t kKey = 0x7A6970706C616365; // key of this side file; segmentations have their own keys
constexpr std::size_t kMinBytes = 2 * sizeof(std::uint64_t) + 2 + sizeof(std::uint64_t); // per entry
constexpr unsigned kByteBits = 8;

// Only literal event text in a compressed file is read from the middle.
bool wantsPlaces(const TraceSource &source)
{
    return source.compressed && !source.protobuf && source.rawBytes > GzipCheckpoints::kFirstStep;
}

std::uint64_t stepFor(std::uint64_t rawBytes)
{
    std::uint64_t step = GzipCheckpoints::kFirstStep;
    while (rawBytes / step > GzipCheckpoints::kMaxPoints)
        step *= 2;
    return step;
}

bool sameFile(const FileStamp &stamp, const TraceSource &source)
{
    return stamp.bytes == source.fileBytes && stamp.modifiedNs == source.modifiedNs;
}

std::optional<std::vector<GzipIndexEntry>> cachedGzipIndex(
    const TraceCache &cache, const CachedDocument &of, const TraceSource &source)
{
    const std::optional<std::string> bytes = cache.findSideFile(of, kKey);
    return bytes ? gzipIndexFromBytes(*bytes, source.fileBytes, source.rawBytes) : std::nullopt;
}

} // namespace

std::string gzipIndexBytes(const std::vector<GzipIndexEntry> &places)
{
    CacheBytesWriter to;
    to.number<std::uint64_t>(places.size());
    for (const GzipIndexEntry &place : places) {
        to.number(place.raw);
        to.number(place.disk);
        to.number(place.block.bits);
        to.number(place.block.begun);
        to.text(place.block.window);
    }
    return to.bytes();
}

std::optional<std::vector<GzipIndexEntry>> gzipIndexFromBytes(
    std::string_view bytes, std::uint64_t fileBytes, std::uint64_t rawBytes)
{
    CacheReader from(bytes);
    std::vector<GzipIndexEntry> places(from.count(kMinBytes));
    if (places.size() > GzipCheckpoints::kMaxPoints)
        return std::nullopt;
    std::uint64_t raw = 0;
    std::uint64_t disk = 0;
    for (GzipIndexEntry &place : places) {
        place.raw = from.number<std::uint64_t>();
        place.disk = from.number<std::uint64_t>();
        place.block.bits = from.number<std::uint8_t>();
        place.block.begun = from.number<std::uint8_t>();
        place.block.window = from.text();
        const bool ascending = place.raw > raw && place.disk >= disk && place.raw <= rawBytes && place.disk <= fileBytes;
        if (!from.ok() || !ascending || place.block.bits >= kByteBits || place.block.begun >> place.block.bits != 0
            || place.block.window.size() > kDeflateWindow)
            return std::nullopt;
        raw = place.raw;
        disk = place.disk;
    }
    return from.atEnd() ? std::optional(std::move(places)) : std::nullopt;
}

Result<void> storeGzipIndex(
    const TraceCache &cache, const CachedDocument &of, const TraceSource &source, const JobControl &control)
{
    if (!wantsPlaces(source) || cachedGzipIndex(cache, of, source))
        return {};
    const Result<OpenedFile> file = openRegularFile(source.path);
    if (!file)
        return file.error();
    if (!sameFile(file->stamp, source))
        return {}; // replaced by another file
    const Result<GzipIndex> found = buildGzipIndex(file->handle, source.path, stepFor(source.rawBytes), control);
    if (!found)
        return found.error();
    // For a damaged file, two inflaters may produce different bytes.
    if (file->handle.stamp() != file->stamp || found->rawBytes != source.rawBytes)
        return {};
    return cache.addSideFile(of, kKey, gzipIndexBytes(found->places), control);
}

void useGzipIndex(const TraceCache &cache, const CachedDocument &of, const TraceSource &source)
{
    const Result<OpenedFile> file = wantsPlaces(source) ? openRegularFile(source.path) : Error{};
    if (!file || !sameFile(file->stamp, source))
        return;
    const std::optional<std::vector<GzipIndexEntry>> places = cachedGzipIndex(cache, of, source);
    if (!places)
        return;
    const std::shared_ptr<GzipCheckpoints> points = GzipCheckpoints::of(file->stamp);
    for (const GzipIndexEntry &place : *places)
        if (std::shared_ptr<const Inflater> inflater = makeInflaterAt(place.block))
            points->add({place.raw, place.disk, false, std::move(inflater)});
}

} // namespace lamella::core
