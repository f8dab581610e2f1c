// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a config besides the language model: number format and other modalities.
#include "core/profile/ConfigFields.h"
#include "core/profile/ElementType.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxText = 60;
constexpr int kMaxLayers = 10'000;

std::string textOf(const JsonValue &object, std::initializer_list<std::string_view> keys)
{
    for (const std::string_view key : keys) {
        if (const JsonValue *value = object.find(key); value && value->isString())
            return value->text.substr(0, kMaxText);
    }
    return {};
}

std::string numberOf(const JsonValue &object, std::initializer_list<std::string_view> keys)
{
    for (const std::string_view key : keys) {
        if (const JsonValue *value = object.find(key); value && value->isNumber())
            return value->text.substr(0, 20);
    }
    return {};
}

void append(std::string &text, const std::string &part)
{
    if (!part.empty() && text.find(part) == std::string::npos)
        text += (text.empty() ? "" : ", ") + part;
}

std::string blockText(const JsonValue &quantization)
{
    const JsonValue *block = quantization.find("weight_block_size");
    if (!block || !block->isArray() || block->items.empty() || block->items.size() > 3)
        return {};
    std::string text = "blocks ";
    for (const JsonValue &size : block->items)
        text += (text.back() == ' ' ? "" : "x") + size.text.substr(0, 10);
    return text;
}

// Weights of the first group of modules: "4-bit float, groups of 16".
std::string groupText(const JsonValue &quantization)
{
    const JsonValue *groups = quantization.find("config_groups");
    const JsonValue *weights = groups && !groups->items.empty() ? groups->items.front().find("weights") : nullptr;
    if (!weights)
        return {};
    std::string text;
    if (const std::string bits = numberOf(*weights, {"num_bits"}); !bits.empty())
        text = bits + "-bit " + textOf(*weights, {"type"});
    if (const std::string size = numberOf(*weights, {"group_size"}); !size.empty())
        append(text, "groups of " + size);
    return text;
}

// Models with differing layers list each module: returns the formats that occur.
std::string mixedText(const JsonValue &quantization)
{
    const JsonValue *layers = quantization.find("quantized_layers");
    std::set<std::string> kinds;
    for (std::size_t i = 0; layers && i < layers->items.size() && kinds.size() < 6; ++i)
        kinds.insert(textOf(layers->items[i], {"quant_algo"}));
    std::string text;
    for (const std::string &kind : kinds)
        append(text, kind);
    return text.empty() ? text : "modules: " + text;
}

bool namesRoutedExperts(std::string_view module)
{
    return module.find("experts") != std::string_view::npos && module.find("shared") == std::string_view::npos;
}

// As the config writes it: "NVFP4", "e4m3", "4-bit int"; empty for none.
std::string expertFormat(const JsonValue &quantization)
{
    const JsonValue *layers = quantization.find("quantized_layers");
    for (std::size_t i = 0; layers && layers->isObject() && i < layers->items.size(); ++i)
        if (namesRoutedExperts(layers->keys[i]))
            return textOf(layers->items[i], {"quant_algo"});
    const std::string algorithm = textOf(quantization, {"moe_quant_algo", "quant_algo"});
    if (elementTypeFromText(algorithm) != ElementType::Unknown)
        return algorithm;
    const std::string method = textOf(quantization, {"quant_method"});
    const std::string bits = numberOf(quantization, {"bits", "w_bit", "weight_bits"});
    if (!bits.empty())
        return bits + "-bit int";
    const std::string group = groupText(quantization);
    return group.empty() ? method : group;
}

std::string cacheText(const JsonValue &quantization)
{
    std::string cache = textOf(quantization, {"kv_cache_quant_algo", "kv_cache_scheme"});
    const JsonValue *scheme = quantization.find("kv_cache_scheme");
    if (cache.empty() && scheme && scheme->isObject())
        cache = numberOf(*scheme, {"num_bits"}) + "-bit " + textOf(*scheme, {"type"});
    return cache.empty() ? cache : "KV cache " + cache;
}

} // namespace

std::string quantizationText(const ConfigFields &fields)
{
    const JsonValue *quantization = fields.find({"quantization_config", "compression_config"});
    if (!quantization || !quantization->isObject())
        return {};
    std::string text = textOf(*quantization, {"quant_method"});
    append(text, textOf(*quantization, {"quant_algo", "format", "fmt"}));
    append(text, mixedText(*quantization));
    if (const std::string bits = numberOf(*quantization, {"bits", "w_bit", "weight_bits"}); !bits.empty())
        append(text, bits + "-bit");
    append(text, blockText(*quantization));
    append(text, groupText(*quantization));
    if (const std::string scheme = textOf(*quantization, {"activation_scheme"}); !scheme.empty())
        append(text, scheme + " activations");
    append(text, cacheText(*quantization));
    return text.empty() ? "yes, of an unknown kind" : text;
}

std::string expertTypeText(const ConfigFields &fields)
{
    std::string format = fields.text("expert_dtype");
    const JsonValue *quantization = fields.find({"quantization_config", "compression_config"});
    if (format.empty() && quantization && quantization->isObject())
        format = expertFormat(*quantization);
    if (format.starts_with("4-bit") || format.starts_with("8-bit")) {
        const bool isFloat = format.find("float") != std::string::npos;
        format = isFloat ? "fp" + format.substr(0, 1) : "int" + format.substr(0, 1);
    }
    return std::string(elementTypeName(elementTypeFromText(format)));
}

namespace {

constexpr std::array<std::array<std::string_view, 2>, 12> kParts = {{{"vision_config", "vision"}, {"visual", "vision"},
    {"vision_model", "vision"}, {"vision_tower", "vision"}, {"vit_config", "vision"}, {"audio_config", "audio"},
    {"audio_encoder", "audio"}, {"speech_config", "speech"}, {"talker_config", "talker"}, {"token2wav_config", "token2wav"},
    {"code2wav_config", "code2wav"}, {"video_config", "video"}}};

std::string layersOfPart(const JsonValue &part)
{
    return numberOf(part, {"num_hidden_layers", "vt_num_hidden_layers", "depth", "encoder_layers", "num_layers", "layers"});
}

} // namespace

int visionLayersOf(const ConfigFields &fields)
{
    for (const auto &[key, word] : kParts) {
        const JsonValue *part = word == "vision" ? fields.find({key}) : nullptr;
        if (part == nullptr || !part->isObject())
            continue;
        const std::string text = layersOfPart(*part);
        int layers = 0;
        if (std::from_chars(text.data(), text.data() + text.size(), layers).ec == std::errc() && layers > 0 && layers <= kMaxLayers)
            return layers;
    }
    return 0;
}

std::string modalitiesText(const ConfigFields &fields)
{
    std::string text;
    for (const auto &[key, word] : kParts) {
        const JsonValue *part = fields.find({key});
        if (!part || !part->isObject() || part->items.empty())
            continue;
        std::string about;
        if (const std::string layers = layersOfPart(*part); !layers.empty())
            append(about, layers + " layers");
        if (const std::string width = numberOf(*part, {"hidden_size", "vt_hidden_size", "embed_dim", "d_model", "width"});
            !width.empty())
            append(about, "width " + width);
        text += (text.empty() ? "text + " : " + ") + std::string(word) + (about.empty() ? "" : " (" + about + ")");
    }
    return text;
}

} // namespace lamella::core
