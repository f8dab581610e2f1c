// SPDX-License-Identifier: GPL-3.0-or-later
// Short names of matrix products and convolutions whose identifier contains everything: direction, tile, layout, type.
#include "core/profile/NameParts.h"

#include <algorithm>
#include <array>
#include <vector>

namespace lamella::core {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

// "128x64" or "128x64x32" at `at`; empty if there is none.
std::string_view tileAt(std::string_view text, std::size_t at)
{
    std::size_t end = at;
    int numbers = 0;
    while (end < text.size() && isDigit(text[end])) {
        while (end < text.size() && isDigit(text[end]))
            ++end;
        ++numbers;
        if (numbers == 3 || end + 1 >= text.size() || text[end] != 'x' || !isDigit(text[end + 1]))
            break;
        ++end;
    }
    // "1x2" is a cluster or a vector width.
    const bool wide = end > at + 1 && isDigit(text[at + 1]);
    return numbers >= 2 && wide ? text.substr(at, end - at) : std::string_view{};
}

std::string_view typeAt(std::string_view part)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kTypes = {
        {{"bf16", "bf16"}, {"fp16", "f16"}, {"f16", "f16"}, {"tf32", "tf32"}, {"f32", "f32"}, {"e4m3", "fp8"}, {"e5m2", "fp8"},
            {"fp8", "fp8"}, {"f8", "fp8"}, {"e2m1", "fp4"}, {"fp4", "fp4"}, {"f4", "fp4"}, {"s8", "i8"}, {"i8", "i8"}}};
    for (const auto &[start, type] : kTypes) // "s884gemm" is an 8x8x4 product, not 8-bit
        if (part.starts_with(start) && (part.size() == start.size() || !isDigit(part[start.size()])))
            return type;
    return {};
}

struct Tiled {
    std::string_view tile;
    std::string_view depth; // if the tile has only two sides
    std::string_view layout;
    std::string_view type;
};

Tiled tiledParts(std::string_view word)
{
    Tiled found;
    for (std::size_t at = 0; at <= word.size();) {
        const std::size_t end = std::min(word.find('_', at), word.size());
        std::string_view part = word.substr(at, end - at);
        at = end + 1;
        for (const std::string_view start : {"tilesize", "bt"}) // xmma; igemm of MIOpen
            part = part.starts_with(start) && part.size() > start.size() && isDigit(part[start.size()])
                ? part.substr(start.size())
                : part;
        if (const std::string_view tile = tileAt(part, 0); !tile.empty()) {
            if (found.tile.empty())
                found.tile = tile;
            else if (found.depth.empty() && std::count(found.tile.begin(), found.tile.end(), 'x') == 1)
                found.depth = tile.substr(0, tile.find('x'));
        } else if (found.layout.empty() && (part == "tn" || part == "nn" || part == "nt" || part == "tt")) {
            found.layout = part;
        }
        // xmma: types of the inputs and the result, then that in which fp32 is multiplied ("f32f32_tf32f32_f32").
        if (const std::string_view type = typeAt(part); found.type.empty() || (found.type == "f32" && type == "tf32"))
            found.type = type;
    }
    // CUTLASS names no type for 4-byte elements: 16x8x8 tensor-core operations multiply them as tf32.
    if (found.type.empty() && contains(word, "tensorop_s1688") && contains(word, "align4"))
        found.type = "tf32";
    return found;
}

// "gemm", "sgemm", "wgrad": empty if it is no such kernel.
std::string operationOf(std::string_view word)
{
    for (const std::string_view attention : {"sdpa", "flash", "fmha", "attn"})
        if (contains(word, attention))
            return {};
    for (const std::string_view direction : {"fprop", "dgrad", "wgrad"})
        if (contains(word, direction))
            return std::string(direction);
    for (const std::string_view direction : {"igemm_fwd", "igemm_bwd", "igemm_wrw"})
        if (word.starts_with(direction))
            return std::string(direction);
    const std::size_t gemm = word.find("gemm");
    if (gemm == std::string_view::npos)
        return {};
    const bool lettered = gemm > 0 && contains("shdcz", word.substr(gemm - 1, 1)) && (gemm < 2 || word[gemm - 2] == '_');
    return std::string(word.substr(lettered ? gemm - 1 : gemm, lettered ? 5 : 4));
}

constexpr std::size_t kMaxWords = 1024;

// "128x256x64" from "cute C 128 cute C 256 cute C 64" or "C 128 C 256 C 64"; empty for anything else.
std::string constantSides(const std::vector<std::string_view> &words, std::size_t at)
{
    std::string out;
    for (int side = 0; side < 3; ++side) {
        at += at < words.size() && words[at] == "cute" ? 1 : 0;
        const bool constant = at + 1 < words.size() && words[at] == "C";
        if (!constant || !isDigit(words[at + 1].front()))
            return {};
        out.append(out.empty() ? "" : "x").append(words[at + 1]);
        at += 2;
    }
    return out;
}

} // namespace

std::optional<std::string> tiledGemmName(std::string_view identifier)
{
    std::string out = operationOf(identifier);
    const Tiled parts = out.empty() ? Tiled{} : tiledParts(identifier);
    if (parts.tile.empty())
        return std::nullopt;
    const bool lettered = out.size() == 5 && out.ends_with("gemm");
    out += ' ' + std::string(parts.tile);
    if (!parts.depth.empty())
        out += 'x' + std::string(parts.depth);
    for (const std::string_view extra : {parts.layout, lettered ? std::string_view{} : parts.type}) {
        if (!extra.empty())
            out += ' ' + std::string(extra);
    }
    return out;
}

std::string cutlassName(const NameRules &rules, const TemplateName &name)
{
    std::string out = contains(name.inside, "GroupProblemShape") ? "grouped gemm" : "gemm";
    const std::vector<std::string_view> words = identifiers(name.inside, kMaxWords);
    std::size_t at = 0;
    for (; at + 6 < words.size(); ++at) {
        // cute::tuple<cute::C<128>, cute::C<256>, cute::C<64>>; the tuple of the cluster precedes it and has small numbers.
        const std::string sides = words[at] == "tuple" ? constantSides(words, at + 1) : std::string();
        if (tileAt(sides, 0).empty())
            continue;
        out += ' ' + sides;
        break;
    }
    // The first element type after the tile is that of A.
    for (at = at + 6 < words.size() ? at : 0; at < words.size(); ++at)
        if (const std::string type = typeText(rules, words[at]);
            !type.empty() && type != "i32" && type != "i64" && type != "bool")
            return out + ' ' + type;
    return out;
}

std::string tensileName(std::string_view name)
{
    // Cijk_<A>_<B>_<type of data, result, sum>: A is transposed in "Alik", not in "Ailk"; B is transposed in "Bjlk", not in
    // "Bljk".
    const std::size_t at = name.find("_MT");
    const std::string_view tile = at == std::string_view::npos ? std::string_view{} : tileAt(name, at + 3);
    if (tile.empty())
        return std::string(name);
    std::string out = "Cijk MT";
    for (const char c : tile)
        c == 'x' ? out += "×" : out += std::string(1, c);
    const std::string_view a = name.substr(5, 4);
    const std::string_view b = name.size() > 10 ? name.substr(10, 4) : std::string_view{};
    if ((a == "Alik" || a == "Ailk") && (b == "Bljk" || b == "Bjlk"))
        out.append(a == "Alik" ? " t" : " n").append(b == "Bjlk" ? "t" : "n");
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kTypes = {
        {{"F8", "fp8"}, {"B8", "fp8"}, {"I8", "i8"}, {"4xi8", "i8"}, {"F4", "fp4"}, {"H", "f16"}, {"B", "bf16"}, {"S", "f32"},
            {"D", "f64"}, {"C", "c64"}, {"Z", "c128"}}};
    const std::string_view types = name.size() > 15 ? name.substr(15, 4) : std::string_view{};
    const auto type =
        std::find_if(kTypes.begin(), kTypes.end(), [types](const auto &pair) { return types.starts_with(pair.first); });
    if (type != kTypes.end())
        out.append(" ").append(contains(name.substr(0, std::min<std::size_t>(at, name.size())), "_MX_") ? "tf32" : type->second);
    return out;
}

} // namespace lamella::core
