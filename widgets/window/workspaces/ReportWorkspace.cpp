// SPDX-License-Identifier: GPL-3.0-or-later
// Report: advice and findings first, then the report as text and the model.
#include "widgets/advice/AdvicePanel.h"
#include "widgets/program/ProgramPanel.h"
#include "widgets/program/ProgramViews.h"
#include "widgets/report/ArchitecturePanel.h"
#include "widgets/report/ReportPanel.h"
#include "widgets/window/FrameParts.h"
#include "widgets/window/WorkspaceSpec.h"

#include <QCoreApplication>

namespace lamella::ui {

namespace {

struct ReportText {
    Q_DECLARE_TR_FUNCTIONS(ReportText)
};

QWidget *makeFindings(const PanelContext &context, QWidget *parent)
{
    return withExport(context, new ProgramPanel(context.controller, context.bus, findingsView(), parent));
}

QWidget *makeAdvice(const PanelContext &context, QWidget *parent)
{
    auto *panel = withOverview(context, withExport(context, new AdvicePanel(context.controller, context.bus, parent)));
    QObject::connect(panel, &AdvicePanel::showRequested, &context.window, [open = context.openView, range = context.showRange] {
        open(QStringLiteral("timeline"));
        range();
    });
    QObject::connect(
        panel, &AdvicePanel::compareRequested, &context.window, [open = context.openView] { open(QStringLiteral("diff")); });
    QObject::connect(
        panel, &AdvicePanel::sourceRequested, &context.window, [open = context.openView] { open(QStringLiteral("source")); });
    return panel;
}

QWidget *makeReport(const PanelContext &context, QWidget *parent)
{
    auto *panel = new ReportPanel(context.controller, parent);
    QObject::connect(panel, &ReportPanel::written, &context.window,
        [say = context.say](const QString &path) { say(ReportText::tr("Exported to %1").arg(path)); });
    QObject::connect(panel, &ReportPanel::failed, &context.window, context.complain);
    return panel;
}

QWidget *makeArchitecture(const PanelContext &context, QWidget *parent)
{
    return withExport(context, new ArchitecturePanel(context.controller, context.bus, parent));
}

} // namespace

extern const WorkspaceSpec kReportWorkspace{
    .id = "report",
    .title = QT_TRANSLATE_NOOP("Workspaces", "Report"),
    .icon = "info",
    .key = 9,
    .timeline = false,
    .passes = false,
    .columns = {{.places = {{.panels = {{"advice", QT_TRANSLATE_NOOP("Workspaces", "Advice"), makeAdvice},
                                 {"findings", QT_TRANSLATE_NOOP("Workspaces", "Findings"), makeFindings},
                                 {"report", QT_TRANSLATE_NOOP("Workspaces", "Full report"), makeReport},
                                 {"architecture", QT_TRANSLATE_NOOP("Workspaces", "Model"), makeArchitecture}}}}}},
    .mainPanel = "advice",
};

} // namespace lamella::ui
