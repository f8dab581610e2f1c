// SPDX-License-Identifier: GPL-3.0-or-later
// Programs: compiled programs and their steps.
#include "widgets/program/ProgramPanel.h"
#include "widgets/program/ProgramViews.h"
#include "widgets/session/SessionController.h"
#include "widgets/window/WorkspaceSpec.h"

#include <QCoreApplication>

#include <utility>

namespace lamella::ui {

namespace {

struct ProgramsText {
    Q_DECLARE_TR_FUNCTIONS(ProgramsText)
};

QWidget *makeTable(const PanelContext &context, QWidget *parent, ProgramView view)
{
    auto *panel = new ProgramPanel(context.controller, context.bus, std::move(view), parent);
    QObject::connect(panel, &ProgramPanel::rangeOpened, &context.window, context.showRange);
    return withExport(context, panel);
}

QWidget *makeSteps(const PanelContext &context, QWidget *parent)
{
    return makeTable(context, parent, stepsView(QStringLiteral("programSteps"), Launches::OfPrograms));
}

QWidget *makeRegions(const PanelContext &context, QWidget *parent)
{
    return makeTable(context, parent, regionsView(QStringLiteral("programRegions")));
}

QString reason(const PanelContext &context)
{
    const auto document = context.controller.document();
    return document && hasPrograms(*document) ? QString()
                                              : ProgramsText::tr("no compiled programs in this file; JAX and XLA record them");
}

} // namespace

extern const WorkspaceSpec kProgramsWorkspace{
    .id = "programs",
    .title = QT_TRANSLATE_NOOP("Workspaces", "Programs"),
    .icon = "kernels",
    .key = 8,
    .timeline = true,
    .passes = true,
    .columns = {{.places = {{.panels = {{"program-steps", QT_TRANSLATE_NOOP("Workspaces", "Steps of the programs"), makeSteps}}}},
                    .share = 50},
        {.places = {{.panels = {{"program-regions", QT_TRANSLATE_NOOP("Workspaces", "Regions of the programs"), makeRegions}}}},
            .share = 50}},
    .mainPanel = "program-steps",
    .reason = reason,
};

} // namespace lamella::ui
