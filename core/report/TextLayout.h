// SPDX-License-Identifier: GPL-3.0-or-later
// A table as text of limited width: which columns it shows, how wide each of them is, and the notes about the others.
#pragma once

#include "core/base/Message.h"
#include "core/report/ReportTable.h"

#include <cstddef>
#include <string>
#include <vector>

namespace lamella::core {

struct TextLayout {
    std::size_t width = 0; // of a line, in columns of a terminal; 0: no limit, every column is shown
    bool ids = false; // ids of the columns in place of their headings
    bool chosen = false; // the table has the requested columns: none is left out, even if they do not fit
};

struct TextColumn {
    std::size_t column = 0;
    std::size_t width = 0;
};

struct TextColumns {
    std::vector<TextColumn> shown; // in the order of the table
    std::vector<Message> notes; // on the columns that are left out
    bool shortened = false; // some cell is longer than its column is wide
};

// With a limit, columns without a value and those with one value in all rows are left out and listed in the notes; then those
// that do not fit, by ReportColumn::use. Texts are made as narrow as they need to be. One column is shown in any case.
[[nodiscard]] TextColumns textColumns(const ReportTable &table, const TextLayout &layout);

// A cell as printed in text, in full: as displayCell(), but with plain spaces and without digit grouping, so that searches find
// it.
[[nodiscard]] std::string textCell(const ReportTable &table, std::size_t row, std::size_t column);
// Heading of a column.
[[nodiscard]] std::string textHeading(const ReportTable &table, const TextLayout &layout, std::size_t column);

} // namespace lamella::core
