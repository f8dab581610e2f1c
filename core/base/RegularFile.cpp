// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/RegularFile.h"

#include "core/base/Message.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace lamella::core {

namespace {

Error notOpened(const std::string &path, int error)
{
    return {
        ErrorCode::Io, msg("cannot be opened (%1); check the path and the permissions", std::string(std::strerror(error))), path};
}

Result<int> closed(int fd, Error error)
{
    ::close(fd);
    return error;
}

} // namespace

Result<int> openRegular(const std::string &path)
{
    struct stat facts { };
    if (::stat(path.c_str(), &facts) != 0)
        return notOpened(path, errno);
    if (S_ISDIR(facts.st_mode))
        return Error{ErrorCode::Io, "is a directory; name a file inside it", path};
    if (!S_ISREG(facts.st_mode))
        return Error{ErrorCode::Io, "is not a regular file; save the data to a file first", path};
    // O_NONBLOCK: does not wait for a writer if a FIFO has replaced the file since the check.
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return notOpened(path, errno);
    if (::fstat(fd, &facts) != 0)
        return closed(fd, notOpened(path, errno));
    if (!S_ISREG(facts.st_mode))
        return closed(fd, {ErrorCode::Io, "is no longer a regular file; open it again", path});
    return fd;
}

Result<std::string> readRegularFile(const std::string &path, std::size_t maxBytes)
{
    constexpr std::size_t kStep = std::size_t{1} << 20;
    const Result<int> fd = openRegular(path);
    if (!fd)
        return fd.error();
    std::string text;
    int error = 0;
    while (text.size() < maxBytes) {
        const std::size_t before = text.size();
        text.resize(std::min(maxBytes, before + kStep));
        const ::ssize_t got = ::read(*fd, text.data() + before, text.size() - before);
        text.resize(before + static_cast<std::size_t>(std::max<::ssize_t>(got, 0)));
        if (got < 0 && errno == EINTR)
            continue;
        error = got < 0 ? errno : 0;
        if (got <= 0)
            break;
    }
    ::close(*fd);
    if (error != 0)
        return Error{ErrorCode::Io, msg("cannot be read (%1)", std::string(std::strerror(error))), path};
    return text;
}

std::string firstBytes(const std::string &path, std::size_t maxBytes)
{
    Result<std::string> text = readRegularFile(path, maxBytes);
    return text ? std::move(*text) : std::string();
}

} // namespace lamella::core
