// SPDX-License-Identifier: GPL-3.0-or-later
// The user whose program is at the other end of a local connection (core/system/PeerUser.h), for sockets of Qt. Thread-safe.
#pragma once

#include "core/system/PeerUser.h"

#include <QString>

class QTcpSocket;

namespace lamella::ui {

// The user at the remote end of a connection over 127.0.0.0/8, compared with `user`.
[[nodiscard]] core::PeerUser peerUser(const QTcpSocket &socket, quint32 user);

// Name of the user, else the number.
[[nodiscard]] QString userName(quint32 uid);

} // namespace lamella::ui
