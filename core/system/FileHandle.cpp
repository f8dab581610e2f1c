// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/FileHandle.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
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

// Calls step(done), which reads or writes some bytes, until there are no more, nothing is transferred, or it fails.
template <class Step> Transfer transfer(std::size_t bytes, int errorIfNothing, Step step)
{
    Transfer done;
    while (done.bytes < bytes) {
        const ::ssize_t some = step(done.bytes);
        if (some < 0 && errno == EINTR)
            continue;
        if (some <= 0) {
            done.error = some < 0 ? errno : errorIfNothing;
            break;
        }
        done.bytes += static_cast<std::size_t>(some);
    }
    return done;
}

} // namespace

FileHandle FileHandle::forWriting(const std::string &path)
{
    return FileHandle(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
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

Transfer FileHandle::read(char *to, std::size_t bytes) const
{
    return transfer(bytes, 0, [&](std::size_t done) { return ::read(m_fd, to + done, std::min(bytes - done, kReadStep)); });
}

Transfer FileHandle::readAt(std::uint64_t offset, char *to, std::size_t bytes) const
{
    return transfer(
        bytes, 0, [&](std::size_t done) { return ::pread(m_fd, to + done, bytes - done, static_cast<off_t>(offset + done)); });
}

bool FileHandle::readExactlyAt(std::uint64_t offset, char *to, std::size_t bytes) const
{
    return readAt(offset, to, bytes).bytes == bytes;
}

Transfer FileHandle::write(std::string_view bytes) const
{
    return transfer(
        bytes.size(), ENOSPC, [&](std::size_t done) { return ::write(m_fd, bytes.data() + done, bytes.size() - done); });
}

Transfer FileHandle::writeAt(std::uint64_t offset, std::string_view bytes) const
{
    return transfer(bytes.size(), ENOSPC, [&](std::size_t done) {
        return ::pwrite(m_fd, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
    });
}

int FileHandle::seek(std::uint64_t offset) const
{
    return ::lseek(m_fd, static_cast<off_t>(offset), SEEK_SET) < 0 ? errno : 0;
}

std::int64_t FileHandle::position() const
{
    return std::int64_t{::lseek(m_fd, 0, SEEK_CUR)};
}

std::optional<FileStamp> FileHandle::stamp() const
{
    struct stat facts { };
    if (::fstat(m_fd, &facts) != 0)
        return std::nullopt;
    return FileStamp{static_cast<std::uint64_t>(facts.st_size), nanoseconds(facts.st_mtim), nanoseconds(facts.st_ctim),
        static_cast<std::uint64_t>(facts.st_ino), static_cast<std::uint64_t>(facts.st_dev)};
}

void FileHandle::willNeed(std::uint64_t offset, std::uint64_t bytes) const
{
    (void)::posix_fadvise(m_fd, static_cast<off_t>(offset), static_cast<off_t>(bytes), POSIX_FADV_WILLNEED);
}

void FileHandle::touch() const
{
    [[maybe_unused]] const int ignored = ::futimens(m_fd, nullptr);
}

int FileHandle::sync() const
{
    while (::fsync(m_fd) != 0) {
        if (errno == EIO || errno == ENOSPC || errno == EDQUOT)
            return errno;
        if (errno != EINTR)
            break; // the file system cannot say
    }
    return 0;
}

} // namespace lamella::core
