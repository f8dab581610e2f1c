// SPDX-License-Identifier: GPL-3.0-or-later
// Families of operations, and work estimates from their shapes.
#include "core/analysis/program/HloText.h"
#include "core/analysis/program/OpSums.h"
#include "core/base/AsciiCase.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

namespace lamella::core {

namespace {

struct FamilyRule {
    std::string_view family;
    std::string_view word; // searched for in the lower-case name and in the parts of the scope
};

// The first match wins, so specific words come first.
constexpr std::array kModelRules{
    FamilyRule{"attention_splash", "splash_mha"},
    FamilyRule{"attention_splash", "splash_attention"},
    FamilyRule{"attention_paged", "ragged_paged_attention"},
    FamilyRule{"attention_paged", "paged_attention"},
    FamilyRule{"attention_flash", "flash_attention"},
    FamilyRule{"attention_flash", "fused_attention"},
    FamilyRule{"attention_flash", "flash_fwd"},
    FamilyRule{"attention_flash", "flash_bwd"},
    FamilyRule{"attention_flash", "fmha"},
    FamilyRule{"loss_xent", "softmax_cross_entropy"},
    FamilyRule{"loss_xent", "xent"},
    FamilyRule{"moe", "ragged_dot"},
    FamilyRule{"moe", "megablox"},
    FamilyRule{"matmul", "quantized_matmul"},
};

bool holds(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

std::vector<std::vector<std::int64_t>> shapesOf(std::string_view signature)
{
    std::vector<std::vector<std::int64_t>> shapes;
    while (!signature.empty()) {
        const std::size_t end = std::min(signature.find('|'), signature.size());
        std::string_view one = signature.substr(0, end);
        std::vector<std::int64_t> dims;
        while (!one.empty() && one != "[]") {
            const std::size_t comma = std::min(one.find(','), one.size());
            std::int64_t value = 0;
            std::from_chars(one.data(), one.data() + comma, value);
            dims.push_back(value);
            one.remove_prefix(std::min(comma + 1, one.size()));
        }
        shapes.push_back(std::move(dims));
        signature.remove_prefix(std::min(end + 1, signature.size()));
    }
    return shapes;
}

using Shapes = std::vector<std::vector<std::int64_t>>;

std::optional<double> attentionProxy(const Shapes &shapes)
{
    std::array<std::int64_t, 3> max{};
    std::set<std::int64_t> heads;
    for (const auto &dims : shapes) {
        if (dims.size() < 4)
            continue;
        for (std::size_t i = 0; i < max.size(); ++i)
            max[i] = std::max(max[i], dims[i]);
        heads.insert(dims[3]);
    }
    if (heads.empty())
        return std::nullopt;
    const double width = static_cast<double>(*heads.rbegin()) + static_cast<double>(*heads.begin());
    const auto [b, h, s] = max;
    return 2.0 * static_cast<double>(b) * static_cast<double>(h) * static_cast<double>(s) * static_cast<double>(s) * width;
}

std::optional<double> lossProxy(const Shapes &shapes)
{
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    for (const auto &dims : shapes) {
        if (dims.size() < 2)
            continue;
        rows = std::max(rows, dims[0]);
        columns = std::max(columns, dims[1]);
    }
    return rows > 0 ? std::optional(2.0 * static_cast<double>(rows) * static_cast<double>(columns)) : std::nullopt;
}

} // namespace

std::optional<double> flopProxy(std::string_view family, std::string_view signature)
{
    const Shapes shapes = shapesOf(signature);
    double largest = 0;
    for (const auto &dims : shapes) {
        double elements = 1;
        for (const std::int64_t dim : dims) {
            if (dim <= 0)
                return std::nullopt;
            elements *= static_cast<double>(dim);
        }
        largest = std::max(largest, elements);
    }
    std::optional<double> proxy;
    if (family.starts_with("attention"))
        proxy = attentionProxy(shapes);
    else if (family == "loss_xent")
        proxy = lossProxy(shapes);
    return proxy || shapes.empty() ? proxy : std::optional(largest);
}

std::string familyOf(
    std::string_view name, std::string_view scope, const OpTraits &traits, std::string_view hloCategory, Category category)
{
    if (traits.collective != CollectiveKind::None)
        return traits.kind == OpKind::Wait ? "collective_wait" : "collective";
    if (traits.transfer)
        return traits.kind == OpKind::Wait ? "copy_wait" : "copy";
    if (traits.kind == OpKind::Wait)
        return "wait";
    const std::string shown = asciiLowered(canonicalOpName(name));
    const std::string where = asciiLowered(scope);
    for (const FamilyRule &rule : kModelRules)
        if (holds(shown, rule.word))
            return std::string(rule.family);
    const bool custom = hloCategory == "custom-call" || hloCategory == "custom fusion";
    for (const FamilyRule &rule : kModelRules)
        if (custom && holds(where, rule.word))
            return std::string(rule.family);
    if (hloCategory.starts_with("convolution") || shown == "dot" || shown.starts_with("dot_general")
        || shown.starts_with("convolution"))
        return "matmul";
    if (holds(shown, "convert_element_type") || shown == "convert")
        return "convert";
    if (shown == "copy" || shown.starts_with("copy-") || hloCategory == "data formatting")
        return "copy";
    if (shown == "fusion" || hloCategory.ends_with("fusion") || shown.ends_with("_fusion"))
        return "fusion";
    return category != Category::Other ? std::string(info(category).id) : "other";
}

} // namespace lamella::core
