// SPDX-License-Identifier: GPL-3.0-or-later
// The facts about one rank that analyses of several ranks need: its passes, its collectives, the ranges of its layers, and what
// else ran during collectives. Small compared to a trace, so that thousands of ranks fit in memory, and serialisable
// (core/session/summary). Pure functions.
#pragma once

#include "core/analysis/ranks/Collectives.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lamella::core {

// The time range of one layer of one pass.
struct RankPart {
    int pass = 0;
    int layer = kNoLayer; // number, kHeadLayer, kTailLayer; kNoLayer: the whole pass
    TimeRange range; // clock of the rank's file
    std::uint32_t collectives = 0;
};

// Work other than collectives, clipped to the collectives of the same pass: a wait that it covers is hidden.
struct RankWork {
    int pass = 0;
    TimeRange range; // in order within a pass, without touching
};

struct RankFacts {
    int rank = 0; // number in the job
    DeviceId device; // invalid: a rank without GPU work
    std::size_t recording = 0; // equal for ranks recorded in one file with one clock
    std::int64_t zeroNs = 0; // of the rank's trace
    const DeviceSegmentation *segmentation = nullptr; // of the device; null without GPU work. Outlives the facts
    std::vector<Collective> collectives; // in order of their ends, ties by kernel
    std::vector<RankPart> parts; // by pass, the whole pass first
    std::vector<RankWork> work; // by pass
};

// `keys` must be shared by all ranks that are compared.
[[nodiscard]] RankFacts factsOf(const RankView &rank, CollectiveKeys &keys);
// Ranks of one document count as one recording.
[[nodiscard]] std::vector<RankFacts> factsOf(std::span<const RankView> ranks);

} // namespace lamella::core
