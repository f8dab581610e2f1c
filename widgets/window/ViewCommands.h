// SPDX-License-Identifier: GPL-3.0-or-later
// Ways between the parts of a window by keys: one command for each view, next and previous pane, side panel, full screen, menu
// bar.
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
    // `centre` is the view in the middle, the first pane. Once, when all docks are there and the menus are filled.
    ViewCommands(QMainWindow &window, DockArea &docks, QWidget &centre);

private:
    void addViews(QMenu &menu);
    void addWindowCommands(QMenu &menu);
    QAction *make(const QString &id, const QString &text, const QKeySequence &key, const QString &tip = {});
    [[nodiscard]] std::vector<QWidget *> panes() const; // that can be seen, in the order of the docks
    void step(int by);
    void toggleSide();

    QMainWindow &m_window;
    DockArea &m_docks;
    QWidget &m_centre;
};

// Gives the focus to the widget or to the first thing within it that takes it by key; false when there is none.
bool focusInto(QWidget &widget);

} // namespace lamella::ui
