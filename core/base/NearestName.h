// SPDX-License-Identifier: GPL-3.0-or-later
// What was probably meant by a misspelt name.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace lamella::core {

// " (did you mean X?)" with the name of the smallest edit distance (Levenshtein) below 3, the first of equals; empty where none
// is near.
[[nodiscard]] std::string didYouMean(std::string_view wrong, std::span<const std::string> names);

} // namespace lamella::core
