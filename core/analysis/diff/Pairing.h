// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses which passes of two traces are compared, and which of their layers. Swapping the sides mirrors the result.
#pragma once

#include "core/analysis/KernelScope.h"
#include "core/analysis/Segmentation.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lamella::core {

struct PassPair {
    PassRef a;
    PassRef b;
};

struct PassPairing {
    std::vector<PassPair> pairs; // in the order of A's passes
    std::vector<PassRef> onlyA; // without counterpart
    std::vector<PassRef> onlyB;
};

// One pass against one always forms a pair. Otherwise passes are paired within each stage: first complete passes of the same
// state in time order, then the rest in time order. Passes left over stay unpaired.
[[nodiscard]] PassPairing pairPasses(std::span<const PassRef> a, std::span<const PassRef> b);

inline constexpr int kNoCounterpart = INT32_MIN;

// A layer number, kHeadLayer or kTailLayer on each side, or kNoCounterpart.
struct LayerPair {
    int a = kNoCounterpart;
    int b = kNoCounterpart;
    auto operator<=>(const LayerPair &) const = default;
};

struct LayerList {
    std::vector<int> numbers; // in order: head first and tail last, if present
    std::vector<std::string> types; // of each; "" = none or not a layer
    int modelLayers = 0; // layers of a complete pass of this kind, 0 = unknown
};
[[nodiscard]] LayerList layerList(const Segmentation &segmentation, const PassRef &pass);

// Pairs head with head and tail with tail. Layers are paired by number if both models have the same number of layers; else by
// type, in order (fewest unpaired layers, then fewest pairs of unequal types); without types, by number from the front.
[[nodiscard]] std::vector<LayerPair> pairLayers(const LayerList &a, const LayerList &b);

// What pairLayers() pairs this layer of `a` with, or kNoCounterpart.
[[nodiscard]] int counterpartOf(int layer, const LayerList &a, const LayerList &b);

} // namespace lamella::core
