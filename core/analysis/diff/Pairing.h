// SPDX-License-Identifier: GPL-3.0-or-later
// Which pass of one trace is compared with which of another, and which of their layers. Swapping the sides mirrors the result.
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

// One pass against one is a pair, whatever they are. Several: stage by stage, and inside a stage complete passes of a state with
// those of the same state in time order, then what is left in time order. What is left of another stage stays alone.
[[nodiscard]] PassPairing pairPasses(std::span<const PassRef> a, std::span<const PassRef> b);

inline constexpr int kNoCounterpart = INT32_MIN;

// A layer number, kHeadLayer or kTailLayer on either side; kNoCounterpart where there is none.
struct LayerPair {
    int a = kNoCounterpart;
    int b = kNoCounterpart;
    auto operator<=>(const LayerPair &) const = default;
};

struct LayerList {
    std::vector<int> numbers; // in order: head first, tail last where they are
    std::vector<std::string> types; // of each; "" = none or not a layer
    int modelLayers = 0; // of a complete pass of this kind, 0 = unknown
};
[[nodiscard]] LayerList layerList(const Segmentation &segmentation, const PassRef &pass);

// Head with head, tail with tail. Layers by number where both passes are of models with as many layers, else by type in order
// (least number of layers left alone, then of unequal types), else - no types to go by - by number from the front.
[[nodiscard]] std::vector<LayerPair> pairLayers(const LayerList &a, const LayerList &b);

} // namespace lamella::core
