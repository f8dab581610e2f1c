// SPDX-License-Identifier: GPL-3.0-or-later
// The text of one instruction of XLA's compiler: "%all-reduce.1 = bf16[1024,5120]{1,0:T(8,128)S(1)} all-reduce(bf16[…] %x), …".
// Nested brackets and marks of memory spaces are counted, never guessed. Any text is safe to give.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

struct HloShape {
    std::string_view type; // "bf16", "f8e4m3fn", "pred"
    std::vector<std::int64_t> dims; // empty = a scalar
    [[nodiscard]] std::optional<std::int64_t> elements() const; // nothing where a dimension is not positive or it overflows
};

// Views live in the text that was given.
struct HloText {
    std::string_view result; // shape, or tuple of shapes in parentheses; empty where the text has no " = "
    std::string_view opcode; // "fusion", "all-reduce", "async-start"; empty as above
    std::string_view operands; // between the parentheses
    std::string_view attributes; // behind them
};
[[nodiscard]] HloText parseHlo(std::string_view text);

// What the instruction gives: of `result`, or where there is none the first eight shapes of the text.
[[nodiscard]] std::vector<HloShape> outputShapes(std::string_view text);
// "65536,512|2,512,128256"; a scalar is "[]". Empty where there are no shapes.
[[nodiscard]] std::string shapeSignature(const std::vector<HloShape> &shapes);
// Bytes of all shapes together; nothing for a type of unknown size.
[[nodiscard]] std::optional<std::int64_t> shapeBytes(const std::vector<HloShape> &shapes);
// "%fusion.12" -> "fusion.12": names of the operands.
[[nodiscard]] std::vector<std::string_view> operandNames(std::string_view operands);

// The name without a leading '%' and one ".<digits>" at its end.
[[nodiscard]] std::string_view canonicalOpName(std::string_view name);

} // namespace lamella::core
