// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/NsysImporter.h"

#include "core/import/ByteSource.h"
#include "core/import/nsys/NsysReader.h"

namespace lamella::core {

using namespace std::string_view_literals;

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
    Result<std::unique_ptr<SqliteFile>> file = SqliteFile::open(path, control);
    if (!file)
        return file.error();
    if (!(*file)->has("StringIds"))
        return Error{ErrorCode::NotATrace,
            "an SQLite database, but not of Nsight Systems: it has no table StringIds; export the report with "
            "nsys export --type sqlite",
            path};
    DocumentBuilder builder;
    TraceSource &source = builder.document().source;
    source.path = path;
    source.fileBytes = opened->stamp.bytes;
    source.modifiedNs = opened->stamp.modifiedNs;
    source.rawBytes = opened->stamp.bytes;
    NsysReader reader(**file, builder, options.limits, control);
    const bool complete = reader.read(opened->stamp.bytes);
    if (reader.limitHit())
        return Error{ErrorCode::Limit, "more than " + std::to_string(options.limits.maxEvents) + " events", path};
    std::shared_ptr<const TraceDocument> document = complete ? builder.finish(control) : nullptr;
    if (!document)
        return Error{ErrorCode::Cancelled, "cancelled", path};
    control.report(opened->stamp.bytes, opened->stamp.bytes);
    return document;
}

} // namespace lamella::core
