// SPDX-License-Identifier: GPL-3.0-or-later
// What is freed after a trace was read, cut and laid out stays with the process, in pieces between what is still in use, unless
// somebody asks for it to be given back. That is done here: once nothing is computed any more, on a worker.
#pragma once

#include <QObject>
#include <QTimer>

#include <atomic>
#include <memory>

namespace lamella::ui {

// At the start of a program: large blocks get pages of their own, which go back as soon as they are freed.
void keepLargeBlocksApart();

class NavigationBus;
class SessionController;

class FreedMemory : public QObject {
    Q_OBJECT
public:
    FreedMemory(SessionController &controller, NavigationBus &bus, QObject *parent = nullptr);

    [[nodiscard]] bool isPending() const; // thread of the GUI

private:
    void giveBackAfter(int quietMs);
    void giveBack();

    SessionController &m_controller;
    QTimer m_soon;
    std::shared_ptr<std::atomic<bool>> m_running; // outlives this with the worker
};

} // namespace lamella::ui
