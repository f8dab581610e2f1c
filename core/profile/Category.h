// SPDX-License-Identifier: GPL-3.0-or-later
// The work that a kernel does. The order is that of columns, stacks and legends.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lamella::core {

enum class Category : std::uint8_t {
    Gemm,
    Attention,
    LinearAttention, // SSM, Mamba, gated delta net
    KvCache,
    Indexer, // sparse-attention indexer, top-k of attention
    Moe, // experts
    MoeRouting, // gate, routing, align, sort
    Communication, // collectives, dispatch / combine
    Norm,
    Quantize,
    HyperConnection, // mHC
    Hadamard, // transform that spreads outliers before quantisation
    Elementwise, // activation, copies in registers, casts
    Rope,
    Memory, // memcpy, memset
    Embedding,
    Sampling,
    Other // no rule names it
};
inline constexpr std::size_t kCategories = 18;

// The eight colour families of the style guide; members of a family differ by hatch.
enum class CategoryFamily : std::uint8_t { Gemm, Attention, Moe, Communication, Norm, Elementwise, Memory, Other };

struct CategoryInfo {
    Category category;
    std::string_view id; // snake_case, as in tables and rule files: "moe_routing"
    const char *title; // QT_TRANSLATE_NOOP("Category", …): "MoE routing"
    CategoryFamily family;
    std::uint8_t member; // 0 = solid, 1.. = hatch in the order of the style guide
};

[[nodiscard]] const std::array<CategoryInfo, kCategories> &categoryInfos(); // in enum order
[[nodiscard]] inline const CategoryInfo &info(Category c)
{
    return categoryInfos()[static_cast<std::size_t>(c)];
}
[[nodiscard]] std::optional<Category> categoryFromId(std::string_view id);

} // namespace lamella::core
