// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/roofline/LayerShape.h"

#include <algorithm>
#include <array>

namespace lamella::core {

namespace {

// Families whose feed-forward is two matrices with an activation between them.
constexpr std::array<std::string_view, 16> kUngated{"gpt2", "opt", "bloom", "bert", "roberta", "vit", "gpt_neox", "gptj",
    "falcon", "phi", "starcoder2", "mpt", "nemotron", "nemotron_h", "arcee", "gpt_bigcode"};

bool isMixture(const ModelConfig &config, int layer)
{
    if (config.number("num_experts") <= 0)
        return false;
    if (static_cast<std::size_t>(layer) < config.ffnTypes.size())
        return config.ffnTypes[static_cast<std::size_t>(layer)] == "moe";
    return layer >= config.denseLayers;
}

std::string_view typeOf(const ModelConfig &config, int layer)
{
    return static_cast<std::size_t>(layer) < config.layerTypes.size() ? config.layerTypes[static_cast<std::size_t>(layer)]
                                                                      : std::string_view();
}

void addAttention(LayerShape &shape, const ModelConfig &config, int layer, double split)
{
    const std::string_view type = typeOf(config, layer);
    const auto has = [type](std::string_view part) { return type.find(part) != std::string_view::npos; };
    const bool slides = has("sliding") || config.slidesEverywhere;
    const bool sees = has("full"); // all tokens
    // Some families give the layers of a window, or those that see all tokens, heads of their own.
    const auto ofType = [&](std::string_view sliding, std::string_view full, double usual) {
        return slides ? config.number(sliding, usual) : sees ? config.number(full, usual) : usual;
    };
    const double heads = ofType("swa_num_attention_heads", "", config.number("num_attention_heads"));
    const double kvHeads =
        ofType("swa_num_key_value_heads", "num_global_key_value_heads", config.number("num_key_value_heads", heads));
    shape.heads = std::max(1.0, heads / split);
    shape.kvHeads = std::max(1.0, kvHeads / split);
    shape.headWidth = ofType("swa_head_dim", "global_head_dim", config.number("head_dim", heads > 0 ? shape.hidden / heads : 0));
    shape.gatesAttention = config.gatesAttention;
    shape.keysAreValues = config.keysAreValues && sees;
    shape.latent = config.number("kv_lora_rank");
    shape.queryLatent = config.number("q_lora_rank");
    shape.nopeWidth = config.number("qk_nope_head_dim");
    shape.ropeWidth = config.number("qk_rope_head_dim");
    shape.valueWidth = ofType("swa_v_head_dim", "", config.number("v_head_dim", shape.headWidth));
    if (slides)
        shape.window = config.number("sliding_window");
    shape.chunked = has("chunked");
    if (shape.chunked)
        shape.window = config.number("attention_chunk_size");
    if (config.number("index_topk") > 0)
        shape.window = config.number("index_topk");
    if (has("linear") || has("mamba") || has("recurrent") || has("conv"))
        shape.notCounted = "linear attention is not counted from a config";
    else if (!config.compressRatios.empty())
        shape.notCounted = "compressed attention is not counted from a config";
}

} // namespace

LayerShape layerShape(const ModelConfig &config, int layer, int split)
{
    const double devices = std::max(1, split);
    LayerShape shape;
    shape.hidden = config.number("hidden_size");
    shape.vocabulary = config.number("vocab_size") / devices;
    addAttention(shape, config, layer, devices);
    shape.gated = std::find(kUngated.begin(), kUngated.end(), config.modelType) == kUngated.end();
    const double intermediate = config.number("intermediate_size");
    shape.intermediate = config.number("intermediate_size_mlp", intermediate) / devices; // Llama 4: that of its dense layers
    if (!isMixture(config, layer))
        return shape;
    // Whether experts or their matrices are shared out, a device has as many weights and, on average, as many products.
    shape.allExperts = config.number("num_experts");
    shape.experts = shape.allExperts;
    shape.topk = config.number("num_experts_per_tok", 1);
    const double width = config.number("moe_intermediate_size", intermediate);
    shape.expertIntermediate = width / devices;
    shape.expertHidden = config.number("moe_latent_size", config.number("routed_expert_hidden_size", shape.hidden));
    const double shared = config.number("num_shared_experts");
    shape.sharedIntermediate = config.number("shared_expert_intermediate_size", shared > 0 ? shared * width : 0) / devices;
    return shape;
}

namespace {

std::optional<ProductShape> latentProduct(const LayerShape &s, std::string_view role)
{
    const double width = s.nopeWidth + s.ropeWidth;
    const bool compressed = s.queryLatent > 0;
    if (role == "qkv_a" && compressed)
        return ProductShape{1, s.queryLatent + s.latent + s.ropeWidth, s.hidden};
    if (role == "q_b" && compressed)
        return ProductShape{1, s.heads * width, s.queryLatent};
    if (role == "q" && !compressed)
        return ProductShape{1, s.heads * width, s.hidden};
    if (role == "kv_a")
        return ProductShape{1, s.latent + s.ropeWidth, s.hidden};
    if (role == "kv_b")
        return ProductShape{1, s.heads * (s.nopeWidth + s.valueWidth), s.latent};
    if (role == "w_uk")
        return ProductShape{s.heads, s.latent, s.nopeWidth};
    if (role == "w_uv")
        return ProductShape{s.heads, s.valueWidth, s.latent};
    if (role == "o_proj")
        return ProductShape{1, s.hidden, s.heads * s.valueWidth};
    return std::nullopt;
}

std::optional<ProductShape> attentionProduct(const LayerShape &s, std::string_view role)
{
    if (s.latent > 0)
        return latentProduct(s, role);
    const double q = s.heads * s.headWidth * (s.gatesAttention ? 2 : 1);
    const double k = s.kvHeads * s.headWidth;
    const double v = s.keysAreValues ? 0 : s.kvHeads * s.valueWidth;
    if (role == "qkv")
        return ProductShape{1, q + k + v, s.hidden};
    if (role == "q")
        return ProductShape{1, q, s.hidden};
    if (role == "kv")
        return ProductShape{1, k + v, s.hidden};
    if (role == "k" || role == "v")
        return ProductShape{1, role == "k" ? k : v, s.hidden};
    if (role == "o_proj")
        return ProductShape{1, s.hidden, s.heads * s.valueWidth};
    return std::nullopt;
}

std::optional<ProductShape> feedForwardProduct(const LayerShape &s, std::string_view role)
{
    const double up = s.gated ? 2 : 1;
    if (s.experts > 0) {
        if (role == "router")
            return ProductShape{1, s.allExperts, s.hidden};
        if (s.sharedIntermediate <= 0)
            return std::nullopt;
        if (role == "shared gate_up")
            return ProductShape{1, up * s.sharedIntermediate, s.hidden};
        if (role == "shared down")
            return ProductShape{1, s.hidden, s.sharedIntermediate};
        if (role == "shared gate")
            return ProductShape{1, 1, s.hidden};
        return std::nullopt;
    }
    if (role == "gate_up" || (role == "up" && !s.gated))
        return ProductShape{1, up * s.intermediate, s.hidden};
    if (role == "gate" || role == "up")
        return ProductShape{1, s.intermediate, s.hidden};
    if (role == "down")
        return ProductShape{1, s.hidden, s.intermediate};
    return std::nullopt;
}

} // namespace

std::optional<ProductShape> productOf(const LayerShape &shape, std::string_view role)
{
    const auto product = attentionProduct(shape, role);
    return product ? product : feedForwardProduct(shape, role);
}

AttentionShape attentionShape(const LayerShape &s, bool absorbed, ElementType type, ElementType cache)
{
    AttentionShape shape;
    shape.heads = s.heads;
    shape.kvHeads = s.kvHeads;
    shape.dQk = s.headWidth;
    shape.dV = s.valueWidth;
    shape.window = s.window;
    shape.chunked = s.chunked;
    shape.query = type;
    shape.keys = cache;
    if (s.latent > 0 && absorbed) {
        shape.kvHeads = 1;
        shape.dQk = s.latent + s.ropeWidth;
        shape.dV = s.latent;
        shape.sharedKv = true;
    } else if (s.latent > 0) {
        shape.kvHeads = s.heads;
        shape.dQk = s.nopeWidth + s.ropeWidth;
        shape.dV = s.valueWidth;
    }
    return shape;
}

} // namespace lamella::core
