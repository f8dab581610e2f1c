// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a table in HTML. A number's raw value stands beside its text (data-v), so that a page can sort by it; a share is
// drawn as a bar beside its number.
#pragma once

#include "core/report/ReportTable.h"

#include <cstddef>
#include <string>
#include <vector>

namespace lamella::core {

// From <table> to <tbody>.
void appendTableHead(std::string &out, const ReportTable &table);
void appendTableRow(std::string &out, const ReportTable &table, std::size_t row);
// From </tbody> on, with the notes below the table.
void appendTableFoot(std::string &out, const ReportTable &table);

// Notes of the table and why cells are missing, as valid UTF-8: what stands below a table in any markup.
[[nodiscard]] std::vector<std::string> tableFootnotes(const ReportTable &table);

} // namespace lamella::core
