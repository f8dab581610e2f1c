// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks: the traces of one job against one another.
#include "widgets/ranks/RankController.h"
#include "widgets/ranks/RanksPanel.h"
#include "widgets/session/SessionController.h"
#include "widgets/window/FrameParts.h"
#include "widgets/window/WorkspaceSpec.h"

#include <QCoreApplication>

namespace lamella::ui {

namespace {

struct RanksText {
    Q_DECLARE_TR_FUNCTIONS(RanksText)
};

QWidget *makeRanks(const PanelContext &context, QWidget *parent)
{
    auto *panel = withOverview(context, new RanksPanel(context.controller, context.bus, context.ranks, parent));
    QObject::connect(panel, &RanksPanel::openRequested, &context.window, context.chooseFiles);
    QObject::connect(panel, &RanksPanel::notesRequested, &context.window, context.warn);
    QObject::connect(panel, &RanksPanel::exportRequested, &context.window,
        [ranks = &context.ranks, exporter = &context.exporter, window = &context.window](const core::RankTableRequest &request) {
            if (const auto set = ranks->set())
                exporter->ask(
                    QStringLiteral("ranks"),
                    [set, request](const core::JobControl &control) { return set->table(request, control); }, window);
        });
    return panel;
}

QString reason(const PanelContext &context)
{
    const auto set = context.ranks.set();
    return set && set->members().size() > 1 ? QString() : RanksText::tr("one rank in this file; open a folder of ranks");
}

} // namespace

extern const WorkspaceSpec kRanksWorkspace{
    .id = "ranks",
    .title = QT_TRANSLATE_NOOP("Workspaces", "Ranks"),
    .icon = "passes",
    .key = 7,
    .timeline = false,
    .passes = false,
    .columns = {{.places = {{.panels = {{"ranks", QT_TRANSLATE_NOOP("Workspaces", "Ranks"), makeRanks}}}}}},
    .mainPanel = "ranks",
    .reason = reason,
};

} // namespace lamella::ui
