// SPDX-License-Identifier: GPL-3.0-or-later
// The docks of a window: their initial positions, saving and restoring the layout, and hiding them while there is nothing to
// show.
#pragma once

#include <QByteArray>
#include <QObject>

#include <vector>

class QAction;
class QMainWindow;

namespace lamella::ui {

class PanelDock;

class DockArea : public QObject {
    Q_OBJECT
public:
    explicit DockArea(QMainWindow &window);

    // In the order left, bottom, right of the initial layout. Names are the values of --view.
    void add(Qt::DockWidgetArea area, const QString &name, const QString &title, QWidget *panel);
    void finish(); // after the last add(): applies the initial layout, then the saved one
    [[nodiscard]] std::vector<QAction *> toggleActions() const;
    [[nodiscard]] bool raise(const QString &name); // false: unknown view
    void setShown(bool shown); // of all docks; the layout is kept
    // Maximises one dock in the window, and restores it: by double click on its tab or title, or by the last of toggleActions().
    void toggleFull(PanelDock *dock);
    [[nodiscard]] PanelDock *full() const { return m_full; }
    void reset();
    void save();
    [[nodiscard]] bool isSettled() const; // false while Qt is still arranging restored docks

private:
    void arrange();
    [[nodiscard]] std::vector<PanelDock *> inFront() const;
    void bringToFront();
    void updateTitles();
    void watchTabs();
    void leaveFull();
    void fullByTab(int index);
    void followVisibility(PanelDock *dock, bool visible);

    QMainWindow &m_window;
    std::vector<std::pair<Qt::DockWidgetArea, PanelDock *>> m_docks;
    QByteArray m_layout; // while hidden
    std::vector<PanelDock *> m_front; // raised tabs, while hidden
    QByteArray m_beforeFull; // while a dock is maximised
    PanelDock *m_full = nullptr;
    QAction *m_fullAction = nullptr;
    int m_toRaise = 0; // pending turns of the event loop that raise tabs
    bool m_changing = false; // by this class
    bool m_shown = true;
    bool m_arranged = false; // sizes can only be set once the window has its size
};

} // namespace lamella::ui
