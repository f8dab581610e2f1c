// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/cache/DocumentFacts.h"

#include "core/import/DiagnosticKinds.h"

#include <algorithm>
#include <array>

namespace lamella::core {

template <class Fields> void visitFields(Fields &fields, TraceMetadata &metadata)
{
    fields(metadata.format, metadata.producer, metadata.baseTimeNs, metadata.rank, metadata.worldSize, metadata.other);
}

template <class Fields> void visitFields(Fields &fields, TraceBounds &bounds)
{
    fields(bounds.exactBegin, bounds.exactEnd, bounds.perfettoBegin, bounds.perfettoEnd, bounds.perfettoExact, bounds.empty);
}

template <class Fields> void visitFields(Fields &fields, Track &track)
{
    fields(track.process, track.thread, track.processName, track.threadName, track.sortIndex, track.kind, track.stream);
}

template <class Fields> void visitFields(Fields &fields, Device &device)
{
    fields(device.number, device.name, device.peakFlopsPerSecond, device.peakBytesPerSecond);
}

template <class Fields> void visitFields(Fields &fields, Stream &stream)
{
    fields(stream.device, stream.number, stream.track);
}

template <class Fields> void visitFields(Fields &fields, Operation &operation)
{
    fields(operation.scope, operation.longName, operation.category, operation.source, operation.module, operation.flops,
        operation.bytes);
}

template <class Fields> void visitFields(Fields &fields, LaunchShape &shape)
{
    fields(shape.grid, shape.block);
}

// Everything but diagnostics.
template <class Fields> void visitFields(Fields &fields, TraceDocument &document)
{
    fields(document.source.rawBytes, document.source.compressed, document.source.protobuf, document.bounds, document.metadata,
        document.tracks, document.devices, document.streams, document.operations, document.kernels.shapes);
}

namespace {

constexpr std::size_t kMinDiagnostic = 32; // bytes

bool writeDiagnostics(const ImportDiagnostics &diagnostics, CacheBytesWriter &to)
{
    const std::vector<Diagnostic> rows = diagnostics.sorted();
    to.number<std::uint64_t>(rows.size());
    for (const Diagnostic &row : rows) {
        if (findDiagnosticKind(row.kind->id) != row.kind)
            return false;
        to.text(row.kind->id);
        to.number(row.count);
        to.number(row.firstOffset);
        to.text(row.sample);
    }
    return true;
}

bool readDiagnostics(CacheReader &from, ImportDiagnostics &diagnostics)
{
    for (std::size_t left = from.count(kMinDiagnostic); left > 0 && from.ok(); --left) {
        const DiagnosticKind *const kind = findDiagnosticKind(from.text());
        const auto count = from.number<std::uint64_t>();
        const auto offset = from.number<std::int64_t>();
        const std::string_view sample = from.text();
        if (kind == nullptr)
            return false;
        diagnostics.add(*kind, offset, sample, count);
    }
    return from.ok();
}

// The largest value of a column; invalid ids are larger than all others.
template <class Tag> std::uint32_t largest(const ColumnVector<Id<Tag>> &ids)
{
    std::uint32_t max = 0;
    for (const Id<Tag> id : ids)
        max = std::max(max, id.value);
    return max;
}

template <class Tag> bool allBelow(const ColumnVector<Id<Tag>> &ids, std::size_t size)
{
    return ids.empty() || largest(ids) < size;
}

template <class Tag> bool belowOrNone(const ColumnVector<Id<Tag>> &ids, std::size_t size)
{
    return std::all_of(ids.begin(), ids.end(), [size](Id<Tag> id) { return !id.valid() || id.value < size; });
}

// Stored ids are the id plus one, and zero for an invalid id.
template <class Tag> bool heldWithin(const NarrowColumn<Id<Tag>> &ids, std::uint64_t min, std::uint64_t max)
{
    return ids.visit([min, max](const auto &codes) {
        bool within = true;
        for (const std::uint64_t code : codes)
            within &= code >= min && code <= max;
        return within;
    });
}

template <class Tag> bool allBelow(const NarrowColumn<Id<Tag>> &ids, std::size_t size)
{
    return heldWithin(ids, 1, size);
}

template <class Tag> bool belowOrNone(const NarrowColumn<Id<Tag>> &ids, std::size_t size)
{
    return heldWithin(ids, 0, size);
}

} // namespace

bool writeFacts(const TraceDocument &document, CacheBytesWriter &to)
{
    to(document);
    return writeDiagnostics(document.diagnostics, to);
}

bool readFacts(CacheReader &from, TraceDocument &document)
{
    from(document);
    return readDiagnostics(from, document.diagnostics) && from.atEnd();
}

DocumentSizes sizesOf(const TraceDocument &document)
{
    return {document.strings.size(), document.events.size(), document.tracks.size(), document.operations.size()};
}

bool soundChunk(const EventChunk &chunk, const DocumentSizes &sizes)
{
    if (!allBelow(chunk.name, sizes.strings) || !allBelow(chunk.category, sizes.strings) || !allBelow(chunk.track, sizes.tracks))
        return false;
    for (const SparseColumn &column : chunk.sparse) {
        const bool ascending = column.rows.visit([&chunk](const auto &rows) {
            bool rising = rows.empty() || rows.back() < chunk.size();
            for (std::size_t i = 1; i < rows.size(); ++i)
                rising &= rows[i - 1] < rows[i];
            return rising;
        });
        if (!ascending)
            return false;
    }
    const auto below = [&chunk](SparseKey key, std::size_t size) {
        return chunk.sparse[static_cast<std::size_t>(key)].values.visit([size](const auto &ids) {
            return std::all_of(ids.begin(), ids.end(), [size](std::uint64_t id) { return id < size; });
        });
    };
    constexpr std::array kTexts{SparseKey::RunId, SparseKey::InputDims, SparseKey::InputTypes, SparseKey::CollectiveGroup,
        SparseKey::CollectiveName, SparseKey::CollectiveType, SparseKey::CollectiveRanks, SparseKey::ConcreteInputs,
        SparseKey::InputStrides};
    return below(SparseKey::Operation, sizes.operations)
        && std::all_of(kTexts.begin(), kTexts.end(), [&](SparseKey key) { return below(key, sizes.strings); });
}

bool soundKernels(const TraceDocument &document, const DocumentSizes &sizes)
{
    const KernelTable &kernels = document.kernels;
    if (!allBelow(kernels.name, sizes.strings) || !allBelow(kernels.event, sizes.events)
        || !allBelow(kernels.stream, document.streams.size()) || !belowOrNone(kernels.launch, sizes.events)
        || !belowOrNone(kernels.shape, kernels.shapes.size()))
        return false;
    const bool kinds =
        std::all_of(kernels.kind.begin(), kernels.kind.end(), [](KernelKind kind) { return kind <= KernelKind::Graph; });
    const bool lengths =
        std::all_of(kernels.duration.begin(), kernels.duration.end(), [](std::int64_t length) { return length >= 0; });
    return kinds && lengths && std::is_sorted(kernels.start.begin(), kernels.start.end());
}

bool soundLists(const TraceDocument &document)
{
    const std::size_t strings = document.strings.size();
    for (const Track &track : document.tracks)
        if (track.kind > TrackKind::Other || (track.stream.valid() && track.stream.value >= document.streams.size()))
            return false;
    for (const Stream &stream : document.streams)
        if (stream.device.value >= document.devices.size()
            || (stream.track.valid() && stream.track.value >= document.tracks.size()))
            return false;
    return std::all_of(document.operations.begin(), document.operations.end(), [strings](const Operation &o) {
        return o.scope.value < strings && o.longName.value < strings && o.category.value < strings && o.source.value < strings
            && o.module.value < strings;
    });
}

} // namespace lamella::core
