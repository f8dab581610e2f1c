// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of a Hugging Face config.json that we use, after flattening nested configs (text_config, language_config,
// llm_config, thinker...) and resolving aliases. The names are those of published configs.
#pragma once

#include "core/base/Result.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

struct ModelConfig {
    std::string path; // where it was read from
    std::string modelType; // inner model_type ("qwen3_moe")
    std::vector<std::string> modelTypes; // model_type of every level, innermost first ("kimi_linear", "kimi_k3")
    std::string architecture; // first of `architectures`
    std::string name; // _name_or_path, else the file's stem
    int layers = 0; // num_hidden_layers or alias, encoder and decoder together; 0 = not stated
    int encoderLayers = 0; // of `layers`, the first so many are the encoder's
    int draftLayers = 0; // num_nextn_predict_layers / mtp layers
    int hashLayers = 0; // num_hash_layers: the FIRST so many layers
    int denseLayers = 0; // first_k_dense_replace and aliases: first so many layers are dense
    std::vector<int> compressRatios; // one per layer (draft layers cut off), empty if absent
    std::vector<std::string> layerTypes; // `layer_types` or derived from hybrid patterns, one per layer, empty if absent
    std::vector<std::string> ffnTypes; // "dense" or "moe" per layer; empty where all layers are alike
    std::vector<bool> nopeLayers; // layers without rotary positions; empty where all have them
    std::vector<bool> sharedKvLayers; // layers that use the KV cache of a layer before; empty where none does
    // What the fields say the model has, sorted: compressed_attention, dense, diffusion, encoder_decoder, gqa, hyper_connections,
    // linear_attention, mamba, mla, moe, sliding_window, sparse_attention. Profiles for unknown model types are found by these.
    std::vector<std::string> traits;
    std::vector<std::string> unusedFields; // fields that look structural and that no rule reads, in the order of the file
    // Everything an architecture summary prints, resolved: "hidden_size" -> "4096". Order of the key = order of printing.
    std::vector<std::pair<std::string, std::string>> summary;

    // Numeric fields under their canonical name (hidden_size, kv_lora_rank, num_experts, index_topk, ...).
    std::map<std::string, double, std::less<>> numbers;
    [[nodiscard]] double number(std::string_view key, double fallback = 0) const;
    [[nodiscard]] bool has(std::string_view key) const;
    [[nodiscard]] bool hasTrait(std::string_view trait) const;
};

// A config without a layer count (a UNet, a recommender) is read for what it has. Errors: Io; Syntax (not JSON, with offset);
// BadProfile (JSON that says nothing of a model).
Result<ModelConfig> readModelConfig(const std::string &path);
Result<ModelConfig> parseModelConfig(std::string_view json, const std::string &path);

// Type of each layer by the config: compress_ratios 0 SWA_ONLY, 4 CSA_C4, 128 HCA_C128, else CR<r>; the first hashLayers also
// HASH; DENSE / MOE where first layers are dense; layer_types otherwise; FIRST and FINAL composed with '+'. Empty when the config
// says nothing.
std::vector<std::string> layerTypesFromConfig(const ModelConfig &config);

} // namespace lamella::core
