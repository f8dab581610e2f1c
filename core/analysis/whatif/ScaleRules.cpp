// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/ScaleRules.h"

#include "core/base/AsciiCase.h"
#include "core/base/Message.h"
#include "core/base/ParseDouble.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr const char *kForm = "use name:TEXT|/REGEX/=F, category:ID=F, type:NAME=F or layer:N|head|tail=F, with F from 0 to 1000 "
                              "(1 = as recorded, 0 = removed) or in %";

Error badRequest(std::string_view text, const Message &why)
{
    return {ErrorCode::BadRequest, msg("scale %1: %2", text, why), {}, -1};
}

std::optional<FactorPpm> factorFrom(std::string_view text)
{
    const bool percent = !text.empty() && text.back() == '%';
    if (percent)
        text.remove_suffix(1);
    const std::optional<double> value = text.find_first_of("eE") == std::string_view::npos ? wholeDouble(text) : std::nullopt;
    if (!value || !(*value >= 0))
        return std::nullopt;
    const double factor = *value * (percent ? kUnchanged / 100 : kUnchanged);
    if (factor > kLargestFactor)
        return std::nullopt;
    return static_cast<FactorPpm>(std::llround(factor));
}

std::optional<int> layerFrom(std::string_view text)
{
    if (text == "head")
        return kHeadLayer;
    if (text == "tail")
        return kTailLayer;
    int layer = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), layer);
    if (error != std::errc() || end != text.data() + text.size() || layer < 0)
        return std::nullopt;
    return layer;
}

std::string categoryList()
{
    std::string list;
    for (const CategoryInfo &c : categoryInfos())
        list += (list.empty() ? "" : ", ") + std::string(c.id);
    return list;
}

// Type of the layer that the kernel is in; empty if none.
std::string_view typeOf(const AnalysisInput &input, KernelId kernel)
{
    const Segmentation &segmentation = input.segmentation;
    const DeviceId device = input.document.deviceOf(kernel);
    const LayerSpan *layer = segmentation.layer(device, segmentation.passOf[kernel.value], segmentation.layerOf[kernel.value]);
    const std::vector<std::string> &names = segmentation.devices[device.value].typeNames;
    if (layer == nullptr || layer->type < 0 || static_cast<std::size_t>(layer->type) >= names.size())
        return {};
    return names[static_cast<std::size_t>(layer->type)];
}

bool fits(const AnalysisInput &input, KernelId kernel, const ScaleRule &rule)
{
    switch (rule.kind) {
    case ScaleRule::Kind::Name:
        return rule.name && rule.name->matches(asciiLowered(input.names[input.document.kernels.name[kernel.value]].full));
    case ScaleRule::Kind::Category:
        return input.names.category(input.document.kernels.name[kernel.value]) == rule.category;
    case ScaleRule::Kind::Type:
        return asciiLowered(typeOf(input, kernel)) == rule.type;
    case ScaleRule::Kind::Layer:
        return input.segmentation.passOf[kernel.value] != kNoPass && input.segmentation.layerOf[kernel.value] == rule.layer;
    }
    return false;
}

FactorPpm product(FactorPpm a, FactorPpm b)
{
    const std::uint64_t exact = std::uint64_t{a} * b / kUnchanged;
    return static_cast<FactorPpm>(std::min<std::uint64_t>(exact, kLargestFactor));
}

} // namespace

Result<ScaleRule> scaleRuleFromText(std::string_view text)
{
    const std::size_t colon = text.find(':');
    const std::size_t equals = text.rfind('=');
    if (colon == std::string_view::npos || equals == std::string_view::npos || equals < colon + 2)
        return badRequest(text, kForm);
    const std::string_view kind = text.substr(0, colon);
    const std::string_view what = text.substr(colon + 1, equals - colon - 1);
    ScaleRule rule;
    rule.text = std::string(text);
    const auto factor = factorFrom(text.substr(equals + 1));
    if (!factor)
        return badRequest(text, kForm);
    rule.factor = *factor;
    if (kind == "name") {
        auto pattern = NamePattern::parse(what);
        if (!pattern)
            return badRequest(text, pattern.error().detail);
        rule.name = std::move(*pattern);
    } else if (kind == "category") {
        rule.kind = ScaleRule::Kind::Category;
        const auto category = categoryFromId(what);
        if (!category)
            return badRequest(text, msg("category %1 is not known; use one of %2", what, categoryList()));
        rule.category = *category;
    } else if (kind == "type") {
        rule.kind = ScaleRule::Kind::Type;
        rule.type = asciiLowered(what);
    } else if (kind == "layer") {
        rule.kind = ScaleRule::Kind::Layer;
        const auto layer = layerFrom(what);
        if (!layer)
            return badRequest(text, kForm);
        rule.layer = *layer;
    } else {
        return badRequest(text, kForm);
    }
    return rule;
}

ScaleRule removedCategory(Category category)
{
    ScaleRule rule;
    rule.kind = ScaleRule::Kind::Category;
    rule.category = category;
    rule.factor = 0;
    rule.text = "category:" + std::string(info(category).id) + "=0";
    return rule;
}

std::vector<FactorPpm> factorsOf(const AnalysisInput &input, std::span<const KernelId> kernels, std::span<const ScaleRule> rules)
{
    std::vector<FactorPpm> factors(kernels.size(), kUnchanged);
    for (const ScaleRule &rule : rules) {
        // Rules for names and categories depend only on the name: evaluate once per name.
        const bool byName = rule.kind == ScaleRule::Kind::Name || rule.kind == ScaleRule::Kind::Category;
        std::unordered_map<StringId, bool> known;
        for (std::size_t i = 0; i < kernels.size(); ++i) {
            bool does = false;
            if (byName) {
                const auto [it, isNew] = known.try_emplace(input.document.kernels.name[kernels[i].value], false);
                if (isNew)
                    it->second = fits(input, kernels[i], rule);
                does = it->second;
            } else {
                does = fits(input, kernels[i], rule);
            }
            if (does)
                factors[i] = product(factors[i], rule.factor);
        }
    }
    return factors;
}

} // namespace lamella::core
