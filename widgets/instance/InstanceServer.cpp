// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/instance/InstanceServer.h"

#include <QFileInfo>
#include <QLocalServer>
#include <QLocalSocket>
#include <QTimer>

#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lamella::ui {

namespace {

constexpr int kMaxConnections = 8;
constexpr int kPatienceMs = 2000; // with an unresponsive peer
const QByteArray kTaken("taken\n");
const QByteArray kRefused("refused\n");

// True if the folder belongs to this user with mode 0700, as the XDG Base Directory Specification requires of $XDG_RUNTIME_DIR.
// In any other folder, another user might have created a socket, or could remove ours.
bool isThisUsersAlone(const QString &folder)
{
    struct stat facts { };
    return ::stat(folder.toLocal8Bit().constData(), &facts) == 0 && S_ISDIR(facts.st_mode) && facts.st_uid == ::geteuid()
        && (facts.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

// True if the peer of the connection is a process of this user.
bool isThisUsers(const QLocalSocket &socket)
{
    ucred peer{};
    socklen_t size = sizeof peer;
    return ::getsockopt(static_cast<int>(socket.socketDescriptor()), SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0
        && peer.uid == ::geteuid();
}

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
    constexpr qsizetype kMaxSocketPath = 90; // the system limit is 108 bytes
    QString path = folder + QStringLiteral("/lamella.socket");
    if (!QFileInfo(folder).isAbsolute() || path.toUtf8().size() > kMaxSocketPath || !isThisUsersAlone(folder))
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
    QLocalServer::removeServer(path); // no answer: a socket left by a crash, or none
    return m_server->listen(path);
}

void InstanceServer::take()
{
    while (QLocalSocket *socket = m_server->nextPendingConnection()) {
        if (m_open >= kMaxConnections || !isThisUsers(*socket)) {
            socket->abort();
            socket->deleteLater();
            continue;
        }
        ++m_open;
        socket->setReadBufferSize(kMaxRequestBytes + 1);
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
        if (socket.bytesAvailable() > kMaxRequestBytes) {
            socket.abort();
            socket.deleteLater();
        }
        return;
    }
    const auto request = requestFromLine(socket.readLine(kMaxRequestBytes + 2));
    socket.disconnect(this); // one request per connection; m_open is still decremented below
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
    if (!socket.waitForConnected(timeoutMs) || !isThisUsers(socket))
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
