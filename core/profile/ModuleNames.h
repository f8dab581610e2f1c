// SPDX-License-Identifier: GPL-3.0-or-later
// What a PyTorch module is, by the name of its class as the profiler writes it: "nn.Module: LlamaAttention_3".
#pragma once

#include <cstdint>
#include <string_view>

namespace lamella::core {

enum class ModuleKind : std::uint8_t { Other, Attention, FeedForward, Norm };

// Other for what holds both halves of a layer ("Qwen3MoeDecoderLayer"), for linear layers and for what is no module.
[[nodiscard]] ModuleKind moduleKind(std::string_view frame);

} // namespace lamella::core
