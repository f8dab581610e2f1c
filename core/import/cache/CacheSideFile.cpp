// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/cache/CacheSideFile.h"

#include "core/import/cache/CacheBytes.h"
#include "core/import/cache/Checksum.h"
#include "core/import/cache/ContentKey.h"
#include "core/import/cache/ImportRevision.h"

#include <cstring>

namespace lamella::core {

namespace {

constexpr std::uint64_t kMagic = 0x314D414D414C7F; // "\x7FLAMAM1" on little-endian machines
constexpr std::size_t kNumbers = 8; // in the header; the last one is its checksum
constexpr std::size_t kHeadBytes = kNumbers * sizeof(std::uint64_t);
constexpr std::size_t kStepBytes = std::size_t{1} << 20; // small enough that one write(2) does not delay a stop for long
constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 32;

std::string headOf(const CachedDocument &of, std::uint64_t key, std::uint64_t bytes, std::uint64_t checksum)
{
    CacheBytesWriter to;
    to(kMagic, importRevision(), of.entry, of.sum, key, bytes, checksum);
    to.number(checksum64(to.bytes()));
    return to.bytes();
}

bool writeAll(const FileHandle &file, std::string_view bytes, const JobControl &control, std::string &why)
{
    while (!bytes.empty()) {
        if (control.stopRequested())
            return false;
        const Transfer put = file.write(bytes.substr(0, kStepBytes));
        if (put.error != 0) {
            why = std::string("cannot be written: ") + std::strerror(put.error);
            return false;
        }
        bytes.remove_prefix(put.bytes);
    }
    return true;
}

} // namespace

bool writeSideFile(const FileHandle &file, const CachedDocument &of, std::uint64_t key, std::string_view bytes,
    const JobControl &control, std::string &why)
{
    return writeAll(file, headOf(of, key, bytes.size(), checksum64(bytes)), control, why) && writeAll(file, bytes, control, why);
}

std::optional<std::string> readSideFile(const FileHandle &file, const CachedDocument &of, std::uint64_t key)
{
    std::string head(kHeadBytes, '\0');
    const std::optional<FileStamp> stamp = file.stamp();
    if (!stamp || stamp->bytes < kHeadBytes || stamp->bytes > kMaxBytes || !file.readExactlyAt(0, head.data(), head.size()))
        return std::nullopt;
    std::string bytes(stamp->bytes - kHeadBytes, '\0');
    if (!file.readExactlyAt(kHeadBytes, bytes.data(), bytes.size()))
        return std::nullopt;
    if (head != headOf(of, key, bytes.size(), checksum64(bytes)))
        return std::nullopt;
    return bytes;
}

} // namespace lamella::core
