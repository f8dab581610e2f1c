// SPDX-License-Identifier: GPL-3.0-or-later
// The architecture summary: derived from the resolved fields, in the order in which it is printed.
#include "core/profile/ConfigFields.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>

namespace lamella::core {

namespace {

std::string numberText(double value)
{
    std::array<char, 40> buffer{};
    std::snprintf(buffer.data(), buffer.size(), std::floor(value) == value && std::abs(value) < 1e15 ? "%.0f" : "%g", value);
    return buffer.data();
}

bool anyType(const ModelConfig &config, std::initializer_list<std::string_view> parts)
{
    return std::any_of(config.layerTypes.begin(), config.layerTypes.end(), [&](const std::string &type) {
        return std::any_of(parts.begin(), parts.end(), [&](std::string_view p) { return type.find(p) != std::string::npos; });
    });
}

std::string attentionType(const ModelConfig &config)
{
    if (!config.compressRatios.empty())
        return "CSA+HCA";
    const double heads = config.number("num_attention_heads");
    const double kvHeads = config.number("num_key_value_heads");
    std::string type = config.number("kv_lora_rank") > 0 ? "MLA"
        : kvHeads <= 0 || heads <= 0                     ? "unknown"
        : kvHeads == 1 && heads > 1                      ? "MQA"
        : kvHeads == heads                               ? "MHA"
                                                         : "GQA";
    if (config.number("index_topk") > 0 || anyType(config, {"sparse_attention"}))
        type = config.number("kv_lora_rank") > 0 ? "DSA on MLA" : "sparse on " + type;
    if (anyType(config, {"linear", "mamba", "kda"}))
        type = "hybrid linear + " + type;
    if (anyType(config, {"sliding"}))
        type += ", sliding window";
    return type;
}

template <class Values> std::string distribution(const Values &values)
{
    std::map<typename Values::value_type, int> counts;
    for (const auto &value : values)
        ++counts[value];
    std::string out;
    for (const auto &[value, count] : counts) {
        out += out.empty() ? "" : ", ";
        if constexpr (std::is_same_v<typename Values::value_type, int>)
            out += std::to_string(value);
        else
            out += value;
        out += ": " + std::to_string(count);
    }
    return out;
}

} // namespace

void summarise(ModelConfig &config, const ConfigFields &fields)
{
    auto &out = config.summary;
    const auto text = [&out](std::string_view key, std::string value) {
        if (!value.empty())
            out.emplace_back(key, std::move(value));
    };
    const auto numbers = [&](std::initializer_list<std::string_view> keys) {
        for (const std::string_view key : keys) {
            if (config.number(key) > 0)
                text(key, numberText(config.number(key)));
        }
    };
    text("model", config.name);
    text("architecture", config.architecture);
    text("model_type", config.modelType);
    text("num_layers", std::to_string(config.layers));
    if (config.draftLayers > 0)
        text("draft_layers", std::to_string(config.draftLayers));
    numbers({"hidden_size", "num_attention_heads", "num_key_value_heads", "head_dim"});
    text("attention_type", attentionType(config));
    numbers({"q_lora_rank", "kv_lora_rank", "o_lora_rank", "o_groups", "qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim",
        "intermediate_size", "num_experts", "num_experts_per_tok", "num_shared_experts", "moe_intermediate_size",
        "shared_expert_intermediate_size"});
    if (!config.ffnTypes.empty())
        text("ffn_types", distribution(config.ffnTypes));
    if (config.hashLayers > 0)
        text("hash_layers", "first " + std::to_string(config.hashLayers));
    numbers({"hc_mult", "hc_sinkhorn_iters", "index_n_heads", "index_head_dim", "index_topk", "index_topk_blocks",
        "sliding_window", "linear_num_key_heads", "linear_num_value_heads", "linear_key_head_dim", "mamba_num_heads",
        "mamba_head_dim", "ssm_state_size"});
    if (!config.compressRatios.empty())
        text("compress_ratios", distribution(config.compressRatios));
    if (const auto types = layerTypesFromConfig(config); !types.empty())
        text("layer_types", distribution(types));
    numbers({"vocab_size", "max_position_embeddings"});
    if (const JsonValue *quantisation = fields.find({"quantization_config"})) {
        const JsonValue *method = quantisation->find("quant_method");
        text("quantization", method && method->isString() ? method->text.substr(0, 60) : "yes");
    }
}

} // namespace lamella::core
