// SPDX-License-Identifier: GPL-3.0-or-later
// Summarises a comparison: kernel by kernel in order, or by kernel, layer, type of layer, category or replacement. In every view
// the rows and the residual add up to the walls of the compared passes.
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
    std::optional<Category> category; // of A's kernels, else of B's; none for layers and types
    // Views of kernels: the kernels of the row, or the first of several. Invalid = none on this side.
    KernelId kernelA;
    KernelId kernelB;
    bool moved = false; // Sequence: the same kernel runs on another stream
    // Sequence and Layer: the layers; otherwise the first of them.
    LayerPair layer;
    DeviceId deviceA; // device of passA
    DeviceId deviceB;
    int passA = kNoPass;
    int passB = kNoPass;
    std::string typeA; // Layer and Type
    std::string typeB;
    std::uint64_t countA = 0; // kernels
    std::uint64_t countB = 0;
    std::int64_t aNs = 0; // durations; walls of layers in the views Layer and Type
    std::int64_t bNs = 0;
    std::uint32_t layers = 0; // pairs of layers in which the row occurs; 0 = compared without layers
    [[nodiscard]] std::int64_t deltaNs() const { return addSaturated(bNs, -aNs); }
};

struct DiffTotal {
    std::uint64_t count = 0;
    std::int64_t wallNs = 0;
    std::int64_t sumNs = 0;
    std::int64_t busyNs = 0;
    std::int64_t rowsNs = 0; // sum of the rows of the view
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

// Order of rows: Sequence: as executed. Layer: by pass and number. Type: in the order of the layers. Category: enum order. Kernel
// and Replaced: largest difference first, then by name; the last row of Replaced covers all kernels that are the same in both.
[[nodiscard]] DiffSummary summarise(
    std::span<const PassDiff> passes, const DiffSide &a, const DiffSide &b, const DiffSymbols &symbols, DiffView view);

// For traces where one side has no passes: pairs kernels by name only. Unmatched kernels that are variants of each other are
// paired as replaced, the longest with the longest. Views that need layers become the view Kernel.
[[nodiscard]] DiffSummary summariseByName(std::span<const KernelId> a, std::span<const KernelId> b, const AnalysisInput &inputA,
    const AnalysisInput &inputB, const DiffSymbols &symbols, DiffView view);

} // namespace lamella::core
