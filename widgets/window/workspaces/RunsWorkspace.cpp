// SPDX-License-Identifier: GPL-3.0-or-later
// Runs: a grid of runs of models, modes and sequence lengths.
#include "widgets/matrix/MatrixPanel.h"
#include "widgets/session/SessionController.h"
#include "widgets/window/WorkspaceSpec.h"

#include <QCoreApplication>

namespace lamella::ui {

namespace {

QWidget *makeMatrix(const PanelContext &context, QWidget *parent)
{
    auto *panel = new MatrixPanel(context.controller.pool(), parent);
    QObject::connect(panel, &MatrixPanel::runOpened, &context.window, context.openTrace);
    return panel;
}

} // namespace

extern const WorkspaceSpec kRunsWorkspace{
    .id = "runs",
    .title = QT_TRANSLATE_NOOP("Workspaces", "Runs"),
    .icon = "table",
    .key = 0,
    .timeline = false,
    .passes = false,
    .columns = {{.places = {{.panels = {{"matrix", QT_TRANSLATE_NOOP("Workspaces", "Matrix of runs"), makeMatrix}}}}}},
    .mainPanel = "matrix",
};

} // namespace lamella::ui
