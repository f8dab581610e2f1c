// SPDX-License-Identifier: GPL-3.0-or-later
// The arguments of events as members of a JSON object.
#pragma once

#include "core/import/pftrace/JsonOut.h"
#include "core/import/pftrace/PftracePackets.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lamella::core::pftrace {

// "text" in quotes, escaped; text that is not UTF-8 is repaired by the reader of the JSON.
void appendQuoted(JsonOut &out, std::string_view text);
void appendQuoted(JsonOut &out, const InternedText &text);
[[nodiscard]] std::string quotedJson(std::string_view text); // the same alone
// A number; one that is not finite as a string, because JSON has none.
void appendReal(JsonOut &out, double value);
// Nanoseconds as decimal microseconds.
void appendMicroseconds(JsonOut &out, std::int64_t ns);
// Appends "key": with a comma before it unless the object has just begun.
void appendKey(JsonOut &out, std::string_view key);

// A DebugAnnotation as a member; returns where its value begins. Values nested deeper than 32 levels become null. Throws
// protozero::exception on damage.
std::size_t appendAnnotation(JsonOut &out, std::string_view annotation, const Sequence &sequence);
// A value that a recorder wrote as text: numbers, arrays and objects as such, the rest as a string.
void appendTextValue(JsonOut &out, std::string_view value);

} // namespace lamella::core::pftrace
