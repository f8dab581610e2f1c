// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/ConfigFields.h"

#include <algorithm>
#include <cmath>

namespace lamella::core {

namespace {

constexpr int kMaxLevels = 5;

const JsonValue *inner(const JsonValue &object)
{
    for (const std::string_view key : {"text_config", "language_config", "llm_config", "thinker_config", "language_model"}) {
        if (const JsonValue *value = object.find(key); value && value->isObject())
            return value;
    }
    return nullptr;
}

int asInt(const JsonValue &value)
{
    return static_cast<int>(std::clamp(value.number, -1e9, 1e9));
}

std::string blockType(const JsonValue &block)
{
    const auto off = [&block](std::string_view part, std::string_view key) {
        const JsonValue *value = block.find(part);
        const JsonValue *flag = value ? value->find(key) : nullptr;
        return flag && flag->boolean;
    };
    std::string type = off("attention", "no_op")  ? "no_attention"
        : off("attention", "replace_with_linear") ? "linear_attention"
                                                  : "full_attention";
    if (off("ffn", "no_op"))
        type += "+no_ffn";
    return type;
}

std::vector<std::string> mapped(const std::vector<int> &values, std::string_view zero, std::string_view other)
{
    std::vector<std::string> out;
    for (const int value : values)
        out.emplace_back(value == 0 ? zero : other);
    return out;
}

std::vector<std::string> patternTypes(std::string_view pattern)
{
    std::vector<std::string> out;
    for (const char c : pattern)
        out.emplace_back(c == 'M' ? "mamba" : c == '*' ? "attention" : c == 'E' ? "moe" : c == '-' ? "mlp" : std::string(1, c));
    return out;
}

// Every interval-th layer is full attention, the others are `other`.
std::vector<std::string> interval(int layers, int every, std::string_view other)
{
    std::vector<std::string> out;
    for (int i = 0; i < layers; ++i)
        out.emplace_back((i + 1) % every == 0 ? std::string_view("full_attention") : other);
    return out;
}

std::vector<std::string> kdaTypes(const JsonValue &linear, int layers)
{
    const JsonValue *full = linear.find("full_attn_layers");
    if (!full || !full->isArray())
        return {};
    std::vector<std::string> out(static_cast<std::size_t>(layers), "linear_attention");
    for (const int layer : integersOf(*full)) { // counted from 1
        if (layer >= 1 && layer <= layers)
            out[static_cast<std::size_t>(layer) - 1] = "full_attention";
    }
    return out;
}

std::vector<std::string> statedTypes(const ConfigFields &fields, const ModelConfig &config)
{
    if (auto types = fields.texts({"layer_types", "layers_block_type", "block_types"}); !types.empty())
        return types;
    if (const JsonValue *pattern = fields.find({"hybrid_override_pattern"}); pattern && pattern->isString())
        return patternTypes(pattern->text);
    if (const JsonValue *linear = fields.find({"linear_attn_config"}))
        return kdaTypes(*linear, config.layers);
    if (const auto pattern = fields.integers({"hybrid_layer_pattern"}); !pattern.empty())
        return mapped(pattern, "full_attention", "sliding_attention");
    if (const auto list = fields.integers({"attn_type_list"}); !list.empty())
        return mapped(list, "linear_attention", "full_attention");
    if (const JsonValue *sparse = fields.find({"sparse_attention_config"})) {
        if (const JsonValue *frequency = sparse->find("sparse_attention_freq"))
            return mapped(integersOf(*frequency), "full_attention", "sparse_attention");
    }
    if (const JsonValue *blocks = fields.find({"block_configs"}); blocks && blocks->isArray()) {
        std::vector<std::string> out;
        for (const JsonValue &block : blocks->items)
            out.push_back(blockType(block));
        return out;
    }
    if (const int every = static_cast<int>(config.number("full_attention_interval")); every > 1)
        return interval(config.layers, every, "linear_attention");
    if (const int every = static_cast<int>(config.number("sliding_window_pattern")); every > 1 && config.has("sliding_window"))
        return interval(config.layers, every, "sliding_attention");
    return {};
}

} // namespace

ConfigFields::ConfigFields(const JsonValue &root)
{
    m_levels.push_back(&root);
    for (const JsonValue *next = inner(root); next && m_levels.size() < kMaxLevels; next = inner(*next))
        m_levels.insert(m_levels.begin(), next);
}

const JsonValue *ConfigFields::find(std::initializer_list<std::string_view> keys) const
{
    for (const JsonValue *level : m_levels) {
        for (const std::string_view key : keys) {
            const JsonValue *value = level->find(key);
            if (value && value->kind != JsonValue::Kind::Null)
                return value;
        }
    }
    return nullptr;
}

std::string ConfigFields::text(std::string_view key) const
{
    const JsonValue *value = find({key});
    return value && value->isString() ? value->text.substr(0, 200) : std::string();
}

std::vector<int> integersOf(const JsonValue &value)
{
    std::vector<int> out;
    for (const JsonValue &item : value.items) {
        if (item.kind != JsonValue::Kind::Bool && !item.isNumber())
            return {};
        out.push_back(item.isNumber() ? asInt(item) : item.boolean ? 1 : 0);
    }
    return value.isArray() ? out : std::vector<int>{};
}

std::vector<int> ConfigFields::integers(std::initializer_list<std::string_view> keys) const
{
    const JsonValue *value = find(keys);
    return value ? integersOf(*value) : std::vector<int>{};
}

std::vector<std::string> ConfigFields::texts(std::initializer_list<std::string_view> keys) const
{
    const JsonValue *value = find(keys);
    std::vector<std::string> out;
    if (!value || !value->isArray())
        return out;
    for (const JsonValue &item : value->items) {
        if (!item.isString())
            return {};
        out.push_back(item.text.substr(0, 80));
    }
    return out;
}

std::vector<std::string> layerTypesOf(const ConfigFields &fields, const ModelConfig &config)
{
    const auto layers = static_cast<std::size_t>(config.layers);
    std::vector<std::string> types = statedTypes(fields, config);
    if (types.size() < layers)
        types.clear();
    types.resize(types.empty() ? 0 : layers); // what follows are draft layers
    // Layers that reuse the top-k of a layer before run no indexer.
    if (const auto indexers = fields.texts({"indexer_types"}); indexers.size() >= layers) {
        if (types.empty())
            types.assign(layers, "sparse_attention");
        for (std::size_t i = 0; i < layers; ++i)
            types[i] += "+indexer_" + indexers[i];
    }
    return types;
}

std::vector<std::string> ffnTypesOf(const ConfigFields &fields, const ModelConfig &config)
{
    const auto layers = static_cast<std::size_t>(config.layers);
    if (config.number("num_experts") <= 0)
        return {};
    std::vector<std::string> out(layers, "moe");
    const auto dense = [&out, layers](std::size_t i) {
        if (i < layers)
            out[i] = "dense";
    };
    const auto listed = fields.texts({"mlp_layer_types"});
    const auto frequency = fields.integers({"moe_layer_freq"});
    const auto moeLayers = fields.integers({"moe_layers"});
    const int step = static_cast<int>(
        std::clamp(std::max(config.number("interleave_moe_layer_step"), config.number("decoder_sparse_step")), 0.0, 1e6));
    const int every = static_cast<int>(std::clamp(config.number("moe_layer_freq"), 0.0, 1e6));
    for (std::size_t i = 0; i < layers; ++i) {
        const int layer = static_cast<int>(i);
        if (layer < config.denseLayers || (i < listed.size() && listed[i] == "dense")
            || (i < frequency.size() && frequency[i] == 0)
            || (!moeLayers.empty() && std::find(moeLayers.begin(), moeLayers.end(), layer) == moeLayers.end())
            || (step > 1 && (layer + 1) % step != 0) || (every > 1 && layer % every != 0))
            dense(i);
    }
    for (const int layer : fields.integers({"mlp_only_layers"})) {
        if (layer >= 0)
            dense(static_cast<std::size_t>(layer));
    }
    const bool mixed = std::find(out.begin(), out.end(), "dense") != out.end();
    return mixed ? out : std::vector<std::string>{};
}

} // namespace lamella::core
