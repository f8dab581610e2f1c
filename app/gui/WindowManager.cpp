// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/WindowManager.h"

namespace lamella {

WindowManager::WindowManager(QObject *parent)
    : QObject(parent)
{
    // One job more than there are cores: a long look-up must not keep a table waiting.
    m_pool.setMaxThreadCount(qMax(3, QThread::idealThreadCount() + 1));
}

WindowManager::~WindowManager()
{
    for (const QPointer<ui::MainWindow> &window : std::as_const(m_windows))
        delete window.data(); // asks its jobs to stop
    m_pool.waitForDone();
}

ui::MainWindow *WindowManager::createWindow()
{
    auto *window = new ui::MainWindow(m_pool, m_recent);
    window->setAttribute(Qt::WA_DeleteOnClose);
    m_windows.removeIf([](const QPointer<ui::MainWindow> &gone) { return gone.isNull(); });
    m_windows << window;
    connect(window, &ui::MainWindow::newWindowRequested, this, [this](const QString &path) {
        ui::MainWindow *another = createWindow();
        another->show();
        another->openTrace(path);
    });
    return window;
}

} // namespace lamella
