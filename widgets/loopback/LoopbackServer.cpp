// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/loopback/LoopbackServer.h"

#include "widgets/loopback/PeerUser.h"

#include <QHostAddress>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace lamella::ui {

LoopbackServer::LoopbackServer(QObject *parent, const LoopbackLimits &limits)
    : QObject(parent)
    , m_limits(limits)
    , m_server(new QTcpServer(this))
{
    connect(m_server, &QTcpServer::newConnection, this, &LoopbackServer::accept);
}

LoopbackServer::~LoopbackServer()
{
    stop();
}

bool LoopbackServer::listen(quint16 port, const QByteArray &viewerOrigin)
{
    m_viewerOrigin = viewerOrigin;
    if (m_server->isListening())
        return true;
    if (!m_server->listen(QHostAddress(QHostAddress::LocalHost), port))
        return false;
    m_port = m_server->serverPort();
    return true;
}

bool LoopbackServer::isListening() const
{
    return m_server->isListening();
}

QString LoopbackServer::errorString() const
{
    return m_server->errorString();
}

void LoopbackServer::addRoute(const LoopbackRoute &route)
{
    m_routes[route.path] = route;
}

void LoopbackServer::removeRoute(const QByteArray &path)
{
    m_routes.erase(path);
}

void LoopbackServer::accept()
{
    while (QTcpSocket *socket = m_server->nextPendingConnection()) {
        auto *connection = new HttpConnection(socket, m_limits, this);
        m_connections.push_back(connection);
        connect(connection, &HttpConnection::requested, this, &LoopbackServer::answer);
        connect(connection, &HttpConnection::fileProgress, this, &LoopbackServer::fileProgress);
        connect(connection, &HttpConnection::fileEnded, this, &LoopbackServer::fileEnded);
        connect(connection, &HttpConnection::closed, this, &LoopbackServer::remove);
        QTimer::singleShot(m_limits.silentMs, connection, [this, connection] {
            if (connection->isSilent())
                emit clientWaits();
        });
        admit(connection, *socket);
    }
}

void LoopbackServer::admit(HttpConnection *connection, const QTcpSocket &socket)
{
    if (!socket.peerAddress().isLoopback()) { // impossible with our bind address
        connection->abort();
        return;
    }
    if (const core::PeerUser peer = peerUser(socket, m_limits.user); peer.kind == core::PeerKind::Other) {
        connection->sendStatus(403);
        emit otherUserRefused(peer.uid ? userName(*peer.uid) : QString());
    } else if (connections() > m_limits.connections && !closeSilent(connection)) {
        connection->sendStatus(503);
    }
}

// Browsers send their request at once, so a silent connection gives up its place. False if all others have sent a request.
bool LoopbackServer::closeSilent(const HttpConnection *newest)
{
    const auto oldest = std::find_if(m_connections.begin(), m_connections.end(),
        [newest](const HttpConnection *connection) { return connection != newest && connection->isSilent(); });
    if (oldest == m_connections.end())
        return false;
    (*oldest)->abort(); // removes itself from the list
    return true;
}

void LoopbackServer::answer(HttpConnection *connection, const HttpRequest &request)
{
    const auto refuse = [&](int status, const QByteArray &headers = {}) {
        emit refused(status);
        connection->sendStatus(status, headers);
    };
    // A client that used another host name learns nothing, not even which paths exist.
    if (!hostIsOurs(request, m_port)) {
        refuse(403);
        return;
    }
    const auto found = m_routes.find(request.target);
    if (found == m_routes.end()) {
        refuse(404);
        return;
    }
    const LoopbackRoute &route = found->second;
    if (const int status = refusal(request, route.access, m_port, m_viewerOrigin); status != 0) {
        refuse(status);
        return;
    }
    const bool headOnly = request.method == "HEAD";
    if (!headOnly && request.method != "GET") {
        refuse(405, "Allow: GET, HEAD\r\n");
        return;
    }
    answerRoute(connection, LoopbackRoute(route), headOnly); // a copy, because signals during the response may change the routes
}

void LoopbackServer::answerRoute(HttpConnection *connection, const LoopbackRoute &route, bool headOnly)
{
    const QByteArray cors = route.access == LoopbackRoute::Access::Viewer
        ? "Access-Control-Allow-Origin: " + m_viewerOrigin + "\r\nVary: Origin\r\n"
        : QByteArray("Cross-Origin-Resource-Policy: same-origin\r\n");
    if (route.kind == LoopbackRoute::Kind::Bytes) {
        connection->sendBytes(route, cors, headOnly);
        return;
    }
    if (route.kind == LoopbackRoute::Kind::Report) {
        connection->sendBytes(route, cors, headOnly);
        emit reported(route.path);
        return;
    }
    const bool file = route.kind == LoopbackRoute::Kind::File;
    const auto busy = std::count_if(m_connections.begin(), m_connections.end(),
        [file](const HttpConnection *other) { return file ? other->sendsFile() : other->listens(); });
    if (!headOnly && busy >= (file ? m_limits.transfers : m_limits.listeners)) {
        connection->sendStatus(503, "Retry-After: 5\r\n" + cors);
        return;
    }
    if (file) {
        connection->sendFile(route, cors, headOnly);
        return;
    }
    if (headOnly) {
        connection->sendStatus(405, "Allow: GET\r\n");
        return;
    }
    connection->openEvents(cors);
    for (const auto &[name, data] : m_events)
        connection->sendEvent(name, data);
    emit listenersChanged(m_listeners = listeners());
}

void LoopbackServer::sendEvent(const QByteArray &name, const QByteArray &data)
{
    m_events[name] = data;
    const std::vector<HttpConnection *> all = m_connections; // a copy, because dead connections remove themselves
    for (HttpConnection *connection : all)
        connection->sendEvent(name, data);
}

int LoopbackServer::listeners() const
{
    return static_cast<int>(std::count_if(
        m_connections.begin(), m_connections.end(), [](const HttpConnection *connection) { return connection->listens(); }));
}

void LoopbackServer::remove(HttpConnection *connection)
{
    std::erase(m_connections, connection);
    connection->deleteLater();
    if (const int now = listeners(); now != m_listeners)
        emit listenersChanged(m_listeners = now);
}

void LoopbackServer::stopListening()
{
    m_server->close();
    m_routes.clear();
}

void LoopbackServer::stop()
{
    stopListening();
    m_events.clear();
    const std::vector<HttpConnection *> all = m_connections;
    for (HttpConnection *connection : all)
        connection->abort();
}

} // namespace lamella::ui
