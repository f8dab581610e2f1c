// SPDX-License-Identifier: GPL-3.0-or-later
// Returns freed memory to the system. After a trace was read, segmented and laid out, freed memory stays with the process as heap
// fragments unless it is trimmed. This class does so on a worker once no jobs are running.
#pragma once

#include <QObject>
#include <QTimer>

#include <atomic>
#include <memory>

namespace lamella::ui {

// Call at program start: allocates large blocks as separate mappings, which return to the system as soon as they are freed.
void keepLargeBlocksApart();

class NavigationBus;
class SessionController;

class FreedMemory : public QObject {
    Q_OBJECT
public:
    FreedMemory(SessionController &controller, NavigationBus &bus, QObject *parent = nullptr);

    [[nodiscard]] bool isPending() const; // GUI thread only

private:
    void giveBackAfter(int quietMs);
    void giveBack();

    SessionController &m_controller;
    QTimer m_soon;
    std::shared_ptr<std::atomic<bool>> m_running; // shared with the worker, which may outlive this object
};

} // namespace lamella::ui
