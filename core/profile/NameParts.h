// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of short names. Internal to core/profile; all names are canonical (NameText.h).
#pragma once

#include "core/profile/NameRules.h"
#include "core/profile/NameText.h"

#include <optional>
#include <string>
#include <string_view>

namespace lamella::core {

// "c10::BFloat16" -> "bf16", "unsigned char" -> "u8", "OpaqueType<4u>" -> "4B"; empty if the rules do not know the type.
[[nodiscard]] std::string typeText(const NameRules &rules, std::string_view text);
// The floating-point type among the template arguments, at any depth; "f32" beside another is the accumulator. Empty if there are
// several others, because the name does not show which is the type of the data.
[[nodiscard]] std::string floatingType(const NameRules &rules, std::string_view inside);

// PyTorch's kernels that apply a functor: "vectorized_elementwise_kernel", "reduce_kernel", "multi_tensor_apply_kernel".
[[nodiscard]] bool isAtenWrapper(std::string_view base);
// "vectorized direct_copy bf16": launch variant, operation, element type.
[[nodiscard]] std::string atenName(const NameRules &rules, const TemplateName &name);

// "gemm 128x128x64 tn bf16": cuBLAS, cuDNN, xmma and CUTLASS 2, which put everything into one identifier.
[[nodiscard]] std::optional<std::string> tiledGemmName(std::string_view identifier);
// "gemm 128x256x64 fp8", "grouped gemm 128x128x128 bf16": CUTLASS 3 ("GemmUniversal<…>"), tile and type of A.
[[nodiscard]] std::string cutlassName(const NameRules &rules, const TemplateName &name);
// "Cijk MT256×32×64 tn bf16": Tensile (rocBLAS, hipBLASLt).
[[nodiscard]] std::string tensileName(std::string_view name);

} // namespace lamella::core
