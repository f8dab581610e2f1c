// SPDX-License-Identifier: GPL-3.0-or-later
// Compares passes kernel by kernel (help/comparing.md). Every difference is B - A. For each layer, each pass and the whole, the
// durations of the kernels and the residual (idle time between kernels minus overlap) add up to the wall, so the differences add
// up to the difference of the walls.
#pragma once

#include "core/analysis/PassMetrics.h"
#include "core/analysis/diff/DiffNames.h"
#include "core/analysis/diff/Pairing.h"
#include "core/base/JobControl.h"
#include "core/base/Result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lamella::core {

enum class DiffChange : std::uint8_t { Same, Replaced, OnlyA, OnlyB };
[[nodiscard]] std::string_view changeName(DiffChange change); // "same", "replaced", "only_a", "only_b"

struct KernelPair {
    KernelId a; // invalid = no counterpart
    KernelId b;
    DiffChange change = DiffChange::Same;
    bool moved = false; // the same kernel runs on another stream
};

struct DiffTimes {
    WorkSum a;
    WorkSum b;
    [[nodiscard]] static std::int64_t residualNs(const WorkSum &work) { return work.wallNs() - work.sumNs; }
};

struct LayerDiff {
    LayerPair layer;
    std::string typeA; // "" = none
    std::string typeB;
    DiffTimes times;
    std::uint32_t firstPair = 0; // rows [firstPair, firstPair + pairs) of PassDiff::pairs
    std::uint32_t pairs = 0;
    bool proven = true; // the alignment is proven to be the cheapest
};

struct PassDiff {
    PassPair passes;
    DiffTimes times; // of the kernels compared
    std::vector<LayerDiff> layers; // head first, tail last; those of B alone at their position in B
    std::vector<KernelPair> pairs; // layer by layer, in the order of A's start
};

struct DiffSide {
    AnalysisInput input;
    const std::vector<bool> *streams = nullptr; // row = StreamId; null = all
};

// What to compare: all layers of each pair of passes, or an explicit list of layer pairs.
struct DiffPlan {
    std::vector<PassPair> passes;
    std::optional<std::vector<LayerPair>> layers; // instead of pairLayers()
};

// Streams have the same role if they are the main streams of their devices or have the same number; the rest are matched in the
// order of their numbers. Kernels are aligned role by role, so that two streams drifting against each other do not look like
// changed kernels; kernels left over are then searched for on the other streams (`moved`).
// Errors: Cancelled. Progress: pairs of passes.
Result<std::vector<PassDiff>> diffPasses(
    const DiffSide &a, const DiffSide &b, const DiffSymbols &symbols, const DiffPlan &plan, const JobControl &control = {});

} // namespace lamella::core
