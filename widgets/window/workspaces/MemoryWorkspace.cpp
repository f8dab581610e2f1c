// SPDX-License-Identifier: GPL-3.0-or-later
// Memory: what is allocated, where, and why it peaks.
#include "core/session/memory/MemoryReader.h"
#include "widgets/memory/MemoryPanel.h"
#include "widgets/session/SessionController.h"
#include "widgets/timeline/TimelinePanel.h"
#include "widgets/window/FrameParts.h"
#include "widgets/window/WorkspaceSpec.h"

#include <QCoreApplication>

namespace lamella::ui {

namespace {

struct MemoryText {
    Q_DECLARE_TR_FUNCTIONS(MemoryText)
};

QWidget *makeMemory(const PanelContext &context, QWidget *parent)
{
    auto *panel =
        withOverview(context,
            withTableExport(context,
                withExport(context, new MemoryPanel(context.controller, context.bus, context.range, parent))));
    panel->setTimeline(context.timeline.data());
    QObject::connect(&context.timeline, &TimelinePanel::dataChanged, panel,
        [panel, timeline = &context.timeline] { panel->setTimeline(timeline->data()); });
    QObject::connect(
        panel, &MemoryPanel::cursorTimeChanged, &context.timeline, &TimelinePanel::cursorTimeChanged); // to the status bar
    return panel;
}

QString reason(const PanelContext &context)
{
    const auto document = context.controller.document();
    if (document && !core::recordsMemory(*document))
        return MemoryText::tr("no memory events in this file; record with profile_memory=True");
    return {};
}

} // namespace

extern const WorkspaceSpec kMemoryWorkspace{
    .id = "memory",
    .title = QT_TRANSLATE_NOOP("Workspaces", "Memory"),
    .icon = "layers",
    .key = 6,
    .timeline = false,
    .passes = false,
    .columns = {{.places = {{.panels = {{"memory", QT_TRANSLATE_NOOP("Workspaces", "Memory"), makeMemory}}}}}},
    .mainPanel = "memory",
    .reason = reason,
};

} // namespace lamella::ui
