// SPDX-License-Identifier: GPL-3.0-or-later
// One client of a LoopbackServer, from its first byte to its last: one request, one answer, closed. A client that takes too long
// to ask, that stops reading, or that sends more than a request, is cut off. A file is sent in pieces, never more than 1 MiB
// ahead of what the client has taken.
#pragma once

#include "core/import/ByteSource.h"
#include "widgets/loopback/HttpRequest.h"
#include "widgets/loopback/LoopbackRoute.h"

#include <QObject>
#include <QTimer>

class QTcpSocket;

namespace lamella::ui {

struct LoopbackLimits {
    LoopbackLimits();
    quint32 user; // whose programs may connect
    int connections = 64; // at a time; for one more, the one that has been silent for longest goes, else it gets 503
    int transfers = 4; // of files, at a time
    int listeners = 4; // to events, at a time
    int requestMs = 10'000; // from accepting to the end of the request
    int stallMs = 60'000; // without a byte taken
    int keepAliveMs = 15'000; // a comment on event streams, so that dead ones are noticed
};

class HttpConnection : public QObject {
    Q_OBJECT
public:
    // Owns the socket.
    HttpConnection(QTcpSocket *socket, const LoopbackLimits &limits, QObject *parent);
    ~HttpConnection() override;

    // Answers to requested(); exactly one of them.
    void sendStatus(int status, const QByteArray &headers = {});
    void sendBytes(const LoopbackRoute &route, const QByteArray &headers, bool headOnly);
    void sendFile(const LoopbackRoute &route, const QByteArray &headers, bool headOnly);
    void openEvents(const QByteArray &headers);

    void sendEvent(const QByteArray &name, const QByteArray &data);
    [[nodiscard]] const QByteArray &path() const { return m_path; } // of the file or events being sent
    [[nodiscard]] bool isSilent() const { return m_state == State::Request; } // has not asked yet
    [[nodiscard]] bool sendsFile() const { return m_state == State::File; }
    [[nodiscard]] bool listens() const { return m_state == State::Events; }
    void abort();

signals:
    void requested(lamella::ui::HttpConnection *connection, const lamella::ui::HttpRequest &request);
    void fileProgress(const QByteArray &path, qint64 sentBytes, qint64 totalBytes);
    // All bytes of the file were taken, or why not.
    void fileEnded(const QByteArray &path, lamella::ui::ServeProblem problem);
    void closed(lamella::ui::HttpConnection *connection); // the last signal

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
    qint64 m_toRead = 0; // of the file
    qint64 m_total = 0;
    qint64 m_surplus = 0; // bytes after the request
};

} // namespace lamella::ui
