// SPDX-License-Identifier: GPL-3.0-or-later
// Suggests a name for a misspelt one.
#pragma once

#include "core/base/Message.h"

#include <span>
#include <string>
#include <string_view>

namespace lamella::core {

// " (did you mean X?)" with the name of the smallest Levenshtein distance, the first on a tie; empty if none is closer than 3.
[[nodiscard]] Message didYouMean(std::string_view wrong, std::span<const std::string> names);

} // namespace lamella::core
