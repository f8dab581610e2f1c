// SPDX-License-Identifier: GPL-3.0-or-later
// Roofline: how far operators, kernels and layers are from the hardware.
#include "widgets/roofline/RooflinePanel.h"
#include "widgets/session/SessionController.h"
#include "widgets/window/FrameParts.h"
#include "widgets/window/WorkspaceSpec.h"

#include <QCoreApplication>

namespace lamella::ui {

namespace {

struct RooflineText {
    Q_DECLARE_TR_FUNCTIONS(RooflineText)
};

QWidget *makeRoofline(const PanelContext &context, QWidget *parent)
{
    auto *panel = new RooflinePanel(context.controller, context.bus, parent);
    QObject::connect(panel, &RooflinePanel::statusChanged, &context.window, context.state);
    return withOverview(context, withExport(context, panel));
}

QString reason(const PanelContext &context)
{
    const auto document = context.controller.document();
    if (document && document->kernels.size() == 0)
        return RooflineText::tr("no GPU work in this file");
    return {};
}

} // namespace

extern const WorkspaceSpec kRooflineWorkspace{
    .id = "roofline",
    .title = QT_TRANSLATE_NOOP("Workspaces", "Roofline"),
    .icon = "kernels",
    .key = 4,
    .timeline = false,
    .passes = true,
    .columns = {{.places = {{.panels = {{"roofline", QT_TRANSLATE_NOOP("Workspaces", "Roofline"), makeRoofline}}}}}},
    .mainPanel = "roofline",
    .reason = reason,
};

} // namespace lamella::ui
