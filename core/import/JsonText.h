// SPDX-License-Identifier: GPL-3.0-or-later
// Converts raw JSON strings to clean UTF-8 that widgets, files and terminals can show.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lamella::core {

// Which faults had to be repaired.
struct TextFaults {
    bool controlCharacter = false;
    bool invalidUtf8 = false;
    bool badEscape = false;
    bool trailingComma = false;
    [[nodiscard]] bool any() const { return controlCharacter || invalidUtf8 || badEscape || trailingComma; }
};

// Converts the raw bytes between the quotes. Resolves escapes and surrogate pairs; malformed input becomes U+FFFD and control
// characters become spaces (a line break in a name would break tables and CSV).
[[nodiscard]] std::string unescapeJson(std::string_view raw, TextFaults &faults);
// The text as a JSON string; invalid UTF-8 and control characters are replaced.
[[nodiscard]] std::string quotedJson(std::string_view text);
inline constexpr std::size_t kMaxHostBytes = 255; // of the name of a host (POSIX HOST_NAME_MAX)

// The length of the valid UTF-8 sequence at the start of text, 0 if invalid.
[[nodiscard]] std::size_t utf8SequenceLength(std::string_view text);
// At most `bytes` of text as valid UTF-8 with control characters as spaces, for samples and messages.
[[nodiscard]] std::string cleanSample(std::string_view text, std::size_t bytes = 120);

// A copy of one event's text, repaired for a strict parser where possible: control characters in strings -> spaces, invalid UTF-8
// -> U+FFFD, a comma before a closing bracket -> space.
[[nodiscard]] std::string repairJson(std::string_view text, TextFaults &faults);

} // namespace lamella::core
