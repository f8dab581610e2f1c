// SPDX-License-Identifier: GPL-3.0-or-later
// What is recorded about one collective: its kind, how many bytes it moves, of which type, in which group of processes. Sizes are
// those that nccl-tests divides by the time (doc/PERFORMANCE.md there): what a rank holds in full, as the output of an all-gather
// and the input of a reduce-scatter, not what crosses a link (help/tables-programs.md).
#pragma once

#include "core/analysis/LaunchJoin.h"
#include "core/analysis/program/DeviceOps.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

namespace lamella::core {

// Why a collective has no size.
enum class SizeGap : std::uint8_t {
    NotRecorded,
    NoType, // elements are recorded, not of which type
    UnknownType,
    NoGroupSize, // what is recorded is the part of one process
    UnknownKind, // elements are recorded, not what is done with them
    Contradiction, // input, output and group do not fit together
    Known
};

struct CollectiveFacts {
    CollectiveKind kind = CollectiveKind::None;
    std::optional<std::int64_t> bytes;
    SizeGap gap = SizeGap::NotRecorded;
    std::string type; // "bf16"; empty = not recorded
    std::int64_t groupSize = 0; // processes; 0 = not recorded
    std::string group; // "[0, 1]" or "{{0,1},{2,3}}"; empty = not recorded
};

// Bytes that the links carry for a byte of the size, the bound of the hardware apart: busbw = algbw times this. nullopt: nothing
// is known for that kind, or groupSize is 0 where it counts.
[[nodiscard]] std::optional<double> busFactor(CollectiveKind kind, std::int64_t groupSize);

// Of collectives that PyTorch records: with the GPU work, else with the operator "record_param_comms" that launched it.
class CollectiveRecords {
public:
    // launches: null = the operators are not asked.
    CollectiveRecords(const TraceDocument &document, const LaunchJoin *launches);

    // kind, name: of the work, which say what nothing else does.
    [[nodiscard]] CollectiveFacts factsOf(EventId event, CollectiveKind kind, std::string_view name) const;

private:
    const TraceDocument &m_document;
    std::unordered_map<std::uint32_t, EventId> m_operator; // by EventId of the work
};

// Whether a collective has no size with it, and the trace has operators that could say one.
[[nodiscard]] bool asksOperators(const TraceDocument &document, const DeviceOps &ops);

// Of an operation of XLA: by the text of the instruction `result` that gives the data; groups by that of `started`, which is
// `result` where it was not split.
[[nodiscard]] CollectiveFacts compiledFacts(CollectiveKind kind, std::string_view result, std::string_view started);

} // namespace lamella::core
