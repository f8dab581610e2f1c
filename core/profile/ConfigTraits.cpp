// SPDX-License-Identifier: GPL-3.0-or-later
// Traits of the model according to its fields, and fields that no rule reads.
#include "core/profile/ConfigFields.h"

#include <algorithm>
#include <array>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxUnused = 24;

bool anyType(const ModelConfig &config, std::initializer_list<std::string_view> parts)
{
    return std::any_of(config.layerTypes.begin(), config.layerTypes.end(), [&](const std::string &type) {
        return std::any_of(parts.begin(), parts.end(), [&](std::string_view p) { return type.find(p) != std::string::npos; });
    });
}

// Structural fields read by some rule, besides those that readNumbers knows by alias.
constexpr auto kRead = std::to_array<std::string_view>({"num_hidden_layers", "num_layers", "n_layer", "n_layers", "hidden_size",
    "n_embd", "d_model", "dim", "num_attention_heads", "n_head", "n_heads", "num_heads", "num_key_value_heads", "num_kv_heads",
    "n_head_kv", "n_kv_heads", "kv_n_heads", "multi_query_group_num", "num_attention_groups", "num_query_groups", "head_dim",
    "attention_head_dim", "d_kv", "kv_channels", "intermediate_size", "dense_intermediate_size", "ffn_hidden_size", "n_inner",
    "ffn_dim", "d_ff", "hidden_dim", "num_experts", "n_routed_experts", "num_local_experts", "moe_num_experts", "num_moe_experts",
    "num_experts_per_tok", "num_experts_per_token", "experts_per_token", "moe_topk", "moe_top_k", "top_k_experts", "moe_k",
    "num_shared_experts", "n_shared_experts", "moe_num_shared_experts", "num_shared_expert", "moe_intermediate_size",
    "expert_ffn_hidden_size", "expert_intermediate_size", "moe_ffn_hidden_size", "expert_hidden_dim",
    "shared_expert_intermediate_size", "shared_intermediate_size", "moe_shared_expert_intermediate_size", "share_expert_dim",
    "num_nextn_predict_layers", "mtp_num_hidden_layers", "num_mtp_modules", "num_mtp_layers", "mtp_num_layers",
    "mtp_transformer_layers", "mtp_hybrid_override_pattern", "mtp_layers_block_type", "first_k_dense_replace", "num_dense_layers",
    "moe_layer_start_index", "moe_layer_end_index", "moe_layer_interval", "moe_layer_num_skipped", "num_hash_layers", "hc_mult",
    "hc_count", "hc_sinkhorn_iters", "sliding_window", "sliding_window_size", "window_size", "sliding_window_pattern",
    "max_window_layers", "use_sliding_window", "vocab_size", "mamba_num_heads", "mamba_n_heads", "mamba_head_dim", "mamba_d_head",
    "ssm_state_size", "mamba_d_state", "state_size", "conv_kernel", "mamba_d_conv", "linear_conv_kernel_dim", "conv_L_cache",
    "n_groups", "index_n_heads", "index_head_dim", "index_topk", "index_topk_freq", "index_topk_pattern",
    "index_skip_topk_offset", "indexer_types", "layer_types", "layers_block_type", "block_types", "hybrid_override_pattern",
    "hybrid_layer_pattern", "linear_attn_config", "attn_type_list", "sparse_attention_config", "block_configs",
    "full_attention_interval", "attn_layer_period", "attn_layer_offset", "expert_layer_period", "expert_layer_offset",
    "full_attn_idxs", "attn_layer_indices", "cross_attention_layers", "no_rope_layers", "no_rope_layer_interval",
    "attention_chunk_size", "interleave_moe_layer_step", "decoder_sparse_step", "mlp_only_layers", "mlp_layer_types",
    "moe_layer_freq", "moe_layers", "moe_layers_enum", "num_kv_shared_layers", "compress_ratios"});
constexpr auto kReadToo = std::to_array<std::string_view>({"q_lora_rank", "kv_lora_rank", "o_lora_rank", "o_groups",
    "qk_nope_head_dim", "qk_rope_head_dim", "qk_head_dim", "v_head_dim", "linear_num_key_heads", "linear_num_value_heads",
    "linear_key_head_dim", "linear_value_head_dim", "global_head_dim", "num_global_key_value_heads", "attention_k_eq_v",
    "enable_moe_block", "swa_num_attention_heads", "swa_num_key_value_heads", "swa_head_dim", "swa_v_head_dim",
    "intermediate_size_mlp", "moe_latent_size", "routed_expert_hidden_size", "attn_res_block_size", "expert_dtype",
    "num_single_layers", "encoder_layers", "decoder_layers", "num_decoder_layers", "encoder_attention_heads",
    "decoder_attention_heads", "encoder_ffn_dim", "decoder_ffn_dim", "encoder_sparse_step", "cla_share_factor", "use_cla",
    "global_attn_every_n_layers", "dense_attention_every_n_layers", "local_attention", "hidden_size_per_layer_input",
    "vocab_size_per_layer_input", "use_double_wide_mlp", "mla_use_nope", "max_position_embeddings", "n_positions", "chunk_size",
    "expand", "mamba_expand", "rotary_dim", "n_group", "topk_group", "num_expert_group", "use_grouped_topk", "qk_norm_type",
    "use_qk_norm", "use_gemma_norm", "is_encoder_decoder", "is_decoder", "is_encoder", "use_mtp", "mtp_use_dedicated_embeddings",
    "share_q_dim", "zero_expert_num", "zero_expert_type", "norm_expert_weight", "attn_output_gate", "attention_output_gate",
    "mla_use_output_gate", "use_mamba_kernels", "num_logits_to_keep", "indexer_rope_interleave", "index_share_for_mtp_iteration",
    "moe_shared_expert_overlap", "latent_moe_use_norm", "cross_attention_hidden_size", "add_cross_attention", "pruned_heads",
    "max_length", "min_length", "ep_size", "pretraining_tp", "model_max_length", "initial_context_length", "num_reward_heads",
    "attn_config", "ffn_config", "moe_config", "attention_config", "moe", "ffn", "architectures", "top_k", "num_return_sequences",
    "no_repeat_ngram_size", "encoder_no_repeat_ngram_size", "image_grid_pinpoints"});

// Words in field names that indicate structure; and words that indicate training, sampling, numerics or files.
constexpr auto kStructural = std::to_array<std::string_view>({"layer", "layers", "pattern", "expert", "experts", "head", "heads",
    "window", "block", "blocks", "types", "interval", "freq", "rank", "moe", "mlp", "ffn", "attn", "attention", "mamba", "ssm",
    "conv", "index", "indexer", "sparse", "mtp", "kv", "chunk", "latent", "groups"});
constexpr auto kHarmless = std::to_array<std::string_view>({"token", "tokens", "dropout", "eps", "epsilon", "rope", "beam",
    "beams", "penalty", "init", "initializer", "loss", "aux", "bias", "tie", "act", "activation", "return", "output", "theta",
    "dtype", "version", "tokenizer", "scaling", "scale", "softcapping", "temperature", "implementation", "image", "video",
    "audio", "vision", "router", "clip", "qkv", "softcap", "quant", "quantization", "id", "prefix", "feed", "func", "limit",
    "placeholder", "sink", "kernels", "ignore", "renormalize", "bidirectional", "time", "step"});

template <class Words> bool hasWord(std::string_view key, const Words &words)
{
    for (std::size_t at = 0; at <= key.size();) {
        const std::size_t end = std::min(key.find('_', at), key.size());
        if (std::find(words.begin(), words.end(), key.substr(at, end - at)) != words.end())
            return true;
        at = end + 1;
    }
    return false;
}

bool isUnused(const std::string &key, const JsonValue &value)
{
    using Kind = JsonValue::Kind;
    // Structure is given by numbers, lists, strings or groups of them; booleans and unset fields change nothing that we read.
    if (value.kind == Kind::Null || (value.kind == Kind::Bool && !value.boolean) || value.text == "0"
        || ((value.isArray() || value.isObject()) && value.items.empty()))
        return false;
    const bool structural =
        hasWord(key, kStructural) || (value.isNumber() && value.text.find('.') == std::string::npos) || value.isArray();
    return structural && !hasWord(key, kHarmless) && !isOtherModality(key)
        && std::find(kRead.begin(), kRead.end(), key) == kRead.end()
        && std::find(kReadToo.begin(), kReadToo.end(), key) == kReadToo.end();
}

} // namespace

std::vector<std::string> traitsOf(const ModelConfig &config)
{
    std::vector<std::string> traits;
    const auto add = [&traits](std::string_view name, bool has) {
        if (has)
            traits.emplace_back(name);
    };
    const bool latent = config.number("kv_lora_rank") > 0;
    const double kv = config.number("num_key_value_heads");
    const bool experts = config.number("num_experts") > 0 && config.number("num_experts_per_tok", 1) > 0;
    add("block_residual", config.number("attn_res_block_size") > 0);
    add("compressed_attention", !config.compressRatios.empty());
    add("dense", !experts);
    add("diffusion", config.number("num_single_layers") > 0);
    add("encoder_decoder", config.encoderLayers > 0);
    add("gqa", !latent && kv > 0 && kv < config.number("num_attention_heads"));
    add("hyper_connections", config.number("hc_mult") > 1);
    add("linear_attention", anyType(config, {"linear_attention"}));
    add("mamba", anyType(config, {"mamba", "recurrent"}) || (config.number("ssm_state_size") > 0 && config.layerTypes.empty()));
    add("mla", latent);
    add("moe", experts);
    add("sliding_window", anyType(config, {"sliding", "chunked"}));
    add("sparse_attention",
        config.compressRatios.empty() && (config.number("index_topk") > 0 || anyType(config, {"sparse_attention"})));
    return traits;
}

std::vector<std::string> unusedFieldsOf(const ConfigFields &fields)
{
    std::vector<std::string> out;
    std::size_t more = 0;
    for (const JsonValue *level : fields.levels()) {
        for (std::size_t i = 0; i < level->keys.size(); ++i) {
            if (!isUnused(level->keys[i], level->items[i]))
                continue;
            const std::string name = level->keys[i].substr(0, 60);
            if (std::find(out.begin(), out.end(), name) != out.end())
                continue;
            if (out.size() < kMaxUnused)
                out.push_back(name);
            else
                ++more;
        }
    }
    if (more > 0)
        out.push_back("and " + std::to_string(more) + " more");
    return out;
}

} // namespace lamella::core
