// SPDX-License-Identifier: GPL-3.0-or-later
// All events of a trace as columns, in file order (EventId = ordinal). The table is a list of chunks, one per block of text
// parsed at once, so that columns are never copied to grow. Immutable once built.
// Memory per event: 25 bytes, plus 3 to 12 (mostly 4 or 5) for category, track and length, depending on the chunk; per sparse
// value 2 to 12, mostly 4 to 6.
#pragma once

#include "core/base/Ids.h"
#include "core/model/ColumnVector.h"
#include "core/model/NarrowColumn.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace lamella::core {

// Typed args that analyses need. Every other arg stays in the file and is read on demand by EventId.
enum class SparseKey : std::uint8_t {
    Correlation, // runtime call <-> GPU work
    ExternalId, // runtime call / GPU work <-> cpu_op ("External id"); on cpu_op rows its own id
    FlowId, // "id" of s/t/f, b/e/n and counter events; numbers as recorded, strings as StringId value
    InputDims, // StringId of the raw JSON text of "Input Dims"
    InputTypes, // StringId of the raw JSON text of "Input type"
    Bytes, // memcpy / memset size; of operators what Inductor counts
    Sequence, // "Sequence number" (autograd: the same for a forward operator and its backward)
    // Of collectives: PyTorch records them with the GPU work or with the operator that launches it.
    CollectiveGroup, // StringId of "Process Group Name", escapes as recorded
    CollectiveSequence, // "Seq" within the group, the same on every rank
    CollectiveElements, // "In msg nelems"
    // Of compiled operations and programs (XLA).
    Operation, // OperationId value
    RunId, // StringId of "run_id": which launch of a program
    // More of collectives.
    CollectiveOutElements, // "Out msg nelems"
    CollectiveName, // StringId of "Collective name"
    CollectiveType, // StringId of "dtype", the element type
    CollectiveRanks, // StringId of "Process Group Ranks", a list as JSON text
    CollectiveGroupSize, // "Group size"
    // More of operators.
    ConcreteInputs, // StringId of the raw JSON text of "Concrete Inputs": the values of inputs that are no tensors
    Flops, // "kernel_flop" of Inductor; its "kernel_num_gb" is in Bytes
    // Perfetto's values for "ts" and "dur", in ns, if they differ from perfettoNs() of the exact value: numbers with many
    // decimals.
    PerfettoStart,
    PerfettoDuration,
    InputStrides // StringId of the raw JSON text of "Input Strides", only where one of them is 0: elements that are repeated
};
inline constexpr std::size_t kSparseKeys = 22;

struct SparseColumn {
    NarrowColumn<std::uint32_t> rows; // chunk-local, ascending
    NarrowColumn<std::int64_t> values;

    // Index of the first value at or after `row`.
    [[nodiscard]] std::size_t seek(std::uint32_t row) const;
};

struct EventChunk {
    std::uint32_t firstEvent = 0; // EventId of row 0
    std::int64_t textOffset = 0; // position in the inflated text that `offset` is relative to
    ColumnVector<std::int64_t> start; // ns on the clock of the file; INT64_MIN where the event has no ts
    // ns; -1 = none (instant, counter, flow, metadata, B without E); a B has the duration up to its E
    ColumnVector<std::int64_t> duration;
    ColumnVector<StringId> name;
    NarrowColumn<StringId> category;
    NarrowColumn<TrackId> track;
    ColumnVector<std::uint32_t> offset; // of the event's '{', relative to textOffset
    NarrowColumn<std::uint32_t> length; // of the event's text; 0 for importers without text
    ColumnVector<char> phase; // 'X', 'B', 'E', 'i', 'C', 'M', 's', ...; 0 = missing
    std::array<SparseColumn, kSparseKeys> sparse;

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(start.size()); }
    [[nodiscard]] std::optional<std::int64_t> sparseValue(SparseKey key, std::uint32_t row) const;
};

struct EventRow {
    EventId id;
    std::int64_t start = 0;
    std::int64_t duration = -1;
    StringId name;
    StringId category;
    TrackId track;
    char phase = 0;
};

class EventTable {
public:
    static constexpr std::int64_t kNoTime = INT64_MIN;

    EventTable() = default;
    explicit EventTable(std::vector<EventChunk> chunks); // sets firstEvent; chunks in file order

    [[nodiscard]] std::uint32_t size() const { return m_size; }
    [[nodiscard]] std::span<const EventChunk> chunks() const { return m_chunks; }
    // For importers, before the document is frozen (pairing of B and E).
    [[nodiscard]] std::span<EventChunk> mutableChunks() { return m_chunks; }
    [[nodiscard]] EventRow row(EventId id) const;
    [[nodiscard]] std::optional<std::int64_t> sparse(EventId id, SparseKey key) const;
    // {offset, length} of the event's JSON text in the inflated file; length 0 = no text.
    [[nodiscard]] std::pair<std::int64_t, std::uint32_t> text(EventId id) const;
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    [[nodiscard]] std::pair<const EventChunk *, std::uint32_t> locate(EventId id) const;

    static constexpr unsigned kStrideBits = 10;

    std::vector<EventChunk> m_chunks;
    std::vector<std::uint32_t> m_first; // firstEvent of each chunk, contiguous for searching
    std::vector<std::uint32_t> m_chunkAt; // the chunk of every 1024th event, where locate() starts
    std::uint32_t m_size = 0;
};

} // namespace lamella::core
