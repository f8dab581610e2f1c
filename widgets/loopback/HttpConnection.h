// SPDX-License-Identifier: GPL-3.0-or-later
// One client connection of a LoopbackServer: one request, one response, then closed. Clients that take too long to send the
// request, stop reading or send more than a request are disconnected. Files are sent in pieces, at most 1 MiB ahead of the
// client.
#pragma once

#include "core/import/OpenedFile.h"
#include "widgets/loopback/HttpRequest.h"
#include "widgets/loopback/LoopbackRoute.h"

#include <QObject>
#include <QTimer>

class QTcpSocket;

namespace lamella::ui {

struct LoopbackLimits {
    LoopbackLimits();
    quint32 user; // only programs of this user may connect
    int connections = 64; // concurrent; a further one replaces the one silent for longest, else gets 503
    int transfers = 4; // concurrent file transfers
    int listeners = 4; // concurrent event streams
    int requestMs = 10'000; // from accept to the end of the request
    int silentMs = 1500; // from accept, after which a client without a request is reported
    int stallMs = 60'000; // without progress
    int keepAliveMs = 15'000; // interval of comments on event streams, to detect dead connections
};

class HttpConnection : public QObject {
    Q_OBJECT
public:
    // Takes ownership of the socket.
    HttpConnection(QTcpSocket *socket, const LoopbackLimits &limits, QObject *parent);
    ~HttpConnection() override;

    // Responses to requested(); call exactly one of them.
    void sendStatus(int status, const QByteArray &headers = {});
    void sendBytes(const LoopbackRoute &route, const QByteArray &headers, bool headOnly);
    void sendFile(const LoopbackRoute &route, const QByteArray &headers, bool headOnly);
    void openEvents(const QByteArray &headers);

    void sendEvent(const QByteArray &name, const QByteArray &data);
    [[nodiscard]] const QByteArray &path() const { return m_path; } // of the file or events being sent
    [[nodiscard]] bool isSilent() const { return m_state == State::Request; } // no complete request yet
    [[nodiscard]] bool sendsFile() const { return m_state == State::File; }
    [[nodiscard]] bool listens() const { return m_state == State::Events; }
    void abort();

signals:
    void requested(lamella::ui::HttpConnection *connection, const lamella::ui::HttpRequest &request);
    void fileProgress(const QByteArray &path, qint64 sentBytes, qint64 totalBytes);
    // The whole file was taken by the client, or the problem.
    void fileEnded(const QByteArray &path, lamella::ui::ServeProblem problem);
    void closed(lamella::ui::HttpConnection *connection); // always the last signal

private:
    enum class State { Request, Answered, File, Events, Closing };
    void readMore();
    void pump();
    void endFile(ServeProblem problem);
    void sendHead(int status, const QByteArray &contentType, qint64 length, const QByteArray &headers);
    void close();

    QTcpSocket *m_socket;
    LoopbackLimits m_limits;
    HttpRequestParser m_parser;
    QTimer m_timer;
    State m_state = State::Request;
    QByteArray m_path;
    core::OpenedFile m_file;
    ServedFile m_served;
    QByteArray m_piece;
    qint64 m_toRead = 0; // bytes of the file
    qint64 m_total = 0;
    qint64 m_surplus = 0; // bytes after the request
};

} // namespace lamella::ui
