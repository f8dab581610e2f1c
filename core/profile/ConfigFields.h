// SPDX-License-Identifier: GPL-3.0-or-later
// A config.json that may nest its language model one or more levels deep; inner fields take precedence. Internal to core/profile.
#pragma once

#include "core/profile/JsonValue.h"
#include "core/profile/ModelConfig.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

class ConfigFields {
public:
    explicit ConfigFields(const JsonValue &root);
    // The first value that is not null: searches the innermost level first, and within each level the keys in order.
    [[nodiscard]] const JsonValue *find(std::initializer_list<std::string_view> keys) const;
    [[nodiscard]] std::string text(std::string_view key) const;
    // True, false, or the fallback if the field is absent or not a boolean.
    [[nodiscard]] bool flag(std::string_view key, bool fallback) const;
    // Integers of an array or of a text "1,2,3"; empty if it is neither or contains anything else.
    [[nodiscard]] std::vector<int> integers(std::initializer_list<std::string_view> keys) const;
    [[nodiscard]] std::vector<std::string> texts(std::initializer_list<std::string_view> keys) const;
    [[nodiscard]] const std::vector<const JsonValue *> &levels() const { return m_levels; } // innermost first
    [[nodiscard]] const JsonValue &root() const { return *m_levels.back(); }

private:
    std::vector<const JsonValue *> m_levels;
};

[[nodiscard]] std::vector<int> integersOf(const JsonValue &value);
// Vision, audio and other parts beside the language model: not a level, even if they state layers.
[[nodiscard]] bool isOtherModality(std::string_view key);

// Fills config.numbers: fields of every level under their canonical names, with aliases resolved and sub-objects included.
void readNumbers(const ConfigFields &fields, ModelConfig &config);
// A number of config as a count that cannot overflow: 0 to 10 001.
[[nodiscard]] int wholeNumber(const ModelConfig &config, std::string_view key);
// Layers of the model; 0 = not stated. Sets encoderLayers.
[[nodiscard]] int layerCountOf(const ConfigFields &fields, ModelConfig &config);

// Attention, Mamba, … of each layer; dense or MoE of each layer. Both empty if the config does not specify them.
[[nodiscard]] std::vector<std::string> layerTypesOf(const ConfigFields &fields, const ModelConfig &config);
[[nodiscard]] std::vector<std::string> ffnTypesOf(const ConfigFields &fields, const ModelConfig &config);
[[nodiscard]] std::vector<bool> nopeLayersOf(const ConfigFields &fields, const ModelConfig &config);
[[nodiscard]] std::vector<bool> sharedKvLayersOf(const ConfigFields &fields, const ModelConfig &config);
// DeciLM's width rule: two thirds of ffn_mult times the width, up to the next multiple of 256.
[[nodiscard]] int blockFfnWidth(double ffnMult, double hiddenSize);

[[nodiscard]] std::vector<std::string> traitsOf(const ModelConfig &config);
// Names of fields of the language model that look structural but are not read by any rule.
[[nodiscard]] std::vector<std::string> unusedFieldsOf(const ConfigFields &fields);
// Fills config.summary from its other members.
void summarise(ModelConfig &config, const ConfigFields &fields);
// "fp8, e4m3, blocks 128x128", empty without a quantization_config.
[[nodiscard]] std::string quantizationText(const ConfigFields &fields);
// Element type of the weights of routed experts where the config states one of their own: "fp8", "fp4", "int4"; else empty.
[[nodiscard]] std::string expertTypeText(const ConfigFields &fields);
// "text + vision (27 layers, width 1152)"; empty for a plain language model.
[[nodiscard]] std::string modalitiesText(const ConfigFields &fields);
[[nodiscard]] int visionLayersOf(const ConfigFields &fields); // 0 = not stated

} // namespace lamella::core
