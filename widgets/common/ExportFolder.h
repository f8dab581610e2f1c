// SPDX-License-Identifier: GPL-3.0-or-later
// Where dialogs for exports begin.
#pragma once

#include <QString>

namespace lamella::ui {

// The folder of the export before, else that of the trace opened last.
[[nodiscard]] QString exportFolder();
void rememberExport(const QString &path);
void rememberTrace(const QString &path);

} // namespace lamella::ui
