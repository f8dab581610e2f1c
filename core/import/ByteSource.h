// SPDX-License-Identifier: GPL-3.0-or-later
// The (inflated) bytes of a file from its beginning to its end. Not thread-safe, except diskBytesRead() and workAhead().
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

// Identity of a file at the moment it was opened; a different stamp later means that offsets into it are void.
struct FileStamp {
    std::uint64_t bytes = 0;
    std::int64_t modifiedNs = 0;
    std::int64_t changedNs = 0; // of the inode: no program can set it back
    std::uint64_t inode = 0;
    std::uint64_t device = 0;
    bool operator==(const FileStamp &) const = default;
};

// What ended a source before its time; the bytes up to there are good.
enum class SourceDamage { None, TruncatedGzip, DamagedGzip, TrailingBytes };

class ByteSource {
public:
    virtual ~ByteSource() = default;
    // Fills `to` as far as the file goes; fewer than `bytes` only at the end. Errors: Io, Decompress (not one good byte), Limit.
    [[nodiscard]] virtual Result<std::size_t> read(char *to, std::size_t bytes) = 0;
    [[nodiscard]] virtual bool compressed() const = 0;
    // Bytes that it probably gives in all; a file may lie about it, but no more than its size allows.
    [[nodiscard]] virtual std::uint64_t sizeHint() const { return m_stamp.bytes; }
    [[nodiscard]] virtual SourceDamage damage() const { return SourceDamage::None; }
    // A piece of work that read() would have to do later, for a thread that would only wait for read() otherwise. Changes nothing
    // that read() gives. False: there is none. Safe from any thread, beside read(), as long as this object lives.
    virtual bool workAhead(const std::stop_token &stop);

    [[nodiscard]] std::uint64_t diskBytesRead() const { return m_diskBytesRead.load(std::memory_order_relaxed); }
    [[nodiscard]] const FileStamp &stamp() const { return m_stamp; }

protected:
    std::atomic<std::uint64_t> m_diskBytesRead{0};
    FileStamp m_stamp;
};

// An open file descriptor that closes itself.
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
// Errors: Io (missing, unreadable, a directory), NotATrace (empty).
[[nodiscard]] Result<OpenedFile> openRegularFile(const std::string &path);
// read(2) until `bytes` are there or the file ends; a negative result is an errno.
[[nodiscard]] std::ptrdiff_t readFully(int fd, char *to, std::size_t bytes);
// The disk or the network failed (`error` is an errno) at that byte of the file as it lies there; without a byte: somewhere in
// it. Not the same as a damaged file: no part of it is shown, since the next try may read all of it.
[[nodiscard]] Error readError(const std::string &path, std::int64_t offset, int error);
// The same where the last read(2) of `fd` stands.
[[nodiscard]] Error readErrorAt(const std::string &path, int fd, int error);
// More bytes than the limit for all text allows.
[[nodiscard]] Error rawLimitError(const std::string &path, std::uint64_t limit);

// Plain or gzip, told apart by the first bytes, never by the name.
[[nodiscard]] Result<std::unique_ptr<ByteSource>> openByteSource(const std::string &path, const ImportLimits &limits);

} // namespace lamella::core
