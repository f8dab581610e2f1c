// SPDX-License-Identifier: GPL-3.0-or-later
// Open files and what identifies them.
#pragma once

#include "core/base/Result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace lamella::core {

// Identity of a file when it was opened. If the stamp differs later, offsets into the file are invalid.
struct FileStamp {
    std::uint64_t bytes = 0;
    std::int64_t modifiedNs = 0;
    std::int64_t changedNs = 0; // of the inode; programs cannot set it back
    std::uint64_t inode = 0;
    std::uint64_t device = 0;
    bool operator==(const FileStamp &) const = default;
};

// An owned file descriptor.
class FileHandle {
public:
    FileHandle() = default;
    explicit FileHandle(int fd)
        : m_fd(fd)
    {
    }
    FileHandle(FileHandle &&other) noexcept
        : m_fd(other.m_fd)
    {
        other.m_fd = -1;
    }
    FileHandle &operator=(FileHandle &&other) noexcept;
    FileHandle(const FileHandle &) = delete;
    FileHandle &operator=(const FileHandle &) = delete;
    ~FileHandle();
    [[nodiscard]] int fd() const { return m_fd; }

private:
    int m_fd = -1;
};

struct OpenedFile {
    FileHandle handle;
    FileStamp stamp;
};
[[nodiscard]] std::optional<FileStamp> stampOf(const FileHandle &file);
// Opens a regular file. Errors: Io (missing, unreadable, a directory), NotATrace (empty).
[[nodiscard]] Result<OpenedFile> openRegularFile(const std::string &path);
// Calls read(2) until `bytes` are read or the file ends. Returns the number of bytes, or a negative errno.
[[nodiscard]] std::ptrdiff_t readFully(int fd, char *to, std::size_t bytes);
// A read error of disk or network (`error` is an errno) at this byte of the file on disk, or -1 if the position is unknown.
// Unlike for a damaged file, no part of the trace is shown, because another attempt may read all of it.
[[nodiscard]] Error readError(const std::string &path, std::int64_t offset, int error);
// The same at the current position of `fd`.
[[nodiscard]] Error readErrorAt(const std::string &path, int fd, int error);

} // namespace lamella::core
