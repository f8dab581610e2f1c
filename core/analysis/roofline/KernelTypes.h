// SPDX-License-Identifier: GPL-3.0-or-later
// Facts from the name of a kernel about work that a config describes: element types, and additional operations.
#pragma once

#include "core/analysis/PassMetrics.h"
#include "core/profile/ElementType.h"
#include "core/profile/ModelConfig.h"

#include <string_view>
#include <unordered_map>

namespace lamella::core {

struct ProductTypes {
    ElementType input = ElementType::Unknown;
    ElementType weight = ElementType::Unknown;
};
// By the kernel's name, else `usual` for both. Weights narrower than their inputs: "bf16xbf16xmxfp4".
[[nodiscard]] ProductTypes productTypes(std::string_view name, ElementType usual);
// Of the cached keys and values: fp8 if the name of the attention kernel contains it, else `usual`.
[[nodiscard]] ElementType attentionCacheType(std::string_view name, ElementType usual);
// Of activations: the config's dtype, bf16 if it states none.
[[nodiscard]] ElementType configType(const ModelConfig &config);
// Of the products of routed experts, where the config quantises their weights. Those of fp8 are multiplied with inputs of fp8.
[[nodiscard]] ProductTypes configExpertTypes(const ModelConfig &config);

// The facts from a name, computed once for each name.
struct KernelFacts {
    ProductTypes product;
    ProductTypes experts; // the same where it is a product of routed experts
    ElementType cache = ElementType::Unknown;
    bool addition = false;
    bool gatedActivation = false;
    // Of a norm over the hidden size in a model where nothing else adds the residual: false if the name shows that it does not.
    bool addsResidual = true;
};
class KernelFactsByName {
public:
    KernelFactsByName(const KernelNames &names, const ModelConfig &config)
        : m_names(names)
        , m_usual(configType(config))
        , m_experts(configExpertTypes(config))
    {
    }
    [[nodiscard]] const KernelFacts &of(StringId name);
    [[nodiscard]] ElementType usual() const { return m_usual; } // of activations

private:
    const KernelNames &m_names;
    ElementType m_usual;
    ProductTypes m_experts;
    std::unordered_map<StringId, KernelFacts> m_facts;
};

// Devices that share each layer: the processes of the groups whose collectives are in layers, of those that add up if there are
// any; all ranks of the job where no size of a group is recorded; one without collectives.
[[nodiscard]] int devicesThatShare(const AnalysisInput &input, const DeviceSegmentation &device);

} // namespace lamella::core
