// SPDX-License-Identifier: GPL-3.0-or-later
// Whether somebody answers at a port of this machine: asked once, or again and again until somebody does.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

class QTcpSocket;

namespace lamella::ui {

class PortProbe : public QObject {
    Q_OBJECT
public:
    explicit PortProbe(QObject *parent = nullptr);

    // Ends with answered(); asks again until somebody answers or `patienceMs` are over (0: asks once).
    void ask(quint16 port, int patienceMs);
    void cancel();

signals:
    void answered(bool somebodyListens);

private:
    void connectOnce();
    void end(bool listens);

    QTcpSocket *m_socket = nullptr;
    QTimer m_again;
    QElapsedTimer m_clock;
    quint16 m_port = 0;
    int m_patienceMs = 0;
};

} // namespace lamella::ui
