// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences that core writes (checks, reasons, notes, findings, errors), in the language of the window. What is exported, copied
// or printed stays as core wrote it. GUI thread only.
#pragma once

#include "core/base/Error.h"
#include "core/report/ReportTable.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <string_view>

namespace lamella::ui {

// The sentence, or several joined ones, translated: as a whole, else by the first template of CoreTemplates.h that it fits,
// longest first. Names and numbers in it stay as they are, and so does what nothing fits. In English the text itself.
[[nodiscard]] QString coreText(std::string_view english);
// As core::Error::message(): "FILE: byte N: what, and what to do next".
[[nodiscard]] QString errorText(const core::Error &error);
// What is wrong with a typed filter; that it is one needs no saying in a filter field.
[[nodiscard]] QString filterProblem(const core::Error &error);
// "out_of_order_kernel" as "Out of order kernel".
[[nodiscard]] QString diagnosticTitle(std::string_view id);
[[nodiscard]] QString columnHelp(const core::ReportColumn &column);
// Whether the cells of the column are sentences or words of core rather than names of the trace or raw values.
[[nodiscard]] bool isSaid(const core::ReportTable &table, std::size_t column);
// Text of a cell: sentences and words of core translated where the column holds such, everything else as it is.
[[nodiscard]] QString coreCell(const core::ReportTable &table, std::size_t row, std::size_t column);
// Notes of a table that are no warnings, each a sentence.
[[nodiscard]] QStringList noteTexts(const core::ReportTable &table);

} // namespace lamella::ui
