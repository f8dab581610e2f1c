// SPDX-License-Identifier: GPL-3.0-or-later
// Source: which lines of code the GPU time comes from.
#include "core/import/nsys/StatsImporter.h"
#include "widgets/session/SessionController.h"
#include "widgets/source/SourcePanel.h"
#include "widgets/window/FrameParts.h"
#include "widgets/window/WorkspaceSpec.h"

#include <QCoreApplication>

namespace lamella::ui {

namespace {

struct SourceText {
    Q_DECLARE_TR_FUNCTIONS(SourceText)
};

QWidget *makeSource(const PanelContext &context, QWidget *parent)
{
    return withOverview(context, withExport(context, new SourcePanel(context.controller, context.bus, parent)));
}

QString reason(const PanelContext &context)
{
    const auto document = context.controller.document();
    if (document && document->kernels.size() == 0)
        return SourceText::tr("no GPU work in this file");
    if (document && core::isStatsText(*document))
        return SourceText::tr("summary tables without a timeline; open the .sqlite or .nsys-rep file");
    return {};
}

} // namespace

extern const WorkspaceSpec kSourceWorkspace{
    .id = "source",
    .title = QT_TRANSLATE_NOOP("Workspaces", "Source"),
    .icon = "table",
    .key = 5,
    .timeline = false,
    .passes = true,
    .columns = {{.places = {{.panels = {{"source", QT_TRANSLATE_NOOP("Workspaces", "Source lines"), makeSource}}}}}},
    .mainPanel = "source",
    .reason = reason,
};

} // namespace lamella::ui
