// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/cache/DocumentFacts.h"

#include "core/import/DiagnosticKinds.h"

#include <algorithm>
#include <array>
#include <optional>

namespace lamella::core {

namespace {

constexpr std::size_t kMinBytes = 8; // of any row read below

void writeOptional(CacheBytesWriter &to, std::optional<std::int64_t> value)
{
    to.number<std::uint8_t>(value ? 1 : 0);
    to.number<std::int64_t>(value.value_or(0));
}

std::optional<std::int64_t> readOptional(CacheReader &from)
{
    const bool given = from.flag();
    const auto value = from.number<std::int64_t>();
    return given ? std::optional(value) : std::nullopt;
}

std::optional<std::int64_t> widened(std::optional<int> value)
{
    return value ? std::optional<std::int64_t>(*value) : std::nullopt;
}

std::optional<int> narrowed(std::optional<std::int64_t> value)
{
    return value ? std::optional(static_cast<int>(*value)) : std::nullopt;
}

void writeMetadata(const TraceMetadata &metadata, CacheBytesWriter &to)
{
    to.text(metadata.format);
    to.text(metadata.producer);
    writeOptional(to, metadata.baseTimeNs);
    writeOptional(to, widened(metadata.rank));
    writeOptional(to, widened(metadata.worldSize));
    to.number<std::uint64_t>(metadata.other.size());
    for (const auto &[key, value] : metadata.other) {
        to.text(key);
        to.text(value);
    }
}

void readMetadata(CacheReader &from, TraceMetadata &metadata)
{
    metadata.format = from.text();
    metadata.producer = from.text();
    metadata.baseTimeNs = readOptional(from);
    metadata.rank = narrowed(readOptional(from));
    metadata.worldSize = narrowed(readOptional(from));
    for (std::size_t left = from.count(2 * kMinBytes); left > 0 && from.ok(); --left) {
        std::string key(from.text());
        metadata.other.emplace_back(std::move(key), from.text());
    }
}

void writePlaces(const TraceDocument &document, CacheBytesWriter &to)
{
    to.number<std::uint64_t>(document.tracks.size());
    for (const Track &track : document.tracks) {
        for (const std::string *text : {&track.process, &track.thread, &track.processName, &track.threadName})
            to.text(*text);
        to.number(track.sortIndex);
        to.number(track.kind);
        to.number(track.stream.value);
    }
    to.number<std::uint64_t>(document.devices.size());
    for (const Device &device : document.devices) {
        to.number(device.number);
        to.text(device.name);
        to.number(device.peakFlopsPerSecond);
        to.number(device.peakBytesPerSecond);
    }
    to.number<std::uint64_t>(document.streams.size());
    for (const Stream &stream : document.streams) {
        to.number(stream.device.value);
        to.number(stream.number);
        to.number(stream.track.value);
    }
}

void readPlaces(CacheReader &from, TraceDocument &document)
{
    for (std::size_t left = from.count(kMinBytes); left > 0 && from.ok(); --left) {
        Track track;
        for (std::string *text : {&track.process, &track.thread, &track.processName, &track.threadName})
            *text = from.text();
        track.sortIndex = from.number<std::int64_t>();
        track.kind = from.number<TrackKind>();
        track.stream = StreamId{from.number<std::uint32_t>()};
        document.tracks.push_back(std::move(track));
    }
    for (std::size_t left = from.count(kMinBytes); left > 0 && from.ok(); --left) {
        Device device;
        device.number = from.number<std::int64_t>();
        device.name = from.text();
        device.peakFlopsPerSecond = from.number<double>();
        device.peakBytesPerSecond = from.number<double>();
        document.devices.push_back(std::move(device));
    }
    for (std::size_t left = from.count(kMinBytes); left > 0 && from.ok(); --left) {
        Stream stream;
        stream.device = DeviceId{from.number<std::uint32_t>()};
        stream.number = from.number<std::int64_t>();
        stream.track = TrackId{from.number<std::uint32_t>()};
        document.streams.push_back(stream);
    }
}

void writeOperations(const TraceDocument &document, CacheBytesWriter &to)
{
    to.number<std::uint64_t>(document.operations.size());
    for (const Operation &o : document.operations) {
        for (const StringId text : {o.scope, o.longName, o.category, o.source, o.module})
            to.number(text.value);
        to.number(o.flops);
        to.number(o.bytes);
    }
}

void readOperations(CacheReader &from, TraceDocument &document)
{
    for (std::size_t left = from.count(kMinBytes); left > 0 && from.ok(); --left) {
        Operation o;
        for (StringId *text : {&o.scope, &o.longName, &o.category, &o.source, &o.module})
            *text = StringId{from.number<std::uint32_t>()};
        o.flops = from.number<std::int64_t>();
        o.bytes = from.number<std::int64_t>();
        document.operations.push_back(o);
    }
}

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
    for (std::size_t left = from.count(kMinBytes); left > 0 && from.ok(); --left) {
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
    to.number(document.source.rawBytes);
    to.number<std::uint8_t>(document.source.compressed ? 1 : 0);
    to.number<std::uint8_t>(document.source.protobuf ? 1 : 0);
    const TraceBounds &bounds = document.bounds;
    for (const std::int64_t time : {bounds.exactBegin, bounds.exactEnd, bounds.perfettoBegin, bounds.perfettoEnd})
        to.number(time);
    to.number<std::uint8_t>(bounds.perfettoExact ? 1 : 0);
    to.number<std::uint8_t>(bounds.empty ? 1 : 0);
    writeMetadata(document.metadata, to);
    writePlaces(document, to);
    writeOperations(document, to);
    to.number<std::uint64_t>(document.kernels.shapes.size());
    for (const LaunchShape &shape : document.kernels.shapes)
        for (const auto &side : {shape.grid, shape.block})
            for (const std::uint32_t length : side)
                to.number(length);
    return writeDiagnostics(document.diagnostics, to);
}

bool readFacts(CacheReader &from, TraceDocument &document)
{
    document.source.rawBytes = from.number<std::uint64_t>();
    document.source.compressed = from.flag();
    document.source.protobuf = from.flag();
    TraceBounds &bounds = document.bounds;
    for (std::int64_t *time : {&bounds.exactBegin, &bounds.exactEnd, &bounds.perfettoBegin, &bounds.perfettoEnd})
        *time = from.number<std::int64_t>();
    bounds.perfettoExact = from.flag();
    bounds.empty = from.flag();
    readMetadata(from, document.metadata);
    readPlaces(from, document);
    readOperations(from, document);
    for (std::size_t left = from.count(6 * sizeof(std::uint32_t)); left > 0 && from.ok(); --left) {
        LaunchShape shape;
        for (auto *side : {&shape.grid, &shape.block})
            for (std::uint32_t &length : *side)
                length = from.number<std::uint32_t>();
        document.kernels.shapes.push_back(shape);
    }
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
        SparseKey::CollectiveName, SparseKey::CollectiveType, SparseKey::CollectiveRanks, SparseKey::ConcreteInputs};
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
