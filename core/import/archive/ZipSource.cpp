// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/archive/ZipSource.h"

#include "core/base/Message.h"
#include "core/import/UserLimits.h"
#include "core/import/archive/ArchivePath.h"
#include "core/import/archive/MemberChoice.h"
#include "core/import/archive/StreamInflater.h"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace lamella::core {

namespace {

constexpr std::size_t kEndBytes = 22; // of the record at the end, without its comment
constexpr std::size_t kMaxComment = 65'535;
constexpr std::size_t kLocatorBytes = 20; // of ZIP64, before that record
constexpr std::size_t kEnd64Bytes = 56;
constexpr std::size_t kEntryBytes = 46;
constexpr std::size_t kLocalBytes = 30;
constexpr std::uint64_t kMaxDirectory = std::uint64_t{64} << 20; // bytes
constexpr std::size_t kMaxNamed = 3; // members in a message
constexpr std::uint32_t kIn64 = 0xFFFFFFFFu; // the value is in the extra field

std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t size)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size && at + i < bytes.size(); ++i)
        value |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
    return value;
}

struct Member {
    std::string name;
    std::uint64_t method = 0;
    std::uint64_t compressed = 0; // bytes
    std::uint64_t raw = 0;
    std::uint64_t header = 0; // position
    std::uint32_t checksum = 0; // CRC-32 of the raw bytes
    bool encrypted = false;
};

Error damagedZip(const std::string &path)
{
    return Error{ErrorCode::NotATrace, "a ZIP archive whose list of files is damaged or missing; copy the file again", path};
}

// The extra field of ZIP64 has only the values that the entry lacks, in the order of the entry.
void takeExtra(std::string_view extra, Member &member)
{
    while (extra.size() >= 4) {
        const std::uint64_t id = number(extra, 0, 2);
        const auto size = static_cast<std::size_t>(number(extra, 2, 2));
        const std::string_view data = extra.substr(4, size);
        if (id == 1) {
            std::size_t at = 0;
            for (std::uint64_t *value : {&member.raw, &member.compressed, &member.header}) {
                if (*value != kIn64)
                    continue;
                *value = number(data, at, 8);
                at += 8;
            }
        }
        extra.remove_prefix(std::min(extra.size(), 4 + size));
    }
}

struct Directory {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
};

std::optional<Directory> directoryOf(const OpenedFile &file)
{
    const auto tail =
        static_cast<std::size_t>(std::min<std::uint64_t>(file.stamp.bytes, kEndBytes + kMaxComment + kLocatorBytes));
    std::string end(tail, '\0');
    const std::uint64_t from = file.stamp.bytes - tail;
    if (!file.handle.readExactlyAt(from, end.data(), end.size()))
        return std::nullopt;
    const std::size_t at = end.rfind("PK\x05\x06");
    if (at == std::string::npos || at + kEndBytes > end.size())
        return std::nullopt;
    Directory found{number(end, at + 16, 4), number(end, at + 12, 4)};
    const bool in64 = found.offset == kIn64 || found.bytes == kIn64;
    if (in64 && at >= kLocatorBytes && end.compare(at - kLocatorBytes, 4, "PK\x06\x07") == 0) {
        std::string record(kEnd64Bytes, '\0');
        if (!file.handle.readExactlyAt(number(end, at - kLocatorBytes + 8, 8), record.data(), record.size())
            || !record.starts_with("PK\x06\x06"))
            return std::nullopt;
        found = {number(record, 48, 8), number(record, 40, 8)};
    }
    if (found.bytes > kMaxDirectory || found.offset > file.stamp.bytes || found.bytes > file.stamp.bytes - found.offset)
        return std::nullopt;
    return found;
}

// The members that are files. Nothing if the list is damaged.
std::optional<std::vector<Member>> membersOf(const OpenedFile &file)
{
    const std::optional<Directory> directory = directoryOf(file);
    if (!directory)
        return std::nullopt;
    std::string list(static_cast<std::size_t>(directory->bytes), '\0');
    if (!file.handle.readExactlyAt(directory->offset, list.data(), list.size()))
        return std::nullopt;
    std::vector<Member> members;
    std::string_view rest = list;
    while (rest.size() >= kEntryBytes && rest.starts_with("PK\x01\x02")) {
        const auto name = static_cast<std::size_t>(number(rest, 28, 2));
        const auto extra = static_cast<std::size_t>(number(rest, 30, 2));
        const auto comment = static_cast<std::size_t>(number(rest, 32, 2));
        if (rest.size() < kEntryBytes + name + extra + comment)
            return std::nullopt;
        Member member{std::string(rest.substr(kEntryBytes, name)), number(rest, 10, 2), number(rest, 20, 4), number(rest, 24, 4),
            number(rest, 42, 4), static_cast<std::uint32_t>(number(rest, 16, 4)), (number(rest, 8, 2) & 1) != 0};
        std::replace(member.name.begin(), member.name.end(), '\\', '/'); // of archivers of Windows; the format knows only '/'
        takeExtra(rest.substr(kEntryBytes + name, extra), member);
        if (isArchivedFile(member.name))
            members.push_back(std::move(member));
        rest.remove_prefix(kEntryBytes + name + extra + comment);
    }
    const bool whole = rest.empty() || rest.starts_with("PK\x05\x05"); // a signature of the list
    return whole ? std::optional(std::move(members)) : std::nullopt;
}

class ZipSource final : public ByteSource {
public:
    ZipSource(OpenedFile file, std::string path, const ImportLimits &limits, Member member, std::uint64_t data)
        : m_handle(std::move(file.handle))
        , m_path(std::move(path))
        , m_limits(withUserLimits(limits))
        , m_member(std::move(member))
        , m_at(data)
        , m_end(data + m_member.compressed)
        , m_inflater(m_member.method == 8 ? StreamInflater::Kind::Deflate
                  : m_member.method == 93 ? StreamInflater::Kind::Zstd
                                          : StreamInflater::Kind::Stored)
    {
        m_stamp = file.stamp;
        m_disk = data;
    }

    Result<std::size_t> read(char *to, std::size_t bytes) override
    {
        const auto fill = [this](char *buffer, std::size_t size) -> Result<std::size_t> {
            const auto want = static_cast<std::size_t>(std::min<std::uint64_t>(size, m_end - m_at));
            const Transfer got = m_handle.readAt(m_at, buffer, want);
            if (got.error != 0)
                return readError(m_path, static_cast<std::int64_t>(m_at), got.error);
            m_at += got.bytes;
            m_diskBytesRead.store(m_at, std::memory_order_relaxed);
            return got.bytes;
        };
        const Result<std::size_t> got = m_inflater.read(to, bytes, fill);
        if (!got)
            return got;
        m_checksum = crc32_z(m_checksum, reinterpret_cast<const Bytef *>(to), *got);
        m_ended = m_ended || *got < bytes;
        m_produced += *got;
        if (m_produced == 0 && m_inflater.damaged())
            return Error{ErrorCode::Decompress, "a ZIP archive in which nothing can be inflated; copy the file again", m_path};
        if (m_limits.maxRawBytes != 0 && m_produced > m_limits.maxRawBytes)
            return rawLimitError(m_path, m_limits.maxRawBytes);
        if (exceedsRatio(m_produced, m_at - m_disk, m_limits.maxRatio))
            return ratioLimitError(m_path, m_limits.maxRatio);
        return got;
    }
    [[nodiscard]] bool compressed() const override { return true; } // no position in the text is one in the file
    [[nodiscard]] std::uint64_t sizeHint() const override
    {
        const std::uint64_t most = m_stamp.bytes * std::max<std::uint64_t>(m_limits.maxRatio, 1); // the list may lie
        return std::min(m_member.raw, most);
    }
    [[nodiscard]] SourceDamage damage() const override
    {
        return m_inflater.damaged()                      ? SourceDamage::DamagedGzip
            : m_inflater.truncated()                     ? SourceDamage::TruncatedGzip
            : m_ended && m_checksum != m_member.checksum ? SourceDamage::WrongChecksum
                                                         : SourceDamage::None;
    }

private:
    FileHandle m_handle;
    std::string m_path;
    ImportLimits m_limits;
    Member m_member;
    std::uint64_t m_at;
    std::uint64_t m_end;
    std::uint64_t m_disk = 0; // begin of the data
    std::uint64_t m_produced = 0;
    unsigned long m_checksum = 0; // of the bytes produced
    bool m_ended = false;
    StreamInflater m_inflater;
};

Result<std::unique_ptr<ByteSource>> openMember(
    OpenedFile file, const std::string &path, const ImportLimits &limits, const Member &member)
{
    if (member.encrypted)
        return Error{
            ErrorCode::NotATrace, "an encrypted ZIP archive; unpack it with its password and open the trace inside", path};
    if (member.method != 0 && member.method != 8 && member.method != 93)
        return Error{ErrorCode::NotATrace,
            msg("a ZIP archive compressed with method %1, which is not read; unpack it and open the trace inside", member.method),
            path};
    std::string local(kLocalBytes, '\0');
    if (member.header > file.stamp.bytes || !file.handle.readExactlyAt(member.header, local.data(), local.size())
        || !local.starts_with(kZipMagic))
        return damagedZip(path);
    const std::uint64_t data = member.header + kLocalBytes + number(local, 26, 2) + number(local, 28, 2);
    if (data > file.stamp.bytes)
        return damagedZip(path);
    Member bounded = member;
    bounded.compressed = std::min(member.compressed, file.stamp.bytes - data);
    return std::unique_ptr<ByteSource>(std::make_unique<ZipSource>(std::move(file), path, limits, std::move(bounded), data));
}

} // namespace

Result<std::unique_ptr<ByteSource>> makeZipSource(
    OpenedFile file, const std::string &path, const ImportLimits &limits, const std::string &wanted)
{
    const std::optional<std::vector<Member>> members = membersOf(file);
    if (!members)
        return damagedZip(path);
    std::vector<const Member *> candidates;
    MemberNumbers numbers;
    std::vector<std::string> names; // of the first candidates
    for (const Member &member : *members) {
        std::string name = numbers.numbered(member.name);
        if (!(wanted.empty() ? members->size() == 1 || mayBeArchivedTrace(member.name) : name == wanted))
            continue;
        candidates.push_back(&member);
        if (names.size() < kMaxNamed)
            names.push_back(std::move(name));
    }
    if (!wanted.empty() && !candidates.empty())
        return openMember(std::move(file), path, limits, *candidates.front());
    if (candidates.empty())
        return wanted.empty() ? noMember(path) : noSuchMember(path);
    if (candidates.size() > 1)
        return severalMembers(path, names, candidates.size());
    return openMember(std::move(file), path, limits, *candidates.front());
}

Result<std::vector<std::string>> namesInZip(const OpenedFile &file, const std::string &path)
{
    const std::optional<std::vector<Member>> members = membersOf(file);
    if (!members)
        return damagedZip(path);
    std::vector<std::string> names;
    MemberNumbers numbers;
    for (const Member &member : *members)
        names.push_back(numbers.numbered(member.name));
    return names;
}

} // namespace lamella::core
