// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/instance/InstanceServer.h"

#include <QFileInfo>
#include <QLocalServer>
#include <QLocalSocket>
#include <QTimer>

namespace lamella::ui {

namespace {

constexpr int kMostConnections = 8;
constexpr int kPatienceMs = 2000; // with one that says nothing
const QByteArray kTaken("taken\n");
const QByteArray kRefused("refused\n");

} // namespace

InstanceServer::InstanceServer(QObject *parent)
    : QObject(parent)
    , m_server(std::make_unique<QLocalServer>())
{
    m_server->setSocketOptions(QLocalServer::UserAccessOption);
    connect(m_server.get(), &QLocalServer::newConnection, this, &InstanceServer::take);
}

InstanceServer::~InstanceServer() = default;

QString InstanceServer::usualPath()
{
    const QString folder = qEnvironmentVariable("XDG_RUNTIME_DIR");
    constexpr qsizetype kMostSocketPath = 90; // the system allows 108 bytes
    QString path = folder + QStringLiteral("/lamella.socket");
    const QFileInfo info(folder);
    if (folder.isEmpty() || !info.isAbsolute() || !info.isDir() || !info.isWritable() || path.toUtf8().size() > kMostSocketPath)
        return {};
    return path;
}

bool InstanceServer::listen(const QString &path)
{
    if (path.isEmpty())
        return false;
    QLocalSocket probe;
    probe.connectToServer(path);
    if (probe.waitForConnected(kPatienceMs / 4))
        return false;
    QLocalServer::removeServer(path); // nobody answers: left by a crash, or nothing
    return m_server->listen(path);
}

void InstanceServer::take()
{
    while (QLocalSocket *socket = m_server->nextPendingConnection()) {
        if (m_open >= kMostConnections) {
            socket->abort();
            socket->deleteLater();
            continue;
        }
        ++m_open;
        socket->setReadBufferSize(kMostRequestBytes + 1);
        connect(socket, &QLocalSocket::readyRead, this, [this, socket] { read(*socket); });
        connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
        connect(socket, &QObject::destroyed, this, [this] { --m_open; });
        QTimer::singleShot(kPatienceMs, socket, [socket] {
            socket->abort();
            socket->deleteLater();
        });
        read(*socket);
    }
}

void InstanceServer::read(QLocalSocket &socket)
{
    if (!socket.canReadLine()) {
        if (socket.bytesAvailable() > kMostRequestBytes) {
            socket.abort();
            socket.deleteLater();
        }
        return;
    }
    const auto request = requestFromLine(socket.readLine(kMostRequestBytes + 2));
    socket.disconnect(this); // one request; the count of open ones is kept below
    connect(&socket, &QObject::destroyed, this, [this] { --m_open; });
    socket.write(request ? kTaken : kRefused);
    socket.flush();
    socket.disconnectFromServer();
    if (request)
        emit requested(*request);
}

bool handOver(const QString &path, const OpenRequest &request, int timeoutMs)
{
    if (path.isEmpty() || !QFileInfo::exists(path))
        return false;
    QLocalSocket socket;
    socket.connectToServer(path);
    if (!socket.waitForConnected(timeoutMs))
        return false;
    socket.write(toLine(request));
    if (!socket.waitForBytesWritten(timeoutMs))
        return false;
    while (!socket.canReadLine())
        if (!socket.waitForReadyRead(timeoutMs))
            return false;
    return socket.readLine(kTaken.size() + 1) == kTaken;
}

} // namespace lamella::ui
