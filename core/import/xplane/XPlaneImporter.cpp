// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/xplane/XPlaneImporter.h"

#include "core/import/WholeSource.h"
#include "core/import/xplane/XPlaneReader.h"

namespace lamella::core {

namespace {

constexpr std::size_t kLargestMessage = (std::size_t{1} << 31) - 1; // protobuf's own limit

} // namespace

// The format has no magic number: a list of planes, each of which has a name that begins with a slash or a word like "Task".
bool XPlaneImporter::sniff(const std::string &path, std::string_view head) const
{
    constexpr char kPlaneTag = 0x0A; // field 1, a message
    const bool named = path.ends_with(".xplane.pb") || path.ends_with(".xplane.pb.gz");
    return named && !head.empty() && head.front() == kPlaneTag;
}

Result<std::shared_ptr<const TraceDocument>> XPlaneImporter::read(
    const std::string &path, const ImportOptions &options, const JobControl &control) const
{
    const Result<std::unique_ptr<ByteSource>> source = openByteSource(path, wholeSourceLimits(options.limits));
    if (!source)
        return source.error();
    DocumentBuilder builder(options.limits);
    const Error tooLarge{ErrorCode::Limit, "larger than 2 GiB, which no protobuf message can be; record a shorter time", path};
    const Result<std::string> bytes = readWhole(**source, kLargestMessage, tooLarge, builder.memory(), control);
    if (!bytes)
        return bytes.error();
    TraceSource &origin = builder.document().source;
    origin.path = path;
    origin.fileBytes = (*source)->stamp().bytes;
    origin.modifiedNs = (*source)->stamp().modifiedNs;
    origin.rawBytes = bytes->size();
    origin.compressed = (*source)->compressed();
    origin.protobuf = true;
    builder.document().metadata.format = "XSpace (XLA profile)";
    builder.document().metadata.producer = "XLA profiler";
    XPlaneReader reader(builder, control);
    const bool complete = reader.read(*bytes);
    if (reader.limitHit() || builder.memory().exceeded())
        return builder.limitError(path);
    if (reader.planes() == 0)
        return Error{ErrorCode::NotATrace, "not an XLA profile: it holds no planes; record it again", path};
    std::shared_ptr<const TraceDocument> document = complete ? builder.finish(control) : nullptr;
    if (!document)
        return Error{ErrorCode::Cancelled, "cancelled", path};
    control.report(origin.fileBytes, origin.fileBytes);
    return document;
}

} // namespace lamella::core
