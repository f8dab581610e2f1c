// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/WindowActions.h"

#include "widgets/common/Icons.h"
#include "widgets/help/AboutDialog.h"
#include "widgets/session/RecentFiles.h"

#include <QAction>
#include <QActionGroup>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHeaderView>
#include <QMenuBar>
#include <QTableWidget>
#include <QVBoxLayout>

namespace lamella::ui {

QAction *WindowActions::make(const QString &text, const char *iconName, const QList<QKeySequence> &keys, const QString &tip)
{
    auto *action = new QAction(text, this);
    if (iconName != nullptr)
        action->setIcon(icon(QString::fromLatin1(iconName)));
    action->setShortcuts(keys);
    QString tooltip = tip.isEmpty() ? QString(text).remove(u'&').remove(u'…') : tip;
    if (!keys.isEmpty())
        tooltip += QStringLiteral(" (%1)").arg(keys.first().toString(QKeySequence::NativeText));
    action->setToolTip(tooltip);
    m_window->addAction(action); // shortcuts work even where the menu bar is exported
    return action;
}

WindowActions::WindowActions(QWidget *window)
    : QObject(window)
    , m_window(window)
{
    open = make(tr("&Open…"), "open", {QKeySequence::Open}, tr("Open a trace"));
    close = make(tr("&Close trace"), nullptr, {QKeySequence(Qt::CTRL | Qt::Key_W)}, {});
    exportTable = make(tr("&Export kernel table…"), "export", {QKeySequence(Qt::CTRL | Qt::Key_E)},
        tr("Export the kernel table as it is shown"));
    quit = make(tr("&Quit"), nullptr, {QKeySequence(Qt::CTRL | Qt::Key_Q)}, {});
    copy = make(tr("&Copy rows"), "copy", {QKeySequence::Copy}, tr("Copy the selected rows of the kernel table"));
    find = make(tr("&Find…"), "search", {QKeySequence::Find}, tr("Find a kernel, layer or time"));
    zoomIn = make(tr("Zoom &in"), "zoom-in", {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)}, {});
    zoomOut = make(tr("Zoom &out"), "zoom-out", {QKeySequence(Qt::CTRL | Qt::Key_Minus)}, {});
    zoomFit = make(tr("&Whole trace"), "zoom-fit", {QKeySequence(Qt::CTRL | Qt::Key_0)}, {});
    zoomSelection = make(tr("Zoom to &selection"), nullptr, {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_0)}, {});
    themeSystem = make(tr("&System"), nullptr, {}, tr("Light or dark as the desktop"));
    themeLight = make(tr("&Light"), nullptr, {}, {});
    themeDark = make(tr("&Dark"), nullptr, {}, {});
    themes = new QActionGroup(this);
    for (QAction *theme : {themeSystem, themeLight, themeDark}) {
        theme->setCheckable(true);
        themes->addAction(theme);
    }
    patterns = make(tr("&Patterns"), nullptr, {}, tr("Tell categories apart without colour"));
    patterns->setCheckable(true);
    timeFormats = new QActionGroup(this);
    for (const QString &text :
        {tr("&Fitting unit"), tr("&Seconds, as Perfetto"), tr("&Milliseconds"), tr("&Nanoseconds"), tr("&Wall clock (UTC)")}) {
        QAction *format = timeFormats->addAction(make(text, nullptr, {}, {}));
        format->setCheckable(true);
    }
    resetLayout = make(tr("&Reset layout"), nullptr, {}, tr("All panels back where they were at first"));
    back = make(tr("&Back"), "back", {QKeySequence(Qt::ALT | Qt::Key_Left)}, tr("Back to the selection before"));
    forward = make(tr("&Forward"), "forward", {QKeySequence(Qt::ALT | Qt::Key_Right)}, tr("Forward again"));
    previousPass = make(tr("&Previous pass"), nullptr, {QKeySequence(Qt::CTRL | Qt::Key_PageUp)}, {});
    nextPass = make(tr("&Next pass"), nullptr, {QKeySequence(Qt::CTRL | Qt::Key_PageDown)}, {});
    previousLayer = make(tr("Previous &layer"), "chevron-left", {QKeySequence(Qt::ALT | Qt::Key_PageUp)}, {});
    nextLayer = make(tr("Next l&ayer"), "chevron-right", {QKeySequence(Qt::ALT | Qt::Key_PageDown)}, {});
    previousKernel = make(tr("Previous &kernel of the stream"), nullptr, {QKeySequence(Qt::CTRL | Qt::Key_Comma)}, {});
    nextKernel = make(tr("Ne&xt kernel of the stream"), nullptr, {QKeySequence(Qt::CTRL | Qt::Key_Period)}, {});
    previousSame = make(tr("Previous kernel of the &same name"), nullptr, {QKeySequence(Qt::ALT | Qt::Key_Comma)}, {});
    nextSame = make(tr("Next kernel of the sa&me name"), nullptr, {QKeySequence(Qt::ALT | Qt::Key_Period)}, {});
    goTo = make(tr("&Go to…"), nullptr, {QKeySequence(Qt::CTRL | Qt::Key_G), QKeySequence(Qt::CTRL | Qt::Key_L)},
        tr("Go to a pass, a layer, a time or a kernel"));
    showInPerfetto = make(tr("Show in &Perfetto"), "external", {QKeySequence(Qt::CTRL | Qt::Key_Return)},
        tr("Opens Perfetto in the browser at the selection. The trace goes there from this machine."));
    copyLink = make(tr("&Copy Perfetto link"), nullptr, {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L)}, {});
    shortcuts = make(tr("&Keyboard shortcuts"), nullptr, {QKeySequence(Qt::CTRL | Qt::Key_Question)}, {});
    about = make(tr("&About Lamella"), nullptr, {}, {});
    open->setIconText(tr("Open"));
    exportTable->setIconText(tr("Export"));
    showInPerfetto->setIconText(tr("Show in Perfetto"));
    for (QAction *action : {back, forward, showInPerfetto, copyLink})
        action->setEnabled(false);
    quit->setMenuRole(QAction::QuitRole);
    about->setMenuRole(QAction::AboutRole);
}

void WindowActions::fillMenuBar(QMenuBar &bar, const std::vector<QAction *> &docks)
{
    QMenu *file = bar.addMenu(tr("&File"));
    file->addAction(open);
    m_recent = file->addMenu(tr("Open &recent"));
    m_recent->setToolTipsVisible(true);
    file->addSeparator();
    file->addAction(exportTable);
    file->addSeparator();
    file->addActions({close, quit});

    QMenu *edit = bar.addMenu(tr("&Edit"));
    edit->addActions({copy, find});

    QMenu *view = bar.addMenu(tr("&View"));
    for (QAction *dock : docks)
        view->addAction(dock);
    view->addSeparator();
    view->addActions({zoomIn, zoomOut, zoomFit, zoomSelection});
    view->addSeparator();
    view->addMenu(tr("Time a&xis"))->addActions(timeFormats->actions());
    view->addMenu(tr("&Theme"))->addActions(themes->actions());
    view->addAction(patterns);
    view->addAction(resetLayout);

    QMenu *go = m_go = bar.addMenu(tr("&Go"));
    go->addActions({back, forward});
    go->addSeparator();
    go->addActions({previousPass, nextPass, previousLayer, nextLayer});
    go->addSeparator();
    go->addActions({previousKernel, nextKernel, previousSame, nextSame});
    go->addSeparator();
    go->addActions({goTo, showInPerfetto});

    bar.addMenu(tr("&Help"))->addActions({shortcuts, about});
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
            action->setToolTip(there ? file.path : tr("The file is not there any more: %1").arg(file.path));
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
             previousLayer, nextLayer, previousKernel, nextKernel, previousSame, nextSame, goTo, find})
        action->setEnabled(there);
}

void showShortcuts(QWidget *window)
{
    QDialog dialog(window);
    dialog.setWindowTitle(WindowActions::tr("Keyboard shortcuts"));
    auto *table = new QTableWidget(0, 2, &dialog);
    table->setAccessibleName(dialog.windowTitle());
    table->setHorizontalHeaderLabels({WindowActions::tr("Command"), WindowActions::tr("Keys")});
    table->verticalHeader()->hide();
    table->setShowGrid(false);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    const auto actions = window->actions();
    for (const QAction *action : actions) {
        if (action->shortcuts().isEmpty())
            continue;
        const int row = table->rowCount();
        table->insertRow(row);
        table->setItem(row, 0, new QTableWidgetItem(QString(action->text()).remove(u'&')));
        table->setItem(row, 1, new QTableWidgetItem(QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText)));
    }
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, &dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    auto *layout = new QVBoxLayout(&dialog);
    layout->addWidget(table);
    layout->addWidget(buttons);
    dialog.resize(440, 520);
    dialog.exec();
}

void showAbout(QWidget *window)
{
    AboutDialog(window).exec();
}

} // namespace lamella::ui
