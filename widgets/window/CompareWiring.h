// SPDX-License-Identifier: GPL-3.0-or-later
// Connects the comparison to the window: the command "Open to compare…", "Compare with this" in context menus of passes, layer
// bars and heat map, and Ctrl+click there.
#pragma once

#include "core/session/AnalysisSession.h"

#include <QObject>
#include <QPointer>
#include <QWidget>

#include <functional>
#include <vector>

class QAction;
class QMenu;
class QMenuBar;

namespace lamella::ui {

class CompareController;
class DiffPanel;
class NavigationBus;
class SessionController;
class WorkspaceArea;

class CompareWiring : public QObject {
    Q_OBJECT
public:
    CompareWiring(SessionController &controller, NavigationBus &bus, QWidget *window);
    ~CompareWiring() override;

    [[nodiscard]] CompareController &compare() { return *m_compare; }
    // Adds command, messages and Ctrl+click; call once, when all views of the window exist.
    void attach(WorkspaceArea &area, QMenuBar &menus);
    // Adds the command to compare with this place to an existing menu.
    void addTo(QMenu &menu, const core::Selection &target);
    // Opens it once the first trace is loaded.
    void openWhenReady(const QString &path, bool toFront);

signals:
    void menuMade(QMenu *menu, const lamella::core::Selection &target); // receivers may add entries

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    using Pick = std::function<core::Selection(QPoint)>;
    void addLetter();
    void watchViews();
    void watch(QWidget *view, Pick pick);
    void chooseFile();
    void chooseConfig();
    void openSecond(const QString &path);
    void offer(const core::Selection &target, QPoint globalPosition);

    SessionController &m_controller;
    NavigationBus &m_bus;
    QWidget *m_window;
    CompareController *m_compare = nullptr;
    QAction *m_open = nullptr;
    QAction *m_with = nullptr;
    QAction *m_pin = nullptr;
    bool m_toFront = true; // raise the next comparison at once
    QString m_waiting; // to be opened after the first trace
    struct Watched {
        QPointer<QWidget> view;
        Pick pick;
    };
    std::vector<Watched> m_watched;
};

} // namespace lamella::ui
