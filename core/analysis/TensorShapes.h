// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes of tensors as profilers record them: "[[16, 4096], [], [4096, 768]]", or "16,4096;;4096,768".
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace lamella::core {

using TensorShapes = std::vector<std::vector<std::int64_t>>;

// The elements of all dimensions but the last one: tokens, where the last is the width of a hidden state. 0 for fewer than two
// dimensions, or more than int64 can hold.
[[nodiscard]] std::int64_t rowsOfShape(const std::vector<std::int64_t> &shape);

// Each input of an operator: empty for a scalar. Lists of lists deeper than that (tensor lists) are taken apart. What is no list
// of numbers is skipped; numbers beyond int64 are cut. At most 256 inputs of 16 dimensions.
[[nodiscard]] TensorShapes tensorShapes(std::string_view text);

} // namespace lamella::core
