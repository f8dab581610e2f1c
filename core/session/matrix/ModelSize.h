// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates a model's size from its name. Only for the order of rows.
#pragma once

#include <optional>
#include <string_view>

namespace lamella::core {

// Number of parameters stated by the name: "2.7B", "2_7B" (an underscore at the start of a word), "560M", "Qwen3-30B-A3B" (the
// first number), "Mixtral-8x7B" (the product). Else the size of the GPT-2 variant of that name (small 124 M, medium 355 M, large
// 774 M, xl 1.56 B; Radford et al. 2019) and of related names (nano, tiny, mini, base, huge, xxl). nullopt for other names.
[[nodiscard]] std::optional<double> modelSizeFromName(std::string_view name);

} // namespace lamella::core
