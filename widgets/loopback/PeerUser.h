// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the user whose program is at the other end of a local connection. A TCP socket does not tell; Linux lists the owner of
// every socket in /proc/net/tcp and tcp6 (proc_pid_net(5)). Thread-safe.
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

class QTcpSocket;

namespace lamella::ui {

enum class PeerKind {
    Same, // a program of that user
    Other, // of another user, or not in the table
    Unknown // the system has no such table
};

struct PeerUser {
    PeerKind kind = PeerKind::Unknown;
    std::optional<quint32> uid; // if listed in the table
};

// The user at the remote end of a connection over 127.0.0.0/8, compared with `user`.
[[nodiscard]] PeerUser peerUser(const QTcpSocket &socket, quint32 user);

// Name of the user, else the number.
[[nodiscard]] QString userName(quint32 uid);

// Owner of the socket at `from` that is connected to `to`, from the text of such a table; addresses in host byte order.
struct Ipv4Port {
    quint32 address = 0;
    quint16 port = 0;
};
[[nodiscard]] std::optional<quint32> socketOwner(const QByteArray &table, const Ipv4Port &from, const Ipv4Port &to);

} // namespace lamella::ui
