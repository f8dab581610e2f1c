// SPDX-License-Identifier: GPL-3.0-or-later
// Finds where events begin and end in text without parsing values, for splitting into blocks and for resynchronising in damaged
// files. All functions only access [from, end).
#pragma once

#include <cstddef>
#include <cstdint>

namespace lamella::core {

[[nodiscard]] inline bool isJsonBlank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}
[[nodiscard]] inline const char *skipBlanks(const char *from, const char *end)
{
    while (from != end && isJsonBlank(*from))
        ++from;
    return from;
}

// Position of the '{' of the last "} , {" in the text, or null. It may be inside args; the parser detects that. Prefers a '{'
// followed by `firstKey` (the raw first key of the first event, with its quotes).
[[nodiscard]] const char *lastEventBoundary(const char *from, const char *end, const char *firstKey, std::size_t firstKeyBytes);

enum class ScanStatus : std::uint8_t { Complete, Incomplete, Violation };
struct ScanResult {
    ScanStatus status = ScanStatus::Incomplete;
    const char *at = nullptr; // after the object; the end of the text; or the grammar error
    bool hasPhase = false; // "ph" key at the object's top level (checkObject only)
    bool hasEvents = false; // likewise for "traceEvents"
};

// Scans from a '{' to after its '}' by counting brackets of any kind outside strings, like a lenient parser.
[[nodiscard]] ScanResult scanObject(const char *from, const char *end);
// The same by the JSON grammar (any string contents, any word as a scalar, trailing commas allowed): detects damage within a few
// tokens, where counting brackets would run to the end of the file.
[[nodiscard]] ScanResult checkObject(const char *from, const char *end);

// The next position after `from` where an event seems to begin: a '{' after a comma, a grammatical object with "ph", or one that
// is truncated by the end of the text. Null if there is none.
[[nodiscard]] const char *nextEventStart(const char *from, const char *end);

} // namespace lamella::core
