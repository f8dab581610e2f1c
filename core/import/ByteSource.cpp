// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ByteSource.h"

#include "core/base/RegularFile.h"
#include "core/import/ReadAhead.h"
#include "core/import/UserLimits.h"
#include "core/import/gzip/GzipSource.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace lamella::core {

namespace {

constexpr std::size_t kReadStep = std::size_t{4} << 20; // small enough that one read(2) does not delay a Cancel for long

class PlainSource final : public ByteSource {
public:
    PlainSource(OpenedFile file, std::string path, const ImportLimits &limits)
        : m_handle(std::move(file.handle))
        , m_path(std::move(path))
        , m_limits(withUserLimits(limits))
    {
        m_stamp = file.stamp;
    }

    Result<std::size_t> read(char *to, std::size_t bytes) override
    {
        m_ahead.at(m_handle.fd(), m_diskBytesRead.load(std::memory_order_relaxed));
        const std::ptrdiff_t got = readFully(m_handle.fd(), to, bytes);
        if (got < 0)
            return readErrorAt(m_path, m_handle.fd(), static_cast<int>(-got));
        const std::uint64_t total = m_diskBytesRead.load(std::memory_order_relaxed) + static_cast<std::uint64_t>(got);
        m_diskBytesRead.store(total, std::memory_order_relaxed);
        if (m_limits.maxRawBytes != 0 && total > m_limits.maxRawBytes)
            return rawLimitError(m_path, m_limits.maxRawBytes);
        return static_cast<std::size_t>(got);
    }
    [[nodiscard]] bool compressed() const override { return false; }

private:
    FileHandle m_handle;
    std::string m_path;
    ImportLimits m_limits;
    ReadAhead m_ahead;
};

std::int64_t nanoseconds(const timespec &time)
{
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

FileStamp stampFrom(const struct stat &facts)
{
    return {static_cast<std::uint64_t>(facts.st_size), nanoseconds(facts.st_mtim), nanoseconds(facts.st_ctim),
        static_cast<std::uint64_t>(facts.st_ino), static_cast<std::uint64_t>(facts.st_dev)};
}

} // namespace

bool ByteSource::workAhead(const std::stop_token &)
{
    return false;
}

FileHandle &FileHandle::operator=(FileHandle &&other) noexcept
{
    std::swap(m_fd, other.m_fd);
    return *this;
}

FileHandle::~FileHandle()
{
    if (m_fd >= 0)
        ::close(m_fd);
}

Error rawLimitError(const std::string &path, std::uint64_t limit)
{
    return Error{ErrorCode::Limit,
        "more than " + std::to_string(limit)
            + " bytes to read; record a shorter trace, or set LAMELLA_MAX_GIGABYTES (0 = no limit)",
        path};
}

Error readError(const std::string &path, std::int64_t offset, int error)
{
    return Error{ErrorCode::Io,
        "cannot be read" + (offset < 0 ? std::string() : " from byte " + std::to_string(offset) + " on") + " ("
            + std::strerror(error) + "): the disk or the network failed; open it again, or copy it to another disk first",
        path};
}

Error readErrorAt(const std::string &path, int fd, int error)
{
    return readError(path, static_cast<std::int64_t>(::lseek(fd, 0, SEEK_CUR)), error);
}

std::ptrdiff_t readFully(int fd, char *to, std::size_t bytes)
{
    std::size_t done = 0;
    while (done < bytes) {
        const ::ssize_t got = ::read(fd, to + done, std::min(bytes - done, kReadStep));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -errno;
        if (got == 0)
            break;
        done += static_cast<std::size_t>(got);
    }
    return static_cast<std::ptrdiff_t>(done);
}

std::optional<FileStamp> stampOf(const FileHandle &file)
{
    struct stat facts { };
    if (::fstat(file.fd(), &facts) != 0)
        return std::nullopt;
    return stampFrom(facts);
}

Result<OpenedFile> openRegularFile(const std::string &path)
{
    const Result<int> fd = openRegular(path);
    if (!fd)
        return fd.error();
    OpenedFile file;
    file.handle = FileHandle(*fd);
    const std::optional<FileStamp> stamp = stampOf(file.handle);
    if (!stamp)
        return readError(path, -1, errno);
    if (stamp->bytes == 0)
        return Error{ErrorCode::NotATrace, "the file is empty; record or copy it again", path};
    file.stamp = *stamp;
    return file;
}

Result<std::unique_ptr<ByteSource>> openByteSource(const std::string &path, const ImportLimits &limits)
{
    Result<OpenedFile> file = openRegularFile(path);
    if (!file)
        return file.error();
    std::array<unsigned char, 2> magic{};
    ::ssize_t got = 0;
    do {
        got = ::pread(file->handle.fd(), magic.data(), magic.size(), 0);
    } while (got < 0 && errno == EINTR);
    if (got < 0)
        return readError(path, 0, errno);
    if (got == 2 && magic[0] == 0x1F && magic[1] == 0x8B)
        return makeGzipSource(std::move(*file), path, limits);
    return std::unique_ptr<ByteSource>(std::make_unique<PlainSource>(std::move(*file), path, limits));
}

} // namespace lamella::core
