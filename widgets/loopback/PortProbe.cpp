// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/loopback/PortProbe.h"

#include <QHostAddress>
#include <QTcpSocket>

namespace lamella::ui {

namespace {

constexpr int kAgainMs = 100;

}

PortProbe::PortProbe(QObject *parent)
    : QObject(parent)
{
    m_again.setSingleShot(true);
    m_again.setInterval(kAgainMs);
    connect(&m_again, &QTimer::timeout, this, &PortProbe::connectOnce);
}

void PortProbe::ask(quint16 port, int patienceMs)
{
    cancel();
    m_port = port;
    m_patienceMs = patienceMs;
    m_clock.start();
    connectOnce();
}

void PortProbe::cancel()
{
    m_again.stop();
    if (m_socket == nullptr)
        return;
    m_socket->disconnect(this);
    m_socket->deleteLater();
    m_socket = nullptr;
}

void PortProbe::connectOnce()
{
    cancel();
    m_socket = new QTcpSocket(this);
    connect(m_socket, &QTcpSocket::connected, this, [this] { end(true); });
    connect(m_socket, &QTcpSocket::errorOccurred, this, [this] {
        if (m_clock.elapsed() < m_patienceMs)
            m_again.start();
        else
            end(false);
    });
    m_socket->connectToHost(QHostAddress(QHostAddress::LocalHost), m_port);
}

void PortProbe::end(bool listens)
{
    cancel();
    emit answered(listens);
}

} // namespace lamella::ui
