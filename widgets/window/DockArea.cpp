// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/DockArea.h"

#include "widgets/theme/TextPx.h"
#include "widgets/window/PanelDock.h"

#include <QAction>
#include <QApplication>
#include <QMainWindow>
#include <QSettings>
#include <QTabBar>
#include <QTabWidget>
#include <QTimer>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr int kLayoutVersion = 2;
constexpr int kUsualSide = 308;
constexpr TextPx kLeftWidth{kUsualSide};
constexpr TextPx kRightWidth{300};
constexpr TextPx kBottomHeight{350};

} // namespace

DockArea::DockArea(QMainWindow &window)
    : QObject(&window)
    , m_window(window)
{
    window.setDockOptions(QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks | QMainWindow::GroupedDragging);
    window.setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    window.setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    m_fullAction = new QAction(tr("Panel in &full size"), this);
    m_fullAction->setObjectName(QStringLiteral("view.panel-in-full-size"));
    m_fullAction->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F11)); // F11 is full screen of the window
    m_fullAction->setToolTip(tr("The panel that has the focus over the whole window, and back (double click on its tab)"));
    m_fullAction->setCheckable(true);
    window.addAction(m_fullAction);
    connect(m_fullAction, &QAction::triggered, this, [this] {
        PanelDock *dock = m_full;
        for (const auto &[area, other] : m_docks)
            if (dock == nullptr && other->isVisible() && other->isAncestorOf(QApplication::focusWidget()))
                dock = other;
        m_fullAction->setChecked(m_full != nullptr);
        if (dock != nullptr)
            toggleFull(dock);
    });
}

void DockArea::add(Qt::DockWidgetArea area, const QString &name, const QString &title, QWidget *panel)
{
    const auto look = area == Qt::BottomDockWidgetArea ? PanelDock::Look::Tab : PanelDock::Look::Title;
    auto *dock = new PanelDock(name, title, look, panel, &m_window);
    m_docks.emplace_back(area, dock);
    dock->toggleViewAction()->setObjectName(QStringLiteral("view.panel-") + name);
    dock->toggleViewAction()->setToolTip(tr("Show or hide this panel"));
    connect(dock, &QDockWidget::visibilityChanged, this, &DockArea::updateTitles);
    connect(dock, &QDockWidget::visibilityChanged, this, [this, dock](bool visible) { followVisibility(dock, visible); });
    connect(dock, &PanelDock::fullRequested, this, [this, dock] { toggleFull(dock); });
    connect(dock, &PanelDock::closed, this, [this, dock] {
        if (dock == m_full)
            leaveFull();
    });
    connect(dock, &QDockWidget::dockLocationChanged, this, &DockArea::updateTitles);
}

void DockArea::arrange()
{
    std::vector<PanelDock *> left;
    std::vector<PanelDock *> bottom;
    std::vector<PanelDock *> right;
    for (const auto &[area, dock] : m_docks) {
        if (dock->isFloating())
            dock->setFloating(false); // creates a window and destroys it, even if it is not floating
        m_window.addDockWidget(area, dock, area == Qt::BottomDockWidgetArea ? Qt::Horizontal : Qt::Vertical);
        std::vector<PanelDock *> &group = area == Qt::LeftDockWidgetArea ? left
            : area == Qt::BottomDockWidgetArea                           ? bottom
                                                                         : right;
        // Two views are side by side at the bottom; further ones are tabs of the second.
        if (area == Qt::BottomDockWidgetArea && group.size() >= 2)
            m_window.tabifyDockWidget(group[1], dock);
        else
            group.push_back(dock);
        if (m_shown)
            dock->show();
    }
    if (bottom.size() >= 2)
        bottom[1]->raise();
    const auto resize = [this](const std::vector<PanelDock *> &docks, const QList<int> &sizes, Qt::Orientation orientation) {
        QList<QDockWidget *> list;
        for (PanelDock *dock : docks)
            list << dock;
        m_window.resizeDocks(list.mid(0, sizes.size()), sizes, orientation);
    };
    // Large text gives the side docks more width, but never at the expense of the centre.
    const int max = qMax(kUsualSide, m_window.width() / 4);
    resize(left, {qMin<int>(kLeftWidth, max)}, Qt::Horizontal);
    resize(right, {qMin<int>(kRightWidth, max)}, Qt::Horizontal);
    const int height = m_window.height();
    resize(bottom, {qMax(qMin<int>(kBottomHeight, height * 2 / 5), height * 3 / 10)}, Qt::Vertical);
    resize(left, {height * 3 / 10, height * 4 / 10}, Qt::Vertical);
    resize(right, {height * 50 / 100, height * 40 / 100}, Qt::Vertical); // keeps the range and its button visible
    const int width = m_window.width() - qMin<int>(kRightWidth, max);
    resize(bottom, {width * 44 / 100, width * 56 / 100}, Qt::Horizontal);
}

void DockArea::finish()
{
    arrange();
    const QSettings settings;
    const QByteArray remembered = settings.value(QStringLiteral("window/docks")).toByteArray();
    if (!remembered.isEmpty())
        m_arranged = m_window.restoreState(remembered, kLayoutVersion);
    const QStringList front = settings.value(QStringLiteral("window/front")).toStringList();
    for (const auto &[area, dock] : m_docks)
        if (m_arranged && front.contains(dock->objectName()))
            m_front.push_back(dock);
}

std::vector<QAction *> DockArea::toggleActions() const
{
    std::vector<QAction *> actions;
    for (const auto &[area, dock] : m_docks)
        actions.push_back(dock->toggleViewAction());
    actions.push_back(m_fullAction);
    return actions;
}

bool DockArea::raise(const QString &name)
{
    for (const auto &[area, dock] : m_docks) {
        if (dock->objectName() != name)
            continue;
        if (m_full != nullptr && m_full != dock)
            leaveFull();
        m_front.clear(); // the requested view replaces the remembered ones
        dock->show();
        dock->raise();
        dock->reveal();
        dock->panel()->setFocus();
        return true;
    }
    return false;
}

void DockArea::setShown(bool shown)
{
    if (shown == m_shown)
        return;
    leaveFull();
    m_shown = shown;
    if (shown) {
        if (m_arranged)
            m_window.restoreState(m_layout, kLayoutVersion);
        else
            arrange();
        m_arranged = true;
        bringToFront();
    } else {
        m_front = inFront();
        m_layout = m_window.saveState(kLayoutVersion);
        for (const auto &[area, dock] : m_docks)
            dock->hide();
    }
    for (QAction *action : toggleActions())
        action->setEnabled(shown);
}

// The current tabs that are visible; if nothing of the window is visible, the previous ones.
std::vector<PanelDock *> DockArea::inFront() const
{
    std::vector<PanelDock *> front;
    for (const auto &[area, dock] : m_docks)
        if (dock->isVisible() && !dock->isFloating() && dock->isInFront())
            front.push_back(dock);
    return front.empty() ? m_front : front;
}

// Hidden docks return one by one, and the tab of a late one may end up in front. Qt arranges tabs again after the show events are
// processed.
void DockArea::bringToFront()
{
    const auto raiseAll = [this] {
        for (PanelDock *dock : m_front)
            if (dock->isVisible())
                dock->raise();
    };
    raiseAll();
    ++m_toRaise;
    QTimer::singleShot(0, this, [this, raiseAll] {
        --m_toRaise;
        raiseAll();
        m_front.clear();
    });
}

bool DockArea::isSettled() const
{
    return m_toRaise == 0
        && std::all_of(m_docks.begin(), m_docks.end(), [](const auto &placed) { return placed.second->isSettled(); });
}

void DockArea::toggleFull(PanelDock *dock)
{
    if (m_full != nullptr) {
        leaveFull();
        return;
    }
    if (dock->isFloating() || !m_shown)
        return;
    m_beforeFull = m_window.saveState(kLayoutVersion);
    m_changing = true;
    for (const auto &[area, other] : m_docks)
        if (other != dock && !other->isFloating())
            other->hide();
    m_window.centralWidget()->hide();
    dock->show();
    m_full = dock;
    m_changing = false;
    m_fullAction->setChecked(true);
    dock->reveal();
    dock->panel()->setFocus();
    updateTitles();
}

void DockArea::leaveFull()
{
    if (m_full == nullptr)
        return;
    PanelDock *dock = m_full;
    m_full = nullptr;
    m_changing = true;
    m_window.centralWidget()->show();
    m_window.restoreState(m_beforeFull, kLayoutVersion);
    m_changing = false;
    m_fullAction->setChecked(false);
    dock->raise();
    dock->reveal();
    updateTitles();
}

// Requesting another view restores the previous layout.
void DockArea::followVisibility(PanelDock *dock, bool visible)
{
    if (m_changing || m_full == nullptr || dock == m_full || !visible || dock->isFloating())
        return;
    leaveFull();
    dock->show();
    dock->raise();
}

// Qt creates the tab bars when docks are tabified, without a signal.
void DockArea::watchTabs()
{
    const auto bars = m_window.findChildren<QTabBar *>(QString(), Qt::FindDirectChildrenOnly);
    for (QTabBar *bar : bars) {
        connect(bar, &QTabBar::tabBarDoubleClicked, this, &DockArea::fullByTab, Qt::UniqueConnection);
        bar->setElideMode(Qt::ElideNone); // with many tabs names stay complete, and the bar scrolls
        bar->setUsesScrollButtons(true);
    }
}

void DockArea::fullByTab(int index)
{
    const auto *bar = qobject_cast<QTabBar *>(sender());
    if (bar == nullptr || index < 0)
        return;
    for (const auto &[area, dock] : m_docks)
        if (dock->windowTitle() == bar->tabText(index))
            toggleFull(dock);
}

void DockArea::reset()
{
    leaveFull();
    m_front.clear();
    if (m_shown)
        arrange();
    else
        m_arranged = false; // again, when the docks return
}

void DockArea::save()
{
    QSettings settings;
    settings.setValue(QStringLiteral("window/docks"),
        m_full != nullptr ? m_beforeFull
            : m_shown     ? m_window.saveState(kLayoutVersion)
                          : m_layout);
    QStringList front;
    for (const PanelDock *dock : m_shown &&m_full == nullptr ? inFront() : m_front)
        front << dock->objectName();
    settings.setValue(QStringLiteral("window/front"), front);
}

// Qt moves tabs after emitting its signals.
void DockArea::updateTitles()
{
    QTimer::singleShot(0, this, [this] {
        for (const auto &[area, dock] : m_docks)
            dock->setTitleVisible(dock->isFloating() || dock == m_full || m_window.tabifiedDockWidgets(dock).isEmpty());
        watchTabs();
    });
}

} // namespace lamella::ui
