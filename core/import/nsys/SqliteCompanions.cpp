// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/SqliteCompanions.h"

#include "core/base/Message.h"
#include "core/import/OpenedFile.h"
#include "core/system/FileLock.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace lamella::core {

namespace {

constexpr std::size_t kWriteVersion = 18; // offset in the database header; value 2 = write-ahead log
constexpr std::size_t kDatabaseHeader = 20;
constexpr std::uint64_t kLockBytes = 0x4000'0000; // position
constexpr std::uint64_t kLocks = 2 + 510; // pending, reserved, shared
constexpr std::size_t kJournalHeader = 28;
constexpr std::size_t kLogHeader = 32;

// The first bytes of a file; none if it is missing or empty. Error if it exists but cannot be read.
Result<std::optional<std::string>> headOf(const std::string &path, std::size_t bytes)
{
    std::error_code code;
    if (!std::filesystem::is_regular_file(path, code) || std::filesystem::file_size(path, code) == 0)
        return std::optional<std::string>();
    const Result<OpenedFile> file = openRegularFile(path);
    if (!file)
        return file.error();
    std::string head(bytes, '\0');
    const Transfer got = file->handle.read(head.data(), head.size());
    if (got.error != 0)
        return readErrorAt(path, file->handle, got.error);
    head.resize(got.bytes);
    return std::optional(std::move(head));
}

// Whether another program holds the lock with which SQLite changes a database (os_unix.c: PENDING_BYTE and what follows it).
// Asking waits for no one.
bool isBeingWritten(const std::string &path)
{
    const Result<OpenedFile> file = openRegularFile(path);
    return file && lockedForWriting(file->handle, kLockBytes, kLocks);
}

bool anyByteSet(std::string_view head)
{
    return std::any_of(head.begin(), head.end(), [](char c) { return c != 0; });
}

} // namespace

std::optional<Error> unfinishedChanges(const std::string &database)
{
    // SQLite resolves links before it looks for these files.
    std::error_code code;
    const std::filesystem::path resolved = std::filesystem::canonical(database, code);
    const std::string path = code ? database : resolved.string();
    const auto journal = headOf(path + "-journal", kJournalHeader);
    if (!journal)
        return journal.error();
    if (*journal && anyByteSet(**journal))
        return Error{ErrorCode::Io,
            "was being changed when it was copied or its program ended: its journal (-journal) lies beside it, and without it a "
            "state could be shown that never was; open it once with sqlite3, which puts back what was not finished, then again",
            database, -1};
    const auto log = headOf(path + "-wal", kLogHeader + 1);
    if (!log)
        return log.error();
    const auto header = headOf(path, kDatabaseHeader);
    if (!header)
        return header.error();
    if (*header && isBeingWritten(path))
        return Error{ErrorCode::Io,
            "is being written by another program, which has locked it; wait until that program has ended, then open it again",
            database, -1};
    const bool keepsLog = *header && (*header)->size() == kDatabaseHeader && (**header)[kWriteVersion] == 2;
    if (keepsLog && *log && (*log)->size() > kLogHeader)
        return Error{ErrorCode::Io,
            msg("has changes that are not in it yet: its write-ahead log (-wal) lies beside it; close the program that writes "
                "it, or "
                "run sqlite3 FILE 'PRAGMA wal_checkpoint(TRUNCATE)', then open it again"),
            database, -1};
    return std::nullopt;
}

} // namespace lamella::core
