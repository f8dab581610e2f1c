// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/archive/TarSource.h"

#include "core/import/archive/ArchivePath.h"
#include "core/import/archive/MemberChoice.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <utility>
#include <vector>

namespace lamella::core {

namespace {

constexpr std::size_t kBlock = 512;
constexpr std::size_t kMaxText = std::size_t{1} << 20; // of a long name or a pax header
constexpr std::size_t kStep = std::size_t{256} << 10;
constexpr std::size_t kMaxEntries = 1'000'000;
constexpr std::uint64_t kMaxSize = std::uint64_t{1} << 60;

std::string_view field(std::string_view block, std::size_t at, std::size_t size)
{
    const std::string_view text = block.substr(at, size);
    return text.substr(0, text.find('\0'));
}

// Octal digits; or, with the highest bit set, a binary number.
std::optional<std::uint64_t> sizeOf(std::string_view block)
{
    const std::string_view digits = block.substr(124, 12);
    std::uint64_t size = 0;
    if ((static_cast<unsigned char>(digits.front()) & 0x80) != 0) {
        for (std::size_t i = 4; i < digits.size(); ++i)
            size = size << 8 | static_cast<unsigned char>(digits[i]);
        return size <= kMaxSize ? std::optional(size) : std::nullopt;
    }
    bool any = false;
    for (const char c : digits) {
        if (c >= '0' && c <= '7') {
            size = size << 3 | static_cast<std::uint64_t>(c - '0');
            any = true;
        } else if (any || (c != ' ' && c != '\0')) {
            break;
        }
    }
    return any && size <= kMaxSize ? std::optional(size) : std::nullopt;
}

bool checksumHolds(std::string_view block)
{
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < kBlock; ++i)
        sum += i >= 148 && i < 156 ? 0x20U : static_cast<unsigned char>(block[i]);
    std::uint64_t stated = 0;
    for (const char c : block.substr(148, 8))
        if (c >= '0' && c <= '7')
            stated = stated << 3 | static_cast<std::uint64_t>(c - '0');
    return sum == stated;
}

std::uint64_t padded(std::uint64_t size)
{
    return (size + kBlock - 1) / kBlock * kBlock;
}

// "27 path=some/where.json\n", each line with its length.
std::string paxValue(std::string_view text, std::string_view key)
{
    while (!text.empty()) {
        std::size_t length = 0;
        const auto read = std::from_chars(text.data(), text.data() + text.size(), length);
        const auto digits = static_cast<std::size_t>(read.ptr - text.data());
        if (read.ec != std::errc() || length <= digits + 1 || length > text.size())
            return {};
        const std::string_view line = text.substr(digits + 1, length - digits - 2);
        if (line.starts_with(key) && line.size() > key.size() && line[key.size()] == '=')
            return std::string(line.substr(key.size() + 1));
        text.remove_prefix(length);
    }
    return {};
}

// The next file that is wanted, by the headers.
class Headers {
public:
    using Wanted = std::function<bool(std::string_view name)>;
    // Reads so many bytes, or fewer at the end; skips them (false at the end).
    using Read = std::function<Result<std::size_t>(char *to, std::size_t bytes)>;
    using Skip = std::function<Result<bool>(std::uint64_t bytes)>;
    Headers(Read read, Skip skip, Wanted wanted)
        : m_read(std::move(read))
        , m_skip(std::move(skip))
        , m_wanted(std::move(wanted))
    {
    }
    struct Member {
        std::string name;
        std::uint64_t size = 0;
        std::uint64_t headers = 0; // bytes of its own
    };
    // Leaves the stream at its data. None at the end of the archive, or where it is damaged.
    [[nodiscard]] Result<std::optional<Member>> next();
    // Whether that was no end: a header is damaged, or there are more entries than are looked at.
    [[nodiscard]] bool damaged() const { return m_damaged; }
    [[nodiscard]] bool truncated() const { return m_truncated; } // inside a header

private:
    // The data of an extended header.
    Result<std::string> text(std::uint64_t size)
    {
        std::string bytes(static_cast<std::size_t>(std::min<std::uint64_t>(size, kMaxText)), '\0');
        const Result<std::size_t> got = m_read(bytes.data(), bytes.size());
        if (!got)
            return got.error();
        m_truncated = m_truncated || *got < bytes.size();
        const Result<bool> skipped = m_skip(padded(size) - bytes.size());
        if (!skipped)
            return skipped.error();
        return bytes;
    }

    Read m_read;
    Skip m_skip;
    Wanted m_wanted;
    std::size_t m_entries = 0;
    bool m_damaged = false;
    bool m_truncated = false;
};

Result<std::optional<Headers::Member>> Headers::next()
{
    std::string block(kBlock, '\0');
    std::string longName;
    std::string longSize;
    std::uint64_t extendedBytes = 0;
    while (++m_entries < kMaxEntries) {
        const Result<std::size_t> got = m_read(block.data(), block.size());
        if (!got)
            return got.error();
        m_truncated = m_truncated || (*got > 0 && *got < block.size());
        const bool end = *got < block.size() || std::all_of(block.begin(), block.end(), [](char c) { return c == '\0'; });
        const std::optional<std::uint64_t> stated = end ? std::nullopt : sizeOf(block);
        m_damaged = m_damaged || (!end && (!stated || !checksumHolds(block)));
        if (end || m_damaged)
            return std::optional<Member>();
        std::uint64_t size = *stated;
        const char type = block[156];
        if (type == 'L' || type == 'x') {
            const Result<std::string> extended = text(size);
            if (!extended)
                return extended.error();
            longName = type == 'L' ? extended->substr(0, extended->find('\0')) : paxValue(*extended, "path");
            longSize = type == 'x' ? paxValue(*extended, "size") : longSize;
            extendedBytes += kBlock + padded(size);
            continue;
        }
        if (type == 'K') { // a long link target
            const Result<bool> skipped = m_skip(padded(size));
            if (!skipped)
                return skipped.error();
            extendedBytes += kBlock + padded(size);
            continue;
        }
        std::string name(field(block, 0, 100));
        if (const std::string_view prefix = field(block, 345, 155); !prefix.empty() && block.compare(257, 6, "ustar\0", 6) == 0)
            name = std::string(prefix) + "/" + name;
        if (!longName.empty())
            name = std::move(longName);
        if (!longSize.empty())
            std::from_chars(longSize.data(), longSize.data() + longSize.size(), size);
        longName.clear();
        longSize.clear();
        const bool isFile = type == '0' || type == '\0' || type == '7';
        if (isFile && size > 0 && size <= kMaxSize && m_wanted(name))
            return std::optional(Member{std::move(name), size, extendedBytes + kBlock});
        extendedBytes = 0;
        const bool isBare = type >= '1' && type <= '6'; // links, devices, folders
        const Result<bool> skipped = m_skip(padded(isBare ? 0 : size));
        if (!skipped)
            return skipped.error();
    }
    m_damaged = true; // more entries than are looked at
    return std::optional<Member>();
}

Headers::Wanted isMember(const std::string &member)
{
    if (member.empty())
        return mayBeArchivedTrace;
    return [match = MemberMatch(member)](std::string_view name) mutable { return match.is(name); };
}

// Headers of an archive on disk, from one to the next.
class HeadersOnDisk {
public:
    HeadersOnDisk(const FileHandle &file, std::uint64_t bytes, Headers::Wanted wanted)
        : m_file(file)
        , m_bytes(bytes)
        , m_headers([this](char *to, std::size_t size) { return read(to, size); },
              [this](std::uint64_t size) { return skip(size); }, std::move(wanted))
    {
    }
    std::optional<Headers::Member> next()
    {
        static_cast<void>(skip(m_behind));
        const Result<std::optional<Headers::Member>> member = m_headers.next();
        if (!member || !*member)
            return std::nullopt;
        m_behind = padded((*member)->size);
        return **member;
    }
    [[nodiscard]] std::uint64_t at() const { return m_at; } // behind the headers of the last one
    [[nodiscard]] bool damaged() const { return m_headers.damaged() || m_headers.truncated(); }

private:
    Result<std::size_t> read(char *to, std::size_t size)
    {
        const Transfer got = m_file.readAt(m_at, to, size);
        m_at += size;
        return got.bytes;
    }
    Result<bool> skip(std::uint64_t size)
    {
        m_at += std::min(size, m_bytes);
        return m_at <= m_bytes;
    }

    const FileHandle &m_file;
    std::uint64_t m_bytes;
    std::uint64_t m_at = 0;
    std::uint64_t m_behind = 0; // data of the member before
    Headers m_headers;
};

class TarSource final : public ByteSource {
public:
    TarSource(std::unique_ptr<ByteSource> archive, std::string path, std::string member)
        : m_archive(std::move(archive))
        , m_path(std::move(path))
        , m_wanted(std::move(member))
        , m_headers([this](char *to, std::size_t bytes) { return readAll(to, bytes); },
              [this](std::uint64_t bytes) { return skip(bytes); }, isMember(m_wanted))
    {
        m_stamp = m_archive->stamp();
    }

    Result<std::size_t> read(char *to, std::size_t bytes) override
    {
        if (!m_begun) {
            m_begun = true;
            Result<std::optional<Headers::Member>> first = m_headers.next();
            if (!first)
                return first.error();
            if (!*first)
                return m_wanted.empty() ? noMember(m_path) : noSuchMember(m_path);
            m_member = **first;
            m_left = m_member.size;
        }
        const auto want = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, m_left));
        const Result<std::size_t> got = m_archive->read(to, want);
        note();
        if (!got)
            return got;
        m_left -= *got;
        m_short = m_short || *got < want;
        if (m_left == 0 && !m_ended && m_wanted.empty()) {
            m_ended = true;
            if (std::optional<Error> another = findAnother())
                return *std::move(another);
        }
        return *got;
    }
    [[nodiscard]] bool compressed() const override { return true; } // no position in the text is one in the file
    [[nodiscard]] std::uint64_t sizeHint() const override { return m_archive->sizeHint(); }
    [[nodiscard]] SourceDamage damage() const override
    {
        const SourceDamage inner = m_archive->damage();
        return inner != SourceDamage::None     ? inner
            : m_short || m_headers.truncated() ? SourceDamage::TruncatedGzip
            : m_headers.damaged()              ? SourceDamage::DamagedGzip
                                               : SourceDamage::None;
    }
    void diagnose(ImportDiagnostics &diagnostics) const override { m_archive->diagnose(diagnostics); }

private:
    void note() { m_diskBytesRead.store(m_archive->diskBytesRead(), std::memory_order_relaxed); }
    Result<std::size_t> readAll(char *to, std::size_t bytes)
    {
        Result<std::size_t> got = m_archive->read(to, bytes);
        note();
        return got;
    }
    Result<bool> skip(std::uint64_t bytes)
    {
        std::string step(static_cast<std::size_t>(std::min<std::uint64_t>(bytes, kStep)), '\0');
        while (bytes > 0) {
            const auto some = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, step.size()));
            const Result<std::size_t> got = readAll(step.data(), some);
            if (!got)
                return got.error();
            if (*got < some)
                return false;
            bytes -= some;
        }
        return true;
    }
    std::optional<Error> findAnother()
    {
        const Result<bool> behind = skip(padded(m_member.size) - m_member.size);
        if (!behind || !*behind)
            return std::nullopt; // the trace itself is whole
        const Result<std::optional<Headers::Member>> second = m_headers.next();
        if (!second || !*second)
            return std::nullopt;
        MemberNumbers numbers;
        return severalMembers(m_path, {numbers.numbered(m_member.name), numbers.numbered((*second)->name)}, 3);
    }

    std::unique_ptr<ByteSource> m_archive;
    std::string m_path;
    std::string m_wanted; // name; empty: the one trace
    Headers m_headers;
    Headers::Member m_member;
    std::uint64_t m_left = 0;
    bool m_begun = false;
    bool m_ended = false;
    bool m_short = false;
};

} // namespace

bool looksLikeTar(std::string_view head)
{
    return head.size() >= kBlock && head.substr(257, 5) == "ustar" && checksumHolds(head);
}

std::unique_ptr<ByteSource> makeTarSource(std::unique_ptr<ByteSource> archive, const std::string &path, const std::string &member)
{
    return std::make_unique<TarSource>(std::move(archive), path, member);
}

std::optional<TarPlace> placeInTar(const FileHandle &file, std::uint64_t bytes, const std::string &member)
{
    HeadersOnDisk headers(file, bytes, isMember(member));
    const std::optional<Headers::Member> found = headers.next();
    return found ? std::optional(TarPlace{headers.at() - found->headers, archivedName(found->name)}) : std::nullopt;
}

ArchivedNames namesInTar(const FileHandle &file, std::uint64_t bytes, std::size_t max)
{
    HeadersOnDisk headers(file, bytes, isArchivedFile);
    ArchivedNames found;
    MemberNumbers numbers;
    while (found.names.size() < max) {
        std::optional<Headers::Member> member = headers.next();
        if (!member)
            break;
        found.names.push_back(numbers.numbered(member->name));
    }
    found.complete = !headers.damaged() && found.names.size() < max;
    return found;
}

Result<ArchivedNames> namesInTar(ByteSource &archive, std::size_t max, const JobControl &control)
{
    std::string step(kStep, '\0');
    const auto read = [&](char *to, std::size_t bytes) { return archive.read(to, bytes); };
    const auto skip = [&](std::uint64_t bytes) -> Result<bool> {
        while (bytes > 0) {
            if (control.stopRequested())
                return Error{ErrorCode::Cancelled, "cancelled", {}};
            const auto some = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, step.size()));
            const Result<std::size_t> got = read(step.data(), some);
            if (!got)
                return got.error();
            if (*got < some)
                return false;
            bytes -= some;
        }
        return true;
    };
    Headers headers(read, skip, isArchivedFile);
    ArchivedNames found;
    MemberNumbers numbers;
    while (found.names.size() < max) {
        Result<std::optional<Headers::Member>> member = headers.next();
        if (!member)
            return member.error();
        if (!*member)
            break;
        const Result<bool> skipped = skip(padded((*member)->size));
        if (!skipped)
            return skipped.error();
        found.names.push_back(numbers.numbered((*member)->name));
        if (!*skipped)
            break;
    }
    found.complete = !headers.damaged() && !headers.truncated() && found.names.size() < max;
    return found;
}

std::optional<Error> severalInTar(const FileHandle &file, std::uint64_t bytes, const std::string &path)
{
    HeadersOnDisk headers(file, bytes, isMember({}));
    std::vector<std::string> names;
    MemberNumbers numbers;
    while (names.size() < 3) {
        const std::optional<Headers::Member> member = headers.next();
        if (!member)
            break;
        names.push_back(numbers.numbered(member->name));
    }
    if (names.size() < 2)
        return std::nullopt;
    const std::size_t all = names.size();
    names.resize(2);
    return severalMembers(path, names, all);
}

} // namespace lamella::core
