// SPDX-License-Identifier: GPL-3.0-or-later
// Keyboard navigation between the parts of a window: a command for each view, next and previous pane, side panel, full screen,
// menu bar.
#pragma once

#include <QObject>

#include <vector>

class QAction;
class QMainWindow;
class QMenu;
class QWidget;

namespace lamella::ui {

class DockArea;

class ViewCommands : public QObject {
    Q_OBJECT
public:
    // `centre`: the view in the middle, the first pane. Create it when all docks exist and the menus are filled.
    ViewCommands(QMainWindow &window, DockArea &docks, QWidget &centre);

private:
    void addViews(QMenu &menu);
    void addWindowCommands(QMenu &menu);
    QAction *make(const QString &id, const QString &text, const QKeySequence &key, const QString &tip = {});
    [[nodiscard]] std::vector<QWidget *> panes() const; // visible ones, in dock order
    void step(int by);
    void toggleSide();

    QMainWindow &m_window;
    DockArea &m_docks;
    QWidget &m_centre;
};

// Gives the focus to the widget or its first child that accepts it by key; false if there is none.
bool focusInto(QWidget &widget);

} // namespace lamella::ui
