// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/ModelConfig.h"

#include "core/profile/ConfigFields.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lamella::core {

namespace {

constexpr int kMaxLayers = 10'000;

struct Alias {
    std::string_view key;
    std::array<std::string_view, 5> others;
};
// Canonical name and what other families call it, in order of preference.
constexpr std::array<Alias, 16> kAliases = {{
    {"num_hidden_layers", {"num_layers", "n_layer", "n_layers", "num_decoder_layers"}},
    {"hidden_size", {"n_embd", "d_model", "dim", "model_dim"}},
    {"num_attention_heads", {"n_head", "n_heads", "num_heads"}},
    {"num_key_value_heads", {"num_kv_heads", "n_head_kv", "n_kv_heads", "multi_query_group_num"}},
    {"intermediate_size", {"dense_intermediate_size", "ffn_hidden_size", "n_inner", "ffn_dim"}},
    {"num_experts", {"n_routed_experts", "num_local_experts", "moe_num_experts", "num_moe_experts"}},
    {"num_experts_per_tok", {"num_experts_per_token", "experts_per_token", "moe_topk", "moe_top_k", "top_k_experts"}},
    {"num_shared_experts", {"n_shared_experts", "moe_num_shared_experts"}},
    {"moe_intermediate_size", {"expert_ffn_hidden_size", "expert_intermediate_size", "moe_ffn_hidden_size"}},
    {"shared_expert_intermediate_size", {"shared_intermediate_size", "moe_shared_expert_intermediate_size", "share_expert_dim"}},
    {"num_nextn_predict_layers", {"mtp_num_hidden_layers", "num_mtp_modules", "num_mtp_layers", "mtp_num_layers"}},
    {"first_k_dense_replace", {"num_dense_layers", "moe_layer_start_index", "first_dense_layers"}},
    {"num_hash_layers", {"n_hash_layers"}},
    {"hc_mult", {"hc_count"}},
    {"sliding_window", {"sliding_window_size", "window_size"}},
    {"vocab_size", {"n_vocab", "padded_vocab_size"}},
}};

void readNumbers(const ConfigFields &fields, ModelConfig &config)
{
    // Outermost first, so that inner fields win.
    const auto &levels = fields.levels();
    for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
        for (std::size_t i = 0; i < (*level)->keys.size(); ++i) {
            const JsonValue &value = (*level)->items[i];
            if (value.isNumber() && std::isfinite(value.number))
                config.numbers[(*level)->keys[i]] = value.number;
        }
    }
    for (const Alias &alias : kAliases) {
        for (const std::string_view other : alias.others) {
            if (!config.has(alias.key) && config.has(other))
                config.numbers[std::string(alias.key)] = config.number(other);
        }
    }
    if (const JsonValue *sparse = fields.find({"sparse_attention_config"})) {
        constexpr std::array<std::array<std::string_view, 2>, 3> kSparse = {{{"index_n_heads", "sparse_num_index_heads"},
            {"index_head_dim", "sparse_index_dim"}, {"index_topk_blocks", "sparse_topk_blocks"}}};
        for (const auto &[key, source] : kSparse) {
            if (const JsonValue *value = sparse->find(source); value && value->isNumber())
                config.numbers[std::string(key)] = value->number;
        }
    }
    const double heads = config.number("num_attention_heads");
    if (!config.has("head_dim") && heads > 0 && config.number("kv_lora_rank") <= 0)
        config.numbers["head_dim"] = std::floor(config.number("hidden_size") / heads);
}

int whole(const ModelConfig &config, std::string_view key)
{
    return static_cast<int>(std::clamp(config.number(key), 0.0, double{kMaxLayers} + 1));
}

int layerCount(const ConfigFields &fields, const ModelConfig &config)
{
    if (const int stated = whole(config, "num_hidden_layers"); stated > 0)
        return stated;
    if (const JsonValue *pattern = fields.find({"layers_block_type", "hybrid_override_pattern", "layer_types", "block_configs"}))
        return static_cast<int>(std::min<std::size_t>(
            pattern->isString() ? pattern->text.size() : pattern->items.size(), std::size_t{kMaxLayers} + 1));
    return 0;
}

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
    return {};
}

// One ratio per layer; with draft layers behind them or without. Any other length would shift every type after the odd one.
Result<void> readRatios(const ConfigFields &fields, ModelConfig &config)
{
    std::vector<int> ratios = fields.integers({"compress_ratios"});
    const auto layers = static_cast<std::size_t>(config.layers);
    if (ratios.empty() || ratios.size() == layers) {
        config.compressRatios = std::move(ratios);
        return {};
    }
    if (ratios.size() != layers + static_cast<std::size_t>(config.draftLayers))
        return Error{ErrorCode::BadProfile,
            "compress_ratios has " + std::to_string(ratios.size()) + " entries, but there are " + std::to_string(layers)
                + " layers and " + std::to_string(config.draftLayers) + " draft layers",
            config.path, fields.find({"compress_ratios"})->offset};
    ratios.resize(layers);
    config.compressRatios = std::move(ratios);
    return {};
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

Result<ModelConfig> parseModelConfig(std::string_view json, const std::string &path)
{
    const Result<JsonValue> root = parseJson(json, path);
    if (!root)
        return root.error();
    if (!root->isObject())
        return Error{ErrorCode::BadProfile, "is no model config: the JSON value must be an object", path, root->offset};
    const ConfigFields fields(*root);
    ModelConfig config;
    config.path = path;
    config.modelType = fields.text("model_type");
    config.architecture = architectureOf(fields);
    config.name = nameOf(fields, path);
    readNumbers(fields, config);
    config.layers = layerCount(fields, config);
    if (config.layers <= 0)
        return Error{ErrorCode::BadProfile,
            "no layer count: looked for num_hidden_layers, num_layers, n_layer, n_layers, layers_block_type, "
            "hybrid_override_pattern and layer_types, here and in text_config, language_config, llm_config, thinker_config",
            path, -1};
    if (config.layers > kMaxLayers)
        return Error{ErrorCode::BadProfile, "more than 10000 layers", path, -1};
    config.numbers["num_hidden_layers"] = config.layers;
    const JsonValue *useMtp = fields.find({"use_mtp"});
    if (!useMtp || useMtp->kind != JsonValue::Kind::Bool || useMtp->boolean)
        config.draftLayers = whole(config, "num_nextn_predict_layers");
    config.hashLayers = std::min(whole(config, "num_hash_layers"), config.layers);
    config.denseLayers = std::min(whole(config, "first_k_dense_replace"), config.layers);
    if (const Result<void> ratios = readRatios(fields, config); !ratios)
        return ratios.error();
    config.layerTypes = layerTypesOf(fields, config);
    config.ffnTypes = ffnTypesOf(fields, config);
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
    if (config.compressRatios.empty() && alike && config.ffnTypes.empty() && config.hashLayers == 0)
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
            add(config.ffnTypes[i] == "dense" ? "DENSE" : "MOE");
        if (i < static_cast<std::size_t>(config.hashLayers))
            add("HASH");
        out.push_back(type.empty() ? "PLAIN" : std::move(type));
    }
    return out;
}

} // namespace lamella::core
