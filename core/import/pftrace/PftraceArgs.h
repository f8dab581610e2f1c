// SPDX-License-Identifier: GPL-3.0-or-later
// The arguments of events as members of a JSON object.
#pragma once

#include "core/import/pftrace/PftracePackets.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace lamella::core::pftrace {

// "text" in quotes, escaped; what is no UTF-8 is left for the reader of the JSON to repair.
void appendQuoted(std::string &out, std::string_view text);
template <typename Number> void appendNumber(std::string &out, Number value)
{
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    out.append(digits.data(), end.ptr);
}
// A number; one that is not finite as a string, because JSON has none.
void appendReal(std::string &out, double value);
// Nanoseconds as decimal microseconds.
void appendMicroseconds(std::string &out, std::int64_t ns);
// Appends "key": with a comma before it unless the object has just begun.
void appendKey(std::string &out, std::string_view key);

// A DebugAnnotation as a member. Values nested deeper than 32 levels become null. Throws protozero::exception on damage.
void appendAnnotation(std::string &out, std::string_view annotation, const Sequence &sequence);
// A value that a recorder wrote as text: numbers, arrays and objects as such, the rest as a string.
void appendTextValue(std::string &out, std::string_view value);

} // namespace lamella::core::pftrace
