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
    // Whole numbers of an array, empty when it is none or holds something else.
    [[nodiscard]] std::vector<int> integers(std::initializer_list<std::string_view> keys) const;
    [[nodiscard]] std::vector<std::string> texts(std::initializer_list<std::string_view> keys) const;
    [[nodiscard]] const std::vector<const JsonValue *> &levels() const { return m_levels; } // innermost first

private:
    std::vector<const JsonValue *> m_levels;
};

[[nodiscard]] std::vector<int> integersOf(const JsonValue &value);

// Attention, Mamba, … of each layer; dense or MoE of each layer. Both empty where the config does not say.
[[nodiscard]] std::vector<std::string> layerTypesOf(const ConfigFields &fields, const ModelConfig &config);
[[nodiscard]] std::vector<std::string> ffnTypesOf(const ConfigFields &fields, const ModelConfig &config);
// Fills config.summary from its other members.
void summarise(ModelConfig &config, const ConfigFields &fields);

} // namespace lamella::core
