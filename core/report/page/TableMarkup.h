// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a table in HTML. A numeric cell has its raw value in data-v, by which the page sorts; a share also has a bar.
#pragma once

#include "core/report/ReportTable.h"

#include <cstddef>
#include <string>
#include <vector>

namespace lamella::core {

// From <table> to <tbody>.
void appendTableHead(std::string &out, const ReportTable &table);
void appendTableRow(std::string &out, const ReportTable &table, std::size_t row);
// From </tbody> to the notes below the table.
void appendTableFoot(std::string &out, const ReportTable &table);

// The notes of the table and the reasons of its missing cells, as valid UTF-8. Shared by the markup formats.
[[nodiscard]] std::vector<std::string> tableFootnotes(const ReportTable &table);

} // namespace lamella::core
