// SPDX-License-Identifier: GPL-3.0-or-later
// Which layers have experts and which have a dense FFN.
#include "core/profile/ConfigFields.h"

#include <algorithm>

namespace lamella::core {

namespace {

// The ways in which configs specify it; any of them can make a layer dense.
struct FfnFields {
    std::vector<std::string> listed; // per layer: "dense" or "sparse"
    std::vector<int> frequency; // per layer: 0 = dense
    std::vector<int> experts; // number of experts per layer
    std::vector<int> moeLayers; // indices of layers with experts
    std::vector<int> denseLayers; // indices of layers without
    int step = 0; // experts in layers step-1, 2*step-1, ...
    int every = 0; // experts in layers 0, every, 2*every, ...
    int period = 0; // experts where layer % period == offset
    int offset = 0;
    int last = -1; // no experts after this layer
};

FfnFields readFields(const ConfigFields &fields, const ModelConfig &config)
{
    FfnFields f;
    f.listed = fields.texts({"mlp_layer_types", "ffn_layer_types"});
    f.frequency = fields.integers({"moe_layer_freq", "moe_layer_frequency"});
    f.experts = fields.integers({"num_experts", "n_routed_experts", "num_local_experts"});
    f.moeLayers = fields.integers({"moe_layers", "moe_layers_enum"});
    f.denseLayers = fields.integers({"mlp_only_layers"});
    if (config.encoderLayers == 0)
        f.step = std::max({wholeNumber(config, "interleave_moe_layer_step"), wholeNumber(config, "decoder_sparse_step"),
            wholeNumber(config, "moe_layer_interval")});
    f.every = std::max(wholeNumber(config, "moe_layer_freq"), wholeNumber(config, "moe_layer_frequency"));
    f.period = wholeNumber(config, "expert_layer_period");
    f.offset = wholeNumber(config, "expert_layer_offset");
    f.last = config.has("moe_layer_end_index") ? static_cast<int>(config.number("moe_layer_end_index", -1)) : -1;
    return f;
}

bool isDense(const FfnFields &f, const ModelConfig &config, int layer)
{
    const auto i = static_cast<std::size_t>(layer);
    const auto has = [layer](const std::vector<int> &list) { return std::find(list.begin(), list.end(), layer) != list.end(); };
    return layer < config.denseLayers || (i < f.listed.size() && (f.listed[i] == "dense" || f.listed[i] == "mlp"))
        || (i < f.frequency.size() && f.frequency[i] == 0) || (i < f.experts.size() && f.experts[i] <= 1)
        || (!f.moeLayers.empty() && !has(f.moeLayers)) || has(f.denseLayers) || (f.step > 1 && (layer + 1) % f.step != 0)
        || (f.frequency.empty() && f.every > 1 && layer % f.every != 0) || (f.period > 1 && layer % f.period != f.offset)
        || (f.last >= 0 && layer > f.last);
}

// Switch Transformers and relatives count sparse layers from the second layer of each stack.
bool isDenseInStack(const ModelConfig &config, int layer)
{
    const bool encoder = layer < config.encoderLayers;
    const int step = wholeNumber(config, encoder ? "encoder_sparse_step" : "decoder_sparse_step");
    const int inside = encoder ? layer : layer - config.encoderLayers;
    return step != 1 && (step == 0 || inside % step != 1);
}

} // namespace

std::vector<std::string> ffnTypesOf(const ConfigFields &fields, const ModelConfig &config)
{
    if (config.number("num_experts") <= 0)
        return {};
    const FfnFields f = readFields(fields, config);
    const bool stacks = config.encoderLayers > 0;
    std::vector<std::string> out;
    for (int layer = 0; layer < config.layers; ++layer)
        out.emplace_back((stacks ? isDenseInStack(config, layer) : isDense(f, config, layer)) ? "dense" : "moe");
    const bool mixed = std::find(out.begin(), out.end(), "dense") != out.end();
    return mixed ? out : std::vector<std::string>{};
}

} // namespace lamella::core
