// SPDX-License-Identifier: GPL-3.0-or-later
// How large a model is, by its name: for the order of rows, not for arithmetic.
#pragma once

#include <optional>
#include <string_view>

namespace lamella::core {

// Parameters that the name states: "2.7B", "2_7B" (an underscore at the start of a word), "560M", "Qwen3-30B-A3B" (the first number),
// "Mixtral-8x7B" (the product); else those of the sizes of GPT-2 by name (small 124 M, medium 355 M, large 774 M, xl 1.56 B; Radford et
// al. 2019) and of names around them (nano, tiny, mini, base, huge, xxl). Nothing where the name states no size.
[[nodiscard]] std::optional<double> modelSizeFromName(std::string_view name);

} // namespace lamella::core
