// SPDX-License-Identifier: GPL-3.0-or-later
// A config.json whose language model may stand one or more levels down; inner fields win. Internal to core/profile.
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
    // The value under the first of the keys that any level has (and that is not null); levels before keys.
    [[nodiscard]] const JsonValue *find(std::initializer_list<std::string_view> keys) const;
    [[nodiscard]] std::string text(std::string_view key) const;
    // True, false, or the fallback where the field is absent or no truth value.
    [[nodiscard]] bool flag(std::string_view key, bool fallback) const;
    // Whole numbers of an array or of a text "1,2,3"; empty when it is none or holds something else.
    [[nodiscard]] std::vector<int> integers(std::initializer_list<std::string_view> keys) const;
    [[nodiscard]] std::vector<std::string> texts(std::initializer_list<std::string_view> keys) const;
    [[nodiscard]] const std::vector<const JsonValue *> &levels() const { return m_levels; } // innermost first
    [[nodiscard]] const JsonValue &root() const { return *m_levels.back(); }

private:
    std::vector<const JsonValue *> m_levels;
};

[[nodiscard]] std::vector<int> integersOf(const JsonValue &value);
// Vision, audio and other parts beside the language model: not a level, whatever layers they state.
[[nodiscard]] bool isOtherModality(std::string_view key);

// config.numbers: fields of every level under their canonical names, aliases resolved, sub-objects read.
void readNumbers(const ConfigFields &fields, ModelConfig &config);
// A number of config as a count that cannot overflow: 0 to 10 001.
[[nodiscard]] int wholeNumber(const ModelConfig &config, std::string_view key);
// Layers of the model; 0 = not stated. Sets encoderLayers.
[[nodiscard]] int layerCountOf(const ConfigFields &fields, ModelConfig &config);

// Attention, Mamba, … of each layer; dense or MoE of each layer. Both empty where the config does not say.
[[nodiscard]] std::vector<std::string> layerTypesOf(const ConfigFields &fields, const ModelConfig &config);
[[nodiscard]] std::vector<std::string> ffnTypesOf(const ConfigFields &fields, const ModelConfig &config);
[[nodiscard]] std::vector<bool> nopeLayersOf(const ConfigFields &fields, const ModelConfig &config);
[[nodiscard]] std::vector<bool> sharedKvLayersOf(const ConfigFields &fields, const ModelConfig &config);
// DeciLM's width rule: two thirds of ffn_mult times the width, up to the next multiple of 256.
[[nodiscard]] int blockFfnWidth(double ffnMult, double hiddenSize);

[[nodiscard]] std::vector<std::string> traitsOf(const ModelConfig &config);
// Names of fields of the language model that look structural and that no rule reads.
[[nodiscard]] std::vector<std::string> unusedFieldsOf(const ConfigFields &fields);
// Fills config.summary from its other members.
void summarise(ModelConfig &config, const ConfigFields &fields);
// "fp8, e4m3, blocks 128x128", empty without a quantization_config.
[[nodiscard]] std::string quantizationText(const ConfigFields &fields);
// "text + vision (27 layers, width 1152)"; empty for a plain language model.
[[nodiscard]] std::string modalitiesText(const ConfigFields &fields);

} // namespace lamella::core
