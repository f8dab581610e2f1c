// SPDX-License-Identifier: GPL-3.0-or-later
// A cell as text: raw (for machines) or formatted (for people), and what every writer needs of UTF-8.
#pragma once

#include "core/report/ReportTable.h"

#include <string>
#include <string_view>

namespace lamella::core {

[[nodiscard]] std::string_view cellKindName(
    CellKind kind); // "text", "integer", "real", "time", "duration", "bytes", "share", "layer"
[[nodiscard]] std::string_view cellKindUnit(CellKind kind); // "ns", "B", "1" (a share), "" otherwise
[[nodiscard]] bool isNumeric(CellKind kind); // right-aligned

// "1465204", "0.249000", "head"; nothing for a missing cell. Text is made valid UTF-8.
void appendRawCell(std::string &out, const ReportTable &table, std::size_t row, std::size_t column);
// "1.465 ms", "24.9 %"; "n/a" for a missing cell with a reason, nothing for one without. Text is printable().
[[nodiscard]] std::string displayCell(const ReportTable &table, std::size_t row, std::size_t column);

// The one cleaner of text for people (terminal, Markdown, HTML): valid UTF-8 in one line. Control characters become their
// pictures, those that turn around the direction of reading, separate lines or hide text U+FFFD.
[[nodiscard]] std::string printable(std::string_view text);
// Bytes of the character at the front of text, 0 where it is no UTF-8; and its number.
[[nodiscard]] std::size_t characterBytes(std::string_view text);
[[nodiscard]] char32_t decodedCharacter(std::string_view bytes);
// Whether a character of valid UTF-8 is one that printable() replaces, beside the control characters below U+0020.
[[nodiscard]] bool isMisleading(char32_t character);
// Appends text with every invalid byte replaced by U+FFFD.
void appendValidUtf8(std::string &out, std::string_view text);
// Each character of valid UTF-8: its bytes and its number.
template <class Visit> void forEachCharacter(std::string_view valid, Visit visit)
{
    for (std::size_t i = 0; i < valid.size();) {
        const std::size_t n = characterBytes(valid.substr(i));
        visit(valid.substr(i, n), decodedCharacter(valid.substr(i, n)));
        i += n;
    }
}
// Columns that a terminal needs for valid UTF-8.
[[nodiscard]] std::size_t displayWidth(std::string_view text);
// At most `width` columns, "…" at the end of what was cut.
[[nodiscard]] std::string elided(std::string_view text, std::size_t width);

} // namespace lamella::core
