// SPDX-License-Identifier: GPL-3.0-or-later
// Compare: two passes or layers, of one trace or of two; a figure over many runs.
#include "widgets/common/PanelExport.h"
#include "widgets/diff/CompareHead.h"
#include "widgets/diff/CompareInspector.h"
#include "widgets/diff/DiffPanel.h"
#include "widgets/diff/HistoryPanel.h"
#include "widgets/diff/LayerDeltaPanel.h"
#include "widgets/window/WorkspaceSpec.h"

#include <QAction>
#include <QCoreApplication>

namespace lamella::ui {

namespace {

QWidget *makeHead(const PanelContext &context, QWidget *parent)
{
    auto *head = new CompareHead(CompareResults::of(context.compare), context.bus, context.recent, parent);
    QObject::connect(head, &CompareHead::openRequested, &context.window, [window = &context.window] {
        if (auto *open = window->findChild<QAction *>(QStringLiteral("file.open-to-compare")))
            open->trigger();
    });
    return head;
}

QWidget *makeDiff(const PanelContext &context, QWidget *parent)
{
    auto *panel = new DiffPanel(context.compare, context.bus, parent);
    panel->setPartOfWorkspace(new LayerDeltaPanel(CompareResults::of(context.compare), context.bus, panel));
    QObject::connect(panel, &DiffPanel::exportRequested, &context.window,
        [exporter = &context.exporter, window = &context.window](const std::shared_ptr<const core::ReportTable> &table) {
            exporter->ask(
                QStringLiteral("diff"), [table](const core::JobControl &) { return core::Result(table); }, window);
        });
    return panel;
}

QWidget *makeHistory(const PanelContext &context, QWidget *parent)
{
    auto *panel = new HistoryPanel(context.controller, parent);
    QObject::connect(panel, &HistoryPanel::exportRequested, &context.window,
        [exporter = &context.exporter, window = &context.window](const std::shared_ptr<const core::ReportTable> &table) {
            exporter->ask(
                QStringLiteral("history"), [table](const core::JobControl &) { return core::Result(table); }, window);
        });
    return panel;
}

QWidget *makeInspector(const PanelContext &context, QWidget *parent)
{
    auto *inspector = new CompareInspector(CompareResults::of(context.compare), context.bus, parent);
    QObject::connect(inspector, &CompareInspector::showInPerfettoRequested, &context.window,
        commandOf(context, QStringLiteral("perfetto.show")));
    QObject::connect(inspector, &CompareInspector::exportRequested, &context.window, [window = &context.window] {
        if (auto *panel = window->findChild<DiffPanel *>())
            (void)PanelExport::run(panel);
    });
    return inspector;
}

} // namespace

extern const WorkspaceSpec kCompareWorkspace{
    .id = "compare",
    .title = QT_TRANSLATE_NOOP("Workspaces", "Compare"),
    .icon = "diff",
    .key = 2,
    .timeline = false,
    .passes = false,
    .columns = {{.places = {{.panels = {{"diff", QT_TRANSLATE_NOOP("Workspaces", "Compare"), makeDiff},
                                 {"history", QT_TRANSLATE_NOOP("Workspaces", "History of runs"), makeHistory}}}}}},
    .mainPanel = "diff",
    .head = {"diff", QT_TRANSLATE_NOOP("Workspaces", "A and B"), makeHead},
    .inspector = {"diff", QT_TRANSLATE_NOOP("Workspaces", "What changed"), makeInspector},
};

} // namespace lamella::ui
