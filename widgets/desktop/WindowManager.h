// SPDX-License-Identifier: GPL-3.0-or-later
// The windows of the program and their shared state: threads, recent files, last session. Also attaches to each window the
// features that outlive a trace: places, reloading, hints, the window list in its menu.
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
    // Without `keepState` nothing is remembered, restored or hinted; for screenshots.
    explicit WindowManager(bool keepState = true, QObject *parent = nullptr);
    ~WindowManager() override;

    MainWindow *createWindow();
    // Reopens the last session in new windows; false if there is none.
    bool restoreLast();
    [[nodiscard]] bool hasLast() const;
    // Handles the request of a later start of the program: in the most recently used window or in a new one, depending on the
    // settings.
    MainWindow *open(const OpenRequest &request);
    [[nodiscard]] QList<MainWindow *> windows() const; // in order of creation
    // The desktop session ends: saves everything now, and asks for a restart at the next login.
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
