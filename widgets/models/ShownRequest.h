// SPDX-License-Identifier: GPL-3.0-or-later
// What to ask core for so that a table comes as a view shows it: with the filter and the order of the model.
#pragma once

#include "core/session/AnalysisSession.h"

namespace lamella::ui {

class ReportTableModel;

[[nodiscard]] core::TableRequest asShown(core::TableRequest request, const ReportTableModel &model);

} // namespace lamella::ui
