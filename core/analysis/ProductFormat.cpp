// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ProductFormat.h"

#include "core/base/AsciiCase.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace lamella::core {

namespace {

using Format = std::pair<std::string_view, std::string_view>;

// In order of precedence: "gemm_bf16_fp8" multiplies the narrower format.
constexpr std::array<Format, 19> kWords{
    {{"mxfp4", "fp4"}, {"nvfp4", "fp4"}, {"fp4", "fp4"}, {"e2m1", "fp4"}, {"e4m3", "fp8"}, {"e5m2", "fp8"}, {"fp8", "fp8"},
        {"f8", "fp8"}, {"w4a16", "int4"}, {"int4", "int4"}, {"int8", "int8"}, {"i8i8", "int8"}, {"bf16", "bf16"},
        {"bfloat16", "bf16"}, {"fp16", "fp16"}, {"half", "fp16"}, {"float16", "fp16"}, {"tf32", "tf32"}, {"fp32", "fp32"}}};
// Suffixes and prefixes of short names.
constexpr std::array<Format, 8> kEnds{{{"fp4", "fp4"}, {"fp8", "fp8"}, {"i8", "int8"}, {"bf16", "bf16"}, {"f16", "fp16"},
    {"tf32", "tf32"}, {"f32", "fp32"}, {"f64", "fp64"}}};
constexpr std::array<Format, 3> kBeginnings{{{"sgemm ", "fp32"}, {"hgemm ", "fp16"}, {"dgemm ", "fp64"}}};

std::string_view ofWords(std::string_view text)
{
    const std::string lower = asciiLowered(text);
    const auto word = std::find_if(
        kWords.begin(), kWords.end(), [&lower](const Format &f) { return lower.find(f.first) != std::string::npos; });
    return word == kWords.end() ? std::string_view{} : word->second;
}

// "nvjet_tst_…", "nvjet_sm100_qqtst_…": letters for types, the first for that of A. Other words ("nvjet_qkv") are no types.
std::string_view ofNvjet(std::string_view name)
{
    std::string_view rest = name.substr(name.find('_') + 1);
    if (rest.starts_with("sm1") || rest.starts_with("sm9"))
        rest = rest.substr(std::min(rest.find('_'), rest.size() - 1) + 1);
    constexpr std::array<std::pair<char, std::string_view>, 7> kLetters{
        {{'h', "fp16"}, {'t', "bf16"}, {'q', "fp8"}, {'r', "fp8"}, {'o', "fp4"}, {'s', "fp32"}, {'d', "fp64"}}};
    const auto letterOf = [&kLetters](char c) {
        return std::find_if(kLetters.begin(), kLetters.end(), [c](const auto &l) { return l.first == c; });
    };
    constexpr std::size_t kMinLetters = 3; // A, computation, result
    const std::string_view word = rest.substr(0, rest.find('_'));
    const bool isTypes =
        word.size() >= kMinLetters && std::all_of(word.begin(), word.end(), [&](char c) { return letterOf(c) != kLetters.end(); });
    return isTypes ? letterOf(word.front())->second : std::string_view{};
}

} // namespace

std::string_view productFormatOfName(std::string_view demangled)
{
    if (demangled.starts_with("nvjet_"))
        return ofNvjet(demangled);
    const std::string shortName = shortKernelName(demangled);
    const std::string_view last = std::string_view(shortName).substr(shortName.find_last_of(' ') + 1);
    if (const auto end = std::find_if(kEnds.begin(), kEnds.end(), [last](const Format &f) { return f.first == last; });
        end != kEnds.end() && last.size() < shortName.size())
        return ofWords(demangled) == "int4" ? "int4" : end->second;
    const auto begin = std::find_if(
        kBeginnings.begin(), kBeginnings.end(), [&shortName](const Format &f) { return shortName.starts_with(f.first); });
    return begin != kBeginnings.end() ? begin->second : ofWords(demangled);
}

std::string_view ProductFormats::of(KernelId kernel)
{
    const auto [known, added] = m_byName.try_emplace(m_document.kernels.name[kernel.value]);
    if (added)
        known->second = productFormatOfName(m_names[known->first].full);
    if (!known->second.empty())
        return known->second;
    const EventId op = kernel.value < m_launches.cpuOp.size() ? m_launches.cpuOp[kernel.value] : EventId();
    for (const EventId event : {m_document.kernels.event[kernel.value], op}) {
        const auto types =
            event.value < m_document.events.size() ? m_document.events.sparse(event, SparseKey::InputTypes) : std::nullopt;
        if (!types)
            continue;
        const std::string_view all = m_document.text(StringId(static_cast<std::uint32_t>(*types)));
        return ofWords(all.substr(0, all.find_first_of(";,"))); // the other inputs are scales and indices
    }
    return {};
}

} // namespace lamella::core
