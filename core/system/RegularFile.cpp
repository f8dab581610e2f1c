// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/RegularFile.h"

#include "core/base/Message.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <utility>

namespace lamella::core {

namespace {

Error notOpened(const std::string &path, int error)
{
    return {
        ErrorCode::Io, msg("cannot be opened (%1); check the path and the permissions", std::string(std::strerror(error))), path};
}

} // namespace

Result<FileHandle> openRegular(const std::string &path)
{
    struct stat facts { };
    if (::stat(path.c_str(), &facts) != 0)
        return notOpened(path, errno);
    if (S_ISDIR(facts.st_mode))
        return Error{ErrorCode::Io, "is a directory; name a file inside it", path};
    if (!S_ISREG(facts.st_mode))
        return Error{ErrorCode::Io, "is not a regular file; save the data to a file first", path};
    // O_NONBLOCK: does not wait for a writer if a FIFO has replaced the file since the check.
    FileHandle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!file.isOpen() || ::fstat(file.fd(), &facts) != 0)
        return notOpened(path, errno);
    if (!S_ISREG(facts.st_mode))
        return Error{ErrorCode::Io, "is no longer a regular file; open it again", path};
    return file;
}

FileHandle openRegularNoLink(const std::string &path)
{
    FileHandle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    struct stat facts { };
    if (file.isOpen() && (::fstat(file.fd(), &facts) != 0 || !S_ISREG(facts.st_mode)))
        return {};
    return file;
}

Result<std::string> readRegularFile(const std::string &path, std::size_t maxBytes)
{
    constexpr std::size_t kStep = std::size_t{1} << 20;
    const Result<FileHandle> file = openRegular(path);
    if (!file)
        return file.error();
    struct stat facts { };
    const bool sized = ::fstat(file->fd(), &facts) == 0 && facts.st_size >= 0;
    std::size_t step = std::min(kStep, sized ? static_cast<std::size_t>(facts.st_size) + 1 : kStep); // one more to see the end
    std::string text;
    while (text.size() < maxBytes) {
        const std::size_t before = text.size();
        text.resize(std::min(maxBytes, before + std::exchange(step, kStep)));
        const Transfer got = file->read(text.data() + before, text.size() - before);
        if (got.error != 0)
            return Error{ErrorCode::Io, msg("cannot be read (%1)", std::string(std::strerror(got.error))), path};
        const bool ended = before + got.bytes < text.size();
        text.resize(before + got.bytes);
        if (ended)
            break;
    }
    return text;
}

std::string firstBytes(const std::string &path, std::size_t maxBytes)
{
    Result<std::string> text = readRegularFile(path, maxBytes);
    return text ? std::move(*text) : std::string();
}

} // namespace lamella::core
