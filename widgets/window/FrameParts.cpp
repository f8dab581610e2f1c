// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/FrameParts.h"

#include "widgets/inspector/InspectorPanel.h"
#include "widgets/overview/TraceOverview.h"
#include "widgets/passes/PassStrip.h"
#include "widgets/roofline/RooflinePanel.h"
#include "widgets/session/CompareController.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/window/WorkspaceArea.h"

#include <QCoreApplication>

namespace lamella::ui {

namespace {

QWidget *makeInspector(const PanelContext &context, QWidget *parent)
{
    auto *panel = new InspectorPanel(context.controller, context.bus, parent);
    QObject::connect(panel, &InspectorPanel::showInPerfettoRequested, &context.window,
        commandOf(context, QStringLiteral("perfetto.show")));
    QObject::connect(
        panel, &InspectorPanel::compareRequested, &context.window, commandOf(context, QStringLiteral("go.compare-with")));
    QObject::connect(
        panel, &InspectorPanel::viewRequested, &context.window, [open = context.openView](const QString &view) { open(view); });
    QObject::connect(panel, &InspectorPanel::levelChosen, &context.window,
        [context, panel](const PassBrush &passes, const core::Selection &own, const core::Selection &other) {
            const auto *rest = std::get_if<core::PassSelection>(&other);
            if (rest == nullptr)
                return;
            context.bus.select(own, panel);
            context.compare.compareLevel(passes, *rest);
        });
    return panel;
}

void enterPeaks(const PanelContext &context)
{
    auto *area = context.window.findChild<WorkspaceArea *>();
    area->showInTurns(QStringLiteral("roofline"), [area] {
        if (auto *roofline = area->find<RooflinePanel>())
            roofline->enterPeaks();
    });
}

} // namespace

QWidget *makeOverviewStrip(const PanelContext &context, QWidget *parent)
{
    auto *strip = new TraceOverview(context.controller, context.bus, parent);
    QObject::connect(strip, &TraceOverview::requested, &context.window, [context](OverviewAction action) {
        if (action == OverviewAction::Idle)
            context.openView(QStringLiteral("idle"));
        else if (action == OverviewAction::Roofline)
            context.openView(QStringLiteral("roofline"));
        else if (action == OverviewAction::Peaks)
            enterPeaks(context);
        else if (auto *passes = context.window.findChild<PassStrip *>(); passes != nullptr && action == OverviewAction::Passes)
            passes->setFocus(Qt::ShortcutFocusReason);
    });
    return strip;
}

QWidget *makePassStrip(const PanelContext &context, QWidget *parent)
{
    auto *strip = new PassStrip(context.controller, context.bus, parent);
    QObject::connect(strip, &Chart::opened, &context.window, [context, strip](const core::Selection &pass) {
        context.bus.select(pass, strip);
        context.showRange();
    });
    return strip;
}

const PanelSpec &inspectorSpec()
{
    static const PanelSpec spec{"selection", QT_TRANSLATE_NOOP("Workspaces", "Selection"), makeInspector};
    return spec;
}

} // namespace lamella::ui
