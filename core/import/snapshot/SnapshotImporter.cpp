// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/snapshot/SnapshotImporter.h"

#include "core/import/DiagnosticKinds.h"
#include "core/import/DocumentBuilder.h"
#include "core/import/DocumentSource.h"
#include "core/import/OpenByteSource.h"
#include "core/import/snapshot/LostEvents.h"
#include "core/import/snapshot/PickleMachine.h"

#include <algorithm>
#include <string>
#include <utility>

namespace lamella::core {

namespace {

void describe(TraceDocument &document, const std::string &path, const ByteSource &source, std::uint64_t end)
{
    describeSource(document, path, source, source.compressed() ? end : source.stamp().bytes);
    noteSourceDamage(source, end, document.diagnostics);
    document.metadata.format = "PyTorch memory snapshot (pickle)";
    document.metadata.producer = "PyTorch caching allocator";
}

} // namespace

// Every pickle of protocol 2 or newer begins with PROTO; no other format does. One that is no snapshot is refused with the reason.
bool SnapshotImporter::sniff(const std::string &, std::string_view head) const
{
    return head.size() >= 3 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 8;
}

Result<std::shared_ptr<const TraceDocument>> SnapshotImporter::read(
    const std::string &path, const ImportOptions &options, const JobControl &control) const
{
    const Result<std::unique_ptr<ByteSource>> source = openByteSource(path, options.limits);
    if (!source)
        return source.error();
    DocumentBuilder builder(options.limits);
    builder.memory().boundByFile((*source)->stamp().bytes);
    SnapshotColumns columns(builder);
    PickleBytes bytes(**source, control);
    PickleMachine machine(bytes, columns, builder.memory(), path);
    const Result<bool> complete = machine.run(control, (*source)->stamp().bytes, **source);
    if (!complete)
        return complete.error();
    std::optional<MemoryLog> log = columns.finish(machine.stack(), *complete);
    TraceDocument &document = builder.document();
    if (!log)
        return Error{ErrorCode::NotATrace,
            *complete ? Message("a pickle, but no memory snapshot: it has neither segments nor device_traces; write one with "
                                "torch.cuda.memory._dump_snapshot()")
                      : Message("the pickle ends before any memory event; copy the file or dump the snapshot again"),
            path, static_cast<std::int64_t>(bytes.offset())};
    if (!log->complete)
        document.diagnostics.add(diagnostics::kTruncatedPickle, static_cast<std::int64_t>(bytes.offset()));
    if (log->unread > 0)
        document.diagnostics.add(diagnostics::kMemoryRecord, -1, {}, log->unread);
    if (log->complete)
        for (const auto &[device, blocks] : lostAllocations(*log))
            document.diagnostics.add(diagnostics::kLostMemoryEvents, -1, "device " + std::to_string(device), blocks);
    describe(document, path, **source, bytes.offset());
    document.memory = std::make_shared<const MemoryLog>(std::move(*log));
    std::shared_ptr<const TraceDocument> made = builder.finish(control);
    if (!made)
        return Error{ErrorCode::Cancelled, "cancelled", path};
    control.report(made->source.fileBytes, made->source.fileBytes);
    return made;
}

} // namespace lamella::core
