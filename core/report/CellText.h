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
// "1.465 ms", "24.9 %"; "n/a" for a missing cell with a reason, nothing for one without. Text is made valid UTF-8 without
// control characters, which a terminal would obey.
[[nodiscard]] std::string displayCell(const ReportTable &table, std::size_t row, std::size_t column);

// Valid UTF-8 in one line: control characters become their pictures.
[[nodiscard]] std::string printable(std::string_view text);
// Appends text with every invalid byte replaced by U+FFFD.
void appendValidUtf8(std::string &out, std::string_view text);
// Columns that a terminal needs for valid UTF-8.
[[nodiscard]] std::size_t displayWidth(std::string_view text);
// At most `width` columns, "…" at the end of what was cut.
[[nodiscard]] std::string elided(std::string_view text, std::size_t width);

} // namespace lamella::core
