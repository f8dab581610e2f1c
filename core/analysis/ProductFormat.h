// SPDX-License-Identifier: GPL-3.0-or-later
// The number format that a matrix product multiplies, to distinguish an fp8 GEMM from a bf16 one.
#pragma once

#include "core/analysis/LaunchJoin.h"
#include "core/profile/KernelNames.h"

#include <string_view>
#include <unordered_map>

namespace lamella::core {

// "fp4", "int4", "fp8", "int8", "bf16", "fp16", "tf32", "fp32", "fp64"; empty if the name does not contain it. Letter codes:
// Tensile (Cijk_…_BBS: bf16), cuBLAS (sgemm: fp32; nvjet_hsh: h fp16, t bf16, q and r fp8, o fp4, s fp32, d fp64; the first
// letter of A, accumulator, result).
[[nodiscard]] std::string_view productFormatOfName(std::string_view demangled);

// For kernels of one trace; both must outlive it.
class ProductFormats {
public:
    ProductFormats(const TraceDocument &document, const KernelNames &names, const LaunchJoin &launches)
        : m_document(document)
        , m_names(names)
        , m_launches(launches)
    {
    }
    [[nodiscard]] static bool isProduct(Category category) { return category == Category::Gemm || category == Category::Moe; }
    // From the name, else from the type of the first input as recorded with the kernel or its operator; empty if unknown.
    [[nodiscard]] std::string_view of(KernelId kernel);

private:
    const TraceDocument &m_document;
    const KernelNames &m_names;
    const LaunchJoin &m_launches;
    std::unordered_map<StringId, std::string_view> m_byName;
};

} // namespace lamella::core
