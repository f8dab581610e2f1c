// SPDX-License-Identifier: GPL-3.0-or-later
// Rules that give kernels their role in a layer ("qkv", "experts gate_up", "norm mlp"), as data of profile files
// (resources/profiles/README.md). core/analysis/roles applies them.
#pragma once

#include "core/profile/Category.h"
#include "core/profile/NamePattern.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

enum class RolePart : std::uint8_t { Layer, Head, Tail, Any };
enum class RoleStage : std::uint8_t { Forward, Backward, Optimizer }; // Forward: everything that is neither of the others
// Position of a kernel relative to the core of its layer: the kernels that rules with `core` name.
enum class RoleSection : std::uint8_t { Anywhere, Before, Inside, Behind };
// In enum order, as in profile files.
[[nodiscard]] constexpr std::array<std::string_view, 4> rolePartNames()
{
    return {"layer", "head", "tail", "any"};
}
[[nodiscard]] constexpr std::array<std::string_view, 3> roleStageNames()
{
    return {"forward", "backward", "optimizer"};
}
[[nodiscard]] constexpr std::array<std::string_view, 4> roleSectionNames()
{
    return {"anywhere", "before", "inside", "behind"};
}

// What is known of a layer, by its config or by its kernels.
enum class LayerTrait : std::uint8_t {
    Mla, // latent attention
    QLora, // with compressed queries
    Moe, // the layer runs experts
    SharedExperts, // the config has some
    Gated, // gated activation, by the config or the name of the activation kernel
    Ungated,
    Decode, // of a pass of stage decode
    PostNorm, // no norm before the first product
    Core, // the core was found
};
inline constexpr std::array<std::string_view, 9> kLayerTraits{
    "mla", "q_lora", "moe", "shared_experts", "gated", "ungated", "decode", "post_norm", "core"}; // in enum order
using LayerTraits = std::uint32_t; // bits
[[nodiscard]] constexpr LayerTraits traitBit(LayerTrait trait)
{
    return LayerTraits{1} << static_cast<unsigned>(trait);
}

// All given conditions must be met. Rules are applied in order; each to the kernels of a layer, head or tail that have no role
// yet.
struct RoleRule {
    // One name for every kernel that matches; or several, for exactly as many matching kernels (or runs), in start order.
    std::vector<std::string> roles;
    bool list = false; // `roles` was written: the number of kernels must be that of the names
    bool joins = false; // the kernel is part of the one of its category before it, and has its role
    bool core = false;
    bool runs = false; // adjacent matching kernels count as one: the kernels of a norm
    RolePart part = RolePart::Layer;
    RoleStage stage = RoleStage::Forward;
    RoleSection section = RoleSection::Anywhere;
    std::uint32_t categories = 0; // bits; 0 = any
    std::optional<NamePattern> pattern; // of the lower-cased demangled name
    std::optional<NamePattern> op; // of the lower-cased operator that launched it
    std::optional<NamePattern> module; // of "half/innermost": lower-cased classes of the modules around the launch
    std::string columns; // field of the config: the last size of the product's second factor
    std::vector<std::string> after; // some kernel before it has one of these roles
    std::vector<std::string> before; // some kernel after it has one of these roles
    // Role or category of the nearest product, attention, expert or routing kernel; "start", "end": there is none.
    std::vector<std::string> previous;
    std::vector<std::string> next;
    int nth = 0; // which of those that match, from 1; negative: from the end; 0 = all
    LayerTraits when = 0; // all of them
    LayerTraits unless = 0; // none of them
};

} // namespace lamella::core
