// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/TensorShapes.h"

#include <algorithm>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxInputs = 256;
constexpr std::size_t kMaxDimensions = 16;
constexpr std::int64_t kMaxDimension = INT64_MAX / 10 - 1;

// Parses "16,4096;;4096,768": tensors separated by semicolons, in quotes as a whole.
TensorShapes plainShapes(std::string_view text)
{
    TensorShapes shapes;
    bool anything = false;
    while (shapes.size() < kMaxInputs) {
        const std::size_t end = std::min(text.find(';'), text.size());
        std::vector<std::int64_t> shape;
        std::int64_t number = -1;
        const auto endNumber = [&] {
            if (number >= 0 && shape.size() < kMaxDimensions)
                shape.push_back(number);
            number = -1;
        };
        for (const char c : text.substr(0, end)) {
            if (c >= '0' && c <= '9')
                number = std::min(std::max<std::int64_t>(0, number), kMaxDimension) * 10 + (c - '0');
            else
                endNumber();
        }
        endNumber();
        anything = anything || !shape.empty();
        shapes.push_back(std::move(shape));
        if (end == text.size())
            break;
        text.remove_prefix(end + 1);
    }
    return anything ? shapes : TensorShapes{};
}

} // namespace

std::int64_t rowsOfShape(const std::vector<std::int64_t> &shape)
{
    std::int64_t rows = shape.size() < 2 ? 0 : 1;
    for (std::size_t i = 0; i + 1 < shape.size(); ++i)
        if (shape[i] < 0 || __builtin_mul_overflow(rows, shape[i], &rows))
            return 0;
    return rows;
}

TensorShapes tensorShapes(std::string_view text)
{
    if (text.find('[') == std::string_view::npos)
        return plainShapes(text);
    TensorShapes shapes;
    std::vector<std::int64_t> current;
    int depth = 0;
    bool open = false; // the innermost list is empty or holds numbers
    bool quoted = false;
    std::int64_t number = -1;
    const auto endNumber = [&] {
        if (number >= 0 && current.size() < kMaxDimensions)
            current.push_back(number);
        number = -1;
    };
    for (std::size_t i = 0; i < text.size() && shapes.size() < kMaxInputs; ++i) {
        const char c = text[i];
        if (c == '"' && (i == 0 || text[i - 1] != '\\'))
            quoted = !quoted;
        if (quoted)
            continue;
        if (c >= '0' && c <= '9') {
            number = std::min(std::max<std::int64_t>(0, number), kMaxDimension) * 10 + (c - '0');
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
