// SPDX-License-Identifier: GPL-3.0-or-later
// A small HTTP server that only this user of this machine can reach: bound to 127.0.0.1, programs of other users are turned away
// where the system tells whose they are, GET and HEAD of the exact paths it was given, 404 for everything else. Lives on the
// thread it is used from; LoopbackHost gives it one of its own.
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

    // Port 0: any. False when it is taken; errorString() says why. The origin of the viewer is sent in CORS headers and is the
    // only foreign one that may ask.
    bool listen(quint16 port, const QByteArray &viewerOrigin);
    [[nodiscard]] bool isListening() const;
    [[nodiscard]] quint16 port() const { return m_port; }
    [[nodiscard]] QString errorString() const;

    void addRoute(const LoopbackRoute &route); // takes the place of one with the same path
    void removeRoute(const QByteArray &path);
    // To all who listen now, and the newest of each name to those who come later, in the order of the names.
    void sendEvent(const QByteArray &name, const QByteArray &data);
    void stopListening(); // who is being answered is answered to the end
    void stop(); // cuts everybody off
    [[nodiscard]] int connections() const { return static_cast<int>(m_connections.size()); }

signals:
    void fileProgress(const QByteArray &path, qint64 sentBytes, qint64 totalBytes);
    void fileEnded(const QByteArray &path, lamella::ui::ServeProblem problem);
    void listenersChanged(int count);
    void refused(int status); // somebody asked for what is not theirs
    void otherUserRefused(const QString &name); // a program of another user connected; its name or number, empty: not known

private:
    void accept();
    void admit(HttpConnection *connection, const QTcpSocket &socket);
    bool cutOffSilent(const HttpConnection *newest);
    void answer(HttpConnection *connection, const HttpRequest &request);
    void answerRoute(HttpConnection *connection, const LoopbackRoute &route, bool headOnly);
    void remove(HttpConnection *connection);
    [[nodiscard]] int listeners() const;

    LoopbackLimits m_limits;
    QTcpServer *m_server;
    quint16 m_port = 0;
    QByteArray m_viewerOrigin;
    std::map<QByteArray, LoopbackRoute> m_routes;
    std::map<QByteArray, QByteArray> m_events; // the newest of each name
    std::vector<HttpConnection *> m_connections;
    int m_listeners = 0; // as told last
};

} // namespace lamella::ui
