// SPDX-License-Identifier: GPL-3.0-or-later
// The architecture summary: derived from the resolved fields, in printing order. Sentences first ("attention", "ffn"), then the
// numbers behind them under their canonical names.
#include "core/profile/ConfigFields.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>

namespace lamella::core {

namespace {

std::string numberText(double value)
{
    std::array<char, 40> buffer{};
    std::snprintf(buffer.data(), buffer.size(), std::floor(value) == value && std::abs(value) < 1e15 ? "%.0f" : "%g", value);
    return buffer.data();
}

bool typeHas(const std::string &type, std::initializer_list<std::string_view> parts)
{
    return std::any_of(parts.begin(), parts.end(), [&](std::string_view p) { return type.find(p) != std::string::npos; });
}

int layersWith(const ModelConfig &config, std::initializer_list<std::string_view> parts)
{
    return static_cast<int>(std::count_if(
        config.layerTypes.begin(), config.layerTypes.end(), [&](const std::string &type) { return typeHas(type, parts); }));
}

std::string ofLayers(const ModelConfig &config, int count)
{
    return std::to_string(count) + " of " + std::to_string(config.layers) + " layers";
}

// Joins the parts that exist: part("top", 2048) -> ", top 2048"; nothing for numbers that are not stated.
class Sentence {
public:
    explicit Sentence(const ModelConfig &config)
        : m_config(config)
    {
    }
    Sentence &add(const std::string &text)
    {
        m_text += (m_text.empty() ? "" : ", ") + text;
        return *this;
    }
    Sentence &number(std::string_view before, std::string_view key, std::string_view behind = {})
    {
        return m_config.number(key) > 0 ? add(std::string(before) + numberText(m_config.number(key)) + std::string(behind))
                                        : *this;
    }
    // "16 heads of 128": the size qualifies the preceding count.
    Sentence &sized(std::string_view count, std::string_view what, std::string_view size)
    {
        if (m_config.number(count) <= 0)
            return *this;
        const double each = m_config.number(size);
        return add(numberText(m_config.number(count)) + std::string(what) + (each > 0 ? " of " + numberText(each) : ""));
    }
    [[nodiscard]] const std::string &text() const { return m_text; }

private:
    const ModelConfig &m_config;
    std::string m_text;
};

std::string compressedKind(const ModelConfig &config)
{
    const auto has = [&config](int ratio) {
        return std::find(config.compressRatios.begin(), config.compressRatios.end(), ratio) != config.compressRatios.end();
    };
    std::string kind;
    const auto add = [&kind](bool yes, const char *name) { kind += yes ? (kind.empty() ? "" : "+") + std::string(name) : ""; };
    add(has(4), "CSA");
    add(has(128), "HCA");
    add(has(0), "SWA");
    const bool others = std::any_of(config.compressRatios.begin(), config.compressRatios.end(),
        [](int ratio) { return ratio != 0 && ratio != 4 && ratio != 128; });
    add(others, "compressed");
    return kind;
}

std::string attentionType(const ModelConfig &config)
{
    if (!config.compressRatios.empty())
        return compressedKind(config);
    const double heads = config.number("num_attention_heads");
    const double stated = config.number("num_key_value_heads");
    const double kvHeads = stated > 0 ? stated : heads; // absent: one per head
    if (heads <= 0)
        return config.hasTrait("mamba") ? "none (Mamba)" : "unknown";
    std::string type = config.hasTrait("mla") ? "MLA" : kvHeads == 1 && heads > 1 ? "MQA" : kvHeads == heads ? "MHA" : "GQA";
    if (config.hasTrait("sparse_attention"))
        type = config.hasTrait("mla") ? "DSA on MLA" : "sparse on " + type;
    if (config.hasTrait("mamba") && !config.layerTypes.empty())
        type = "hybrid Mamba + " + type;
    else if (config.hasTrait("mamba"))
        type += " beside Mamba";
    if (config.hasTrait("linear_attention"))
        type = "hybrid linear + " + type;
    if (layersWith(config, {"sliding"}) > 0)
        type += ", sliding window";
    if (layersWith(config, {"chunked"}) > 0)
        type += ", chunked";
    return type;
}

std::string attentionSentence(const ModelConfig &config)
{
    Sentence s(config);
    s.add(attentionType(config)).number("", "num_attention_heads", " heads");
    const bool latent = config.hasTrait("mla");
    if (!latent)
        s.number("", "num_key_value_heads", config.number("num_key_value_heads") == 1 ? " KV head" : " KV heads")
            .number("head dim ", "head_dim");
    s.number("q rank ", "q_lora_rank").number("kv rank ", "kv_lora_rank").number("o rank ", "o_lora_rank");
    if (config.number("o_groups") > 0)
        s.number("", "o_groups", " output groups");
    if (latent)
        s.number("nope dim ", "qk_nope_head_dim");
    s.number("rope dim ", "qk_rope_head_dim");
    if (config.number("v_head_dim") > 0)
        s.number("v dim ", "v_head_dim");
    const bool fullDiffers = config.number("global_head_dim") > 0 || config.number("num_global_key_value_heads") > 0;
    if (fullDiffers) {
        Sentence full(config);
        full.number("", "num_global_key_value_heads", " KV heads").number("head dim ", "global_head_dim");
        s.add("full attention with " + full.text());
    }
    if (config.number("swa_num_key_value_heads") > 0) {
        Sentence window(config);
        window.number("", "swa_num_attention_heads", " heads")
            .number("", "swa_num_key_value_heads", " KV heads")
            .number("head dim ", "swa_head_dim");
        s.add("sliding window with " + window.text());
    }
    const int without = layersWith(config, {"no_attention", "linear_layer"});
    const int with =
        layersWith(config, {"full_attention", "sliding", "attention"}) - layersWith(config, {"no_attention", "linear_attention"});
    if (without > 0)
        s.add("none in " + ofLayers(config, without));
    else if (with > 0 && (config.hasTrait("mamba") || config.hasTrait("linear_attention")))
        s.add("in " + ofLayers(config, with));
    return s.text();
}

// In models derived from larger ones each block has its own width.
std::string widthRange(const ModelConfig &config)
{
    int min = 0;
    int max = 0;
    for (const std::string &type : config.layerTypes) {
        const std::size_t at = type.find("+ffn_");
        const int width = at == std::string::npos ? 0 : std::atoi(type.c_str() + at + 5);
        min = width > 0 && (min == 0 || width < min) ? width : min;
        max = std::max(max, width);
    }
    return max > min ? "widths " + std::to_string(min) + " to " + std::to_string(max) : std::string();
}

std::string ffnSentence(const ModelConfig &config)
{
    const auto dense = static_cast<int>(std::count(config.ffnTypes.begin(), config.ffnTypes.end(), "dense"));
    const std::string_view denseWidth = config.number("intermediate_size_mlp") > 0 ? "intermediate_size_mlp"
        : config.number("dense_intermediate_size") > 0                             ? "dense_intermediate_size"
                                                                                   : "intermediate_size";
    if (!config.hasTrait("moe")) {
        const std::string widths = widthRange(config);
        if (widths.empty() && config.number(denseWidth) <= 0)
            return "not stated";
        return widths.empty() ? Sentence(config).add("dense").number("width ", denseWidth).text() : "dense, " + widths;
    }
    Sentence s(config);
    s.add("MoE").number("", "num_experts", " experts").number("", "num_experts_per_tok", " per token");
    s.number("", "num_shared_experts", " shared");
    // Families with only MoE layers call the expert width intermediate_size.
    s.number("expert width ", config.number("moe_intermediate_size") > 0 ? "moe_intermediate_size" : "intermediate_size");
    s.number("shared width ", "shared_expert_intermediate_size");
    s.number("on a latent of ", config.number("moe_latent_size") > 0 ? "moe_latent_size" : "routed_expert_hidden_size");
    s.number("", "zero_expert_num", " zero experts");
    const int moeLayers = layersWith(config, {"moe"});
    const int mlpLayers = layersWith(config, {"mlp"});
    if (dense > 0)
        s.add("dense in " + ofLayers(config, dense)).number("dense width ", denseWidth);
    else if (moeLayers > 0)
        s.add("in " + ofLayers(config, moeLayers) + (mlpLayers > 0 ? ", dense in " + std::to_string(mlpLayers) : ""));
    else if (config.has("top_k_experts") && config.number("intermediate_size") > 0)
        s.number("beside a dense FFN of width ", "intermediate_size");
    if (config.hashLayers > 0)
        s.add("hash routing in the first " + std::to_string(config.hashLayers));
    return s.text();
}

std::string linearSentence(const ModelConfig &config)
{
    if (!config.hasTrait("linear_attention"))
        return {};
    Sentence s(config);
    s.add(ofLayers(config, layersWith(config, {"linear_attention"})));
    s.sized("linear_num_key_heads", " key heads", "linear_key_head_dim");
    s.sized("linear_num_value_heads", " value heads", "linear_value_head_dim");
    s.sized("linear_num_heads", " heads", "linear_head_dim").number("conv ", "conv_kernel");
    return s.text();
}

std::string mambaSentence(const ModelConfig &config)
{
    if (!config.hasTrait("mamba"))
        return {};
    Sentence s(config);
    const int layers = layersWith(config, {"mamba", "recurrent"});
    s.add(layers > 0 ? ofLayers(config, layers) : "every layer");
    s.sized("mamba_num_heads", " heads", "mamba_head_dim").number("state ", "ssm_state_size");
    s.number("conv ", "conv_kernel").number("", "n_groups", " groups").number("chunks of ", "chunk_size");
    return s.text();
}

std::string windowSentence(const ModelConfig &config)
{
    const auto tokens = [&config](std::string_view key) { return numberText(config.number(key)) + " tokens"; };
    if (const int chunked = layersWith(config, {"chunked"}); chunked > 0)
        return "chunks of " + tokens("attention_chunk_size") + " in " + ofLayers(config, chunked);
    if (config.number("sliding_window") <= 0)
        return {};
    if (const int sliding = layersWith(config, {"sliding"}); sliding > 0)
        return tokens("sliding_window") + " in " + ofLayers(config, sliding);
    if (!config.compressRatios.empty())
        return tokens("sliding_window") + " in every layer, beside what is compressed";
    return config.slidesEverywhere ? tokens("sliding_window") + " in every layer"
                                   : "switched off (" + tokens("sliding_window") + ")";
}

std::string indexerSentence(const ModelConfig &config)
{
    if (config.number("index_n_heads") <= 0)
        return {};
    Sentence s(config);
    s.sized("index_n_heads", " heads", "index_head_dim").number("top ", "index_topk", " tokens");
    s.sized("index_topk_blocks", " best blocks", "index_block_size");
    if (const int own = layersWith(config, {"indexer_full"}); own > 0)
        s.add("of its own in " + ofLayers(config, own) + ", the others share");
    else if (const int sparse = layersWith(config, {"sparse_attention"}); sparse > 0)
        s.add("in " + ofLayers(config, sparse));
    else if (!config.compressRatios.empty())
        s.add("in "
            + ofLayers(config, static_cast<int>(std::count(config.compressRatios.begin(), config.compressRatios.end(), 4))));
    return s.text();
}

std::string residualSentence(const ModelConfig &config)
{
    Sentence s(config);
    if (config.hasTrait("hyper_connections"))
        s.number("", "hc_mult", " residual streams").number("", "hc_sinkhorn_iters", " Sinkhorn iterations");
    s.number("attention over residuals in blocks of ", "attn_res_block_size", " layers");
    return s.text();
}

std::string countedLayers(const std::vector<bool> &marked, const ModelConfig &config)
{
    return marked.empty() ? std::string() : ofLayers(config, static_cast<int>(std::count(marked.begin(), marked.end(), true)));
}

// "CSA_C4: 21, HCA_C128: 20": FIRST and FINAL are positions, not types.
std::string distribution(const std::vector<std::string> &types)
{
    std::map<std::string, int> counts;
    for (std::string type : types) {
        for (const std::string_view place : {"FIRST", "FINAL"}) {
            if (type.substr(0, place.size()) == place)
                type.erase(0, std::min(type.size(), place.size() + 1));
        }
        ++counts[type.empty() ? "PLAIN" : type];
    }
    std::string out;
    for (const auto &[value, count] : counts)
        out += (out.empty() ? "" : ", ") + value + ": " + std::to_string(count);
    return out;
}

std::string draftSentence(const ModelConfig &config, const ConfigFields &fields)
{
    if (config.draftLayers <= 0)
        return {};
    std::string text = std::to_string(config.draftLayers);
    if (const std::string pattern = fields.text("mtp_hybrid_override_pattern"); !pattern.empty())
        return text + " (" + pattern + ")";
    std::string parts;
    for (const std::string &type : fields.texts({"mtp_layers_block_type"}))
        parts += (parts.empty() ? "" : " + ") + type;
    return parts.empty() ? text : text + " (" + parts + ")";
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
    text("num_layers", config.layers > 0 ? std::to_string(config.layers) : std::string());
    if (config.encoderLayers > 0)
        text("stacks",
            "encoder " + std::to_string(config.encoderLayers) + ", decoder "
                + std::to_string(config.layers - config.encoderLayers));
    text("draft_layers", draftSentence(config, fields));
    if (const auto types = layerTypesFromConfig(config); !types.empty())
        text("layer_types", distribution(types));
    text("attention", attentionSentence(config));
    text("ffn", ffnSentence(config));
    text("linear_attention", linearSentence(config));
    text("mamba", mambaSentence(config));
    text("window", windowSentence(config));
    text("indexer", indexerSentence(config));
    text("residual", residualSentence(config));
    text("no_rope_layers",
        fields.flag("mla_use_nope", false) ? "no rotary positions in full attention" : countedLayers(config.nopeLayers, config));
    text("shared_kv_layers", countedLayers(config.sharedKvLayers, config));
    text("modalities", modalitiesText(fields));
    const std::string dtype = fields.text("dtype");
    text("dtype", dtype.empty() ? fields.text("torch_dtype") : dtype);
    if (config.number("num_experts") > 0)
        text("expert_dtype", expertTypeText(fields));
    text("quantization", quantizationText(fields));
    text("attention_type", attentionType(config));
    numbers({"hidden_size", "num_attention_heads", "num_key_value_heads"});
    if (!config.hasTrait("mla"))
        numbers({"head_dim"});
    numbers({"q_lora_rank", "kv_lora_rank", "o_lora_rank", "o_groups", "qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim",
        "intermediate_size", "num_experts", "num_experts_per_tok", "num_shared_experts", "moe_intermediate_size",
        "shared_expert_intermediate_size"});
    if (config.hashLayers > 0)
        text("hash_layers", "first " + std::to_string(config.hashLayers));
    numbers({"hc_mult", "hc_sinkhorn_iters", "index_n_heads", "index_head_dim", "index_topk", "index_topk_blocks"});
    numbers({"vocab_size", "max_position_embeddings"});
    std::string unused;
    for (const std::string &field : config.unusedFields)
        unused += (unused.empty() ? "" : ", ") + field;
    text("unused_fields", unused);
}

} // namespace lamella::core
