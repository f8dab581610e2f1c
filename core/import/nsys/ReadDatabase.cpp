// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/ReadDatabase.h"

#include "core/import/ByteSource.h"
#include "core/import/OpenedFile.h"
#include "core/import/UserLimits.h"
#include "core/import/archive/ArchivePath.h"

#include <cerrno>
#include <optional>
#include <utility>

namespace lamella::core {

using namespace std::string_view_literals;

namespace {

constexpr std::size_t kStepBytes = std::size_t{1} << 20;
constexpr std::size_t kMagicBytes = 16;

// SQLite reports a page as corrupt even if the disk could not read it. Empty if every byte of the file is readable, so the file
// itself is damaged.
std::optional<Error> diskFault(const OpenedFile &file, const std::string &path, const JobControl &control)
{
    std::string part(kStepBytes, '\0');
    while (!control.stopRequested()) {
        const Transfer got = file.handle.read(part.data(), part.size());
        if (got.error != 0)
            return readErrorAt(path, file.handle, got.error);
        if (got.bytes < part.size())
            break;
    }
    return std::nullopt;
}

} // namespace

bool beginsLikeDatabase(std::string_view head)
{
    return head.starts_with("SQLite format 3\0"sv);
}

bool isDatabase(const TraceDocument &document)
{
    return document.metadata.format.starts_with("Nsight Systems SQLite") || document.metadata.format.starts_with("ROCm SQLite");
}

Result<std::unique_ptr<SqliteFile>> reopenDatabase(const TraceDocument &document, const JobControl &control)
{
    const TraceSource &source = document.source;
    const Result<OpenedFile> opened = openRegularFile(source.path);
    if (!opened)
        return opened.error();
    if (opened->stamp.bytes != source.fileBytes || opened->stamp.modifiedNs != source.modifiedNs)
        return Error{ErrorCode::Io, "the file has changed since it was read; reload it", source.path, -1};
    Result<std::unique_ptr<SqliteFile>> file = SqliteFile::open(source.path, control);
    if (file && (*file)->unreadable())
        return readError(source.path, -1, EIO);
    return file;
}

Result<std::shared_ptr<const TraceDocument>> readDatabase(
    const std::string &path, const ImportOptions &options, const JobControl &control, const MakeDatabaseReader &make)
{
    const Error compressed{
        ErrorCode::NotATrace, "a compressed database, which has to be unpacked first: it is read where it lies", path};
    if (archivePath(path))
        return compressed;
    const Result<OpenedFile> opened = openRegularFile(path);
    if (!opened)
        return opened.error();
    std::string head(kMagicBytes, '\0');
    if (!opened->handle.readExactlyAt(0, head.data(), head.size()) || !beginsLikeDatabase(head))
        return compressed;
    const std::uint64_t max = withUserLimits(options.limits).maxRawBytes;
    if (max != 0 && opened->stamp.bytes > max)
        return rawLimitError(path, max);
    Result<std::unique_ptr<SqliteFile>> file = SqliteFile::open(path, control);
    if (!file)
        return diskFault(*opened, path, control).value_or(file.error());
    DocumentBuilder builder(options.limits);
    TraceSource &source = builder.document().source;
    source.path = path;
    source.fileBytes = opened->stamp.bytes;
    source.modifiedNs = opened->stamp.modifiedNs;
    source.rawBytes = opened->stamp.bytes;
    const Result<std::unique_ptr<DatabaseReader>> made = make(**file, builder, control);
    if (!made)
        return made.error();
    DatabaseReader &reader = **made;
    const bool complete = reader.read(opened->stamp.bytes);
    if ((*file)->unreadable())
        return diskFault(*opened, path, control).value_or(readError(path, -1, EIO));
    if (builder.document().diagnostics.anyDataLoss()) {
        if (std::optional<Error> fault = diskFault(*opened, path, control))
            return *std::move(fault);
    }
    if (reader.limitHit())
        return builder.limitError(path);
    std::shared_ptr<const TraceDocument> document = complete ? builder.finish(control) : nullptr;
    if (!document)
        return Error{ErrorCode::Cancelled, "cancelled", path};
    control.report(opened->stamp.bytes, opened->stamp.bytes);
    return document;
}

} // namespace lamella::core
