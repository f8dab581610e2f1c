// SPDX-License-Identifier: GPL-3.0-or-later
// Translates sentences of core (checks, reasons, notes, findings, errors) into the language of the window. Exported, copied and
// printed text stays in core's English. GUI thread only.
#pragma once

#include "core/base/Error.h"
#include "core/report/ReportTable.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <string_view>

namespace lamella::ui {

// Translates a sentence, or several joined ones: as a whole, else by the first template of CoreTemplates.h that matches, longest
// first. Names, numbers and unmatched text stay unchanged. In English returns the text itself.
[[nodiscard]] QString coreText(std::string_view english);
// Like core::Error::message(): "FILE: byte N: what, and what to do next".
[[nodiscard]] QString errorText(const core::Error &error);
// The error of a filter expression, without saying that it is one, for display at a filter field.
[[nodiscard]] QString filterProblem(const core::Error &error);
// "out_of_order_kernel" as "Out of order kernel".
[[nodiscard]] QString diagnosticTitle(std::string_view id);
[[nodiscard]] QString columnHelp(const core::ReportColumn &column);
// True if the cells of the column are sentences or words of core rather than names from the trace or raw values.
[[nodiscard]] bool isSaid(const core::ReportTable &table, std::size_t column);
// Text of a cell, translated if isSaid(); otherwise unchanged.
[[nodiscard]] QString coreCell(const core::ReportTable &table, std::size_t row, std::size_t column);
// Notes of a table that are not warnings, one sentence each.
[[nodiscard]] QStringList noteTexts(const core::ReportTable &table);

} // namespace lamella::ui
