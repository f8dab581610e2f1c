// SPDX-License-Identifier: GPL-3.0-or-later
// Element types of tensors: how profilers and configs write them, and how many bytes an element takes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lamella::core {

enum class ElementType : std::uint8_t {
    Unknown,
    Fp64,
    Fp32,
    Tf32,
    Bf16,
    Fp16,
    Fp8,
    Fp6,
    Fp4,
    Complex32, // of two fp16
    Complex64, // of two fp32
    Complex128,
    Int64,
    Int32,
    Int16,
    Int8,
    Int4,
    Bool
};
inline constexpr std::size_t kElementTypes = 18;

// "bf16"; empty for Unknown.
[[nodiscard]] std::string_view elementTypeName(ElementType type);
// "bf16" -> Bf16; nothing for other texts than those of elementTypeName().
[[nodiscard]] std::optional<ElementType> elementTypeFromName(std::string_view name);
// Bytes in memory, without scales: 0.5 for fp4 and int4; 0 for Unknown. TF32 is stored as fp32.
[[nodiscard]] double elementBytes(ElementType type);
[[nodiscard]] bool isComplex(ElementType type);
// As recorded: "c10::BFloat16", "float", "DT_BF16", "torch.bfloat16", "c10::Float8_e4m3fn", "long int". Unknown for anything
// else.
[[nodiscard]] ElementType elementTypeFromText(std::string_view recorded);
// Of the number that PyTorch records for an argument that is a type (c10::ScalarType): "15" is bf16. Unknown for anything else.
[[nodiscard]] ElementType elementTypeOfScalar(std::string_view number);
// Number of elements in one recorded element: 2 for PyTorch's float4_e2m1fn_x2, whose last dimension counts pairs, else 1.
[[nodiscard]] int elementsPacked(std::string_view recorded);

} // namespace lamella::core
