// SPDX-License-Identifier: GPL-3.0-or-later
// The docks of a window: where they start, how they are remembered, and that they go away while there is nothing to show.
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

    // In the order left, bottom, right of the first layout. Names are the values of --view.
    void add(Qt::DockWidgetArea area, const QString &name, const QString &title, QWidget *panel);
    void finish(); // after the last add(): first layout, then the remembered one
    [[nodiscard]] std::vector<QAction *> toggleActions() const;
    [[nodiscard]] bool raise(const QString &name); // false: no such view
    void setShown(bool shown); // all of them; the layout is kept
    // One dock over the whole window, and back: by double click on its tab or title, or by the last of toggleActions().
    void toggleFull(PanelDock *dock);
    [[nodiscard]] PanelDock *full() const { return m_full; }
    void reset();
    void save();
    [[nodiscard]] bool isSettled() const; // false while Qt still arranges docks that came back

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
    std::vector<PanelDock *> m_front; // of the tabs, while hidden
    QByteArray m_beforeFull; // while one dock is in full size
    PanelDock *m_full = nullptr;
    QAction *m_fullAction = nullptr;
    int m_toRaise = 0; // turns of the event loop that will bring tabs to the front
    bool m_changing = false; // by ourselves
    bool m_shown = true;
    bool m_arranged = false; // sizes can only be given once the window has its own
};

} // namespace lamella::ui
