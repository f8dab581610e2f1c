// SPDX-License-Identifier: GPL-3.0-or-later
// The text inside JSON strings: from raw bytes to clean UTF-8 that every widget, file and terminal can show.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lamella::core {

// What had to be replaced.
struct TextFaults {
    bool controlCharacter = false;
    bool invalidUtf8 = false;
    bool badEscape = false;
    bool trailingComma = false;
    [[nodiscard]] bool any() const { return controlCharacter || invalidUtf8 || badEscape || trailingComma; }
};

// Raw bytes between the quotes -> text. Escapes are resolved, surrogate pairs joined; what is malformed becomes U+FFFD,
// control characters become spaces (a name with a line break would tear tables and CSV apart).
[[nodiscard]] std::string unescapeJson(std::string_view raw, TextFaults &faults);

// The length of the valid UTF-8 sequence at the start of text, 0 if there is none.
[[nodiscard]] std::size_t utf8SequenceLength(std::string_view text);
// At most `bytes` of text, valid UTF-8, control characters as spaces: for samples and messages.
[[nodiscard]] std::string cleanSample(std::string_view text, std::size_t bytes = 120);

// A copy of one event's text that a strict parser accepts where possible: control characters in strings -> spaces,
// invalid UTF-8 -> U+FFFD, a comma before a closing bracket -> space.
[[nodiscard]] std::string repairJson(std::string_view text, TextFaults &faults);

} // namespace lamella::core
