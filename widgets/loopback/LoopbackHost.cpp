// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/loopback/LoopbackHost.h"

#include "widgets/loopback/LoopbackServer.h"

namespace lamella::ui {

LoopbackHost::LoopbackHost(QObject *parent, int requestMs)
    : QObject(parent)
    , m_requestMs(requestMs)
{
    m_thread.setObjectName(QStringLiteral("loopback"));
}

LoopbackHost::~LoopbackHost()
{
    if (m_server == nullptr)
        return;
    m_server->disconnect(this);
    m_thread.quit(); // deletes the server, which disconnects its clients
    m_thread.wait();
}

template <class Function> void LoopbackHost::onServer(Function function)
{
    if (m_server != nullptr)
        QMetaObject::invokeMethod(m_server, function, Qt::QueuedConnection);
}

void LoopbackHost::relay()
{
    connect(m_server, &LoopbackServer::fileProgress, this, &LoopbackHost::fileProgress);
    connect(m_server, &LoopbackServer::fileEnded, this, &LoopbackHost::fileEnded);
    connect(m_server, &LoopbackServer::listenersChanged, this, &LoopbackHost::listenersChanged);
    connect(m_server, &LoopbackServer::reported, this, &LoopbackHost::reported);
    connect(m_server, &LoopbackServer::clientWaits, this, &LoopbackHost::clientWaits);
    connect(m_server, &LoopbackServer::otherUserRefused, this, &LoopbackHost::otherUserRefused);
}

void LoopbackHost::start(quint16 port, const QByteArray &viewerOrigin, const std::vector<LoopbackRoute> &routes)
{
    if (m_server == nullptr) {
        qRegisterMetaType<lamella::ui::ServeProblem>();
        LoopbackLimits limits;
        limits.requestMs = m_requestMs;
        m_server = new LoopbackServer(nullptr, limits);
        m_server->moveToThread(&m_thread);
        connect(&m_thread, &QThread::finished, m_server, &QObject::deleteLater);
        relay();
        m_thread.start();
    }
    onServer([this, server = m_server, session = m_session, port, viewerOrigin, routes] {
        const bool there = server->listen(port, viewerOrigin);
        if (there)
            for (const LoopbackRoute &route : routes)
                server->addRoute(route);
        const auto tell = [this, session, there, actual = server->port(), reason = server->errorString()] {
            if (session != m_session)
                return;
            if (there)
                emit started(actual);
            else
                emit failed(reason);
        };
        QMetaObject::invokeMethod(this, tell, Qt::QueuedConnection);
    });
}

void LoopbackHost::removeRoute(const QByteArray &path)
{
    onServer([server = m_server, path] { server->removeRoute(path); });
}

void LoopbackHost::sendEvent(const QByteArray &name, const QByteArray &data)
{
    onServer([server = m_server, name, data] { server->sendEvent(name, data); });
}

void LoopbackHost::stopListening()
{
    onServer([server = m_server] { server->stopListening(); });
}

void LoopbackHost::stop()
{
    ++m_session;
    onServer([server = m_server] { server->stop(); });
}

} // namespace lamella::ui
