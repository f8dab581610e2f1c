// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/FileService.h"

#include "core/system/FileHandle.h"
#include "core/system/PeerUser.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <netinet/in.h>
#include <optional>
#include <poll.h>
#include <string_view>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace lamella::core {

namespace {

constexpr int kPollMs = 40; // between two looks at the stop token
constexpr std::size_t kMaxClients = 64;
constexpr std::size_t kMaxRequest = 16'384;
constexpr std::size_t kPiece = std::size_t{256} << 10;

struct Client {
    FileHandle socket;
    std::string request;
    std::string head; // of the response
    std::size_t headSent = 0;
    std::uint64_t at = 0; // of the file
    std::uint64_t end = 0;
    bool answering = false;
    bool withFile = false;
    bool over = false;
};

std::string_view headerOf(std::string_view request, std::string_view name)
{
    for (std::size_t at = request.find("\r\n"); at != std::string_view::npos && at + 2 < request.size();) {
        const std::size_t end = request.find("\r\n", at + 2);
        std::string_view line = request.substr(at + 2, end == std::string_view::npos ? end : end - at - 2);
        const bool same = line.size() > name.size() && line[name.size()] == ':'
            && std::equal(name.begin(), name.end(), line.begin(), [](char a, char b) { return (a | 0x20) == (b | 0x20); });
        if (same) {
            line.remove_prefix(name.size() + 1);
            line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
            return line;
        }
        at = end;
    }
    return {};
}

class Server {
public:
    Server(const FileService &service, FileHandle file, FileHandle listener, std::uint64_t bytes)
        : m_service(service)
        , m_file(std::move(file))
        , m_listener(std::move(listener))
        , m_bytes(bytes)
    {
    }
    int run(const std::stop_token &stop)
    {
        while (!stop.stop_requested()) {
            std::vector<pollfd> watched{{m_listener.fd(), POLLIN, 0}};
            for (const Client &client : m_clients)
                watched.push_back({client.socket.fd(), static_cast<short>(client.answering ? POLLOUT : POLLIN), 0});
            if (::poll(watched.data(), watched.size(), kPollMs) < 0 && errno != EINTR)
                return errno;
            for (std::size_t i = 0; i < m_clients.size(); ++i)
                if (watched[i + 1].revents != 0)
                    serve(m_clients[i]);
            if (watched[0].revents != 0)
                accept();
            std::erase_if(m_clients, [](const Client &client) { return client.over; });
        }
        return 0;
    }

private:
    void accept()
    {
        sockaddr_in from{};
        sockaddr_in to{};
        socklen_t fromSize = sizeof from;
        socklen_t toSize = sizeof to;
        // Addresses as the interface of sockets wants them.
        FileHandle socket(
            ::accept4(m_listener.fd(), reinterpret_cast<sockaddr *>(&from), &fromSize, SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (!socket.isOpen() || ::getsockname(socket.fd(), reinterpret_cast<sockaddr *>(&to), &toSize) != 0)
            return;
        const PeerUser peer = peerUser({ntohl(from.sin_addr.s_addr), ntohs(from.sin_port)},
            {ntohl(to.sin_addr.s_addr), ntohs(to.sin_port)}, m_service.user.value_or(::geteuid()));
        if (peer.kind == PeerKind::Other) {
            if (m_service.refused)
                m_service.refused(peer.uid);
            return;
        }
        if (m_clients.size() >= kMaxClients)
            m_clients.erase(m_clients.begin()); // the oldest
        m_clients.emplace_back().socket = std::move(socket);
    }
    void serve(Client &client)
    {
        if (client.answering)
            send(client);
        else
            receive(client);
    }
    void receive(Client &client)
    {
        std::array<char, 4096> bytes{};
        const ssize_t got = ::recv(client.socket.fd(), bytes.data(), bytes.size(), 0);
        if (got < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        client.over = got <= 0;
        if (got > 0)
            client.request.append(bytes.data(), static_cast<std::size_t>(got));
        if (client.request.find("\r\n\r\n") != std::string::npos)
            answer(client);
        else if (client.request.size() > kMaxRequest)
            client.over = true;
    }
    void answer(Client &client)
    {
        const std::string_view request = client.request;
        const std::string_view host = headerOf(request, "Host");
        // Another name would be that of a foreign page whose address was made to lead here.
        const bool here = host.starts_with("127.0.0.1:") || host.starts_with("localhost:") || host == "127.0.0.1";
        const std::string path = " " + m_service.path + " HTTP/1.";
        const bool get = request.starts_with("GET" + path);
        const bool head = request.starts_with("HEAD" + path);
        client.answering = true;
        client.withFile = here && get;
        client.end = client.withFile ? m_bytes : 0;
        client.head = here && (get || head) ? "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: "
                + std::to_string(m_bytes) + "\r\nAccess-Control-Allow-Origin: " + m_service.origin + "\r\nVary: Origin\r\n"
                                            : "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n";
        client.head += "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n";
    }
    void send(Client &client)
    {
        std::string piece = client.head.substr(client.headSent);
        const bool ofFile = piece.empty();
        if (ofFile && client.at < client.end) {
            piece.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, client.end - client.at)));
            const Transfer got = m_file.readAt(client.at, piece.data(), piece.size());
            piece.resize(got.bytes);
        }
        const ssize_t sent = piece.empty() ? 0 : ::send(client.socket.fd(), piece.data(), piece.size(), MSG_NOSIGNAL);
        if (sent < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (sent > 0)
            (ofFile ? client.at : client.headSent) += static_cast<std::uint64_t>(sent);
        const bool all = client.headSent == client.head.size() && client.at >= client.end;
        client.over = sent <= 0 || all;
        if (client.over && client.withFile && m_service.served)
            m_service.served(all);
    }

    const FileService &m_service;
    FileHandle m_file;
    FileHandle m_listener;
    std::uint64_t m_bytes;
    std::vector<Client> m_clients;
};

// A socket that listens on 127.0.0.1; not open, with the reason in errno, if that fails. `port` becomes the one it has.
FileHandle listenOn(std::uint16_t &port)
{
    FileHandle socket(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!socket.isOpen())
        return socket;
    const int on = 1;
    ::setsockopt(socket.fd(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto *const any = reinterpret_cast<sockaddr *>(&address); // as the interface of sockets wants it
    if (::bind(socket.fd(), any, size) != 0 || ::listen(socket.fd(), 16) != 0 || ::getsockname(socket.fd(), any, &size) != 0) {
        const int why = errno;
        socket = FileHandle();
        errno = why;
        return socket;
    }
    port = ntohs(address.sin_port);
    return socket;
}

} // namespace

int serveFile(const FileService &service, const std::stop_token &stop)
{
    FileHandle file(::open(service.file.c_str(), O_RDONLY | O_CLOEXEC));
    const std::optional<FileStamp> stamp = file.isOpen() ? file.stamp() : std::nullopt;
    if (!stamp)
        return errno;
    std::uint16_t port = service.port;
    FileHandle listener = listenOn(port);
    if (!listener.isOpen())
        return errno;
    if (service.listening)
        service.listening(port);
    return Server(service, std::move(file), std::move(listener), stamp->bytes).run(stop);
}

std::string randomToken()
{
    std::array<unsigned char, 16> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        return {};
    std::string token;
    for (const unsigned char byte : bytes) {
        constexpr std::string_view kDigits = "0123456789abcdef";
        token += kDigits[byte >> 4];
        token += kDigits[byte & 15];
    }
    return token;
}

} // namespace lamella::core
