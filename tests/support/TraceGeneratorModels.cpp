// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TraceGeneratorModels.h"

#include "tests/support/TraceGeneratorKinds.h"

#include <string>

namespace lamella::test {

namespace {

ModelPlan denseModel(Random &random)
{
    static constexpr int kLayers[] = {16, 24, 28, 32, 36, 40, 48};
    ModelPlan model;
    model.type = random.chance(50) ? "qwen3" : "llama";
    model.layers = kLayers[random.between(0, 6)];
    model.hidden = 4096;
    model.tensorParallel = random.chance(50) ? 1 : 4;
    return model;
}

ModelPlan expertModel(Random &random)
{
    static constexpr int kLayers[] = {24, 27, 32, 46, 48};
    static constexpr SideStreams kSides[] = {SideStreams::SharedExperts, SideStreams::DeepEp, SideStreams::DeepEpAndOffload};
    ModelPlan model;
    model.family = ModelFamily::Moe;
    model.type = random.chance(50) ? "qwen3_moe" : "glm4_moe";
    model.layers = kLayers[random.between(0, 4)];
    model.denseLayers = model.type == "glm4_moe" ? 1 : 0;
    model.hidden = 4096;
    model.experts = 128;
    model.sharedExperts = true;
    model.sideStreams = kSides[random.between(0, 2)];
    model.tensorParallel = random.chance(50) ? 1 : 8;
    return model;
}

ModelPlan latentModel(Random &random)
{
    ModelPlan model;
    model.family = ModelFamily::Mla;
    model.type = "deepseek_v3";
    model.layers = 61;
    model.denseLayers = 3;
    model.draftLayers = 1;
    model.hidden = 7168;
    model.experts = 256;
    model.sharedExperts = true;
    model.sideStreams = random.chance(40) ? SideStreams::SharedExperts : SideStreams::None;
    model.tensorParallel = random.chance(70) ? 8 : 1;
    return model;
}

ModelPlan mixedModel(Random &random)
{
    ModelPlan model;
    model.family = ModelFamily::MixedRatios;
    model.type = "deepseek_v4";
    model.layers = random.chance(50) ? 43 : 61;
    model.hashLayers = 3;
    model.hidden = model.layers == 43 ? 4096 : 7168;
    model.experts = 256;
    model.sharedExperts = true;
    model.sideStreams = random.chance(40) ? SideStreams::SharedExperts : SideStreams::None;
    model.tensorParallel = 8;
    // The small model begins with sliding windows, the large one with the strongest compression; then they alternate.
    const int leading = model.layers == 43 ? 0 : 128;
    for (int layer = 0; layer < model.layers; ++layer)
        model.ratios.push_back(layer < 2 ? leading : layer % 2 == 0 ? 4 : 128);
    return model;
}

} // namespace

std::string_view stageText(core::Stage stage)
{
    switch (stage) {
    case core::Stage::Prefill:
        return "prefill";
    case core::Stage::Decode:
        return "decode";
    case core::Stage::Mixed:
        return "mixed";
    case core::Stage::Draft:
        return "draft";
    case core::Stage::Forward:
        return "forward";
    case core::Stage::Backward:
        return "backward";
    case core::Stage::Optimizer:
        return "optimizer";
    default:
        return "unknown";
    }
}

ModelPlan drawnModel(TraceKind kind, Random &random)
{
    switch (kind) {
    case TraceKind::Moe:
        return expertModel(random);
    case TraceKind::Mla:
        return latentModel(random);
    case TraceKind::MixedRatios:
        return mixedModel(random);
    case TraceKind::Sample: {
        ModelPlan model = expertModel(random);
        model.type = "glm4_moe";
        model.layers = 32;
        model.denseLayers = 1;
        model.sideStreams = SideStreams::SharedExperts;
        model.tensorParallel = 8;
        // The sizes of its products on all eight devices; experts are narrow enough for the durations drawn.
        model.extraConfig = "  \"head_dim\": 128,\n  \"intermediate_size\": 1024,\n  \"moe_intermediate_size\": 256,\n"
                            "  \"n_shared_experts\": 1,\n  \"shared_expert_intermediate_size\": 1024,\n"
                            "  \"vocab_size\": 151936,\n  \"torch_dtype\": \"bfloat16\",\n";
        return model;
    }
    case TraceKind::TwoDevices: {
        ModelPlan model = denseModel(random);
        model.tensorParallel = 2;
        return model;
    }
    case TraceKind::Truncated:
    case TraceKind::CudaGraph:
    case TraceKind::KernelsOnly: {
        if (random.chance(60))
            return denseModel(random);
        ModelPlan model = expertModel(random);
        model.sideStreams = kind == TraceKind::CudaGraph ? SideStreams::SharedExperts : SideStreams::None;
        return model;
    }
    case TraceKind::HybridLinear:
        return linearModel(random);
    case TraceKind::Alternating:
        return alternatingModel(random);
    case TraceKind::SlidingWindow:
        return slidingModel(random);
    case TraceKind::PipelineSlice:
    case TraceKind::ChunkedPrefill: {
        if (random.chance(60))
            return denseModel(random);
        ModelPlan model = expertModel(random);
        model.sideStreams = SideStreams::None;
        return model;
    }
    default:
        break;
    }
    return denseModel(random);
}

std::string configJson(const ModelPlan &model)
{
    const bool latent = model.family == ModelFamily::Mla;
    std::string text = "{\n  \"architectures\": [\"" + std::string(latent ? "DeepseekV3ForCausalLM" : "ForCausalLM") + "\"],\n";
    const auto number = [&](std::string_view key, int value) {
        text += "  \"" + std::string(key) + "\": " + std::to_string(value) + ",\n";
    };
    if (model.extraConfig.find("num_layers") == std::string::npos) // those count in other words
        number("num_hidden_layers", model.configLayers > 0 ? model.configLayers : model.layers);
    number("hidden_size", model.hidden);
    number("num_attention_heads", model.hidden / 128);
    number("num_key_value_heads", 8);
    if (model.draftLayers > 0)
        number("num_nextn_predict_layers", model.draftLayers);
    if (model.hashLayers > 0)
        number("num_hash_layers", model.hashLayers);
    if (model.denseLayers > 0)
        number("first_k_dense_replace", model.denseLayers);
    if (latent) {
        number("kv_lora_rank", 512);
        number("q_lora_rank", 1536);
    }
    if (model.experts > 0) {
        number(latent ? "n_routed_experts" : "num_experts", model.experts);
        number("num_experts_per_tok", 8);
    }
    text += model.extraConfig;
    if (!model.ratios.empty()) {
        text += "  \"compress_ratios\": [";
        for (std::size_t i = 0; i < model.ratios.size(); ++i)
            text += (i == 0 ? "" : ", ") + std::to_string(model.ratios[i]);
        text += "],\n";
    }
    return text + "  \"model_type\": \"" + model.type + "\"\n}\n";
}

} // namespace lamella::test
