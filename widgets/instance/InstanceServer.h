// SPDX-License-Identifier: GPL-3.0-or-later
// Server in the first instance for this user and desktop session: opens what later instances request. Needs an event loop.
#pragma once

#include "widgets/instance/OpenRequest.h"

#include <QObject>
#include <QString>

#include <memory>

class QLocalServer;
class QLocalSocket;

namespace lamella::ui {

class InstanceServer : public QObject {
    Q_OBJECT
public:
    explicit InstanceServer(QObject *parent = nullptr);
    ~InstanceServer() override; // later instances then run on their own

    // Socket in $XDG_RUNTIME_DIR; empty if there is no such folder or it is not private to this user (mode 0700): then every
    // instance runs on its own.
    [[nodiscard]] static QString usualPath();
    // False if another instance answers there, or the socket cannot be created. A socket left by a crash is replaced.
    bool listen(const QString &path);

signals:
    void requested(const lamella::ui::OpenRequest &request);

private:
    void take();
    void read(QLocalSocket &socket);

    std::unique_ptr<QLocalServer> m_server;
    int m_open = 0;
};

// Sends the request to the server at the path and waits briefly for its answer; false if it is not accepted.
[[nodiscard]] bool handOver(const QString &path, const OpenRequest &request, int timeoutMs = 2000);

} // namespace lamella::ui
