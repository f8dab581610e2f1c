// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/WindowManager.h"

#include <QApplication>

namespace lamella {

WindowManager::WindowManager(QObject *parent)
    : QObject(parent)
{
    // One job more than there are cores: a long look-up must not keep a table waiting.
    m_pool.setMaxThreadCount(qMax(3, QThread::idealThreadCount() + 1));
}

WindowManager::~WindowManager()
{
    const auto windows = QApplication::topLevelWidgets();
    for (QWidget *window : windows) {
        if (qobject_cast<ui::MainWindow *>(window) != nullptr)
            delete window; // asks its jobs to stop
    }
    m_pool.waitForDone();
}

ui::MainWindow *WindowManager::createWindow()
{
    auto *window = new ui::MainWindow(m_pool, m_recent);
    window->setAttribute(Qt::WA_DeleteOnClose);
    connect(window, &ui::MainWindow::newWindowRequested, this, [this](const QString &path) {
        ui::MainWindow *another = createWindow();
        another->show();
        another->openTrace(path);
    });
    return window;
}

} // namespace lamella
