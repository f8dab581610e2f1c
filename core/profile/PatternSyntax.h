// SPDX-License-Identifier: GPL-3.0-or-later
// Syntax tree of a pattern (see PatternDfa). Internal to core/profile.
#pragma once

#include "core/base/Result.h"

#include <bitset>
#include <cstdint>
#include <string_view>
#include <vector>

namespace lamella::core {

using ByteSet = std::bitset<256>;

struct PatternNode {
    enum class Kind : std::uint8_t { Empty, Set, Begin, End, Concat, Alternative, Repeat };
    Kind kind = Kind::Empty;
    ByteSet set;
    std::vector<int> children;
    int min = 0;
    int max = -1; // -1 = no limit
};

struct PatternTree {
    std::vector<PatternNode> nodes;
    int root = 0;
};

Result<PatternTree> parsePattern(std::string_view body);

} // namespace lamella::core
