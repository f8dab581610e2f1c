// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/PeerUser.h"

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <netinet/in.h>
#include <string>

namespace lamella::core {

namespace {

constexpr int kTries = 3; // the table is not read atomically: a row may be missed while others change
enum Field { Local = 1, Remote = 2, State = 3, Uid = 7, Count = 8 };

// An address as in the table: the number in memory in network byte order, and the port. IPv6 rows have an IPv4 address as their
// last number.
std::string written(const Ipv4Port &end)
{
    std::array<char, 16> text{};
    std::snprintf(
        text.data(), text.size(), "%08X:%04X", static_cast<unsigned>(htonl(end.address)), static_cast<unsigned>(end.port));
    return text.data();
}

std::optional<std::uint32_t> number(std::string_view text, int base)
{
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

// The first fields of a row; false if it has fewer.
bool split(std::string_view line, std::array<std::string_view, Count> &fields)
{
    constexpr std::string_view kBlanks = " \t\r";
    for (std::string_view &field : fields) {
        const std::size_t begin = line.find_first_not_of(kBlanks);
        if (begin == std::string_view::npos)
            return false;
        line.remove_prefix(begin);
        field = line.substr(0, line.find_first_of(kBlanks));
        line.remove_prefix(field.size());
    }
    return true;
}

} // namespace

std::optional<std::uint32_t> socketOwner(std::string_view table, const Ipv4Port &from, const Ipv4Port &to)
{
    constexpr std::uint32_t kTimeWait = 6; // no longer has an owner
    const std::string local = written(from);
    const std::string remote = written(to);
    while (!table.empty()) {
        const std::string_view line = table.substr(0, table.find('\n'));
        table.remove_prefix(line.size() < table.size() ? line.size() + 1 : line.size());
        std::array<std::string_view, Count> fields;
        if (!split(line, fields) || !fields[Local].ends_with(local) || !fields[Remote].ends_with(remote)
            || number(fields[State], 16) == kTimeWait)
            continue;
        if (const auto uid = number(fields[Uid], 10))
            return uid;
    }
    return std::nullopt;
}

PeerUser peerUser(const Ipv4Port &from, const Ipv4Port &to, std::uint32_t user)
{
    PeerUser peer;
    for (int i = 0; i < kTries; ++i) {
        for (const char *name : {"/proc/net/tcp", "/proc/net/tcp6"}) {
            std::ifstream file(name);
            if (!file)
                continue;
            const std::string table{std::istreambuf_iterator<char>(file), {}};
            peer.uid = socketOwner(table, from, to);
            if (peer.uid)
                return {*peer.uid == user ? PeerKind::Same : PeerKind::Other, peer.uid};
            peer.kind = PeerKind::Other;
        }
    }
    return peer;
}

} // namespace lamella::core
