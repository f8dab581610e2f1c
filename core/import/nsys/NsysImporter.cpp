// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/NsysImporter.h"

#include "core/import/ByteSource.h"
#include "core/import/OpenedFile.h"
#include "core/import/UserLimits.h"
#include "core/import/nsys/NsysReader.h"

#include <cerrno>
#include <optional>
#include <utility>

namespace lamella::core {

using namespace std::string_view_literals;

namespace {

constexpr std::size_t kStepBytes = std::size_t{1} << 20;

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

bool NsysImporter::sniff(const std::string &, std::string_view head) const
{
    return head.starts_with("SQLite format 3\0"sv);
}

Result<std::shared_ptr<const TraceDocument>> NsysImporter::read(
    const std::string &path, const ImportOptions &options, const JobControl &control) const
{
    const Result<OpenedFile> opened = openRegularFile(path);
    if (!opened)
        return opened.error();
    const std::uint64_t max = withUserLimits(options.limits).maxRawBytes;
    if (max != 0 && opened->stamp.bytes > max)
        return rawLimitError(path, max);
    Result<std::unique_ptr<SqliteFile>> file = SqliteFile::open(path, control);
    if (!file)
        return diskFault(*opened, path, control).value_or(file.error());
    if (!(*file)->has("StringIds"))
        return Error{ErrorCode::NotATrace,
            "an SQLite database, but not of Nsight Systems: it has no table StringIds; export the report with "
            "nsys export --type sqlite",
            path};
    DocumentBuilder builder(options.limits);
    TraceSource &source = builder.document().source;
    source.path = path;
    source.fileBytes = opened->stamp.bytes;
    source.modifiedNs = opened->stamp.modifiedNs;
    source.rawBytes = opened->stamp.bytes;
    NsysReader reader(**file, builder, control);
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
