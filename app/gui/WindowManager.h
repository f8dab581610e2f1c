// SPDX-License-Identifier: GPL-3.0-or-later
// The windows of the program, and what they share: threads and recent files.
#pragma once

#include "widgets/session/RecentFiles.h"
#include "widgets/window/MainWindow.h"

#include <QList>
#include <QObject>
#include <QPointer>
#include <QThreadPool>

namespace lamella {

class WindowManager : public QObject {
    Q_OBJECT
public:
    explicit WindowManager(QObject *parent = nullptr);
    ~WindowManager() override;

    ui::MainWindow *createWindow();

private:
    QThreadPool m_pool;
    ui::RecentFiles m_recent;
    QList<QPointer<ui::MainWindow>> m_windows;
};

} // namespace lamella
