// SPDX-License-Identifier: GPL-3.0-or-later
// The fields used from a Hugging Face config.json, after flattening nested configs (text_config, language_config, llm_config,
// thinker...) and resolving aliases. The names are those of published configs.
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
    std::string path; // file that it was read from
    std::string modelType; // inner model_type ("qwen3_moe")
    std::vector<std::string> modelTypes; // model_type of every level, innermost first ("kimi_linear", "kimi_k3")
    std::string architecture; // first of `architectures`
    std::string name; // _name_or_path, else the file's stem
    int layers = 0; // num_hidden_layers or alias, encoder and decoder together; 0 = not stated
    int encoderLayers = 0; // the first n of `layers` belong to the encoder
    int visionLayers = 0; // of the tower before the language model; 0 = not stated
    int draftLayers = 0; // num_nextn_predict_layers / mtp layers
    int hashLayers = 0; // num_hash_layers: the FIRST n layers
    int denseLayers = 0; // first_k_dense_replace and aliases: the first n layers are dense
    std::vector<int> compressRatios; // one per layer (without draft layers), empty if absent
    std::vector<std::string> layerTypes; // `layer_types` or derived from hybrid patterns, one per layer, empty if absent
    bool gatesAttention = false; // its results are multiplied with gates that the product of the queries gives (attn_output_gate)
    bool keysAreValues = false; // layers that see all tokens have no product for values (attention_k_eq_v)
    bool slidesEverywhere = false; // sliding_window holds in every layer, although no layer types say so (Mistral, Phi-3)
    std::vector<std::string> ffnTypes; // "dense" or "moe" per layer; empty if all layers are alike
    std::vector<bool> nopeLayers; // layers without rotary positions; empty if all have them
    std::vector<bool> sharedKvLayers; // layers that reuse the KV cache of an earlier layer; empty if none does
    // Traits of the model according to the fields, sorted: compressed_attention, dense, diffusion, encoder_decoder, gqa,
    // hyper_connections, linear_attention, mamba, mla, moe, sliding_window, sparse_attention. They select the profile for unknown
    // model types.
    std::vector<std::string> traits;
    std::vector<std::string> unusedFields; // fields that look structural but that no rule reads, in file order
    // Everything that an architecture summary prints, resolved: "hidden_size" -> "4096". In printing order.
    std::vector<std::pair<std::string, std::string>> summary;

    // Numeric fields under their canonical name (hidden_size, kv_lora_rank, num_experts, index_topk, ...).
    std::map<std::string, double, std::less<>> numbers;
    [[nodiscard]] double number(std::string_view key, double fallback = 0) const;
    [[nodiscard]] bool has(std::string_view key) const;
    [[nodiscard]] bool hasTrait(std::string_view trait) const;
};

// A config without a layer count (a UNet, a recommender) is accepted. Errors: Io; Syntax (not JSON, with offset); BadProfile
// (JSON that does not describe a model).
Result<ModelConfig> readModelConfig(const std::string &path);
Result<ModelConfig> parseModelConfig(std::string_view json, const std::string &path);

// Type of each layer according to the config: compress_ratios 0 SWA_ONLY, 4 CSA_C4, 128 HCA_C128, else CR<r>; the first
// hashLayers also HASH; DENSE / MoE if the first layers are dense; layer_types otherwise; FIRST and FINAL are appended with '+'.
// Empty if the config does not specify it.
std::vector<std::string> layerTypesFromConfig(const ModelConfig &config);

} // namespace lamella::core
