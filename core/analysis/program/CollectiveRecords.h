// SPDX-License-Identifier: GPL-3.0-or-later
// The recorded facts about a collective: kind, size in bytes, element type and process group. The size is the one that nccl-tests
// uses for bandwidths (doc/PERFORMANCE.md there): the complete data on a rank, such as the output of an all-gather or the input
// of a reduce-scatter, not the traffic on a link (help/tables-programs.md).
#pragma once

#include "core/analysis/LaunchJoin.h"
#include "core/analysis/program/DeviceOps.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

namespace lamella::core {

// Why a collective has no known size.
enum class SizeGap : std::uint8_t {
    NotRecorded,
    NoType, // number of elements recorded, but not their type
    UnknownType,
    NoGroupSize, // only the part of one process is recorded
    UnknownKind, // number of elements recorded, but not the operation
    Contradiction, // input, output and group size are inconsistent
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

// Bytes on the links per byte of size, ignoring hardware limits: busbw = algbw * busFactor. nullopt for kinds without a known
// factor, and if groupSize is needed but 0.
[[nodiscard]] std::optional<double> busFactor(CollectiveKind kind, std::int64_t groupSize);

// Collectives as PyTorch records them: with the GPU work, else with the operator "record_param_comms" that launched it.
class CollectiveRecords {
public:
    // launches: null = do not look at operators.
    CollectiveRecords(const TraceDocument &document, const LaunchJoin *launches);

    // kind, name: those of the GPU work, for facts that are not recorded elsewhere.
    [[nodiscard]] CollectiveFacts factsOf(EventId event, CollectiveKind kind, std::string_view name) const;

private:
    const TraceDocument &m_document;
    std::unordered_map<std::uint32_t, EventId> m_operator; // by EventId of the work
};

// True if some collective has no recorded size and the trace has operators that may provide it.
[[nodiscard]] bool needsOperators(const TraceDocument &document, const DeviceOps &ops);

// For an XLA operation: type and size from the instruction text `result` that produces the data, groups from `started`, which
// equals `result` if the operation was not split.
[[nodiscard]] CollectiveFacts compiledFacts(CollectiveKind kind, std::string_view result, std::string_view started);

} // namespace lamella::core
