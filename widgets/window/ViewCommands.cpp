// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/ViewCommands.h"

#include "widgets/window/WorkspaceArea.h"

#include <QAction>
#include <QApplication>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

#include <algorithm>

namespace lamella::ui {

namespace {

// A view that loads its table when raised has nothing to focus yet: the focus goes to `now`, and on to `later` once it is
// visible, unless the user has moved the focus meanwhile.
class HandOver : public QObject {
public:
    HandOver(QWidget &now, QWidget &later)
        : QObject(&now)
        , m_now(now)
        , m_later(later)
    {
        now.installEventFilter(this);
        later.installEventFilter(this);
        connect(&later, &QObject::destroyed, this, &QObject::deleteLater);
    }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        const bool shown = watched == &m_later && event->type() == QEvent::Show;
        if (shown || (watched == &m_now && event->type() == QEvent::FocusOut)) {
            m_now.removeEventFilter(this);
            m_later.removeEventFilter(this);
            deleteLater();
        }
        if (shown && m_now.hasFocus())
            m_later.setFocus(Qt::ShortcutFocusReason);
        return QObject::eventFilter(watched, event);
    }

private:
    QWidget &m_now;
    QWidget &m_later;
};

} // namespace

bool focusInto(QWidget &widget)
{
    const auto takes = [](const QWidget *one) {
        return one->isVisible() && one->isEnabled() && (one->focusPolicy() & Qt::TabFocus) == Qt::TabFocus;
    };
    if (QWidget *proxy = widget.focusProxy(); proxy != nullptr && takes(proxy)) {
        proxy->setFocus(Qt::ShortcutFocusReason);
        return true;
    }
    if (takes(&widget)) {
        widget.setFocus(Qt::ShortcutFocusReason);
        return true;
    }
    const auto inside = widget.findChildren<QWidget *>();
    // The widget with the data rather than the buttons above it: the largest.
    QWidget *best = nullptr;
    const auto area = [](const QWidget *one) { return qint64{one->width()} * one->height(); };
    for (QWidget *one : inside)
        if (takes(one) && (best == nullptr || area(one) > area(best)))
            best = one;
    if (best == nullptr)
        return false;
    best->setFocus(Qt::ShortcutFocusReason);
    QWidget *later = &widget;
    while (later->focusProxy() != nullptr)
        later = later->focusProxy();
    if (later != &widget && !later->isVisible())
        new HandOver(*best, *later);
    return true;
}

ViewCommands::ViewCommands(QMainWindow &window, WorkspaceArea &area)
    : QObject(&window)
    , m_window(window)
    , m_area(area)
{
    if (auto *go = window.menuBar()->findChild<QMenu *>(QStringLiteral("goMenu")))
        addViews(*go);
    if (auto *menu = window.menuBar()->findChild<QMenu *>(QStringLiteral("windowMenu")))
        addWindowCommands(*menu);
}

QAction *ViewCommands::make(const QString &id, const QString &text, const QKeySequence &key, const QString &tip)
{
    auto *action = new QAction(text, this);
    action->setObjectName(id);
    action->setShortcut(key);
    if (!tip.isEmpty())
        action->setToolTip(tip);
    m_window.addAction(action);
    return action;
}

void ViewCommands::addViews(QMenu &menu)
{
    QMenu *views = menu.addMenu(tr("To &view"));
    views->setToolTipsVisible(true);
    const QString tip = tr("Shows the view in its workspace and gives it the keyboard focus");
    const auto add = [&](const QString &id, const QString &title) {
        QAction *to = make(QStringLiteral("go.view-") + id, title, {}, tip);
        connect(to, &QAction::triggered, this, [this, id] {
            m_area.showInTurns(id, [this, id] {
                if (QWidget *panel = m_area.panel(id))
                    focusInto(*panel);
            });
        });
        to->setEnabled(false);
        views->addAction(to);
        return to;
    };
    std::vector<QAction *> all{add(QStringLiteral("timeline"), tr("Timeline"))};
    const QStringList ids = m_area.panelIds();
    for (const QString &id : ids)
        all.push_back(add(id, m_area.titleOfPanel(id)));
    const auto follow = [this, all] {
        for (QAction *one : all)
            one->setEnabled(m_area.isVisible());
    };
    connect(&m_area, &WorkspaceArea::shownChanged, this, follow);
}

void ViewCommands::addWindowCommands(QMenu &menu)
{
    QAction *next = make(QStringLiteral("window.next-pane"), tr("&Next pane"), QKeySequence(Qt::Key_F6));
    QAction *previous = make(QStringLiteral("window.previous-pane"), tr("&Previous pane"), QKeySequence(Qt::SHIFT | Qt::Key_F6));
    QAction *full = make(QStringLiteral("window.full-screen"), tr("&Full screen"), QKeySequence(Qt::Key_F11));
    full->setCheckable(true);
    QAction *bar = make(QStringLiteral("window.menu-bar"), tr("&Menu bar"), QKeySequence(Qt::Key_F10),
        tr("Moves the keyboard focus to the menu bar"));
    menu.addActions({next, previous});
    menu.addSeparator();
    menu.addActions({full, bar});
    connect(next, &QAction::triggered, this, [this] { step(1); });
    connect(previous, &QAction::triggered, this, [this] { step(-1); });
    connect(full, &QAction::triggered, this,
        [this](bool on) { m_window.setWindowState(m_window.windowState().setFlag(Qt::WindowFullScreen, on)); });
    connect(&menu, &QMenu::aboutToShow, full, [full, this] { full->setChecked(m_window.isFullScreen()); });
    connect(bar, &QAction::triggered, this, [this] {
        QMenuBar *menus = m_window.menuBar();
        menus->setFocus(Qt::MenuBarFocusReason);
        menus->setActiveAction(menus->actions().value(0));
    });
}

void ViewCommands::step(int by)
{
    if (!m_area.isVisible())
        return;
    const std::vector<QWidget *> all = m_area.panes();
    const QWidget *now = QApplication::focusWidget();
    const auto at =
        std::find_if(all.begin(), all.end(), [now](const QWidget *pane) { return pane == now || pane->isAncestorOf(now); });
    const int count = static_cast<int>(all.size());
    int index = at == all.end() ? (by > 0 ? -1 : count) : static_cast<int>(at - all.begin());
    for (int tried = 0; tried < count; ++tried) {
        index = (index + by + count) % count;
        if (focusInto(*all[static_cast<std::size_t>(index)]))
            return;
    }
}

} // namespace lamella::ui
