// SPDX-License-Identifier: GPL-3.0-or-later
// The token mixer of each layer. Each rule reads the fields of one convention; the first rule with a result counts.
#include "core/profile/ConfigFields.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace lamella::core {

namespace {

using Types = std::vector<std::string>;

std::size_t layersOf(const ModelConfig &config)
{
    return static_cast<std::size_t>(config.layers);
}

bool isListed(const std::vector<int> &list, std::size_t layer)
{
    return std::find(list.begin(), list.end(), static_cast<int>(layer)) != list.end();
}

Types mapped(const std::vector<int> &values, std::string_view zero, std::string_view other)
{
    Types out;
    for (const int value : values)
        out.emplace_back(value == 0 ? zero : other);
    return out;
}

template <class Chosen> Types split(const ModelConfig &config, std::string_view yes, std::string_view no, Chosen chosen)
{
    Types out;
    for (std::size_t i = 0; i < layersOf(config); ++i)
        out.emplace_back(chosen(i) ? yes : no);
    return out;
}

// Every n-th layer has full attention, the others are `other`.
Types everyNth(const ModelConfig &config, int n, std::string_view other)
{
    return split(config, "full_attention", other, [n](std::size_t i) { return (i + 1) % static_cast<std::size_t>(n) == 0; });
}

// Type of the layers without attention, from the fields that describe them.
std::string_view otherMixer(const ModelConfig &config)
{
    if (config.has("ssm_state_size") || config.has("mamba_num_heads") || config.has("mamba_expand"))
        return "mamba";
    return config.has("conv_L_cache") ? "conv" : config.has("sliding_window") ? "sliding_attention" : "linear_attention";
}

// Our tables have one name for each of "SWA", "local_attention", …. Unknown names are unchanged.
std::string canonicalType(const std::string &type)
{
    struct Name {
        std::string_view from;
        std::string_view to;
    };
    static constexpr std::array<Name, 12> kNames = {
        {{"sliding_window_attention", "sliding_attention"}, {"local_attention", "sliding_attention"},
            {"local", "sliding_attention"}, {"swa", "sliding_attention"}, {"sliding_window", "sliding_attention"},
            {"sliding", "sliding_attention"}, {"global_attention", "full_attention"}, {"global", "full_attention"},
            {"full", "full_attention"}, {"mamba2", "mamba"}, {"M", "mamba"}, {"linear", "linear_attention"}}};
    for (const Name &name : kNames) {
        if (name.from == type)
            return std::string(name.to);
    }
    return type;
}

Types listedTypes(const ConfigFields &fields, const ModelConfig &config)
{
    Types types = fields.texts({"layer_types", "layers_block_type", "attn_layer_types", "layer_block_types"});
    const Types cycle = types.empty() ? fields.texts({"block_types", "_block_types"}) : Types{};
    for (std::size_t i = 0; !cycle.empty() && i < layersOf(config); ++i)
        types.push_back(cycle[i % cycle.size()]);
    std::transform(types.begin(), types.end(), types.begin(), canonicalType);
    return types;
}

Types hybridPattern(const ConfigFields &fields, const ModelConfig &config)
{
    const JsonValue *pattern = fields.find({"hybrid_override_pattern"});
    if (!pattern || !pattern->isString())
        return {};
    Types out;
    for (const char c : std::string_view(pattern->text).substr(0, pattern->text.find('/'))) {
        if (c != '|' && out.size() < layersOf(config))
            out.emplace_back(c == 'M' ? "mamba"
                    : c == '*'        ? "attention"
                    : c == 'E'        ? "moe"
                    : c == '-'        ? "mlp"
                                      : std::string(1, c));
    }
    return out;
}

Types deltaLayers(const ConfigFields &fields, const ModelConfig &config)
{
    const JsonValue *linear = fields.find({"linear_attn_config"});
    const JsonValue *full = linear ? linear->find("full_attn_layers") : nullptr;
    if (!full || !full->isArray())
        return {};
    const std::vector<int> layers = integersOf(*full); // counted from 1
    return split(config, "full_attention", "linear_attention", [&](std::size_t i) { return isListed(layers, i + 1); });
}

Types numberedPatterns(const ConfigFields &fields, const ModelConfig &config)
{
    if (const auto pattern = fields.integers({"hybrid_layer_pattern"}); !pattern.empty())
        return mapped(pattern, "full_attention", "sliding_attention");
    if (const auto list = fields.integers({"attn_type_list"}); !list.empty())
        return mapped(list, "linear_attention", "full_attention");
    const JsonValue *sparse = fields.find({"sparse_attention_config"});
    const JsonValue *use = sparse ? sparse->find("use_sparse_attention") : nullptr;
    if (sparse && (!use || use->kind != JsonValue::Kind::Bool || use->boolean)) {
        if (const JsonValue *frequency = sparse->find("sparse_attention_freq"))
            return mapped(integersOf(*frequency), "full_attention", "sparse_attention");
    }
    static constexpr std::array<std::string_view, 6> kFullLists = {"full_attn_idxs", "attn_layer_indices",
        "full_attention_layers", "global_attn_idx", "attention_layers_idx", "attn_layers"};
    for (const std::string_view key : kFullLists) {
        if (const auto list = fields.integers({key}); !list.empty())
            return split(config, "full_attention", otherMixer(config), [&](std::size_t i) { return isListed(list, i); });
    }
    if (const auto list = fields.integers({"cross_attention_layers"}); !list.empty())
        return split(config, "cross_attention", "full_attention", [&](std::size_t i) { return isListed(list, i); });
    return {};
}

std::string blockType(const JsonValue &block, double hiddenSize, bool widthsDiffer)
{
    const auto flag = [&block](std::string_view part, std::string_view key) {
        const JsonValue *value = block.find(part);
        const JsonValue *found = value ? value->find(key) : nullptr;
        return found && found->boolean;
    };
    const JsonValue *attention = block.find("attention");
    const JsonValue *window = attention ? attention->find("window_length") : nullptr;
    std::string type = flag("attention", "no_op")  ? "no_attention"
        : flag("attention", "replace_with_linear") ? "linear_layer"
        : window && window->isNumber()             ? "sliding_attention"
                                                   : "full_attention";
    const JsonValue *ffn = block.find("ffn");
    const JsonValue *mult = ffn ? ffn->find("ffn_mult") : nullptr;
    if (flag("ffn", "no_op"))
        type += "+no_ffn";
    else if (flag("ffn", "replace_with_linear"))
        type += "+ffn_linear";
    else if (widthsDiffer && mult && mult->isNumber())
        type += "+ffn_" + std::to_string(blockFfnWidth(mult->number, hiddenSize));
    return type;
}

Types blockTypes(const ConfigFields &fields, const ModelConfig &config)
{
    const JsonValue *blocks = fields.find({"block_configs"});
    if (!blocks || !blocks->isArray())
        return {};
    std::vector<double> widths;
    for (const JsonValue &block : blocks->items) {
        const JsonValue *ffn = block.find("ffn");
        const JsonValue *mult = ffn ? ffn->find("ffn_mult") : nullptr;
        if (mult && mult->isNumber())
            widths.push_back(mult->number);
    }
    const bool differ = std::adjacent_find(widths.begin(), widths.end(), std::not_equal_to<>()) != widths.end();
    Types out;
    for (const JsonValue &block : blocks->items)
        out.push_back(blockType(block, config.number("hidden_size"), differ));
    return out;
}

Types intervals(const ConfigFields &fields, const ModelConfig &config)
{
    if (const int every = wholeNumber(config, "full_attention_interval"); every > 1)
        return everyNth(config, every, "linear_attention");
    if (const int period = wholeNumber(config, "attn_layer_period"); period > 1) {
        const auto offset = static_cast<std::size_t>(wholeNumber(config, "attn_layer_offset"));
        const auto p = static_cast<std::size_t>(period);
        return split(config, "full_attention", otherMixer(config), [=](std::size_t i) { return i % p == offset; });
    }
    if (const auto every = static_cast<std::size_t>(wholeNumber(config, "global_attn_every_n_layers")); every > 1)
        return split(config, "full_attention", "sliding_attention", [=](std::size_t i) { return i % every == 0; });
    if (const int every = wholeNumber(config, "dense_attention_every_n_layers"); every > 1)
        return everyNth(config, every, "sparse_attention");
    if (!config.has("sliding_window") || !fields.flag("use_sliding_window", true))
        return {};
    if (const int every = wholeNumber(config, "sliding_window_pattern"); every > 1)
        return everyNth(config, every, "sliding_attention");
    if (const std::string pattern = fields.text("sliding_window_pattern"); !pattern.empty()) // "LLLG"
        return split(config, "sliding_attention", "full_attention",
            [&](std::size_t i) { return pattern[i % pattern.size()] == 'L' || pattern[i % pattern.size()] == 'S'; });
    if (fields.flag("use_sliding_window", false) && config.has("max_window_layers")) {
        const auto first = static_cast<std::size_t>(wholeNumber(config, "max_window_layers"));
        return split(config, "sliding_attention", "full_attention", [=](std::size_t i) { return i >= first; });
    }
    return {};
}

// Chunked attention goes with rotary positions; layers without them attend to all tokens.
Types chunkedLayers(const ConfigFields &fields, const ModelConfig &config)
{
    if (wholeNumber(config, "attention_chunk_size") <= 0)
        return {};
    const std::vector<bool> nope = nopeLayersOf(fields, config);
    return nope.empty() ? Types{} : split(config, "full_attention", "chunked_attention", [&](std::size_t i) { return nope[i]; });
}

// Families whose configs omit defaults of their code.
Types familyDefaults(const ConfigFields & /*fields*/, const ModelConfig &config)
{
    struct Default {
        std::string_view modelType;
        int every;
    };
    static constexpr std::array<Default, 5> kDefaults = {
        {{"gemma2", 2}, {"gemma3_text", 6}, {"gemma3", 6}, {"cohere2", 4}, {"gemma3n_text", 5}}};
    for (const Default &family : kDefaults) {
        if (family.modelType == config.modelType && config.has("sliding_window"))
            return everyNth(config, family.every, "sliding_attention");
    }
    return {};
}

Types partsOfSeveralStacks(const ConfigFields & /*fields*/, const ModelConfig &config)
{
    const auto encoder = static_cast<std::size_t>(config.encoderLayers);
    if (encoder > 0)
        return split(config, "encoder", "decoder", [=](std::size_t i) { return i < encoder; });
    const auto single = static_cast<std::size_t>(wholeNumber(config, "num_single_layers"));
    if (single > 0 && single < layersOf(config))
        return split(config, "double_block", "single_block", [&](std::size_t i) { return i + single < layersOf(config); });
    return {};
}

// Which layers run an indexer of their own; the others reuse its selection.
Types indexerTypes(const ConfigFields &fields, const ModelConfig &config)
{
    Types listed = fields.texts({"indexer_types"});
    if (!listed.empty())
        return listed;
    const std::string pattern = fields.text("index_topk_pattern");
    for (const char c : pattern)
        listed.emplace_back(c == 'F' ? "full" : "shared");
    if (!listed.empty())
        return listed;
    const int every = wholeNumber(config, "index_topk_freq");
    const int offset = wholeNumber(config, "index_skip_topk_offset");
    for (int i = 0; every > 1 && i < config.layers; ++i)
        listed.emplace_back(std::max(i - offset + 1, 0) % every == 0 ? "full" : "shared");
    return listed;
}

} // namespace

std::vector<std::string> layerTypesOf(const ConfigFields &fields, const ModelConfig &config)
{
    static constexpr std::array kRules = {partsOfSeveralStacks, listedTypes, hybridPattern, deltaLayers, numberedPatterns,
        blockTypes, intervals, chunkedLayers, familyDefaults};
    Types types;
    for (const auto rule : kRules) {
        types = rule(fields, config);
        if (!types.empty())
            break;
    }
    if (types.size() < layersOf(config))
        types.clear();
    types.resize(types.empty() ? 0 : layersOf(config)); // the rest are draft layers
    if (const Types indexers = indexerTypes(fields, config); indexers.size() >= layersOf(config)) {
        if (types.empty())
            types.assign(layersOf(config), "sparse_attention");
        for (std::size_t i = 0; i < types.size(); ++i)
            types[i] += "+indexer_" + indexers[i];
    }
    return types;
}

std::vector<bool> nopeLayersOf(const ConfigFields &fields, const ModelConfig &config)
{
    std::vector<bool> nope(layersOf(config), false);
    const auto rotary = fields.integers({"no_rope_layers"}); // 1 = with rotary positions, 0 = without
    // Llama 4 omits the interval; its code uses four.
    const int stated = wholeNumber(config, "no_rope_layer_interval");
    const bool llama4 = config.has("attention_chunk_size") && config.has("interleave_moe_layer_step");
    const int every = stated > 0 ? stated : llama4 ? 4 : 0;
    for (std::size_t i = 0; i < nope.size(); ++i) {
        if (rotary.size() >= nope.size())
            nope[i] = rotary[i] == 0;
        else if (every > 0)
            nope[i] = (i + 1) % static_cast<std::size_t>(every) == 0;
    }
    const bool any = std::find(nope.begin(), nope.end(), true) != nope.end();
    return any ? nope : std::vector<bool>{};
}

std::vector<bool> sharedKvLayersOf(const ConfigFields &fields, const ModelConfig &config)
{
    std::vector<bool> shared(layersOf(config), false);
    const auto last = static_cast<std::size_t>(wholeNumber(config, "num_kv_shared_layers"));
    const auto factor = fields.flag("use_cla", config.has("cla_share_factor"))
        ? static_cast<std::size_t>(wholeNumber(config, "cla_share_factor"))
        : 0;
    for (std::size_t i = 0; i < shared.size(); ++i)
        shared[i] = (last > 0 && i + last >= shared.size() && last < shared.size()) || (factor > 1 && i % factor != 0);
    const bool any = std::find(shared.begin(), shared.end(), true) != shared.end();
    return any ? shared : std::vector<bool>{};
}

} // namespace lamella::core
