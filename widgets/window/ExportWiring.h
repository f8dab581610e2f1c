// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that write more than one table: all tables into a folder, and the report.
#pragma once

#include "core/base/Error.h"

#include <QString>

#include <functional>

class QMainWindow;

namespace lamella::ui {

class RankController;
class SessionController;
class WorkspaceArea;

struct ExportParts {
    QMainWindow &window;
    WorkspaceArea &area;
    SessionController &controller;
    RankController &ranks;
    std::function<void(const QString &)> say;
    std::function<void(const core::Error &)> complain;
};
// Call once, after the menu bar is filled and the report exists.
void addExportCommands(const ExportParts &parts);

} // namespace lamella::ui
