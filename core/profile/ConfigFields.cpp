// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/ConfigFields.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxLevels = 5;
constexpr std::size_t kMaxListed = 20'000;

constexpr std::array<std::string_view, 12> kInnerKeys = {"text_config", "language_config", "llm_config", "thinker_config",
    "language_model", "text_model_config", "text_model", "llm", "lm_config", "model_config", "language_model_config", "decoder"};

constexpr std::array<std::string_view, 9> kLayerKeys = {"num_hidden_layers", "num_layers", "n_layer", "n_layers",
    "num_decoder_layers", "decoder_layers", "layers_block_type", "hybrid_override_pattern", "block_configs"};

bool statesLayers(const JsonValue &object)
{
    return std::any_of(kLayerKeys.begin(), kLayerKeys.end(), [&object](std::string_view key) {
        const JsonValue *value = object.find(key);
        return value && value->kind != JsonValue::Kind::Null;
    });
}

// The language model of an unknown wrapper: it states layers and is not another modality; one with a vocabulary is preferred.
const JsonValue *unknownInner(const JsonValue &object)
{
    const JsonValue *best = nullptr;
    bool bestHasWords = false;
    for (std::size_t i = 0; i < object.items.size(); ++i) {
        const JsonValue &value = object.items[i];
        if (!value.isObject() || isOtherModality(object.keys[i]) || !statesLayers(value))
            continue;
        const bool words = value.find("vocab_size") != nullptr;
        if (!best || (words && !bestHasWords)) {
            best = &value;
            bestHasWords = words;
        }
    }
    return best;
}

const JsonValue *inner(const JsonValue &object)
{
    for (const std::string_view key : kInnerKeys) {
        if (const JsonValue *value = object.find(key); value && value->isObject() && !value->items.empty())
            return value;
    }
    return statesLayers(object) ? nullptr : unknownInner(object);
}

int asInt(const JsonValue &value)
{
    return static_cast<int>(std::clamp(value.number, -1e9, 1e9));
}

// "3,4,5": some configs write lists of layers as a string.
std::vector<int> integersOfText(std::string_view text)
{
    std::vector<int> out;
    for (std::size_t at = 0; at < text.size() && out.size() < kMaxListed;) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        std::string_view part = text.substr(at, end - at);
        while (!part.empty() && part.front() == ' ')
            part.remove_prefix(1);
        while (!part.empty() && part.back() == ' ')
            part.remove_suffix(1);
        int value = 0;
        const auto parsed = std::from_chars(part.data(), part.data() + part.size(), value);
        if (parsed.ec != std::errc{} || parsed.ptr != part.data() + part.size())
            return {};
        out.push_back(value);
        at = end + 1;
    }
    return out;
}

} // namespace

bool isOtherModality(std::string_view key)
{
    static constexpr std::array<std::string_view, 16> kWords = {"vision", "visual", "vit", "image", "img", "audio", "speech",
        "video", "talker", "token2wav", "code2wav", "codec", "projector", "quantization", "generation", "vae"};
    return std::any_of(
        kWords.begin(), kWords.end(), [key](std::string_view word) { return key.find(word) != std::string_view::npos; });
}

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

bool ConfigFields::flag(std::string_view key, bool fallback) const
{
    const JsonValue *value = find({key});
    return value && value->kind == JsonValue::Kind::Bool ? value->boolean : fallback;
}

std::vector<int> integersOf(const JsonValue &value)
{
    std::vector<int> out;
    for (const JsonValue &item : value.items) {
        if (out.size() == kMaxListed) // more layers than any model has
            break;
        if (item.kind != JsonValue::Kind::Bool && !item.isNumber())
            return {};
        out.push_back(item.isNumber() ? asInt(item) : item.boolean ? 1 : 0);
    }
    return value.isArray() ? out : std::vector<int>{};
}

std::vector<int> ConfigFields::integers(std::initializer_list<std::string_view> keys) const
{
    const JsonValue *value = find(keys);
    return !value ? std::vector<int>{} : value->isString() ? integersOfText(value->text) : integersOf(*value);
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

} // namespace lamella::core
