// SPDX-License-Identifier: GPL-3.0-or-later
// A LoopbackServer on its own thread, so that reading and sending files of gigabytes never blocks the GUI. Requests and signals
// cross threads asynchronously; signals of an earlier start() never arrive after a later one.
#pragma once

#include "widgets/loopback/HttpConnection.h"
#include "widgets/loopback/LoopbackRoute.h"

#include <QObject>
#include <QThread>

#include <vector>

namespace lamella::ui {

class LoopbackServer;

class LoopbackHost : public QObject {
    Q_OBJECT
public:
    // requestMs: how long a client may take from connecting to the end of its request.
    explicit LoopbackHost(QObject *parent = nullptr, int requestMs = LoopbackLimits().requestMs);
    ~LoopbackHost() override;

    // Results in started() or failed(). A running server keeps its port and gets the routes in addition.
    void start(quint16 port, const QByteArray &viewerOrigin, const std::vector<LoopbackRoute> &routes);
    void removeRoute(const QByteArray &path);
    void sendEvent(const QByteArray &name, const QByteArray &data);
    void stopListening(); // current responses are completed
    void stop();

signals:
    void started(quint16 port);
    void failed(const QString &reason);
    void fileProgress(const QByteArray &path, qint64 sentBytes, qint64 totalBytes);
    void fileEnded(const QByteArray &path, lamella::ui::ServeProblem problem);
    void listenersChanged(int count);
    void reported(const QByteArray &path);
    void clientWaits();
    void otherUserRefused(const QString &name);

private:
    template <class Function> void onServer(Function function);
    void relay();

    QThread m_thread;
    LoopbackServer *m_server = nullptr; // lives on the thread
    int m_requestMs;
    int m_session = 0; // grows with every stop
};

} // namespace lamella::ui
