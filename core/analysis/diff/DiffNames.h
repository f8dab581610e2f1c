// SPDX-License-Identifier: GPL-3.0-or-later
// Maps the kernel names of two traces to common numbers, for aligning and grouping. Immutable once built; thread-safe.
#pragma once

#include "core/model/TraceDocument.h"
#include "core/profile/KernelNames.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

// The name without parts that compilers number or generate at random: "triton_poi_fused_add_3" and "triton_poi_fused_add_7", or
// "fusion.12" and "fusion.19" are one kernel; so are names that differ in addresses or in the hash of an anonymous namespace.
[[nodiscard]] std::string kernelIdentity(std::string_view demangled);
// Also without tile and template numbers: "nvjet_hsh_128x8_64x12_1x2_h_bz_TNT" and "nvjet_hsh_64x8_64x16_1x2_h_bz_TNT" are
// variants of one kernel. Names of types and functors inside < > stay, because they show what an elementwise kernel does.
[[nodiscard]] std::string kernelFamily(std::string_view demangled);

struct DiffSymbol {
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    std::uint32_t identity = kNone; // equal: the same kernel
    std::uint32_t family = kNone; // equal: the same kernel apart from tile and template numbers
    Category category = Category::Other;
};

class DiffSymbols {
public:
    // Numbered in the order of the texts, so that the result does not depend on which trace comes first.
    DiffSymbols(const TraceDocument &a, const KernelNames &namesA, const TraceDocument &b, const KernelNames &namesB);
    [[nodiscard]] const DiffSymbol &a(StringId name) const { return at(m_a, name); }
    [[nodiscard]] const DiffSymbol &b(StringId name) const { return at(m_b, name); }
    [[nodiscard]] std::uint32_t identities() const { return m_identities; }

private:
    [[nodiscard]] static const DiffSymbol &at(const std::vector<DiffSymbol> &symbols, StringId name)
    {
        static const DiffSymbol none;
        return name.value < symbols.size() ? symbols[name.value] : none;
    }
    std::vector<DiffSymbol> m_a; // row = StringId
    std::vector<DiffSymbol> m_b;
    std::uint32_t m_identities = 0;
};

} // namespace lamella::core
