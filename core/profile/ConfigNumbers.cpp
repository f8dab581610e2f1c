// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of a config under canonical names, whatever the family calls them.
#include "core/profile/ConfigFields.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lamella::core {

namespace {

constexpr int kMaxLayers = 10'000;

struct Alias {
    std::string_view key;
    std::array<std::string_view, 7> others;
};
// Canonical name and its aliases in other families, in order of preference.
constexpr std::array<Alias, 24> kAliases = {{
    {"num_hidden_layers", {"num_layers", "n_layer", "n_layers", "num_decoder_layers"}},
    {"hidden_size", {"n_embd", "d_model", "dim", "model_dim"}},
    {"num_attention_heads", {"n_head", "n_heads", "num_heads", "decoder_attention_heads"}},
    {"num_key_value_heads",
        {"num_kv_heads", "n_head_kv", "n_kv_heads", "kv_n_heads", "multi_query_group_num", "num_attention_groups",
            "num_query_groups"}},
    {"head_dim", {"attention_head_dim", "d_kv", "kv_channels", "size_per_head"}},
    {"intermediate_size",
        {"dense_intermediate_size", "ffn_hidden_size", "n_inner", "ffn_dim", "d_ff", "hidden_dim", "decoder_ffn_dim"}},
    {"num_experts", {"n_routed_experts", "num_local_experts", "moe_num_experts", "num_moe_experts", "num_routed_experts"}},
    {"num_experts_per_tok",
        {"num_experts_per_token", "experts_per_token", "moe_topk", "moe_top_k", "top_k_experts", "moe_k", "moe_router_topk"}},
    {"num_shared_experts", {"n_shared_experts", "moe_num_shared_experts", "num_shared_expert"}},
    {"moe_intermediate_size",
        {"expert_ffn_hidden_size", "expert_intermediate_size", "moe_ffn_hidden_size", "expert_hidden_dim", "expert_hidden_size"}},
    {"shared_expert_intermediate_size",
        {"shared_intermediate_size", "moe_shared_expert_intermediate_size", "share_expert_dim", "moe_shared_expert_hidden_size"}},
    {"num_nextn_predict_layers",
        {"mtp_num_hidden_layers", "num_mtp_modules", "num_mtp_layers", "mtp_num_layers", "num_mtp_predict_layers"}},
    {"first_k_dense_replace", {"num_dense_layers", "moe_layer_start_index", "first_dense_layers", "moe_layer_num_skipped"}},
    {"num_hash_layers", {"n_hash_layers"}},
    {"hc_mult", {"hc_count", "num_residual_streams"}},
    {"sliding_window", {"sliding_window_size", "window_size", "local_attention", "attention_window_size"}},
    {"vocab_size", {"n_vocab", "padded_vocab_size"}},
    {"mamba_num_heads", {"mamba_n_heads", "n_mamba_heads"}},
    {"mamba_head_dim", {"mamba_d_head", "mamba_headdim"}},
    {"ssm_state_size", {"mamba_d_state", "state_size"}},
    {"conv_kernel", {"mamba_d_conv", "linear_conv_kernel_dim", "conv_L_cache", "conv_kernel_size", "d_conv"}},
    {"n_groups", {"mamba_n_groups", "mamba_ngroups"}},
    {"index_n_heads", {"num_index_heads"}},
    {"max_position_embeddings", {"n_positions", "max_seq_len", "seq_length", "max_sequence_length"}},
}};

// Objects within a level that only group fields of the model.
constexpr std::array<std::string_view, 10> kGroups = {"attn_config", "ffn_config", "moe", "moe_config", "attention_config",
    "mla_config", "mamba_config", "ssm_cfg", "ffn", "mtp_config"};

bool isAliased(std::string_view key)
{
    return std::any_of(kAliases.begin(), kAliases.end(), [key](const Alias &alias) {
        return alias.key == key || std::find(alias.others.begin(), alias.others.end(), key) != alias.others.end();
    });
}

// A number, or a list with one number per layer, whose maximum represents the model.
void takeNumber(const std::string &key, const JsonValue &value, ModelConfig &config)
{
    if (value.isNumber() && std::isfinite(value.number)) {
        config.numbers[key] = value.number;
    } else if (value.isArray() && isAliased(key)) {
        const std::vector<int> list = integersOf(value);
        if (!list.empty())
            config.numbers[key] = *std::max_element(list.begin(), list.end());
    }
}

void takeAliases(ModelConfig &config)
{
    for (const Alias &alias : kAliases) {
        for (const std::string_view other : alias.others) {
            if (!other.empty() && !config.has(alias.key) && config.has(other))
                config.numbers[std::string(alias.key)] = config.number(other);
        }
    }
}

void takeSparseAttention(const ConfigFields &fields, ModelConfig &config)
{
    const JsonValue *sparse = fields.find({"sparse_attention_config"});
    if (!sparse)
        return;
    constexpr std::array<std::array<std::string_view, 2>, 4> kSparse = {
        {{"index_n_heads", "sparse_num_index_heads"}, {"index_head_dim", "sparse_index_dim"},
            {"index_topk_blocks", "sparse_topk_blocks"}, {"index_block_size", "sparse_block_size"}}};
    for (const auto &[key, source] : kSparse) {
        if (const JsonValue *value = sparse->find(source); value && value->isNumber())
            config.numbers[std::string(key)] = value->number;
    }
}

// Kimi Linear: heads of its delta attention, which differ from those of its full attention.
void takeLinearAttention(const ConfigFields &fields, ModelConfig &config)
{
    const JsonValue *linear = fields.find({"linear_attn_config"});
    if (!linear)
        return;
    constexpr std::array<std::array<std::string_view, 2>, 3> kLinear = {
        {{"linear_num_heads", "num_heads"}, {"linear_head_dim", "head_dim"}, {"conv_kernel", "short_conv_kernel_size"}}};
    for (const auto &[key, source] : kLinear) {
        if (const JsonValue *value = linear->find(source); value && value->isNumber())
            config.numbers[std::string(key)] = value->number;
    }
}

// Models derived from a larger one state heads and widths per block: the maximum represents the model.
void takeBlocks(const ConfigFields &fields, ModelConfig &config)
{
    const JsonValue *blocks = fields.find({"block_configs"});
    if (!blocks || !blocks->isArray())
        return;
    double group = 0;
    double mult = 0;
    for (const JsonValue &block : blocks->items) {
        const JsonValue *attention = block.find("attention");
        const JsonValue *ffn = block.find("ffn");
        const JsonValue *heads = attention ? attention->find("n_heads_in_group") : nullptr;
        const JsonValue *width = ffn ? ffn->find("ffn_mult") : nullptr;
        if (heads && heads->isNumber() && heads->number > 0)
            group = group > 0 ? std::min(group, heads->number) : heads->number;
        if (width && width->isNumber())
            mult = std::max(mult, width->number);
    }
    if (!config.has("num_key_value_heads") && group >= 1)
        config.numbers["num_key_value_heads"] = std::floor(config.number("num_attention_heads") / group);
    if (!config.has("intermediate_size") && mult > 0)
        config.numbers["intermediate_size"] = blockFfnWidth(mult, config.number("hidden_size"));
}

} // namespace

int blockFfnWidth(double ffnMult, double hiddenSize)
{
    const double exact = std::clamp(std::floor(2 * ffnMult * hiddenSize / 3), 0.0, 1e9);
    return static_cast<int>(std::ceil(exact / 256) * 256);
}

int wholeNumber(const ModelConfig &config, std::string_view key)
{
    return static_cast<int>(std::clamp(config.number(key), 0.0, double{kMaxLayers} + 1));
}

void readNumbers(const ConfigFields &fields, ModelConfig &config)
{
    // Outermost first, so that inner fields overwrite outer ones.
    const auto &levels = fields.levels();
    for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
        for (const std::string_view group : kGroups) {
            const JsonValue *inside = (*level)->find(group);
            for (std::size_t i = 0; inside && i < inside->keys.size(); ++i)
                takeNumber(inside->keys[i], inside->items[i], config);
        }
        for (std::size_t i = 0; i < (*level)->keys.size(); ++i)
            takeNumber((*level)->keys[i], (*level)->items[i], config);
    }
    if (!fields.flag("enable_moe_block", true)) { // Gemma 4: the fields can be present without the block
        for (const std::string_view key : {"num_experts", "num_experts_per_tok", "moe_intermediate_size", "top_k_experts"})
            config.numbers.erase(std::string(key));
    }
    takeAliases(config);
    takeSparseAttention(fields, config);
    takeLinearAttention(fields, config);
    takeBlocks(fields, config);
    const double heads = config.number("num_attention_heads");
    if (!config.has("head_dim") && heads > 0 && config.number("kv_lora_rank") <= 0)
        config.numbers["head_dim"] = std::floor(config.number("hidden_size") / heads);
}

int layerCountOf(const ConfigFields &fields, ModelConfig &config)
{
    // A config that states both stacks has both, whether it says so or leaves out what its class assumes.
    const bool both = fields.flag("is_encoder_decoder", config.has("encoder_layers") && config.has("decoder_layers"));
    const int encoder =
        both && config.has("encoder_layers") ? wholeNumber(config, "encoder_layers") : wholeNumber(config, "num_layers");
    const int decoder = config.has("decoder_layers") ? wholeNumber(config, "decoder_layers")
        : config.has("num_decoder_layers")           ? wholeNumber(config, "num_decoder_layers")
                                                     : encoder; // T5 states the decoder only if it differs
    if (both && encoder > 0 && decoder > 0) {
        config.encoderLayers = encoder;
        return encoder + decoder;
    }
    if (const int single = wholeNumber(config, "num_single_layers"); single > 0) // double blocks first, then single ones
        return wholeNumber(config, "num_layers") + single;
    if (const int stated = wholeNumber(config, "num_hidden_layers"); stated > 0)
        return stated;
    if (const JsonValue *pattern =
            fields.find({"layers_block_type", "hybrid_override_pattern", "layer_types", "block_configs"})) {
        std::size_t count = pattern->items.size();
        if (pattern->isString()) { // draft layers follow '/'; '|' only separates pipeline stages
            const std::string_view main = std::string_view(pattern->text).substr(0, pattern->text.find('/'));
            count = main.size() - static_cast<std::size_t>(std::count(main.begin(), main.end(), '|'));
        }
        return static_cast<int>(std::min<std::size_t>(count, std::size_t{kMaxLayers} + 1));
    }
    return 0;
}

} // namespace lamella::core
