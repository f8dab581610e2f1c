// SPDX-License-Identifier: GPL-3.0-or-later
// What the analyses of several ranks need to know of one: its passes, its collectives, where its layers lie, and what else ran
// while it was in a collective. Small beside a trace, so that thousands of ranks fit, and can be written down and read again
// (core/session/summary). Pure functions.
#pragma once

#include "core/analysis/ranks/Collectives.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lamella::core {

// Where the kernels of one layer of one pass lie.
struct RankPart {
    int pass = 0;
    int layer = kNoLayer; // number, kHeadLayer, kTailLayer; kNoLayer: the whole pass
    TimeRange range; // clock of the rank's file
    std::uint32_t collectives = 0;
};

// Other work than collectives, as far as it ran beside one of the same pass: a wait that it covers is hidden.
struct RankWork {
    int pass = 0;
    TimeRange range; // within a pass in order, none touches the next
};

struct RankFacts {
    int rank = 0; // number in the job
    DeviceId device; // invalid: a rank without GPU work
    std::size_t recording = 0; // equal for ranks that one recorder wrote with one clock
    std::int64_t zeroNs = 0; // of the rank's trace
    const DeviceSegmentation *cut = nullptr; // of the device; null without GPU work. Lives longer than the facts
    std::vector<Collective> collectives; // in order of their ends, ties by kernel
    std::vector<RankPart> parts; // by pass, the whole of it first
    std::vector<RankWork> work; // by pass
};

// `keys` must be the same for all ranks that are compared.
[[nodiscard]] RankFacts factsOf(const RankView &rank, CollectiveKeys &keys);
// Ranks of one document count as one recording.
[[nodiscard]] std::vector<RankFacts> factsOf(std::span<const RankView> ranks);

} // namespace lamella::core
