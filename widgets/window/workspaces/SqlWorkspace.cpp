// SPDX-License-Identifier: GPL-3.0-or-later
// SQL: a console over the open trace or job.
#include "widgets/sql/SqlPanel.h"
#include "widgets/window/WorkspaceSpec.h"

#include <QCoreApplication>

namespace lamella::ui {

namespace {

QWidget *makeSql(const PanelContext &context, QWidget *parent)
{
    auto *panel = new SqlPanel(context.controller, context.bus, context.ranks, parent);
    QObject::connect(panel, &SqlPanel::exportRequested, &context.window,
        [exporter = &context.exporter, window = &context.window](const std::shared_ptr<const core::ReportTable> &table) {
            exporter->ask(
                QStringLiteral("sql"),
                [table](const core::JobControl &) -> core::Result<std::shared_ptr<const core::ReportTable>> { return table; },
                window);
        });
    return panel;
}

} // namespace

extern const WorkspaceSpec kSqlWorkspace{
    .id = "sql",
    .title = QT_TRANSLATE_NOOP("Workspaces", "SQL"),
    .icon = "search",
    .key = 0,
    .timeline = false,
    .passes = false,
    .columns = {{.places = {{.panels = {{"sql", QT_TRANSLATE_NOOP("Workspaces", "SQL"), makeSql}}}}}},
    .mainPanel = "sql",
};

} // namespace lamella::ui
