// SPDX-License-Identifier: GPL-3.0-or-later
// The data that a document's columns contain about an event, and its log of memory events, as named arguments: for traces that
// are written from a document, and for reading those back.
#pragma once

#include "core/model/MemoryLog.h"
#include "core/model/TraceDocument.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lamella::core::pftrace {

// Arguments without a field of Perfetto's own, in the order in which an event lists them.
enum class ColumnArg : std::uint8_t {
    Kind, // of GPU work: kernel, memcpy, memset, graph
    Device,
    Stream,
    Grid,
    Block,
    Connection, // GPU work ↔ launch, where the file has no correlation id
    Phase, // as in Chrome traces, if it is neither X nor i
    Scope,
    LongName,
    HloCategory,
    Source,
    Module,
    ModelFlops,
    BytesAccessed,
    MemoryBytes, // of memory events: > 0 allocated, < 0 freed
    MemoryAddress,
    MemoryDevice, // -1: host
    MemoryAllocated, // total after the event
    MemoryReserved, // likewise
    FirstSparse // + SparseKey
};
inline constexpr std::size_t kColumnArgs = static_cast<std::size_t>(ColumnArg::FirstSparse) + kSparseKeys;

enum class ArgKind : std::uint8_t {
    Number,
    Text, // StringId
    Word, // a short fixed text
    Triple // three numbers
};
struct ColumnArgSpec {
    std::string_view name; // empty: not listed
    ArgKind kind = ArgKind::Number;
};
[[nodiscard]] const std::array<ColumnArgSpec, kColumnArgs> &columnArgSpecs();
[[nodiscard]] std::optional<ColumnArg> columnArgFromName(std::string_view name);
[[nodiscard]] constexpr ColumnArg sparseArg(SparseKey key)
{
    return static_cast<ColumnArg>(static_cast<std::size_t>(ColumnArg::FirstSparse) + static_cast<std::size_t>(key));
}

struct ColumnArgValue {
    ColumnArg arg{};
    std::int64_t number = 0; // Number, or StringId of Text
    std::string_view word{};
    std::array<std::uint32_t, 3> triple{};
};

[[nodiscard]] std::string_view kernelKindName(KernelKind kind); // "kernel"
[[nodiscard]] std::optional<KernelKind> kernelKindFromName(std::string_view name);

// Collects the arguments of one event after the other; fastest in the order of the events. Not thread-safe.
class ColumnArgs {
public:
    // `memory`: the log of the document's memory events, or of others, or null. Both must live as long as this object.
    ColumnArgs(const TraceDocument &document, const MemoryLog *memory)
        : m_document(document)
        , m_memory(memory != nullptr && memory->source == MemorySource::Events ? memory : nullptr)
    {
    }
    // Valid until the next call. `kernel`: the event as GPU work; invalid if it is none.
    [[nodiscard]] const std::vector<ColumnArgValue> &of(const EventChunk &chunk, std::uint32_t row, KernelId kernel);

private:
    void add(ColumnArg arg, std::int64_t number) { m_values.push_back({arg, number, {}, {}}); }
    void addText(ColumnArg arg, StringId text);
    void addWork(KernelId kernel, bool correlated);
    void addMemory(EventId event, std::int64_t time);
    void addOperation(OperationId id);

    const TraceDocument &m_document;
    const MemoryLog *m_memory; // null: no events
    const EventChunk *m_chunk = nullptr;
    std::vector<SparseKey> m_keys; // with values in this chunk
    std::vector<ColumnArgValue> m_values;
};

// The same as (name, JSON text of the value).
[[nodiscard]] std::vector<std::pair<std::string, std::string>> columnArgsAsJson(const TraceDocument &document, EventId event);

} // namespace lamella::core::pftrace
