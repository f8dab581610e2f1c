// SPDX-License-Identifier: GPL-3.0-or-later
// Words for the types of layers that were learned from kernels. Pure functions.
#pragma once

#include "core/base/Message.h"

#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

// What the kernels of a type's layers show.
struct LayerContent {
    bool experts = false; // kernels of experts or their routing
    bool attention = false; // softmax attention
    bool linear = false; // linear attention or a state space
    bool activation = false; // of an MLP: an activation between two products, or experts
};

// The names of types in this order: "MoE", "dense", "attention", "linear attention", or two of these, as "attention, MoE". A word
// is used only where the kernels prove it: a type is dense only beside types with experts, and attention only beside linear
// attention. Types without a word are letters, A for the first; where several have the same words, the letter follows them
// ("MoE B"), so that names differ (help/tables-trace.md).
[[nodiscard]] std::vector<std::string> layerTypeNames(const std::vector<LayerContent> &types);

// The name for people: its words in their language, names of a config in words ("full_attention" as "full attention"). Letters
// and names that are no words stay.
[[nodiscard]] Message layerTypeMessage(std::string_view name);

// Why a type has this name, as a sentence for people: a word of layerTypeNames(), a letter, or a name of the model config.
[[nodiscard]] Message layerTypeReason(std::string_view name);

} // namespace lamella::core
