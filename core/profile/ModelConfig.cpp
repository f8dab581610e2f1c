// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/ModelConfig.h"

#include "core/base/Message.h"
#include "core/profile/ConfigFields.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace lamella::core {

namespace {

constexpr int kMaxLayers = 10'000;
constexpr std::size_t kMaxDraftRatios = 16;

std::string nameOf(const ConfigFields &fields, const std::string &path)
{
    if (std::string stated = fields.text("_name_or_path"); !stated.empty())
        return stated;
    const std::size_t slash = path.find_last_of("/\\");
    std::string stem = slash == std::string::npos ? path : path.substr(slash + 1);
    stem = stem.substr(0, stem.rfind('.'));
    if (stem == "config" && slash != std::string::npos && slash > 0) { // the folder has the model's name
        const std::size_t before = path.find_last_of("/\\", slash - 1);
        return path.substr(before == std::string::npos ? 0 : before + 1, slash - (before == std::string::npos ? 0 : before + 1));
    }
    if (stem.size() > 7 && stem.substr(stem.size() - 7) == "_config")
        stem.resize(stem.size() - 7);
    return stem;
}

std::string architectureOf(const ConfigFields &fields)
{
    const auto &levels = fields.levels();
    for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
        const JsonValue *list = (*level)->find("architectures");
        if (list && !list->items.empty() && list->items.front().isString())
            return list->items.front().text.substr(0, 200);
    }
    return fields.text("_class_name").substr(0, 200); // diffusers
}

// For configs that name the kinds of attention instead of their ratios.
std::vector<int> ratiosOfNames(const ConfigFields &fields)
{
    const auto types = fields.texts({"layer_types"});
    const bool compressed = std::any_of(
        types.begin(), types.end(), [](const std::string &type) { return type.find("compressed") != std::string::npos; });
    std::vector<int> ratios;
    for (std::size_t i = 0; compressed && i < types.size(); ++i)
        ratios.push_back(types[i].find("heavily") != std::string::npos ? 128
                : types[i].find("compressed") != std::string::npos     ? 4
                                                                       : 0);
    return ratios;
}

// One ratio per layer, followed by those of draft layers. Fewer would leave layers without a type; many more belong to another
// model.
Result<void> readRatios(const ConfigFields &fields, ModelConfig &config)
{
    std::vector<int> ratios = fields.integers({"compress_ratios"});
    if (ratios.empty())
        ratios = ratiosOfNames(fields);
    const auto layers = static_cast<std::size_t>(config.layers);
    if (!ratios.empty() && (ratios.size() < layers || ratios.size() > layers + kMaxDraftRatios)) {
        const JsonValue *value = fields.find({"compress_ratios", "layer_types"});
        return Error{ErrorCode::BadProfile,
            msg("compress_ratios has %1 entries, but there are %2 layers and %3 draft layers", ratios.size(), layers,
                config.draftLayers),
            config.path, value ? value->offset : -1};
    }
    ratios.resize(ratios.empty() ? 0 : layers);
    config.compressRatios = std::move(ratios);
    return {};
}

int hashLayersOf(const ConfigFields &fields, const ModelConfig &config)
{
    int named = 0;
    for (const std::string &type : fields.texts({"mlp_layer_types"}))
        named += type.find("hash") != std::string::npos ? 1 : 0;
    return std::min(std::max(wholeNumber(config, "num_hash_layers"), named), config.layers);
}

std::vector<std::string> modelTypesOf(const ConfigFields &fields)
{
    std::vector<std::string> types;
    for (const JsonValue *level : fields.levels()) {
        const JsonValue *value = level->find("model_type");
        if (value && value->isString() && !value->text.empty())
            types.push_back(value->text.substr(0, 200));
    }
    return types;
}

std::string ratioType(int ratio)
{
    switch (ratio) {
    case 0:
        return "SWA_ONLY";
    case 4:
        return "CSA_C4";
    case 128:
        return "HCA_C128";
    default:
        return "CR" + std::to_string(ratio);
    }
}

Error notAConfig(const std::string &path, const Message &found)
{
    return {ErrorCode::BadProfile, msg("not a model config but %1; give the config.json of the model, or leave it out", found),
        path, -1};
}

} // namespace

double ModelConfig::number(std::string_view key, double fallback) const
{
    const auto it = numbers.find(key);
    return it == numbers.end() ? fallback : it->second;
}

bool ModelConfig::has(std::string_view key) const
{
    return numbers.find(key) != numbers.end();
}

bool ModelConfig::hasTrait(std::string_view trait) const
{
    return std::find(traits.begin(), traits.end(), trait) != traits.end();
}

Result<ModelConfig> parseModelConfig(std::string_view json, const std::string &path)
{
    if (const auto found = foundInstead(json))
        return notAConfig(path, *found);
    const Result<JsonValue> root = parseJson(json, path);
    if (!root)
        return root.error();
    if (!root->isObject())
        return Error{ErrorCode::BadProfile, "is not a model config: the JSON value must be an object", path, root->offset};
    if (root->find("traceEvents"))
        return notAConfig(path, msg("a trace"));
    if (root->find("match") && root->find("anchors"))
        return notAConfig(path, msg("a model profile, which --profile takes"));
    const ConfigFields fields(*root);
    ModelConfig config;
    config.path = path;
    config.modelTypes = modelTypesOf(fields);
    config.modelType = config.modelTypes.empty() ? std::string() : config.modelTypes.front();
    config.architecture = architectureOf(fields);
    config.name = nameOf(fields, path);
    readNumbers(fields, config);
    config.layers = std::max(0, layerCountOf(fields, config)); // none: a UNet, a recommender
    if (config.layers > kMaxLayers)
        return Error{ErrorCode::BadProfile, "more than 10000 layers", path, -1};
    config.unusedFields = unusedFieldsOf(fields);
    const bool saysSomething = !config.modelType.empty() || !config.architecture.empty() || !config.unusedFields.empty()
        || std::any_of(config.numbers.begin(), config.numbers.end(), [](const auto &entry) { return entry.second > 0; });
    if (config.layers == 0 && !saysSomething)
        return notAConfig(path, msg("JSON that has neither a model_type nor architectures nor any size of a model"));
    if (config.layers > 0)
        config.numbers["num_hidden_layers"] = config.layers;
    if (fields.flag("use_mtp", true))
        config.draftLayers = wholeNumber(config, "num_nextn_predict_layers");
    config.visionLayers = visionLayersOf(fields);
    config.hashLayers = hashLayersOf(fields, config);
    config.denseLayers = std::min(wholeNumber(config, "first_k_dense_replace"), config.layers);
    if (const Result<void> ratios = readRatios(fields, config); !ratios)
        return ratios.error();
    if (config.compressRatios.empty())
        config.layerTypes = layerTypesOf(fields, config);
    config.slidesEverywhere = config.number("sliding_window") > 0 && fields.flag("use_sliding_window", true)
        && config.layerTypes.empty() && config.compressRatios.empty();
    config.ffnTypes = ffnTypesOf(fields, config);
    const bool alwaysGates = config.modelType.starts_with("qwen3_next") || config.modelType.starts_with("qwen3_5");
    config.gatesAttention = fields.flag("attn_output_gate", alwaysGates);
    config.keysAreValues = fields.flag("attention_k_eq_v", false);
    config.nopeLayers = nopeLayersOf(fields, config);
    config.sharedKvLayers = sharedKvLayersOf(fields, config);
    config.traits = traitsOf(config);
    summarise(config, fields);
    return config;
}

Result<ModelConfig> readModelConfig(const std::string &path)
{
    const Result<std::string> text = readSmallFile(path);
    if (!text)
        return text.error();
    return parseModelConfig(*text, path);
}

std::vector<std::string> layerTypesFromConfig(const ModelConfig &config)
{
    const auto layers = static_cast<std::size_t>(config.layers);
    const bool alike = config.layerTypes.empty()
        || std::adjacent_find(config.layerTypes.begin(), config.layerTypes.end(), std::not_equal_to<>())
            == config.layerTypes.end();
    if (config.compressRatios.empty() && alike && config.ffnTypes.empty() && config.hashLayers == 0 && config.nopeLayers.empty()
        && config.sharedKvLayers.empty())
        return {};
    std::vector<std::string> out;
    for (std::size_t i = 0; i < layers; ++i) {
        std::string type;
        const auto add = [&type](std::string_view part) {
            type += type.empty() ? "" : "+";
            type += part;
        };
        if (i == 0)
            add("FIRST");
        if (i + 1 == layers)
            add("FINAL");
        if (i < config.compressRatios.size())
            add(ratioType(config.compressRatios[i]));
        else if (!alike)
            add(config.layerTypes[i]);
        if (i < config.ffnTypes.size())
            add(config.ffnTypes[i] == "dense" ? "DENSE" : "MoE");
        if (i < static_cast<std::size_t>(config.hashLayers))
            add("HASH");
        if (i < config.nopeLayers.size() && config.nopeLayers[i])
            add("NOPE");
        if (i < config.sharedKvLayers.size() && config.sharedKvLayers[i])
            add("SHARED_KV");
        out.push_back(type.empty() ? "PLAIN" : std::move(type));
    }
    return out;
}

} // namespace lamella::core
