// SPDX-License-Identifier: GPL-3.0-or-later
// Models whose layers differ, and parts of models.
#include "tests/support/TraceGeneratorModels.h"

#include <algorithm>
#include <string>

namespace lamella::test {

namespace {

// "a", "b" -> one JSON line of the config.
std::string layerTypes(const ModelPlan &model, std::string_view plain, std::string_view other, char otherBlock)
{
    std::string text = "  \"layer_types\": [";
    for (std::size_t i = 0; i < model.blocks.size(); ++i)
        text += std::string(i == 0 ? "\"" : ", \"") + std::string(model.blocks[i] == otherBlock ? other : plain) + "\"";
    return text + "],\n";
}

std::string numbers(std::string_view blocks, char wanted)
{
    std::string text;
    for (std::size_t i = 0; i < blocks.size(); ++i)
        if (blocks[i] == wanted)
            text += (text.empty() ? "" : ", ") + std::to_string(i + 1);
    return text;
}

} // namespace

ModelPlan linearModel(Random &random)
{
    static constexpr int kLayers[] = {24, 28, 32, 48};
    ModelPlan model;
    const bool kimi = random.chance(30);
    model.layers = kimi ? 27 : kLayers[random.between(0, 3)];
    model.hidden = kimi ? 2304 : 2048;
    model.family = ModelFamily::Moe;
    const bool dense = !kimi && random.chance(30);
    model.type = kimi ? "kimi_linear" : dense ? "qwen3_5" : "qwen3_next";
    if (dense) {
        model.family = ModelFamily::Dense;
    } else {
        model.experts = 256;
        model.sharedExperts = true;
        model.denseLayers = kimi ? 1 : 0;
    }
    for (int layer = 0; layer < model.layers; ++layer)
        model.blocks += (layer + 1) % 4 == 0 ? (kimi ? 'm' : 'a') : (kimi ? 'k' : 'g');
    model.tensorParallel = random.chance(50) ? 1 : 4;
    model.extraConfig = kimi ? "  \"linear_attn_config\": {\"kda_layers\": [" + numbers(model.blocks, 'k')
            + "], \"full_attn_layers\": [" + numbers(model.blocks, 'm') + "]},\n  \"kv_lora_rank\": 512,\n"
                             : layerTypes(model, "linear_attention", "full_attention", 'a');
    return model;
}

ModelPlan alternatingModel(Random &random)
{
    // Mamba layers between MLPs (or experts), now and then attention in the place of one.
    static constexpr std::string_view kPatterns[] = {"M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M-",
        "MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME", "M-M-M-MM-M-M-M*-M-M-M*-M-M-M-M*-M-M-M-M*-M-MM-M-M-M-M-M-"};
    ModelPlan model;
    model.type = "nemotron_h";
    model.blocks = kPatterns[random.between(0, 2)];
    model.layers = static_cast<int>(model.blocks.size());
    model.hidden = 4480;
    if (model.blocks.find('E') != std::string::npos) {
        model.family = ModelFamily::Moe;
        model.experts = 128;
        model.sharedExperts = true;
        model.hidden = 2688;
    }
    model.tensorParallel = random.chance(50) ? 1 : 4;
    model.extraConfig = "  \"hybrid_override_pattern\": \"" + model.blocks + "\",\n";
    return model;
}

ModelPlan slidingModel(Random &random)
{
    static constexpr int kLayers[] = {26, 30, 36, 48};
    static constexpr int kPeriods[] = {2, 5, 6};
    ModelPlan model;
    model.layers = kLayers[random.between(0, 3)];
    const int period = kPeriods[random.between(0, 2)];
    for (int layer = 0; layer < model.layers; ++layer)
        model.blocks += (layer + 1) % period == 0 ? 'a' : 's';
    model.sandwichNorms = random.chance(70);
    model.type = model.sandwichNorms ? "gemma3_text" : "gpt_oss";
    model.hidden = 3840;
    if (!model.sandwichNorms) {
        model.family = ModelFamily::Moe;
        model.experts = 32;
        model.hidden = 2880;
    }
    model.tensorParallel = random.chance(60) ? 1 : 2;
    model.extraConfig = "  \"sliding_window\": 1024,\n" + layerTypes(model, "sliding_attention", "full_attention", 'a');
    return model;
}

ModelPlan slicedModel(ModelPlan model, std::uint64_t seed, Random &random)
{
    static constexpr int kStages[] = {2, 4, 4, 8};
    const int stages = kStages[random.between(0, 3)];
    const auto place = static_cast<int>(seed % 3); // first, middle, last
    model.configLayers = model.layers;
    // What does not divide goes to the ranks in front.
    model.layers = (model.configLayers + (place == 0 ? stages - 1 : 0)) / stages;
    model.firstSlice = place == 0;
    model.lastSlice = place == 2;
    model.sideStreams = SideStreams::None;
    model.peersOnSide = random.chance(50);
    if (model.layers < model.denseLayers + 2)
        model.denseLayers = 0;
    return model;
}

} // namespace lamella::test
