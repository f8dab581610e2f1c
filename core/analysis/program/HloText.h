// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the text of an XLA instruction: "%all-reduce.1 = bf16[1024,5120]{1,0:T(8,128)S(1)} all-reduce(bf16[…] %x), …". Handles
// nested brackets and memory space annotations. Any input is safe.
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
    [[nodiscard]] std::optional<std::int64_t> elements() const; // nothing if a dimension is not positive or the product overflows
};

// Views into the parsed text.
struct HloText {
    std::string_view result; // shape, or tuple of shapes in parentheses; empty if the text has no " = "
    std::string_view opcode; // "fusion", "all-reduce", "async-start"; empty as above
    std::string_view operands; // between the parentheses
    std::string_view attributes; // after the parentheses
};
[[nodiscard]] HloText parseHlo(std::string_view text);

// Output shapes of the instruction: those of `result`, or the first eight shapes of the text if there is no result.
[[nodiscard]] std::vector<HloShape> outputShapes(std::string_view text);
// "65536,512|2,512,128256"; "[]" for a scalar. Empty without shapes.
[[nodiscard]] std::string shapeSignature(const std::vector<HloShape> &shapes);
// Total bytes of all shapes; nothing if a type has an unknown size.
[[nodiscard]] std::optional<std::int64_t> shapeBytes(const std::vector<HloShape> &shapes);
// Names of the operands: "%fusion.12" -> "fusion.12".
[[nodiscard]] std::vector<std::string_view> operandNames(std::string_view operands);

// The name without a leading '%' and without one trailing ".<digits>".
[[nodiscard]] std::string_view canonicalOpName(std::string_view name);

} // namespace lamella::core
