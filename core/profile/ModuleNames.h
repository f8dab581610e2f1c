// SPDX-License-Identifier: GPL-3.0-or-later
// The kind of a PyTorch module, from its class name as the profiler writes it: "nn.Module: LlamaAttention_3".
#pragma once

#include <cstdint>
#include <string_view>

namespace lamella::core {

// "LlamaAttention", without the number of the instance; empty for frames that are no modules.
[[nodiscard]] std::string_view moduleClass(std::string_view frame);

enum class ModuleKind : std::uint8_t { Other, Attention, FeedForward, Norm };

// Other for modules that contain both halves of a layer ("Qwen3MoeDecoderLayer"), for linear layers and for other frames.
[[nodiscard]] ModuleKind moduleKind(std::string_view frame);

} // namespace lamella::core
