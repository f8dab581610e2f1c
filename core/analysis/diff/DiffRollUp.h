// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison summed up: kernel by kernel in order, by kernel, layer, type of layer, category, or what came in the place of
// what. In every view the rows and the residual add up to the walls of the passes compared.
#pragma once

#include "core/analysis/diff/TraceDiff.h"

#include <optional>
#include <span>
#include <string_view>

namespace lamella::core {

enum class DiffView : std::uint8_t { Sequence, Kernel, Layer, Type, Category, Replaced };
[[nodiscard]] std::optional<DiffView> diffViewFromName(std::string_view name); // "sequence", "kernel", "layer", ...

struct DiffGroup {
    DiffChange change = DiffChange::Same;
    std::optional<Category> category; // of A's kernels, of B's where A has none; none for layers and types
    // Views of kernels: the kernels of the row; first of them where it stands for several. Invalid = none on this side.
    KernelId kernelA;
    KernelId kernelB;
    bool moved = false; // Sequence: the same kernel runs on another stream
    // Sequence and Layer: which layers; first of them otherwise.
    LayerPair layer;
    DeviceId deviceA; // of its pass
    DeviceId deviceB;
    int passA = kNoPass;
    int passB = kNoPass;
    std::string typeA; // Layer and Type
    std::string typeB;
    std::uint64_t countA = 0; // kernels
    std::uint64_t countB = 0;
    std::int64_t aNs = 0; // durations; walls of layers in the views Layer and Type
    std::int64_t bNs = 0;
    std::uint32_t layers = 0; // pairs of layers in which it occurs; 0 = compared without layers
    [[nodiscard]] std::int64_t deltaNs() const { return addSaturated(bNs, -aNs); }
};

struct DiffTotal {
    std::uint64_t count = 0;
    std::int64_t wallNs = 0;
    std::int64_t sumNs = 0;
    std::int64_t busyNs = 0;
    std::int64_t rowsNs = 0; // what the rows of the view add up to
    [[nodiscard]] std::int64_t idleNs() const { return addSaturated(wallNs, -busyNs); }
    [[nodiscard]] std::int64_t overlapNs() const { return addSaturated(sumNs, -busyNs); }
    [[nodiscard]] std::int64_t residualNs() const { return addSaturated(wallNs, -rowsNs); }
};

struct DiffSummary {
    DiffView view = DiffView::Sequence;
    std::vector<DiffGroup> groups;
    DiffTotal a;
    DiffTotal b;
};

// Sequence: in order. Layer: by pass and number. Type: in the order of the layers. Category: in enum order. Kernel and Replaced:
// largest difference first, then by name; Replaced has one row for all kernels that are the same in both, the last one.
[[nodiscard]] DiffSummary summarise(
    std::span<const PassDiff> passes, const DiffSide &a, const DiffSide &b, const DiffSymbols &symbols, DiffView view);

// Where one side has no passes: kernels paired by name alone. Of what only one side has, variants of one kernel replace each
// other, the longest the longest. Views that need layers give the view Kernel.
[[nodiscard]] DiffSummary summariseByName(std::span<const KernelId> a, std::span<const KernelId> b, const AnalysisInput &inputA,
    const AnalysisInput &inputB, const DiffSymbols &symbols, DiffView view);

} // namespace lamella::core
