// SPDX-License-Identifier: GPL-3.0-or-later
// Compare: two passes or layers, of one trace or of two.
#include "widgets/diff/DiffPanel.h"
#include "widgets/window/WorkspaceSpec.h"

#include <QCoreApplication>

namespace lamella::ui {

namespace {

QWidget *makeDiff(const PanelContext &context, QWidget *parent)
{
    auto *panel = new DiffPanel(context.compare, context.bus, parent);
    QObject::connect(panel, &DiffPanel::exportRequested, &context.window,
        [exporter = &context.exporter, window = &context.window](const std::shared_ptr<const core::ReportTable> &table) {
            exporter->ask(
                QStringLiteral("diff"), [table](const core::JobControl &) { return core::Result(table); }, window);
        });
    return panel;
}

} // namespace

extern const WorkspaceSpec kCompareWorkspace{
    .id = "compare",
    .title = QT_TRANSLATE_NOOP("Workspaces", "Compare"),
    .icon = "diff",
    .key = 2,
    .timeline = false,
    .passes = false,
    .columns = {{.places = {{.panels = {{"diff", QT_TRANSLATE_NOOP("Workspaces", "Compare"), makeDiff}}}}}},
    .mainPanel = "diff",
};

} // namespace lamella::ui
