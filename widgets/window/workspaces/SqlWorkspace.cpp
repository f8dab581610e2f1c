// SPDX-License-Identifier: GPL-3.0-or-later
// SQL: a console over the open trace or job.
#include "widgets/sql/SqlPanel.h"
#include "widgets/window/WorkspaceSpec.h"

#include <QCoreApplication>

namespace lamella::ui {

namespace {

QWidget *makeSql(const PanelContext &context, QWidget *parent)
{
    return withTableExport(context, new SqlPanel(context.controller, context.bus, context.ranks, parent));
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
