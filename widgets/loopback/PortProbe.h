// SPDX-License-Identifier: GPL-3.0-or-later
// Checks whether a local port accepts connections: once, or repeatedly until it does.
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

    // Results in answered(). Retries until the port accepts or `patienceMs` have passed (0: a single attempt).
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
