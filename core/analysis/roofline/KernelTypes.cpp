// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/roofline/KernelTypes.h"

#include "core/analysis/ProductFormat.h"
#include "core/analysis/program/OpKinds.h"
#include "core/base/AsciiCase.h"

#include <algorithm>
#include <array>
#include <string>

namespace lamella::core {

namespace {

bool has(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

// "Cijk_Alik_Bljk_BBS_BH_...": types of A and B, C and D, and of the computation. Source: Tensile, KernelWriterAssembly naming.
ElementType tensileType(std::string_view name)
{
    constexpr std::string_view kOperands = "jk_";
    std::size_t at = name.find("_Bljk_");
    if (at == std::string_view::npos)
        at = name.find("_Bjlk_");
    if (!name.starts_with("Cijk_") || at == std::string_view::npos)
        return ElementType::Unknown;
    const std::string_view types = name.substr(at + 3 + kOperands.size());
    constexpr std::array<std::pair<std::string_view, ElementType>, 7> kLetters{
        {{"F8", ElementType::Fp8}, {"B8", ElementType::Fp8}, {"I8", ElementType::Int8}, {"B", ElementType::Bf16},
            {"H", ElementType::Fp16}, {"S", ElementType::Fp32}, {"D", ElementType::Fp64}}};
    for (const auto &[letters, type] : kLetters)
        if (types.starts_with(letters))
            return type;
    return ElementType::Unknown;
}

bool isAddition(std::string_view name)
{
    return has(name, "CUDAFunctor_add") || has(name, "_fused_add_") || has(name, "AddFunctor");
}

bool isGatedActivation(std::string_view lower)
{
    return has(lower, "and_mul") || has(lower, "swiglu") || (has(lower, "silu") && has(lower, "mul"));
}

bool addsResidual(std::string_view name)
{
    // aiter's kernel is for both; its first flag says whether a residual is added.
    constexpr std::string_view kForBoth = "add_rmsnorm_quant_kernel<";
    const std::size_t at = name.find(kForBoth);
    if (at == std::string_view::npos)
        return true;
    const std::size_t yes = name.find("true", at);
    const std::size_t no = name.find("false", at);
    return yes != std::string_view::npos && yes < no;
}

} // namespace

ProductTypes productTypes(std::string_view name, ElementType usual)
{
    ElementType type = tensileType(name);
    if (type == ElementType::Unknown)
        type = elementTypeFromName(productFormatOfName(name)).value_or(ElementType::Unknown);
    if (type == ElementType::Unknown)
        return {usual, usual};
    const std::string lower = asciiLowered(name);
    const bool narrow = type == ElementType::Fp4 || type == ElementType::Int4 || type == ElementType::Int8;
    if (narrow && (has(lower, "bf16") || has(lower, "bfloat16")))
        return {ElementType::Bf16, type};
    if (narrow && (has(lower, "fp16") || has(lower, "half") || has(lower, "marlin")))
        return {ElementType::Fp16, type};
    return {type, type};
}

ElementType attentionCacheType(std::string_view name, ElementType usual)
{
    const std::string lower = asciiLowered(name);
    // vLLM's kernels name the format of the cache as a number: 0 is that of the queries.
    const bool automatic = has(lower, "fp8kvcachedatatype)0");
    return !automatic && (has(lower, "e4m3") || has(lower, "e5m2") || has(lower, "fp8kv")) ? ElementType::Fp8 : usual;
}

namespace {

ElementType summaryType(const ModelConfig &config, std::string_view wanted)
{
    for (const auto &[key, value] : config.summary)
        if (key == wanted)
            return elementTypeFromText(value);
    return ElementType::Unknown;
}

} // namespace

ElementType configType(const ModelConfig &config)
{
    const ElementType stated = summaryType(config, "dtype");
    return stated == ElementType::Unknown ? ElementType::Bf16 : stated;
}

ProductTypes configExpertTypes(const ModelConfig &config)
{
    const ElementType usual = configType(config);
    const ElementType weights = summaryType(config, "expert_dtype");
    if (weights == ElementType::Unknown)
        return {usual, usual};
    return {weights == ElementType::Fp8 ? weights : usual, weights};
}

const KernelFacts &KernelFactsByName::of(StringId name)
{
    const auto [found, added] = m_facts.try_emplace(name);
    if (!added)
        return found->second;
    const std::string &full = m_names[name].full;
    const std::string lower = asciiLowered(full);
    const ProductTypes product = productTypes(full, m_usual);
    const bool isNamed = productTypes(full, ElementType::Unknown).weight != ElementType::Unknown;
    found->second = {product, isNamed ? product : m_experts, attentionCacheType(full, m_usual), isAddition(full),
        isGatedActivation(lower), addsResidual(full)};
    return found->second;
}

int devicesThatShare(const AnalysisInput &input, const DeviceSegmentation &device)
{
    constexpr std::int64_t kMaxDevices = 1 << 20;
    const TraceDocument &document = input.document;
    bool any = false;
    std::int64_t summing = 0; // processes in the largest group that adds up
    std::int64_t largest = 0;
    for (const KernelId kernel : input.index.ofDevice(device.device)) {
        const StringId name = document.kernels.name[kernel.value];
        if (input.segmentation.layerOf[kernel.value] < 0 || input.names.category(name) != Category::Communication)
            continue;
        any = true;
        const EventId event = document.kernels.event[kernel.value];
        if (event.value >= document.events.size())
            continue;
        const std::int64_t size = document.events.sparse(event, SparseKey::CollectiveGroupSize).value_or(0);
        largest = std::max(largest, size);
        if (collectiveKindFromName(input.names[name].full) == CollectiveKind::AllReduce)
            summing = std::max(summing, size);
    }
    const std::int64_t size = summing > 0 ? summing : largest;
    if (size > 0)
        return static_cast<int>(std::min(size, kMaxDevices));
    return any ? std::max(1, document.metadata.worldSize.value_or(1)) : 1;
}

} // namespace lamella::core
