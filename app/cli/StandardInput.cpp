// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/StandardInput.h"

#include "core/base/Format.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace lamella::cli {

namespace {

using core::Error;
using core::ErrorCode;
using core::Result;

constexpr std::size_t kBufferBytes = std::size_t{1} << 18;
constexpr int kPollMs = 50; // maximum delay of a stop request
constexpr std::string_view kName = "standard-input"; // file name of the copy, which tables show

Error failed(const core::Message &what, const std::string &path)
{
    return {ErrorCode::Io,
        core::msg("%1 (%2); set TMPDIR to a folder with room for the trace", what, std::string(std::strerror(errno))), path, -1};
}

Result<void> writeAll(int fd, const char *bytes, std::size_t count, const std::string &path)
{
    while (count > 0) {
        const ::ssize_t wrote = ::write(fd, bytes, count);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return failed(core::msg("standard input cannot be copied"), path);
        bytes += wrote;
        count -= static_cast<std::size_t>(wrote);
    }
    return {};
}

// Waits for bytes; false if stopped.
bool waitForInput(const std::stop_token &stop)
{
    pollfd input{STDIN_FILENO, POLLIN, 0};
    while (!stop.stop_requested()) {
        const int ready = ::poll(&input, 1, kPollMs);
        if (ready > 0 || (ready < 0 && errno != EINTR))
            return true;
    }
    return false;
}

Result<void> copyInput(int fd, const std::string &path, std::uint64_t maxBytes, const std::stop_token &stop)
{
    std::vector<char> buffer(kBufferBytes);
    std::uint64_t copied = 0;
    while (waitForInput(stop)) {
        const ::ssize_t got = ::read(STDIN_FILENO, buffer.data(), buffer.size());
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got < 0)
            return Error{
                ErrorCode::Io, core::msg("cannot be read (%1)", std::string(std::strerror(errno))), "standard input", -1};
        if (got == 0)
            return {};
        copied += static_cast<std::uint64_t>(got);
        if (maxBytes != 0 && copied > maxBytes)
            return Error{ErrorCode::Limit,
                core::msg("holds more than %1; set LAMELLA_MAX_GIGABYTES to read more",
                    core::formatBytes(static_cast<std::int64_t>(maxBytes))),
                "standard input", -1};
        if (auto written = writeAll(fd, buffer.data(), static_cast<std::size_t>(got), path); !written)
            return written;
    }
    return Error{ErrorCode::Cancelled, "stopped", {}, -1};
}

} // namespace

StandardInput::~StandardInput()
{
    if (m_folder.empty())
        return;
    ::unlink((m_folder + "/" + std::string(kName)).c_str());
    ::rmdir(m_folder.c_str());
}

Result<void> StandardInput::resolve(CliOptions &options, std::uint64_t maxBytes, const std::stop_token &stop)
{
    std::vector<std::string *> named;
    for (std::string &argument : options.arguments)
        if (argument == "-")
            named.push_back(&argument);
    if (options.diff.file == "-")
        named.push_back(&options.diff.file);
    if (named.empty())
        return {};
    if (named.size() > 1)
        return Error{ErrorCode::BadRequest, core::msg("standard input (-) is named more than once; it holds one trace"), {}, -1};
    struct stat facts { };
    if (::isatty(STDIN_FILENO) != 0 || ::fstat(STDIN_FILENO, &facts) != 0)
        return Error{ErrorCode::BadRequest,
            core::msg("standard input (-) holds no trace; pipe one into lamella-cli, or name a file"), {}, -1};
    if (S_ISREG(facts.st_mode)) {
        *named.front() = "/dev/stdin";
        return {};
    }
    if (!S_ISFIFO(facts.st_mode) && !S_ISSOCK(facts.st_mode))
        return Error{ErrorCode::BadRequest,
            core::msg("standard input (-) is neither a pipe nor a file; pipe a trace into lamella-cli"), {}, -1};
    Result<std::string> path = copied(maxBytes, stop);
    if (!path)
        return path.error();
    *named.front() = *path;
    return {};
}

Result<std::string> StandardInput::copied(std::uint64_t maxBytes, const std::stop_token &stop)
{
    const char *temporary = std::getenv("TMPDIR");
    std::string folder = std::string(temporary != nullptr && *temporary != '\0' ? temporary : "/var/tmp") + "/lamella-XXXXXX";
    if (::mkdtemp(folder.data()) == nullptr)
        return failed(core::msg("a temporary folder cannot be made"), folder);
    m_folder = folder;
    std::string path = folder + "/" + std::string(kName);
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (fd < 0)
        return failed(core::msg("standard input cannot be copied"), path);
    Result<void> done = copyInput(fd, path, maxBytes, stop);
    if (::close(fd) != 0 && done)
        done = failed(core::msg("standard input cannot be copied"), path);
    if (!done)
        return done.error();
    return path;
}

} // namespace lamella::cli
