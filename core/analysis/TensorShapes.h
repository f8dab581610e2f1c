// SPDX-License-Identifier: GPL-3.0-or-later
// Parses tensor shapes as profilers record them: "[[16, 4096], [], [4096, 768]]", or "16,4096;;4096,768".
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace lamella::core {

using TensorShapes = std::vector<std::vector<std::int64_t>>;

// The product of all dimensions but the last: the number of tokens if the last is the hidden size. 0 with fewer than two
// dimensions, if one of them is not known, or on overflow of int64.
[[nodiscard]] std::int64_t rowsOfShape(const std::vector<std::int64_t> &shape);

// One shape per input of an operator, empty for a scalar. Lists nested deeper (tensor lists) are flattened, anything but lists of
// numbers is skipped, numbers beyond int64 are clamped. A dimension below zero is not known: recorders write -1. At most 256
// inputs of 16 dimensions.
[[nodiscard]] TensorShapes tensorShapes(std::string_view text);

} // namespace lamella::core
