// SPDX-License-Identifier: GPL-3.0-or-later
// A small HTTP server for this user of this machine only: bound to 127.0.0.1, rejects programs of other users where the system
// can identify them, and serves GET and HEAD of exactly the given paths; everything else gets 404. Runs on the thread that uses
// it; LoopbackHost provides a separate one.
#pragma once

#include "widgets/loopback/HttpConnection.h"
#include "widgets/loopback/LoopbackRoute.h"

#include <QObject>

#include <map>
#include <vector>

class QTcpServer;
class QTcpSocket;

namespace lamella::ui {

class LoopbackServer : public QObject {
    Q_OBJECT
public:
    explicit LoopbackServer(QObject *parent = nullptr, const LoopbackLimits &limits = {});
    ~LoopbackServer() override;

    // Port 0: any free one. False on failure; errorString() has the reason. The viewer's origin is sent in CORS headers and is
    // the only foreign origin allowed.
    bool listen(quint16 port, const QByteArray &viewerOrigin);
    [[nodiscard]] bool isListening() const;
    [[nodiscard]] quint16 port() const { return m_port; }
    [[nodiscard]] QString errorString() const;

    void addRoute(const LoopbackRoute &route); // replaces one with the same path
    void removeRoute(const QByteArray &path);
    // Sent to all current listeners; later ones first receive the newest event of each name, in the order of the names.
    void sendEvent(const QByteArray &name, const QByteArray &data);
    void stopListening(); // current responses are completed
    void stop(); // disconnects all clients
    [[nodiscard]] int connections() const { return static_cast<int>(m_connections.size()); }

signals:
    void fileProgress(const QByteArray &path, qint64 sentBytes, qint64 totalBytes);
    void fileEnded(const QByteArray &path, lamella::ui::ServeProblem problem);
    void listenersChanged(int count);
    void reported(const QByteArray &path); // a route of kind Report was requested
    void clientWaits(); // a client has connected and sends no request: a browser that asks its user for permission
    void refused(int status); // a request was rejected
    void otherUserRefused(const QString &name); // a program of another user connected: user name or number; empty if unknown

private:
    void accept();
    void admit(HttpConnection *connection, const QTcpSocket &socket);
    bool closeSilent(const HttpConnection *newest);
    void answer(HttpConnection *connection, const HttpRequest &request);
    void answerRoute(HttpConnection *connection, const LoopbackRoute &route, bool headOnly);
    void remove(HttpConnection *connection);
    [[nodiscard]] int listeners() const;

    LoopbackLimits m_limits;
    QTcpServer *m_server;
    quint16 m_port = 0;
    QByteArray m_viewerOrigin;
    std::map<QByteArray, LoopbackRoute> m_routes;
    std::map<QByteArray, QByteArray> m_events; // the newest event of each name
    std::vector<HttpConnection *> m_connections;
    int m_listeners = 0; // as last signalled
};

} // namespace lamella::ui
