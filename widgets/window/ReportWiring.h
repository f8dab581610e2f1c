// SPDX-License-Identifier: GPL-3.0-or-later
// The summarising views: the selected time range, the kernels of a layer, the report.
#pragma once

#include "core/base/Error.h"
#include "core/session/AnalysisSession.h"

#include <QString>

#include <functional>

class QWidget;

namespace lamella::ui {

class DockArea;
class NavigationBus;
class SessionController;
class TableExport;

struct ReportParts {
    DockArea &docks;
    SessionController &controller;
    NavigationBus &bus;
    TableExport &exporter;
    QWidget &window;
    std::function<void(const QString &)> say;
    std::function<void(const core::Error &)> complain;
};
void addReportViews(const ReportParts &parts);

} // namespace lamella::ui
