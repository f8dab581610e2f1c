// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/ReportWiring.h"

#include "widgets/panels/TableExport.h"
#include "widgets/report/ArchitecturePanel.h"
#include "widgets/report/FlowPanel.h"
#include "widgets/report/ReportPanel.h"
#include "widgets/report/WithinPanel.h"
#include "widgets/window/DockArea.h"

#include <QCoreApplication>

namespace lamella::ui {

namespace {

struct ReportText {
    Q_DECLARE_TR_FUNCTIONS(ReportText)
};

} // namespace

void addReportViews(const ReportParts &parts)
{
    QWidget *window = &parts.window;
    TableExport *exporter = &parts.exporter;
    auto *flow = new FlowPanel(parts.controller, parts.bus, window);
    auto *within = new WithinPanel(parts.controller, parts.bus, window);
    auto *architecture = new ArchitecturePanel(parts.controller, parts.bus, window);
    auto *report = new ReportPanel(parts.controller, window);
    parts.docks.add(Qt::BottomDockWidgetArea, QStringLiteral("flow"), ReportText::tr("Flow"), flow);
    parts.docks.add(Qt::BottomDockWidgetArea, QStringLiteral("within"), ReportText::tr("In the time range"), within);
    parts.docks.add(Qt::BottomDockWidgetArea, QStringLiteral("architecture"), ReportText::tr("Architecture"), architecture);
    parts.docks.add(Qt::BottomDockWidgetArea, QStringLiteral("report"), ReportText::tr("Report"), report);
    QObject::connect(flow, &FlowPanel::exportRequested, window,
        [exporter, window](const core::TableRequest &request) { exporter->ask(request, window); });
    QObject::connect(architecture, &ArchitecturePanel::exportRequested, window,
        [exporter, window](const core::TableRequest &request) { exporter->ask(request, window); });
    QObject::connect(within, &WithinPanel::exportRequested, window,
        [exporter, window](const WithinPanel::Maker &make) { exporter->ask(QStringLiteral("within"), make, window); });
    QObject::connect(report, &ReportPanel::written, window,
        [say = parts.say](const QString &path) { say(ReportText::tr("Exported to %1").arg(path)); });
    QObject::connect(report, &ReportPanel::failed, window, parts.complain);
}

} // namespace lamella::ui
