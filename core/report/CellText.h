// SPDX-License-Identifier: GPL-3.0-or-later
// A cell as text, raw (for programs) or formatted (for people), and the UTF-8 helpers that all writers share.
#pragma once

#include "core/report/ReportTable.h"

#include <string>
#include <string_view>

namespace lamella::core {

[[nodiscard]] std::string_view cellKindName(
    CellKind kind); // "text", "integer", "real", "time", "duration", "bytes", "share", "layer"
[[nodiscard]] std::string_view cellKindUnit(CellKind kind); // "ns", "B", "1" (a share), "" otherwise
[[nodiscard]] bool isNumeric(CellKind kind); // right-aligned

// "1465204", "0.249000", "head"; nothing for a missing cell. The text is valid UTF-8.
void appendRawCell(std::string &out, const ReportTable &table, std::size_t row, std::size_t column);
// "1.465 ms", "24.9 %"; "n/a" for a missing cell with a reason, empty for one without. The text is printable().
[[nodiscard]] std::string displayCell(const ReportTable &table, std::size_t row, std::size_t column);

// Text made safe to show (terminal, Markdown, HTML): valid UTF-8 on one line. Control characters become their symbols; characters
// that change the reading direction, separate lines or hide text become U+FFFD. All output for people goes through here.
[[nodiscard]] std::string printable(std::string_view text);
// Bytes of the UTF-8 character at the front of text; 0 if it is invalid.
[[nodiscard]] std::size_t characterBytes(std::string_view text);
[[nodiscard]] char32_t decodedCharacter(std::string_view bytes);
// Whether printable() replaces this character. Control characters below U+0020 are not included.
[[nodiscard]] bool isMisleading(char32_t character);
// Appends text; each invalid byte becomes U+FFFD.
void appendValidUtf8(std::string &out, std::string_view text);
// Calls visit(bytes, code point) for each character of valid UTF-8.
template <class Visit> void forEachCharacter(std::string_view valid, Visit visit)
{
    for (std::size_t i = 0; i < valid.size();) {
        const std::size_t n = characterBytes(valid.substr(i));
        visit(valid.substr(i, n), decodedCharacter(valid.substr(i, n)));
        i += n;
    }
}
// Columns that valid UTF-8 takes in a terminal.
[[nodiscard]] std::size_t displayWidth(std::string_view text);
// The text in at most `width` columns; a shortened one ends with "…".
[[nodiscard]] std::string elided(std::string_view text, std::size_t width);
// The same with "…" in the middle: both ends are needed to distinguish names.
[[nodiscard]] std::string elidedInside(std::string_view text, std::size_t width);
// For grep and awk: the space of Format.h between a number and its unit (U+00A0) becomes an ASCII space, and that between the
// digits of a count (U+2009) is removed.
[[nodiscard]] std::string withPlainBlanks(std::string_view text);

} // namespace lamella::core
