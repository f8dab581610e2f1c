// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/FrameParts.h"

#include "widgets/panels/SelectionPanel.h"

#include <QAction>
#include <QCoreApplication>

namespace lamella::ui {

namespace {

QWidget *makeInspector(const PanelContext &context, QWidget *parent)
{
    auto *panel = new SelectionPanel(context.controller, context.bus, parent);
    QObject::connect(panel, &SelectionPanel::showInPerfettoRequested, &context.window, [window = &context.window] {
        if (auto *show = window->findChild<QAction *>(QStringLiteral("perfetto.show")))
            show->trigger();
    });
    return panel;
}

} // namespace

QWidget *makeOverviewStrip(const PanelContext &, QWidget *)
{
    return nullptr;
}

QWidget *makePassStrip(const PanelContext &, QWidget *)
{
    return nullptr;
}

const PanelSpec &inspectorSpec()
{
    static const PanelSpec spec{"selection", QT_TRANSLATE_NOOP("Workspaces", "Selection"), makeInspector};
    return spec;
}

} // namespace lamella::ui
