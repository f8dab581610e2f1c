// SPDX-License-Identifier: GPL-3.0-or-later
// What is to take longer or shorter, in words: "category:communication=0", "name:gemm=0.8", "type:MOE=50%", "layer:3=0".
#pragma once

#include "core/analysis/PassMetrics.h"
#include "core/analysis/whatif/WhatIf.h"
#include "core/base/Result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

struct ScaleRule {
    enum class Kind : std::uint8_t { Name, Category, Type, Layer };
    Kind kind = Kind::Name;
    std::optional<NamePattern> name; // in the lower-cased whole name
    Category category = Category::Other;
    std::string type; // of layers, any case
    int layer = 0; // or kHeadLayer, kTailLayer
    FactorPpm factor = kUnchanged;
    std::string text; // as it was given
};

// Errors: BadRequest with what it could be.
Result<ScaleRule> scaleRuleFromText(std::string_view text);
// "category:gemm=0" and so on, for what the words can express.
[[nodiscard]] ScaleRule removedCategory(Category category);

// One factor for each kernel: those of all rules that fit, multiplied.
[[nodiscard]] std::vector<FactorPpm> factorsOf(
    const AnalysisInput &input, std::span<const KernelId> kernels, std::span<const ScaleRule> rules);

} // namespace lamella::core
