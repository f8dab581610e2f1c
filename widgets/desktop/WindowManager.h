// SPDX-License-Identifier: GPL-3.0-or-later
// The windows of the program, and what they share: threads, recent files, what was open last. Each window gets here what outlives
// the look at one trace: places, reloading, hints, the list of windows in its menu.
#pragma once

#include "widgets/instance/OpenRequest.h"
#include "widgets/session/RecentFiles.h"
#include "widgets/window/MainWindow.h"

#include <QList>
#include <QObject>
#include <QPointer>
#include <QThreadPool>

#include <memory>

class QMenu;
class QSessionManager;

namespace lamella::ui {

class LastSession;

class WindowManager : public QObject {
    Q_OBJECT
public:
    // Without `keepState` nothing is remembered, restored or hinted at: for pictures.
    explicit WindowManager(bool keepState = true, QObject *parent = nullptr);
    ~WindowManager() override;

    MainWindow *createWindow();
    // What was open last, in windows of its own; false when there is nothing.
    bool restoreLast();
    [[nodiscard]] bool hasLast() const;
    // What a later start of the program asks for: in the window that was used last or in a new one, as the settings say.
    MainWindow *open(const OpenRequest &request);
    [[nodiscard]] QList<MainWindow *> windows() const; // that are there, in the order of their making
    // The desktop ends the session: everything is written now, and the next login starts with it again.
    void commit(QSessionManager &manager);

private:
    void serve(MainWindow &window);
    void placeOnScreen(MainWindow &window) const;
    void fillWindowMenu(QMenu &menu, const MainWindow &window) const;
    MainWindow *showWindow();
    [[nodiscard]] MainWindow *lastUsed() const;

    bool m_keepState;
    QThreadPool m_pool;
    RecentFiles m_recent;
    std::unique_ptr<LastSession> m_last;
    QList<QPointer<MainWindow>> m_windows;
    QPointer<MainWindow> m_active;
};

} // namespace lamella::ui
