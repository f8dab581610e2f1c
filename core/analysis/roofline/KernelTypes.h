// SPDX-License-Identifier: GPL-3.0-or-later
// What the name of a kernel tells about the work that a config describes: element types, and which part of a layer it is.
#pragma once

#include "core/analysis/PassMetrics.h"
#include "core/profile/ElementType.h"
#include "core/profile/ModelConfig.h"

#include <string_view>

namespace lamella::core {

struct ProductTypes {
    ElementType input = ElementType::Unknown;
    ElementType weight = ElementType::Unknown;
};
// By the kernel's name, else `usual` for both. Weights narrower than their inputs: "bf16xbf16xmxfp4".
[[nodiscard]] ProductTypes productTypes(std::string_view name, ElementType usual);
// Of the cached keys and values: fp8 where the name of the attention kernel says so, else `usual`.
[[nodiscard]] ElementType attentionCacheType(std::string_view name, ElementType usual);
// Of activations: the config's dtype, bf16 where it states none.
[[nodiscard]] ElementType configType(const ModelConfig &config);

[[nodiscard]] bool isExpertProduct(std::string_view name); // multiplies with experts' weights
[[nodiscard]] bool finishesExperts(std::string_view name); // adds up what a token's experts gave
[[nodiscard]] bool isAddition(std::string_view name);
[[nodiscard]] bool isCopyName(std::string_view name);
[[nodiscard]] bool isGatedActivationName(std::string_view name);
// Of a norm over the hidden size in a model where nothing else adds the residual: false where the name says that it does not.
[[nodiscard]] bool addsResidual(std::string_view name);

// Devices that share each layer: all ranks of the job where layers hold collectives, else one.
[[nodiscard]] int devicesThatShare(const AnalysisInput &input, const DeviceSegmentation &device);

} // namespace lamella::core
