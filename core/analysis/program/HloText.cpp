// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/program/HloText.h"

#include "core/base/Saturate.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::size_t kShapesWithoutResult = 8;
constexpr std::size_t kMaxShapes = 256;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isWord(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// Position of the bracket that closes the one at `from`; npos if missing.
std::size_t closing(std::string_view text, std::size_t from)
{
    int depth = 0;
    for (std::size_t i = from; i < text.size(); ++i) {
        depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
        if (depth == 0)
            return i;
    }
    return std::string_view::npos;
}

// Parses "1024,5120", or "<=8,16" with a bounded dimension.
bool readDims(std::string_view text, std::vector<std::int64_t> &dims)
{
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        std::string_view one = text.substr(0, comma);
        while (!one.empty() && (one.front() == ' ' || one.front() == '<' || one.front() == '='))
            one.remove_prefix(1);
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(one.data(), one.data() + one.size(), value);
        if (error != std::errc() || end == one.data())
            return false;
        dims.push_back(value);
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return true;
}

// Linear in the length of the text, whatever its brackets.
std::vector<HloShape> shapesIn(std::string_view text, std::size_t max)
{
    std::vector<HloShape> shapes;
    std::size_t to = 0;
    std::size_t next = 0;
    for (std::size_t at = text.find('['); at != std::string_view::npos && shapes.size() < max; at = next) {
        if (to <= at)
            to = text.find(']', at);
        if (to == std::string_view::npos)
            break;
        next = text.find('[', at + 1);
        if (next < to)
            continue; // dimensions contain no brackets
        std::size_t from = at;
        while (from > 0 && isWord(text[from - 1]))
            --from;
        HloShape shape;
        shape.type = text.substr(from, at - from);
        const bool typed = !shape.type.empty() && !isDigit(shape.type.front());
        if (typed && readDims(text.substr(at + 1, to - at - 1), shape.dims))
            shapes.push_back(std::move(shape));
    }
    return shapes;
}

// In bits, because four-bit types take half a byte.
int bitsOf(std::string_view type)
{
    if (type == "pred")
        return 8;
    std::size_t from = 0;
    while (from < type.size() && !isDigit(type[from]))
        ++from;
    int bits = 0;
    const auto [end, error] = std::from_chars(type.data() + from, type.data() + type.size(), bits);
    const std::string_view letters = type.substr(0, from);
    constexpr std::array kLetters{
        std::string_view("f"), std::string_view("bf"), std::string_view("s"), std::string_view("u"), std::string_view("c")};
    const bool known = std::find(kLetters.begin(), kLetters.end(), letters) != kLetters.end();
    return error == std::errc() && known && bits > 0 && bits <= 128 ? bits : 0;
}

} // namespace

std::optional<std::int64_t> HloShape::elements() const
{
    std::int64_t product = 1;
    for (const std::int64_t dim : dims)
        if (dim <= 0 || __builtin_mul_overflow(product, dim, &product))
            return std::nullopt;
    return product;
}

HloText parseHlo(std::string_view text)
{
    HloText parsed;
    const std::size_t equals = text.find(" = ");
    if (equals == std::string_view::npos)
        return parsed;
    const std::string_view rest = text.substr(equals + 3);
    std::size_t end = rest.find(' ');
    if (!rest.empty() && rest.front() == '(') {
        end = closing(rest, 0);
        end = end == std::string_view::npos ? end : end + 1;
    }
    if (end == std::string_view::npos)
        return parsed;
    parsed.result = rest.substr(0, end);
    std::string_view call = rest.substr(end);
    while (!call.empty() && call.front() == ' ')
        call.remove_prefix(1);
    const std::size_t open = call.find('(');
    parsed.opcode = call.substr(0, std::min(open, call.find(' ')));
    const std::size_t close = open == std::string_view::npos ? open : closing(call, open);
    if (close != std::string_view::npos) {
        parsed.operands = call.substr(open + 1, close - open - 1);
        parsed.attributes = call.substr(close + 1);
    }
    return parsed;
}

std::vector<HloShape> outputShapes(std::string_view text)
{
    const HloText parsed = parseHlo(text);
    return parsed.result.empty() ? shapesIn(text, kShapesWithoutResult) : shapesIn(parsed.result, kMaxShapes);
}

std::string shapeSignature(const std::vector<HloShape> &shapes)
{
    std::string out;
    for (const HloShape &shape : shapes) {
        out += out.empty() ? "" : "|";
        for (std::size_t i = 0; i < shape.dims.size(); ++i)
            out += (i == 0 ? "" : ",") + std::to_string(shape.dims[i]);
        out += shape.dims.empty() ? "[]" : "";
    }
    return out;
}

std::optional<std::int64_t> shapeBytes(const std::vector<HloShape> &shapes)
{
    std::int64_t total = 0;
    for (const HloShape &shape : shapes) {
        const std::optional<std::int64_t> elements = shape.elements();
        const int bits = bitsOf(shape.type);
        std::int64_t product = 0;
        if (!elements || bits == 0 || __builtin_mul_overflow(*elements, std::int64_t{bits}, &product))
            return std::nullopt;
        total = addSaturated(total, product / 8 + (product % 8 != 0 ? 1 : 0));
    }
    return total;
}

std::vector<std::string_view> operandNames(std::string_view operands)
{
    std::vector<std::string_view> names;
    for (std::size_t at = operands.find('%'); at != std::string_view::npos; at = operands.find('%', at + 1)) {
        const std::size_t end = std::min(operands.find_first_of(",) %", at + 1), operands.size());
        names.push_back(operands.substr(at + 1, end - at - 1));
    }
    return names;
}

std::string_view canonicalOpName(std::string_view name)
{
    if (name.starts_with('%'))
        name.remove_prefix(1);
    std::size_t end = name.size();
    while (end > 0 && isDigit(name[end - 1]))
        --end;
    const bool numbered = end > 1 && end < name.size() && name[end - 1] == '.';
    return numbered ? name.substr(0, end - 1) : name;
}

} // namespace lamella::core
