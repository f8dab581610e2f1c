// SPDX-License-Identifier: GPL-3.0-or-later
// Whose program is at the other end of a connection on this machine. A TCP socket does not say so itself; Linux lists the owner
// of every socket in /proc/net/tcp and tcp6 (proc_pid_net(5)). Any thread.
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

class QTcpSocket;

namespace lamella::ui {

enum class PeerKind {
    Same, // a program of that user
    Other, // of another user, or of nobody in the table
    Unknown // this system has no such table
};

struct PeerUser {
    PeerKind kind = PeerKind::Unknown;
    std::optional<quint32> uid; // where the table says it
};

// Of the far end of a connection over 127.0.0.0/8, as seen from `user`.
[[nodiscard]] PeerUser peerUser(const QTcpSocket &socket, quint32 user);

// Name of the user, else the number.
[[nodiscard]] QString userName(quint32 uid);

// Owner of the socket at `from` that is connected to `to`, in the text of such a table; addresses in the order of the host.
struct Ipv4Port {
    quint32 address = 0;
    quint16 port = 0;
};
[[nodiscard]] std::optional<quint32> socketOwner(const QByteArray &table, const Ipv4Port &from, const Ipv4Port &to);

} // namespace lamella::ui
