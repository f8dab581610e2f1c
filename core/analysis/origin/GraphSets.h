// SPDX-License-Identifier: GPL-3.0-or-later
// Graphs and replays as sequences of names that documents share, and the agreement of two of them.
#pragma once

#include "core/analysis/origin/CaptureJoin.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lamella::core {

// Names of kernels as numbers, the same for a name in every document, mangled or not.
class NameKeys {
public:
    static constexpr std::uint32_t kUnnamed = 0;
    static constexpr std::uint32_t kCopy = 1;
    static constexpr std::uint32_t kSet = 2;
    [[nodiscard]] std::uint32_t of(const TraceDocument &document, StringId name, KernelKind kind);
    [[nodiscard]] std::uint32_t of(std::string_view name, KernelKind kind);

private:
    std::unordered_map<std::string, std::uint32_t> m_keys;
    std::unordered_map<const TraceDocument *, std::vector<std::uint32_t>> m_known; // by document and StringId; 0 = unknown
};

struct GraphSequence {
    std::uint32_t companion = 0; // not of replays
    std::vector<std::uint32_t> keys;
    std::vector<EventId> calls; // not of replays
    bool named = true; // every kernel has a name
    bool complete = true;
    bool severalStreams = false; // of replays
    std::uint64_t order = 0; // hash of the keys in their order
    std::uint64_t bag = 0; // hash of the keys in any order
};
// A set: graphs that were captured together, as rows of all graphs.
struct GraphSet {
    std::uint32_t companion = 0;
    std::size_t first = 0;
    std::size_t count = 0;
    std::int64_t batch = 0; // 0 = not stated
};

// First graph and number of the graphs that an annotation, or else the file, groups together.
[[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> graphsTogether(const std::vector<CapturedGraph> &graphs);
[[nodiscard]] GraphSequence sequenceOf(std::uint32_t companion, const CapturedGraph &graph, NameKeys &names);
[[nodiscard]] GraphSequence sequenceOf(const TraceDocument &document, const GraphReplay &replay, NameKeys &names);
// Launches that started work at once, for each thread in their order.
[[nodiscard]] std::vector<GraphSequence> eagerSequences(
    const TraceDocument &document, std::uint32_t companion, NameKeys &names, const JobControl &control);

// Order, Names, Counts, or None if they do not match.
[[nodiscard]] OriginKind matchOf(const GraphSequence &replay, const GraphSequence &graph);
// For each position of the replay the position in the graph with the same name, in the order in which they occur. Both have the
// same names.
[[nodiscard]] std::vector<std::size_t> placesByName(const GraphSequence &replay, const GraphSequence &graph);
// Names that both have, each with the smaller of its two counts.
[[nodiscard]] std::size_t commonNames(const GraphSequence &a, const GraphSequence &b);
// The first position at which the whole of `part` is in `all` without anything in between.
[[nodiscard]] std::optional<std::size_t> firstPlaceOf(
    const std::vector<std::uint32_t> &part, const std::vector<std::uint32_t> &all);

} // namespace lamella::core
