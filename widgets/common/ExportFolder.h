// SPDX-License-Identifier: GPL-3.0-or-later
// The initial folder of dialogs for exports.
#pragma once

#include <QString>

namespace lamella::ui {

// The folder of the previous export, else that of the trace opened last.
[[nodiscard]] QString exportFolder();
void rememberExport(const QString &path);
void rememberTrace(const QString &path);

} // namespace lamella::ui
