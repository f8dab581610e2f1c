// SPDX-License-Identifier: GPL-3.0-or-later
// An open file. All system calls of core for files are in this folder; a port to another system replaces its sources.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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

// The number of bytes that a read or write transferred before it was complete, the file ended, or it failed.
struct Transfer {
    std::size_t bytes = 0;
    int error = 0; // an errno value; 0 = none
};

// An owned file descriptor. Interrupted calls are repeated. read(), write() and seek() move the position of the file; all else is
// thread-safe.
class FileHandle {
public:
    FileHandle() = default;
    // Takes over a descriptor; negative = none.
    explicit FileHandle(int fd)
        : m_fd(fd)
    {
    }
    // An existing file, pipe or device for writing. Not open, with the reason in errno, if that fails.
    [[nodiscard]] static FileHandle forWriting(const std::string &path);
    FileHandle(FileHandle &&other) noexcept
        : m_fd(other.m_fd)
    {
        other.m_fd = -1;
    }
    FileHandle &operator=(FileHandle &&other) noexcept;
    FileHandle(const FileHandle &) = delete;
    FileHandle &operator=(const FileHandle &) = delete;
    ~FileHandle();
    [[nodiscard]] bool isOpen() const { return m_fd >= 0; }
    [[nodiscard]] int fd() const { return m_fd; } // for the sources of this folder

    [[nodiscard]] Transfer read(char *to, std::size_t bytes) const;
    [[nodiscard]] Transfer readAt(std::uint64_t offset, char *to, std::size_t bytes) const;
    // True if all bytes could be read.
    [[nodiscard]] bool readExactlyAt(std::uint64_t offset, char *to, std::size_t bytes) const;
    [[nodiscard]] Transfer write(std::string_view bytes) const;
    [[nodiscard]] Transfer writeAt(std::uint64_t offset, std::string_view bytes) const;
    // Moves the position for read() and write(). 0, or an errno value.
    [[nodiscard]] int seek(std::uint64_t offset) const;
    [[nodiscard]] std::int64_t position() const; // -1 if unknown

    [[nodiscard]] std::optional<FileStamp> stamp() const; // nullopt on errors
    // A hint that these bytes are read next. Has no effect on results.
    void willNeed(std::uint64_t offset, std::uint64_t bytes) const;
    void touch() const; // sets the time of the last change to now, if possible
    // Waits until the file is on the disk. 0, or EIO, ENOSPC or EDQUOT: network file systems report only here that the disk is
    // full.
    [[nodiscard]] int sync() const;

private:
    int m_fd = -1;
};

} // namespace lamella::core
