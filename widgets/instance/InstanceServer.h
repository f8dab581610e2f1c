// SPDX-License-Identifier: GPL-3.0-or-later
// The one program of this user and session that opens what later starts ask for. Needs an event loop.
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
    ~InstanceServer() override; // later starts are on their own again

    // Socket in $XDG_RUNTIME_DIR; empty where there is no such folder, or it is not this user's alone (mode 0700): then every
    // start is on its own.
    [[nodiscard]] static QString usualPath();
    // False when another program answers there, or the socket cannot be made. A socket that a crash left is taken over.
    bool listen(const QString &path);

signals:
    void requested(const lamella::ui::OpenRequest &request);

private:
    void take();
    void read(QLocalSocket &socket);

    std::unique_ptr<QLocalServer> m_server;
    int m_open = 0;
};

// Gives the request to the program that listens at the path, and waits a moment for its answer; false when nobody takes it.
[[nodiscard]] bool handOver(const QString &path, const OpenRequest &request, int timeoutMs = 2000);

} // namespace lamella::ui
