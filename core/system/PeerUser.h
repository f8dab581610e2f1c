// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the user whose program is at the other end of a local connection. A TCP socket does not give this information; Linux
// lists the owner of every socket in /proc/net/tcp and tcp6 (proc_pid_net(5)). Thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lamella::core {

enum class PeerKind {
    Same, // a program of that user
    Other, // of another user, or not in the table
    Unknown // the system has no such table
};

struct PeerUser {
    PeerKind kind = PeerKind::Unknown;
    std::optional<std::uint32_t> uid; // if listed in the table
};

struct Ipv4Port { // in host byte order
    std::uint32_t address = 0;
    std::uint16_t port = 0;
};

// The user at `from`, the remote end of a connection over 127.0.0.0/8 to `to`, compared with `user`.
[[nodiscard]] PeerUser peerUser(const Ipv4Port &from, const Ipv4Port &to, std::uint32_t user);

// Owner of the socket at `from` that is connected to `to`, from the text of such a table.
[[nodiscard]] std::optional<std::uint32_t> socketOwner(std::string_view table, const Ipv4Port &from, const Ipv4Port &to);

} // namespace lamella::core
