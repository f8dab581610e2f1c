// SPDX-License-Identifier: GPL-3.0-or-later
// Contents of the status bar: time under the pointer, length of the selection, contents of the trace, memory.
#pragma once

#include <QObject>

class QStatusBar;

namespace lamella::ui {

class NavigationBus;
class SessionController;
class StatusField;

class StatusFields : public QObject {
    Q_OBJECT
public:
    StatusFields(SessionController &controller, NavigationBus &bus, QStatusBar &bar);

    void showCursor(qint64 timeNs, bool valid); // on the trace's clock

private:
    void showTrace();
    void showSelection();

    SessionController &m_controller;
    NavigationBus &m_bus;
    StatusField *m_cursor = nullptr;
    StatusField *m_selected = nullptr;
    StatusField *m_counts = nullptr;
    StatusField *m_diagnostics = nullptr;
    StatusField *m_events = nullptr;
    StatusField *m_memory = nullptr;
};

} // namespace lamella::ui
