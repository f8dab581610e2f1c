// SPDX-License-Identifier: GPL-3.0-or-later
// Where events begin and end in text, without reading their values: for cutting blocks and for finding the way again in
// damaged files. All functions take [from, end) and look at nothing outside of it.
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

// The last "} , {" of the text: where the '{' stands, or null. It can stand inside args; whoever parses finds out.
// A '{' that is followed by `firstKey` (the raw first key of the first event, with its quotes) is preferred.
[[nodiscard]] const char *lastEventBoundary(const char *from, const char *end, const char *firstKey, std::size_t firstKeyBytes);

enum class ScanStatus : std::uint8_t { Complete, Incomplete, Violation };
struct ScanResult {
    ScanStatus status = ScanStatus::Incomplete;
    const char *at = nullptr; // behind the object; where the text ends; where the grammar is broken
    bool hasPhase = false; // a "ph" key at the object's own level (checkObject only)
    bool hasEvents = false; // the same for "traceEvents"
};

// From a '{' to behind its '}', counting brackets outside of strings, of whichever kind: what a lenient parser skips.
[[nodiscard]] ScanResult scanObject(const char *from, const char *end);
// The same by the grammar of JSON (strings may hold anything, scalars may be any word, a trailing comma is allowed):
// finds damage within a few tokens where counting brackets would run to the end of the file.
[[nodiscard]] ScanResult checkObject(const char *from, const char *end);

// The next place behind `from` where an event seems to begin: '{' after a comma, a grammatical object with "ph", or
// the beginning of one that the end of the text cuts. Null if there is none.
[[nodiscard]] const char *nextEventStart(const char *from, const char *end);

} // namespace lamella::core
