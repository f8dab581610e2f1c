// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/HelpWiring.h"

#include "widgets/common/Icons.h"
#include "widgets/help/HelpPages.h"
#include "widgets/help/HelpWindow.h"
#include "widgets/layers/LayersDialog.h"
#include "widgets/timeline/TimelinePanel.h"

#include <QAction>
#include <QApplication>
#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>

namespace lamella::ui {

namespace {

struct HelpText {
    Q_DECLARE_TR_FUNCTIONS(HelpText)
};

// One manual and one command for all windows: who reads on keeps the place, and F1 is never ambiguous.
struct Shared {
    int windows = 0;
    QPointer<HelpWindow> manual;
    QPointer<QAction> action;
};

Shared &shared()
{
    static Shared one;
    return one;
}

void showManual()
{
    Shared &s = shared();
    const QUrl page = helpFor(QApplication::focusWidget()); // before the manual takes the focus
    if (s.manual.isNull()) {
        s.manual = new HelpWindow;
        s.manual->setAttribute(Qt::WA_QuitOnClose, false);
    }
    s.manual->showPage(page);
}

QAction *command()
{
    Shared &s = shared();
    if (!s.action.isNull())
        return s.action;
    auto *action = new QAction(HelpText::tr("&Manual"), qApp);
    action->setObjectName(QStringLiteral("help.manual"));
    action->setShortcut(QKeySequence::HelpContents);
    action->setShortcutContext(Qt::ApplicationShortcut); // in dialogs too
    action->setIcon(icon(QStringLiteral("info")));
    action->setToolTip(HelpText::tr("The manual, at the page of the view that has the focus (%1)")
                           .arg(action->shortcut().toString(QKeySequence::NativeText)));
    QObject::connect(action, &QAction::triggered, action, &showManual);
    s.action = action;
    return action;
}

// Widgets must not outlive the application: the last window takes the manual with it.
void forgetWindow()
{
    Shared &s = shared();
    if (--s.windows > 0)
        return;
    delete s.manual;
    delete s.action;
}

} // namespace

QUrl helpFor(const QWidget *widget)
{
    const HelpPages &pages = HelpPages::bundled();
    for (const QWidget *at = widget; at != nullptr; at = at->parentWidget()) {
        if (qobject_cast<const QDockWidget *>(at) != nullptr)
            return pages.ofView(at->objectName());
        if (qobject_cast<const LayersDialog *>(at) != nullptr)
            return pages.ofView(QStringLiteral("layers-dialog"));
        if (qobject_cast<const TimelinePanel *>(at) != nullptr)
            return pages.ofView(QStringLiteral("timeline"));
    }
    return pages.ofView({});
}

void addHelp(QMainWindow &window)
{
    ++shared().windows;
    QAction *action = command();
    window.addAction(action);
    QObject::connect(&window, &QObject::destroyed, &forgetWindow);
    const auto menus = window.menuBar()->actions();
    if (menus.isEmpty() || menus.last()->menu() == nullptr)
        return;
    QMenu *help = menus.last()->menu();
    const auto entries = help->actions();
    help->insertAction(entries.isEmpty() ? nullptr : entries.first(), action);
}

} // namespace lamella::ui
