// SPDX-License-Identifier: GPL-3.0-or-later
// Request for a table as a view shows it: with the model's filter and order.
#pragma once

#include "core/session/AnalysisSession.h"

namespace lamella::ui {

class ReportTableModel;

[[nodiscard]] core::TableRequest asShown(core::TableRequest request, const ReportTableModel &model);

} // namespace lamella::ui
