// SPDX-License-Identifier: GPL-3.0-or-later
// The services of a window for the functions that make its panels. All references live as long as the panels.
#pragma once

#include "core/base/Error.h"
#include "core/session/AnalysisSession.h"
#include "widgets/panels/TableExport.h"

#include <QAction>
#include <QMainWindow>
#include <QString>

#include <functional>

namespace lamella::ui {

class CompareController;
class NavigationBus;
class NotesController;
class RankController;
class RecentFiles;
class SessionController;
class TimelinePanel;
class TimeRangeControl;

struct PanelContext {
    SessionController &controller;
    NavigationBus &bus;
    TimeRangeControl &range;
    RankController &ranks;
    CompareController &compare;
    NotesController &notes;
    const RecentFiles &recent;
    TimelinePanel &timeline;
    TableExport &exporter;
    QMainWindow &window;
    std::function<void(const QString &)> say; // in the strip of messages
    std::function<void(const QString &)> warn;
    std::function<void(const core::Error &)> complain;
    std::function<void()> showRange; // moves the timeline to the selection
    std::function<void()> chooseFiles; // asks for traces and opens them
    std::function<void(const QString &)> openTrace;
    std::function<void(const QStringList &)> state; // in the status bar; see StatusFields::showStatement
    std::function<void(const QString &)> openView; // brings a panel or a workspace to the front, by its id
};

// What triggers the command with this object name ("perfetto.show"); nothing where the window does not have it.
inline auto commandOf(const PanelContext &context, const QString &command)
{
    return [window = &context.window, command] {
        if (auto *action = window->findChild<QAction *>(command))
            action->trigger();
    };
}

// Lets a panel with the signal exportRequested(const core::TableRequest &) ask for a file and write its table.
template <class Panel> Panel *withExport(const PanelContext &context, Panel *panel)
{
    QObject::connect(panel, &Panel::exportRequested, &context.window,
        [exporter = &context.exporter, window = &context.window](
            const core::TableRequest &request) { exporter->ask(request, window); });
    return panel;
}

// Lets a panel with the signal tableExportRequested(const ShownRows &) ask for a file and write these rows.
template <class Panel> Panel *withTableExport(const PanelContext &context, Panel *panel)
{
    QObject::connect(panel, &Panel::tableExportRequested, &context.window,
        [exporter = &context.exporter, window = &context.window](
            const ShownRows &rows) { exporter->ask(QString::fromStdString(rows.table), rows.make, window); });
    return panel;
}

} // namespace lamella::ui
