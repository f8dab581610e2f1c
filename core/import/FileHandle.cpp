// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/FileHandle.h"

#include "core/base/Message.h"
#include "core/base/RegularFile.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::size_t kReadStep = std::size_t{4} << 20; // small enough that one read(2) does not delay a Cancel for long

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

Error readError(const std::string &path, std::int64_t offset, int error)
{
    const std::string why = std::strerror(error);
    if (offset < 0)
        return Error{ErrorCode::Io,
            msg("cannot be read (%1): the disk or the network failed; open it again, or copy it to another disk first", why),
            path};
    return Error{ErrorCode::Io,
        msg("cannot be read from byte %1 on (%2): the disk or the network failed; open it again, or copy it to another disk "
            "first",
            offset, why),
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

} // namespace lamella::core
