// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/loopback/PeerUser.h"

#include <QHostAddress>
#include <QTcpSocket>

#include <array>
#include <pwd.h>

namespace lamella::ui {

QString userName(quint32 uid)
{
    std::array<char, 4096> buffer{};
    passwd entry{};
    passwd *found = nullptr;
    if (::getpwuid_r(uid, &entry, buffer.data(), buffer.size(), &found) == 0 && found != nullptr)
        return QString::fromLocal8Bit(entry.pw_name);
    return QString::number(uid);
}

core::PeerUser peerUser(const QTcpSocket &socket, quint32 user)
{
    return core::peerUser({socket.peerAddress().toIPv4Address(), socket.peerPort()},
        {socket.localAddress().toIPv4Address(), socket.localPort()}, user);
}

} // namespace lamella::ui
