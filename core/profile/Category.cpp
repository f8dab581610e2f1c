// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/Category.h"

// Marks the titles for lupdate without pulling Qt in here; the window translates them in context "Category".
#define QT_TRANSLATE_NOOP(scope, text) text

namespace lamella::core {

const std::array<CategoryInfo, kCategories> &categoryInfos()
{
    using enum Category;
    using Family = CategoryFamily;
    static constexpr std::array<CategoryInfo, kCategories> kInfos = {{
        {Gemm, "gemm", QT_TRANSLATE_NOOP("Category", "GEMM"), Family::Gemm, 0},
        {Attention, "attention", QT_TRANSLATE_NOOP("Category", "Attention"), Family::Attention, 0},
        {LinearAttention, "linear_attention", QT_TRANSLATE_NOOP("Category", "Linear attention"), Family::Attention, 3},
        {KvCache, "kv_cache", QT_TRANSLATE_NOOP("Category", "KV cache"), Family::Attention, 1},
        {Indexer, "indexer", QT_TRANSLATE_NOOP("Category", "Indexer"), Family::Attention, 2},
        {Moe, "moe", QT_TRANSLATE_NOOP("Category", "MoE experts"), Family::Moe, 0},
        {MoeRouting, "moe_routing", QT_TRANSLATE_NOOP("Category", "MoE routing"), Family::Moe, 1},
        {Communication, "communication", QT_TRANSLATE_NOOP("Category", "Communication"), Family::Communication, 0},
        {Norm, "norm", QT_TRANSLATE_NOOP("Category", "Norm"), Family::Norm, 0},
        {Quantize, "quantize", QT_TRANSLATE_NOOP("Category", "Quantize"), Family::Norm, 1},
        {HyperConnection, "hyper_connection", QT_TRANSLATE_NOOP("Category", "Hyper-connection"), Family::Norm, 2},
        {Hadamard, "hadamard", QT_TRANSLATE_NOOP("Category", "Hadamard"), Family::Norm, 3},
        {Elementwise, "elementwise", QT_TRANSLATE_NOOP("Category", "Elementwise"), Family::Elementwise, 0},
        {Rope, "rope", QT_TRANSLATE_NOOP("Category", "RoPE"), Family::Elementwise, 1},
        {Memory, "memory", QT_TRANSLATE_NOOP("Category", "Memory"), Family::Memory, 0},
        {Embedding, "embedding", QT_TRANSLATE_NOOP("Category", "Embedding"), Family::Memory, 1},
        {Sampling, "sampling", QT_TRANSLATE_NOOP("Category", "Sampling"), Family::Other, 1},
        {Other, "other", QT_TRANSLATE_NOOP("Category", "Other"), Family::Other, 0},
    }};
    return kInfos;
}

std::optional<Category> categoryFromId(std::string_view id)
{
    for (const CategoryInfo &entry : categoryInfos()) {
        if (entry.id == id)
            return entry.category;
    }
    return std::nullopt;
}

} // namespace lamella::core

#undef QT_TRANSLATE_NOOP
