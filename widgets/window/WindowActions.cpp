// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/WindowActions.h"

#include "widgets/commands/CommandRegistry.h"
#include "widgets/common/Icons.h"
#include "widgets/help/AboutDialog.h"
#include "widgets/session/RecentFiles.h"

#include <QAction>
#include <QActionGroup>
#include <QFileInfo>
#include <QMenuBar>

#include <utility>

namespace lamella::ui {

QAction *WindowActions::make(
    const char *id, const QString &text, const char *iconName, const QList<QKeySequence> &keys, const QString &tip)
{
    auto *action = new QAction(text, this);
    action->setObjectName(QString::fromLatin1(id));
    if (iconName != nullptr)
        action->setIcon(icon(QString::fromLatin1(iconName)));
    action->setShortcuts(keys);
    QString tooltip = tip.isEmpty() ? plainTitle(text) : tip;
    if (!keys.isEmpty())
        tooltip += QStringLiteral(" (%1)").arg(keys.first().toString(QKeySequence::NativeText));
    action->setToolTip(tooltip);
    m_window->addAction(action); // shortcuts work even if the menu bar is exported to the desktop
    return action;
}

WindowActions::WindowActions(QWidget *window)
    : QObject(window)
    , m_window(window)
{
    open = make("file.open", tr("&Open…"), "open", {QKeySequence::Open}, tr("Open a trace"));
    close = make("file.close-trace", tr("&Close trace"), nullptr, {QKeySequence(Qt::CTRL | Qt::Key_W)}, {});
    exportTable = make("file.export-kernel-table", tr("&Export table…"), "export", {QKeySequence(Qt::CTRL | Qt::Key_E)},
        tr("Export the table of the panel that has the focus as it is shown, else the kernel table"));
    quit = make("file.quit", tr("&Quit"), nullptr, {QKeySequence(Qt::CTRL | Qt::Key_Q)}, {});
    copy = make("edit.copy-rows", tr("&Copy"), "copy", {QKeySequence::Copy},
        tr("Copy the inspector as text if it has the focus, else the selected rows of the table"));
    find = make("edit.find", tr("&Find…"), "search", {QKeySequence::Find}, tr("Find a kernel, layer or time"));
    zoomIn = make("view.zoom-in", tr("Zoom &in"), "zoom-in",
        {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)}, {});
    zoomOut = make("view.zoom-out", tr("Zoom &out"), "zoom-out", {QKeySequence(Qt::CTRL | Qt::Key_Minus)}, {});
    zoomFit = make("view.whole-trace", tr("&Whole trace"), "zoom-fit", {QKeySequence(Qt::CTRL | Qt::Key_0)}, {});
    zoomSelection =
        make("view.zoom-to-selection", tr("Zoom to &selection"), nullptr, {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_0)}, {});
    themeSystem = make("view.theme-system", tr("&System"), nullptr, {}, tr("Light or dark as the desktop"));
    themeLight = make("view.theme-light", tr("&Light"), nullptr, {}, {});
    themeDark = make("view.theme-dark", tr("&Dark"), nullptr, {}, {});
    themes = new QActionGroup(this);
    for (QAction *theme : {themeSystem, themeLight, themeDark}) {
        theme->setCheckable(true);
        themes->addAction(theme);
    }
    patterns = make("view.patterns", tr("&Patterns"), nullptr, {}, tr("Tell categories apart without colour"));
    patterns->setCheckable(true);
    timeFormats = new QActionGroup(this);
    for (const auto &[id, text] : {std::pair("view.time-in-fitting-unit", tr("&Fitting unit")),
             std::pair("view.time-in-seconds", tr("&Seconds, as Perfetto")),
             std::pair("view.time-in-milliseconds", tr("&Milliseconds")),
             std::pair("view.time-in-nanoseconds", tr("&Nanoseconds")),
             std::pair("view.time-as-wall-clock", tr("&Wall clock (UTC)"))}) {
        QAction *format = timeFormats->addAction(make(id, text, nullptr, {}, {}));
        format->setCheckable(true);
    }
    resetLayout = make("view.reset-layout", tr("&Reset layout"), nullptr, {}, tr("Restores the usual sizes and panels of all workspaces"));
    makeGo();
    showInPerfetto = make("perfetto.show", tr("Show in Pe&rfetto"), "external", {QKeySequence(Qt::CTRL | Qt::Key_Return)},
        tr("Opens Perfetto in the browser at the selection. The trace goes there from this machine."));
    copyLink = make(
        "perfetto.copy-perfetto-link", tr("&Copy Perfetto link"), nullptr, {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L)}, {});
    about = make("help.about", tr("&About Lamella"), nullptr, {}, {});
    open->setIconText(tr("Open"));
    exportTable->setIconText(tr("Export"));
    showInPerfetto->setIconText(tr("Perfetto"));
    for (QAction *action : {back, forward, showInPerfetto, copyLink})
        action->setEnabled(false);
    quit->setMenuRole(QAction::QuitRole);
    about->setMenuRole(QAction::AboutRole);
}

void WindowActions::makeGo()
{
    back = make("go.back", tr("&Back"), "back", {QKeySequence(Qt::ALT | Qt::Key_Left)}, tr("Back to the selection before"));
    forward = make("go.forward", tr("&Forward"), "forward", {QKeySequence(Qt::ALT | Qt::Key_Right)}, tr("Forward again"));
    previousPass = make("go.previous-pass", tr("&Previous pass"), nullptr, {QKeySequence(Qt::CTRL | Qt::Key_PageUp)}, {});
    nextPass = make("go.next-pass", tr("&Next pass"), nullptr, {QKeySequence(Qt::CTRL | Qt::Key_PageDown)}, {});
    previousOutlier =
        make("go.previous-outlier", tr("Previous &outlier"), nullptr, {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_PageUp)},
            tr("The outlier before: a pass much longer than the others of its stage"));
    nextOutlier = make("go.next-outlier", tr("Next o&utlier"), nullptr, {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_PageDown)},
        tr("The next outlier: a pass much longer than the others of its stage"));
    previousLayer =
        make("go.previous-layer", tr("Previous &layer"), "chevron-left", {QKeySequence(Qt::ALT | Qt::Key_PageUp)}, {});
    nextLayer = make("go.next-layer", tr("Next l&ayer"), "chevron-right", {QKeySequence(Qt::ALT | Qt::Key_PageDown)}, {});
    previousKernel = make("go.previous-kernel-of-the-stream", tr("Previous &kernel of the stream"), nullptr,
        {QKeySequence(Qt::CTRL | Qt::Key_Left)}, {});
    nextKernel = make(
        "go.next-kernel-of-the-stream", tr("Ne&xt kernel of the stream"), nullptr, {QKeySequence(Qt::CTRL | Qt::Key_Right)}, {});
    previousSame = make("go.previous-kernel-of-the-same-name", tr("Previous kernel of the &same name"), nullptr,
        {QKeySequence(Qt::ALT | Qt::Key_Comma)}, {});
    nextSame = make("go.next-kernel-of-the-same-name", tr("Next kernel of the sa&me name"), nullptr,
        {QKeySequence(Qt::ALT | Qt::Key_Period)}, {});
    makeGoToLongest();
    goTo = make("go.go-to", tr("&Go to…"), nullptr, {QKeySequence(Qt::CTRL | Qt::Key_G), QKeySequence(Qt::CTRL | Qt::Key_L)},
        tr("Go to a pass, a layer, a time or a kernel"));
}

void WindowActions::makeGoToLongest()
{
    longestOfKind = make("go.slowest-of-its-kind", tr("Slo&west of its kind"), nullptr, {QKeySequence(Qt::Key_F8)},
        tr("The slowest pass of the stage, the longest layer of the pass, or the longest kernel of the name"));
    longestInside = make("go.slowest-inside", tr("Slowest insi&de"), nullptr, {QKeySequence(Qt::Key_F7)},
        tr("From a pass to its longest layer, from a layer to its longest kernel"));
    parent = make("go.what-contains-it", tr("W&hat contains it"), nullptr, {QKeySequence(Qt::SHIFT | Qt::Key_F7)},
        tr("From a kernel to its layer, from a layer to its pass"));
    allOfName = make("go.all-kernels-of-the-name", tr("All kernels of the nam&e"), nullptr, {QKeySequence(Qt::Key_F9)},
        tr("From a kernel to all kernels of its name: their durations, the longest ones, and what they take in each pass"));
}

void WindowActions::fillMenuBar(QMenuBar &bar, const std::vector<QAction *> &workspaces, QAction *inspector)
{
    const auto menu = [&bar](const char *name, const QString &title) {
        QMenu *made = bar.addMenu(title);
        made->setObjectName(QString::fromLatin1(name));
        made->setToolTipsVisible(true); // tooltips tell why an entry is disabled
        return made;
    };
    QMenu *file = menu("fileMenu", tr("&File"));
    file->addAction(open);
    m_recent = file->addMenu(tr("Open &recent"));
    m_recent->setToolTipsVisible(true);
    file->addSeparator();
    file->addAction(exportTable);
    file->addSeparator();
    file->addActions({close, quit});

    menu("editMenu", tr("&Edit"))->addActions({copy, find});

    QMenu *view = menu("viewMenu", tr("&View"));
    for (QAction *workspace : workspaces) {
        m_window->addAction(workspace);
        view->addAction(workspace);
    }
    view->addSeparator();
    m_window->addAction(inspector);
    view->addAction(inspector);
    view->addSeparator();
    view->addActions({zoomIn, zoomOut, zoomFit, zoomSelection});
    view->addSeparator();
    view->addMenu(tr("Time a&xis"))->addActions(timeFormats->actions());
    view->addMenu(tr("&Theme"))->addActions(themes->actions());
    view->addAction(patterns);
    view->addAction(resetLayout);

    QMenu *go = m_go = menu("goMenu", tr("&Go"));
    go->addActions({back, forward});
    go->addSeparator();
    go->addActions({previousPass, nextPass, previousOutlier, nextOutlier, previousLayer, nextLayer});
    go->addSeparator();
    go->addActions({previousKernel, nextKernel, previousSame, nextSame});
    go->addSeparator();
    go->addActions({longestOfKind, longestInside, parent, allOfName});
    go->addSeparator();
    go->addActions({goTo, showInPerfetto});

    menu("toolsMenu", tr("&Tools"));
    menu("settingsMenu", tr("&Settings"));
    menu("windowMenu", tr("&Window"));
    menu("helpMenu", tr("&Help"))->addAction(about);
}

void WindowActions::followRecent(const RecentFiles &files)
{
    const auto fill = [this, &files] {
        m_recent->clear();
        int number = 1;
        for (const RecentFile &file : files.files()) {
            const bool there = QFileInfo::exists(file.path);
            QString name = QFileInfo(file.path).fileName();
            name.replace(u'&', QStringLiteral("&&"));
            QAction *action = m_recent->addAction(QStringLiteral("%1%2  %3").arg(number < 10 ? u"&" : u"").arg(number).arg(name));
            ++number;
            action->setEnabled(there);
            action->setToolTip(there ? file.path : tr("The file no longer exists: %1").arg(file.path));
            connect(action, &QAction::triggered, this, [this, path = file.path] { emit recentRequested(path); });
        }
        m_recent->setEnabled(!files.files().empty());
        if (files.files().empty())
            return;
        m_recent->addSeparator();
        connect(m_recent->addAction(tr("&Clear list")), &QAction::triggered, this, &WindowActions::clearRecentRequested);
    };
    connect(&files, &RecentFiles::changed, this, fill);
    fill();
}

void WindowActions::setTraceOpen(bool there)
{
    for (QAction *action : {close, exportTable, copy, zoomIn, zoomOut, zoomFit, zoomSelection, previousPass, nextPass,
             previousOutlier, nextOutlier, previousLayer, nextLayer, previousKernel, nextKernel, previousSame, nextSame,
             longestOfKind, longestInside, parent, allOfName, goTo, find})
        action->setEnabled(there);
}

void showAbout(QWidget *window)
{
    AboutDialog(window).exec();
}

} // namespace lamella::ui
