// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/loopback/PeerUser.h"

#include <QHostAddress>
#include <QTcpSocket>

#include <array>
#include <fstream>
#include <iterator>
#include <netinet/in.h>
#include <pwd.h>
#include <string>

namespace lamella::ui {

namespace {

constexpr int kTries = 3; // the table is not read atomically: a row may be missed while others change

// An address as in the table: the number in memory in network byte order, and the port. IPv6 rows have an IPv4 address as their
// last number.
QByteArray written(const Ipv4Port &end)
{
    const auto hex = [](quint32 number, int digits) {
        return QByteArray::number(number, 16).toUpper().rightJustified(digits, '0');
    };
    return hex(htonl(end.address), 8) + ':' + hex(end.port, 4);
}

} // namespace

std::optional<quint32> socketOwner(const QByteArray &table, const Ipv4Port &from, const Ipv4Port &to)
{
    enum Field { Local = 1, Remote = 2, State = 3, Uid = 7, Count = 8 };
    constexpr int kTimeWait = 6; // no longer has an owner
    const QByteArray local = written(from);
    const QByteArray remote = written(to);
    const QList<QByteArray> lines = table.split('\n');
    for (const QByteArray &line : lines) {
        const QList<QByteArray> fields = line.simplified().split(' ');
        if (fields.size() < Count || !fields[Local].endsWith(local) || !fields[Remote].endsWith(remote)
            || fields[State].toInt(nullptr, 16) == kTimeWait)
            continue;
        bool isNumber = false;
        const quint32 uid = fields[Uid].toUInt(&isNumber);
        if (isNumber)
            return uid;
    }
    return std::nullopt;
}

QString userName(quint32 uid)
{
    std::array<char, 4096> buffer{};
    passwd entry{};
    passwd *found = nullptr;
    if (::getpwuid_r(uid, &entry, buffer.data(), buffer.size(), &found) == 0 && found != nullptr)
        return QString::fromLocal8Bit(entry.pw_name);
    return QString::number(uid);
}

PeerUser peerUser(const QTcpSocket &socket, quint32 user)
{
    const Ipv4Port from{socket.peerAddress().toIPv4Address(), socket.peerPort()};
    const Ipv4Port to{socket.localAddress().toIPv4Address(), socket.localPort()};
    PeerUser peer;
    for (int i = 0; i < kTries; ++i) {
        for (const char *name : {"/proc/net/tcp", "/proc/net/tcp6"}) {
            std::ifstream file(name);
            if (!file)
                continue;
            const std::string table{std::istreambuf_iterator<char>(file), {}};
            peer.uid = socketOwner(QByteArray::fromStdString(table), from, to);
            if (peer.uid)
                return {*peer.uid == user ? PeerKind::Same : PeerKind::Other, peer.uid};
            peer.kind = PeerKind::Other;
        }
    }
    return peer;
}

} // namespace lamella::ui
