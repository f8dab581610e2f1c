// SPDX-License-Identifier: GPL-3.0-or-later
// Sequential access to the (inflated) bytes of a file. Not thread-safe, except diskBytesRead() and workAhead().
#pragma once

#include "core/base/Result.h"
#include "core/import/TraceImporter.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
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

// Why a source ended early; the bytes before that are valid.
enum class SourceDamage { None, TruncatedGzip, DamagedGzip, TrailingBytes };

class ByteSource {
public:
    virtual ~ByteSource() = default;
    // Fills `to`; returns fewer than `bytes` only at the end of the file. Errors: Io, Decompress (no valid byte), Limit.
    [[nodiscard]] virtual Result<std::size_t> read(char *to, std::size_t bytes) = 0;
    [[nodiscard]] virtual bool compressed() const = 0;
    // Estimated total size. The file may lie, but only within what its size on disk allows.
    [[nodiscard]] virtual std::uint64_t sizeHint() const { return m_stamp.bytes; }
    [[nodiscard]] virtual SourceDamage damage() const { return SourceDamage::None; }
    // Does a piece of work that read() would need later, on a thread that would otherwise only wait for read(). Does not change
    // the results of read(). False if there is nothing to do. Thread-safe, also concurrently with read(), during the lifetime of
    // this object.
    virtual bool workAhead(const std::stop_token &stop);

    [[nodiscard]] std::uint64_t diskBytesRead() const { return m_diskBytesRead.load(std::memory_order_relaxed); }
    [[nodiscard]] const FileStamp &stamp() const { return m_stamp; }

protected:
    std::atomic<std::uint64_t> m_diskBytesRead{0};
    FileStamp m_stamp;
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
// The file exceeds the limit on inflated bytes.
[[nodiscard]] Error rawLimitError(const std::string &path, std::uint64_t limit);

// Opens a plain or gzip file, detected by the first bytes, never by the name.
[[nodiscard]] Result<std::unique_ptr<ByteSource>> openByteSource(const std::string &path, const ImportLimits &limits);

} // namespace lamella::core
