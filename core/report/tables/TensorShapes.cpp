// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/TensorShapes.h"

#include <algorithm>

namespace lamella::core {

namespace {

constexpr std::size_t kMostInputs = 256;
constexpr std::size_t kMostDimensions = 16;
constexpr std::int64_t kMostDimension = INT64_MAX / 10 - 1;

} // namespace

TensorShapes tensorShapes(std::string_view text)
{
    TensorShapes shapes;
    std::vector<std::int64_t> current;
    int depth = 0;
    bool open = false; // the innermost list holds numbers, or nothing so far
    bool quoted = false;
    std::int64_t number = -1;
    const auto endNumber = [&] {
        if (number >= 0 && current.size() < kMostDimensions)
            current.push_back(number);
        number = -1;
    };
    for (std::size_t i = 0; i < text.size() && shapes.size() < kMostInputs; ++i) {
        const char c = text[i];
        if (c == '"' && (i == 0 || text[i - 1] != '\\'))
            quoted = !quoted;
        if (quoted)
            continue;
        if (c >= '0' && c <= '9') {
            number = std::min(std::max<std::int64_t>(0, number), kMostDimension) * 10 + (c - '0');
            continue;
        }
        endNumber();
        if (c == '[') {
            open = ++depth > 1;
            current.clear();
        } else if (c == ']') {
            if (open)
                shapes.push_back(current);
            open = false;
            current.clear();
            depth = std::max(0, depth - 1);
        }
    }
    return shapes;
}

} // namespace lamella::core
