// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/TensorShapes.h"

#include <algorithm>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxInputs = 256;
constexpr std::size_t kMaxDimensions = 16;
constexpr std::int64_t kMaxDimension = INT64_MAX / 10 - 1;

// Collects the dimensions of one tensor, character by character.
class Dimensions {
public:
    void read(char c)
    {
        if (c >= '0' && c <= '9') {
            m_number = std::min(std::max<std::int64_t>(0, m_number), kMaxDimension) * 10 + (c - '0');
            return;
        }
        endNumber();
        m_sign = c == '-' ? -1 : 1;
    }
    void clear() { *this = {}; }
    [[nodiscard]] std::vector<std::int64_t> take()
    {
        endNumber();
        std::vector<std::int64_t> shape = std::move(m_shape);
        clear();
        return shape;
    }

private:
    void endNumber()
    {
        if (m_number >= 0 && m_shape.size() < kMaxDimensions)
            m_shape.push_back(m_sign * m_number);
        m_number = -1;
    }

    std::vector<std::int64_t> m_shape;
    std::int64_t m_number = -1; // -1: none
    std::int64_t m_sign = 1; // of the number, by the character before it
};

// Parses "16,4096;;4096,768": tensors separated by semicolons, in quotes as a whole.
TensorShapes plainShapes(std::string_view text)
{
    TensorShapes shapes;
    bool anything = false;
    while (shapes.size() < kMaxInputs) {
        const std::size_t end = std::min(text.find(';'), text.size());
        Dimensions dimensions;
        for (const char c : text.substr(0, end))
            dimensions.read(c);
        std::vector<std::int64_t> shape = dimensions.take();
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
    Dimensions current;
    int depth = 0;
    bool open = false; // the innermost list is empty or holds numbers
    bool quoted = false;
    for (std::size_t i = 0; i < text.size() && shapes.size() < kMaxInputs; ++i) {
        const char c = text[i];
        if (c == '"' && (i == 0 || text[i - 1] != '\\'))
            quoted = !quoted;
        if (quoted)
            continue;
        if (c == '[') {
            open = ++depth > 1;
            current.clear();
        } else if (c == ']') {
            if (open)
                shapes.push_back(current.take());
            open = false;
            current.clear();
            depth = std::max(0, depth - 1);
        } else {
            current.read(c);
        }
    }
    return shapes;
}

} // namespace lamella::core
