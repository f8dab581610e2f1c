// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/ArgsWiring.h"

#include "widgets/common/SearchField.h"
#include "widgets/search/ArgsPanel.h"
#include "widgets/search/FilterStrip.h"
#include "widgets/session/SessionController.h"
#include "widgets/window/WorkspaceArea.h"

#include <QAction>
#include <QCoreApplication>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

namespace lamella::ui {

namespace {

struct ArgsText {
    Q_DECLARE_TR_FUNCTIONS(ArgsText)
};

} // namespace

void addArgsCommands(const ArgsParts &parts)
{
    QMainWindow &window = parts.window;
    auto *panel = window.findChild<ArgsPanel *>();
    const auto command = [&window](const char *id, const QString &text, const QKeySequence &keys, const QString &tip) {
        auto *action = new QAction(text, &window);
        action->setObjectName(QString::fromLatin1(id));
        action->setShortcut(keys);
        action->setToolTip(tip);
        window.addAction(action);
        return action;
    };
    QAction *search = command("edit.search-in-args", ArgsText::tr("Search in &args…"),
        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F), ArgsText::tr("Find events by their recorded args, in the whole trace"));
    QAction *next = command("edit.next-args-match", ArgsText::tr("Next event by args"), QKeySequence(Qt::CTRL | Qt::Key_F3),
        ArgsText::tr("Next event whose args contain the text"));
    QAction *previous = command("edit.previous-args-match", ArgsText::tr("Previous event by args"),
        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F3), ArgsText::tr("Previous event whose args contain the text"));
    // Also starts the search for the typed filter text: a user who comes from there found too little.
    const auto show = [area = &parts.area, panel, field = &parts.search] {
        (void)area->show(QStringLiteral("args"));
        if (!field->text().trimmed().isEmpty())
            panel->search(field->text());
    };
    QObject::connect(search, &QAction::triggered, panel, show);
    if (auto *strip = window.findChild<FilterStrip *>())
        QObject::connect(strip, &FilterStrip::argsRequested, panel, show);
    QObject::connect(next, &QAction::triggered, panel, [panel] { panel->step(1); });
    QObject::connect(previous, &QAction::triggered, panel, [panel] { panel->step(-1); });
    const auto follow = [search, next, previous, panel, controller = &parts.controller] {
        search->setEnabled(controller->session() != nullptr);
        next->setEnabled(panel->hasMatches());
        previous->setEnabled(panel->hasMatches());
    };
    QObject::connect(panel, &ArgsPanel::matchesChanged, next, follow);
    QObject::connect(&parts.controller, &SessionController::sessionChanged, next, follow);
    follow();
    const auto menus = window.menuBar()->actions();
    if (menus.size() > 1 && menus[1]->menu() != nullptr)
        menus[1]->menu()->addActions({search, next, previous});
}

} // namespace lamella::ui
