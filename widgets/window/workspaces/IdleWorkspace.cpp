// SPDX-License-Identifier: GPL-3.0-or-later
// Idle: when nothing runs, and why.
#include "core/import/nsys/StatsImporter.h"
#include "widgets/idle/GapPanel.h"
#include "widgets/idle/OverlapPanel.h"
#include "widgets/idle/WhatIfPanel.h"
#include "widgets/session/SessionController.h"
#include "widgets/window/WorkspaceSpec.h"

#include <QCoreApplication>

namespace lamella::ui {

namespace {

struct IdleText {
    Q_DECLARE_TR_FUNCTIONS(IdleText)
};

QWidget *makeGaps(const PanelContext &context, QWidget *parent)
{
    auto *panel = withExport(context, new GapPanel(context.controller, context.bus, parent));
    QObject::connect(panel, &GapPanel::rangeOpened, &context.window, context.showRange);
    return panel;
}

QWidget *makeOverlap(const PanelContext &context, QWidget *parent)
{
    return withExport(context, new OverlapPanel(context.controller, context.bus, parent));
}

QWidget *makeWhatIf(const PanelContext &context, QWidget *parent)
{
    return withExport(context, new WhatIfPanel(context.controller, context.bus, parent));
}

QString reason(const PanelContext &context)
{
    const auto document = context.controller.document();
    if (document && document->kernels.size() == 0)
        return IdleText::tr("no GPU work in this file");
    if (document && core::isStatsText(*document))
        return IdleText::tr("summary tables without a timeline; open the .sqlite or .nsys-rep file");
    return {};
}

} // namespace

extern const WorkspaceSpec kIdleWorkspace{
    .id = "idle",
    .title = QT_TRANSLATE_NOOP("Workspaces", "Idle"),
    .icon = "gaps",
    .key = 3,
    .timeline = true,
    .passes = true,
    .columns = {{.places = {{.panels = {{"gaps", QT_TRANSLATE_NOOP("Workspaces", "Gaps"), makeGaps},
                                {"overlap", QT_TRANSLATE_NOOP("Workspaces", "Overlap"), makeOverlap},
                                {"whatif", QT_TRANSLATE_NOOP("Workspaces", "What if"), makeWhatIf}}}}}},
    .mainPanel = "gaps",
    .reason = reason,
};

} // namespace lamella::ui
