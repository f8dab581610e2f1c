// SPDX-License-Identifier: GPL-3.0-or-later
// File, history, workspaces, search, export, settings, and Perfetto.
#pragma once

#include <QToolBar>

class QAction;
class QMenu;
class QToolButton;

namespace lamella::ui {

class SearchField;
class SessionController;
class WindowActions;
class WorkspaceArea;
class WorkspaceBar;

class MainToolBar : public QToolBar {
    Q_OBJECT
public:
    MainToolBar(SessionController &controller, WindowActions &actions, QWidget *parent = nullptr);

    void addWorkspaces(WorkspaceArea &area);
    [[nodiscard]] SearchField *search() const { return m_search; }
    [[nodiscard]] QMenu *exportMenu() const { return m_exportMenu; } // of the button Export; filled by the window

signals:
    void newWindowWanted(const QString &workspace);

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QToolButton *addButton(QAction *action, bool label);
    void follow();
    void fit(); // fits all buttons into the available width

    SessionController &m_controller;
    SearchField *m_search = nullptr;
    QToolButton *m_export = nullptr;
    QMenu *m_exportMenu = nullptr;
    QAction *m_behindWorkspaces = nullptr;
    QAction *m_workspacesShown = nullptr;
    WorkspaceBar *m_workspaces = nullptr;
    QWidget *m_space = nullptr;
    bool m_fitting = false;
};

} // namespace lamella::ui
