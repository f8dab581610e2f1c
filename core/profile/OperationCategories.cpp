// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/OperationCategories.h"

#include "core/base/AsciiCase.h"

#include <algorithm>
#include <array>
#include <string>

namespace lamella::core {

namespace {

struct WordRule {
    std::string_view word;
    Category category;
};

template <std::size_t N> std::optional<Category> firstHit(std::string_view text, const std::array<WordRule, N> &rules)
{
    for (const WordRule &rule : rules)
        if (text.find(rule.word) != std::string_view::npos)
            return rule.category;
    return std::nullopt;
}

// By kind of instruction, independent of the surrounding program.
constexpr std::array kTelling{
    WordRule{"all-reduce", Category::Communication},
    WordRule{"all-gather", Category::Communication},
    WordRule{"reduce-scatter", Category::Communication},
    WordRule{"all-to-all", Category::Communication},
    WordRule{"collective", Category::Communication},
    WordRule{"convolution", Category::Gemm},
    WordRule{"infeed", Category::Memory},
    WordRule{"outfeed", Category::Memory},
    WordRule{"copy-start", Category::Memory},
    WordRule{"copy-done", Category::Memory},
    WordRule{"async-start", Category::Memory},
    WordRule{"async-done", Category::Memory},
};

// By scope name in the program; the most specific word first.
constexpr std::array kPlaces{
    WordRule{"attention", Category::Attention},
    WordRule{"attn_func", Category::Attention},
    WordRule{"splash_mha", Category::Attention},
    WordRule{"rotary", Category::Rope},
    WordRule{"rope", Category::Rope},
    WordRule{"rms_norm", Category::Norm},
    WordRule{"rmsnorm", Category::Norm},
    WordRule{"layer_norm", Category::Norm},
    WordRule{"layernorm", Category::Norm},
    WordRule{"rsqrt", Category::Norm},
    WordRule{"sample", Category::Sampling},
    WordRule{"argmax", Category::Sampling},
    WordRule{"embedding", Category::Embedding},
    WordRule{"ragged_dot", Category::Moe},
    WordRule{"megablox", Category::Moe},
    WordRule{"matmul", Category::Gemm},
    WordRule{"dot_general", Category::Gemm},
    WordRule{"quantize", Category::Quantize},
};

// Fallback: the form of the instruction shows how it runs, not what for.
constexpr std::array kGeneral{
    WordRule{"data formatting", Category::Memory},
    WordRule{"copy", Category::Memory},
    WordRule{"dynamic-update-slice", Category::Memory},
    WordRule{"dynamic-slice", Category::Memory},
    WordRule{"slice", Category::Memory},
    WordRule{"concatenate", Category::Memory},
    WordRule{"transpose", Category::Memory},
    WordRule{"reshape", Category::Memory},
    WordRule{"bitcast", Category::Memory},
    WordRule{"broadcast", Category::Elementwise},
    WordRule{"pad", Category::Memory},
    WordRule{"gather", Category::Memory},
    WordRule{"scatter", Category::Memory},
    WordRule{"fusion", Category::Elementwise},
    WordRule{"elementwise", Category::Elementwise},
    WordRule{"reduce", Category::Elementwise},
    WordRule{"convert", Category::Elementwise},
    WordRule{"iota", Category::Elementwise},
    WordRule{"rng", Category::Elementwise},
    WordRule{"sort", Category::Elementwise},
};

// "... = shape opcode(": the word before the parenthesis that opens the operands.
std::string_view opcodeOf(std::string_view longName)
{
    const std::size_t equals = longName.find(" = ");
    if (equals == std::string_view::npos)
        return {};
    std::string_view rest = longName.substr(equals + 3);
    int depth = 0;
    for (std::size_t i = 0; i < rest.size(); ++i) {
        depth += rest[i] == '(' || rest[i] == '{' ? 1 : rest[i] == ')' || rest[i] == '}' ? -1 : 0;
        if (rest[i] == ' ' && depth == 0) {
            rest.remove_prefix(i + 1);
            return rest.substr(0, std::min(rest.find('('), rest.size()));
        }
    }
    return {};
}

} // namespace

std::optional<Category> operationCategory(const OperationText &text)
{
    const std::string opcode = asciiLowered(opcodeOf(text.longName));
    const std::string category = asciiLowered(text.hloCategory);
    if (opcode.empty() && category.empty() && text.scope.empty())
        return std::nullopt;
    for (const std::string &kind : {category, opcode})
        if (const auto hit = firstHit(kind, kTelling))
            return hit;
    if (opcode == "dot")
        return Category::Gemm;
    // A hand-written kernel has a descriptive name; the surrounding scopes come second.
    for (const std::string &place : {asciiLowered(text.name), asciiLowered(text.scope)})
        if (const auto hit = firstHit(place, kPlaces); hit && (category == "custom-call" || *hit != Category::Gemm))
            return hit;
    for (const std::string &kind : {category, opcode})
        if (const auto hit = firstHit(kind, kGeneral))
            return hit;
    return std::nullopt;
}

} // namespace lamella::core
