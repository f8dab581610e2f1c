// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/ElementType.h"

#include "core/base/AsciiCase.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

namespace lamella::core {

namespace {

struct TypeInfo {
    std::string_view name;
    double bytes;
};
// In the order of the enumeration.
constexpr std::array<TypeInfo, kElementTypes> kTypes{{{"", 0}, {"fp64", 8}, {"fp32", 4}, {"tf32", 4}, {"bf16", 2}, {"fp16", 2},
    {"fp8", 1}, {"fp6", 0.75}, {"fp4", 0.5}, {"complex32", 4}, {"complex64", 8}, {"complex128", 16}, {"int64", 8}, {"int32", 4},
    {"int16", 2}, {"int8", 1}, {"int4", 0.5}, {"bool", 1}}};

using Spelling = std::pair<std::string_view, ElementType>;
constexpr std::array<Spelling, 40> kSpellings{{{"bfloat16", ElementType::Bf16}, {"bf16", ElementType::Bf16},
    {"half", ElementType::Fp16}, {"float16", ElementType::Fp16}, {"fp16", ElementType::Fp16}, {"f16", ElementType::Fp16},
    {"float", ElementType::Fp32}, {"float32", ElementType::Fp32}, {"fp32", ElementType::Fp32}, {"f32", ElementType::Fp32},
    {"tf32", ElementType::Tf32}, {"double", ElementType::Fp64}, {"float64", ElementType::Fp64}, {"fp64", ElementType::Fp64},
    {"long", ElementType::Int64}, {"long int", ElementType::Int64}, {"long long", ElementType::Int64},
    {"int64", ElementType::Int64}, {"int", ElementType::Int32}, {"int32", ElementType::Int32}, {"short", ElementType::Int16},
    {"short int", ElementType::Int16}, {"int16", ElementType::Int16}, {"char", ElementType::Int8},
    {"signed char", ElementType::Int8}, {"unsigned char", ElementType::Int8}, {"int8", ElementType::Int8},
    {"uint8", ElementType::Int8}, {"int4", ElementType::Int4}, {"uint4", ElementType::Int4}, {"bool", ElementType::Bool},
    {"complex<c10::half>", ElementType::Complex32}, {"complex<half>", ElementType::Complex32},
    {"complex32", ElementType::Complex32}, {"complex<float>", ElementType::Complex64}, {"complex64", ElementType::Complex64},
    {"c64", ElementType::Complex64}, {"complex<double>", ElementType::Complex128}, {"complex128", ElementType::Complex128},
    {"c128", ElementType::Complex128}}};

// Families of formats that differ in how they share bits between exponent and mantissa: "float8_e4m3fnuz", "f8e5m2", "mxfp4".
constexpr std::array<Spelling, 12> kParts{
    {{"float8", ElementType::Fp8}, {"fp8", ElementType::Fp8}, {"f8e", ElementType::Fp8}, {"e4m3", ElementType::Fp8},
        {"e5m2", ElementType::Fp8}, {"hifloat8", ElementType::Fp8}, {"float6", ElementType::Fp6}, {"fp6", ElementType::Fp6},
        {"float4", ElementType::Fp4}, {"fp4", ElementType::Fp4}, {"f4e2m1", ElementType::Fp4}, {"e2m1", ElementType::Fp4}}};

} // namespace

std::string_view elementTypeName(ElementType type)
{
    return kTypes[static_cast<std::size_t>(type)].name;
}

std::optional<ElementType> elementTypeFromName(std::string_view name)
{
    const auto found = std::find_if(kTypes.begin() + 1, kTypes.end(), [name](const TypeInfo &t) { return t.name == name; });
    if (found == kTypes.end())
        return std::nullopt;
    return static_cast<ElementType>(found - kTypes.begin());
}

double elementBytes(ElementType type)
{
    return kTypes[static_cast<std::size_t>(type)].bytes;
}

bool isComplex(ElementType type)
{
    return type == ElementType::Complex32 || type == ElementType::Complex64 || type == ElementType::Complex128;
}

ElementType elementTypeFromText(std::string_view recorded)
{
    const std::string lower = asciiLowered(recorded);
    std::string_view text = lower;
    for (const std::string_view prefix : {"c10::", "torch.", "dt_", "at::"})
        if (text.starts_with(prefix))
            text.remove_prefix(prefix.size());
    const auto exact = std::find_if(kSpellings.begin(), kSpellings.end(), [text](const Spelling &s) { return s.first == text; });
    if (exact != kSpellings.end())
        return exact->second;
    const auto part =
        std::find_if(kParts.begin(), kParts.end(), [text](const Spelling &s) { return text.find(s.first) != std::string::npos; });
    return part == kParts.end() ? ElementType::Unknown : part->second;
}

ElementType elementTypeOfScalar(std::string_view number)
{
    using enum ElementType;
    // Source: c10/core/ScalarType.h of PyTorch 2.9, from Byte; quantised and bit types are left out.
    constexpr std::array kScalars{Int8, Int8, Int16, Int32, Int64, Fp16, Fp32, Fp64, Complex32, Complex64, Complex128, Bool,
        Unknown, Unknown, Unknown, Bf16, Unknown, Unknown, Unknown, Unknown, Unknown, Unknown, Unknown, Fp8, Fp8, Fp8, Fp8};
    std::size_t value = kScalars.size();
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    const bool whole = error == std::errc() && end == number.data() + number.size();
    return whole && value < kScalars.size() ? kScalars[value] : Unknown;
}

int elementsPacked(std::string_view recorded)
{
    return recorded.ends_with("_x2") ? 2 : 1;
}

} // namespace lamella::core
