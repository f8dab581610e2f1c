// SPDX-License-Identifier: GPL-3.0-or-later
// Parses rules that scale kernel durations: "category:communication=0", "name:gemm=0.8", "type:MoE=50%", "layer:3=0".
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
    std::optional<NamePattern> name; // matched against the lower-case full name
    Category category = Category::Other;
    std::string type; // of layers, case-insensitive
    int layer = 0; // or kHeadLayer, kTailLayer
    FactorPpm factor = kUnchanged;
    std::string text; // as entered
};

// Errors: BadRequest with the allowed forms.
Result<ScaleRule> scaleRuleFromText(std::string_view text);
// A rule "category:gemm=0" for the given category.
[[nodiscard]] ScaleRule removedCategory(Category category);

// One factor per kernel: the product of all matching rules.
[[nodiscard]] std::vector<FactorPpm> factorsOf(
    const AnalysisInput &input, std::span<const KernelId> kernels, std::span<const ScaleRule> rules);

} // namespace lamella::core
