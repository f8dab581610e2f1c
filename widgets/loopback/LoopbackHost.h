// SPDX-License-Identifier: GPL-3.0-or-later
// A LoopbackServer on a thread of its own, so that reading and sending a file of gigabytes never holds up the window. Everything
// is asked for and told across threads; news of an earlier start() never arrives after a later one.
#pragma once

#include "widgets/loopback/LoopbackRoute.h"

#include <QObject>
#include <QThread>

#include <vector>

namespace lamella::ui {

class LoopbackServer;

class LoopbackHost : public QObject {
    Q_OBJECT
public:
    explicit LoopbackHost(QObject *parent = nullptr);
    ~LoopbackHost() override;

    // Ends with started() or failed(); one that listens already keeps its port, and gets the routes in addition.
    void start(quint16 port, const QByteArray &viewerOrigin, const std::vector<LoopbackRoute> &routes);
    void removeRoute(const QByteArray &path);
    void sendEvent(const QByteArray &name, const QByteArray &data);
    void stopListening(); // who is being answered is answered to the end
    void stop();

signals:
    void started(quint16 port);
    void failed(const QString &reason);
    void fileProgress(const QByteArray &path, qint64 sentBytes, qint64 totalBytes);
    void fileEnded(const QByteArray &path, lamella::ui::ServeProblem problem);
    void listenersChanged(int count);
    void otherUserRefused(const QString &name);

private:
    template <class Function> void onServer(Function function);
    void relay();

    QThread m_thread;
    LoopbackServer *m_server = nullptr; // lives on the thread
    int m_session = 0; // grows with every stop
};

} // namespace lamella::ui
