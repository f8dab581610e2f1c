// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/xplane/XPlaneImporter.h"

#include "core/import/DocumentSource.h"
#include "core/import/OpenByteSource.h"
#include "core/import/WholeSource.h"
#include "core/import/xplane/XPlaneReader.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace lamella::core {

namespace {

constexpr std::size_t kLargestMessage = (std::size_t{1} << 31) - 1; // protobuf's own limit

constexpr char kPlaneTag = 0x0A; // XSpace.planes: field 1, a message
constexpr char kIdTag = 0x08; // XPlane.id: field 1, a varint
constexpr char kNameTag = 0x12; // XPlane.name: field 2, a string

// Removes a varint from the front; nothing if there is none.
std::optional<std::uint64_t> takeVarint(std::string_view &bytes)
{
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
        const auto byte = static_cast<unsigned char>(bytes.front());
        bytes.remove_prefix(1);
        value |= std::uint64_t{byte & 0x7FU} << shift;
        if (byte < 0x80)
            return value;
    }
    return std::nullopt;
}

bool takeTag(std::string_view &bytes, char tag)
{
    if (bytes.empty() || bytes.front() != tag)
        return false;
    bytes.remove_prefix(1);
    return true;
}

// True if the first plane has the name of a host or a device, as written by XLA's profiler.
bool beginsWithPlane(std::string_view head)
{
    if (!takeTag(head, kPlaneTag) || !takeVarint(head))
        return false;
    if (takeTag(head, kIdTag) && !takeVarint(head))
        return false;
    if (!takeTag(head, kNameTag))
        return false;
    const std::optional<std::uint64_t> length = takeVarint(head);
    const std::string_view name =
        head.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(length.value_or(0), head.size())));
    return name.starts_with("/host:") || name.starts_with("/device:") || name == "Task Environment";
}

} // namespace

// The format has no magic number: it is a list of planes with names. A file that begins differently is accepted by its extension.
bool XPlaneImporter::sniff(const std::string &path, std::string_view head) const
{
    const bool named = path.ends_with(".xplane.pb") || path.ends_with(".xplane.pb.gz");
    return beginsWithPlane(head) || (named && head.starts_with(kPlaneTag));
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
    describeSource(builder.document(), path, **source, bytes->size());
    noteSourceDamage(**source, bytes->size(), builder.document().diagnostics);
    TraceSource &origin = builder.document().source;
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
