// SPDX-License-Identifier: GPL-3.0-or-later
// Keyboard navigation between the parts of a window: a command for each view, next and previous pane, full screen, menu bar.
#pragma once

#include <QKeySequence>
#include <QObject>

class QAction;
class QMainWindow;
class QMenu;
class QWidget;

namespace lamella::ui {

class WorkspaceArea;

class ViewCommands : public QObject {
    Q_OBJECT
public:
    // Create it when all panels exist and the menus are filled.
    ViewCommands(QMainWindow &window, WorkspaceArea &area);

private:
    void addViews(QMenu &menu);
    void addWindowCommands(QMenu &menu);
    QAction *make(const QString &id, const QString &text, const QKeySequence &key, const QString &tip = {});
    void step(int by);

    QMainWindow &m_window;
    WorkspaceArea &m_area;
};

// Gives the focus to the widget or its first child that accepts it by key; false if there is none.
bool focusInto(QWidget &widget);

} // namespace lamella::ui
