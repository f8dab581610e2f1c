// SPDX-License-Identifier: GPL-3.0-or-later
// Messages of core (checks, reasons, notes, findings, errors) in the language of the window. Exported, copied and printed texts
// stay English, except on pages that are for people alone. GUI thread only.
#pragma once

#include "core/base/Error.h"
#include "core/report/ReportTable.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <string_view>

namespace lamella::ui {

// Of the language of the window; null in English.
[[nodiscard]] const core::Catalogue *catalogue();
[[nodiscard]] QString translated(const core::Message &message);
// As core::Error::message(): "FILE: byte N: what, and what to do next".
[[nodiscard]] QString errorText(const core::Error &error);
// The error in a typed filter, without the words that call it a filter.
[[nodiscard]] QString filterProblem(const core::Error &error);
// "out_of_order_kernel" as "Out of order kernel".
[[nodiscard]] QString diagnosticTitle(std::string_view id);
// Text of a cell: messages and words of core translated, names of the trace and raw values as they are.
[[nodiscard]] QString translatedCell(const core::ReportTable &table, std::size_t row, std::size_t column);
// Notes of a table that are no warnings, each a sentence.
[[nodiscard]] QStringList noteTexts(const core::ReportTable &table);

} // namespace lamella::ui
