// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/loopback/HttpConnection.h"

#include <QTcpSocket>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <unistd.h>

namespace lamella::ui {

namespace {

constexpr qint64 kReadBytes = qint64{32} * 1024;
constexpr qint64 kPieceBytes = qint64{256} * 1024;
constexpr qint64 kAheadBytes = qint64{1024} * 1024; // written but not taken by the client

const char *reason(int status)
{
    switch (status) {
    case 200:
        return "OK";
    case 400:
        return "Bad Request";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 408:
        return "Request Timeout";
    case 409:
        return "Conflict";
    case 410:
        return "Gone";
    case 413:
        return "Content Too Large";
    case 431:
        return "Request Header Fields Too Large";
    case 501:
        return "Not Implemented";
    case 503:
        return "Service Unavailable";
    case 505:
        return "HTTP Version Not Supported";
    default:
        return "Error";
    }
}

bool sameFile(const core::OpenedFile &file, const ServedFile &served)
{
    const std::optional<core::FileStamp> now = file.handle.stamp();
    return now && now->bytes == served.bytes && now->modifiedNs == served.modifiedNs;
}

} // namespace

LoopbackLimits::LoopbackLimits()
    : user(::geteuid())
{
}

HttpConnection::HttpConnection(QTcpSocket *socket, const LoopbackLimits &limits, QObject *parent)
    : QObject(parent)
    , m_socket(socket)
    , m_limits(limits)
{
    m_socket->setParent(this);
    m_socket->setReadBufferSize(kReadBytes);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (m_state == State::Events) {
            m_socket->write(":\n\n");
            m_timer.start(m_limits.keepAliveMs);
        } else if (m_state == State::Request) {
            sendStatus(408);
        } else {
            abort();
        }
    });
    connect(m_socket, &QTcpSocket::readyRead, this, &HttpConnection::readMore);
    connect(m_socket, &QTcpSocket::bytesWritten, this, &HttpConnection::pump);
    connect(m_socket, &QTcpSocket::disconnected, this, [this] {
        m_timer.stop();
        if (m_state == State::File)
            endFile(ServeProblem::ClientLeft);
        m_state = State::Closing;
        emit closed(this);
    });
    m_timer.start(m_limits.requestMs);
}

HttpConnection::~HttpConnection()
{
    m_socket->disconnect(this); // otherwise its end would be signalled to a half-destroyed object
}

void HttpConnection::readMore()
{
    const QByteArray bytes = m_socket->readAll();
    if (m_state != State::Request) {
        m_surplus += bytes.size();
        if (m_surplus > HttpRequestParser::kMaxBodyBytes)
            abort();
        return;
    }
    const HttpRequestParser::State state = m_parser.feed(bytes);
    if (state == HttpRequestParser::State::Bad)
        sendStatus(m_parser.status());
    else if (state == HttpRequestParser::State::Done)
        emit requested(this, m_parser.request());
}

void HttpConnection::sendHead(int status, const QByteArray &contentType, qint64 length, const QByteArray &headers)
{
    QByteArray head = "HTTP/1.1 " + QByteArray::number(status) + ' ' + reason(status) + "\r\nConnection: close\r\n";
    if (!contentType.isEmpty())
        head += "Content-Type: " + contentType + "\r\n";
    if (length >= 0)
        head += "Content-Length: " + QByteArray::number(length) + "\r\n";
    head += "Cache-Control: no-cache\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n" + headers + "\r\n";
    m_timer.start(m_limits.stallMs);
    m_socket->write(head);
}

void HttpConnection::sendStatus(int status, const QByteArray &headers)
{
    m_state = State::Answered;
    sendHead(status, {}, 0, headers);
    close();
}

void HttpConnection::sendBytes(const LoopbackRoute &route, const QByteArray &headers, bool headOnly)
{
    m_state = State::Answered;
    sendHead(200, route.contentType, route.bytes.size(), headers + route.headers);
    if (!headOnly)
        m_socket->write(route.bytes);
    close();
}

void HttpConnection::sendFile(const LoopbackRoute &route, const QByteArray &headers, bool headOnly)
{
    m_path = route.path;
    m_served = route.file;
    core::Result<core::OpenedFile> file = core::openRegularFile(route.file.path);
    if (!file || !sameFile(*file, m_served)) {
        std::error_code code;
        const bool gone = !std::filesystem::exists(route.file.path, code);
        m_state = State::Answered;
        emit fileEnded(m_path, gone ? ServeProblem::FileGone : file ? ServeProblem::FileChanged : ServeProblem::Unreadable);
        sendStatus(gone ? 410 : 409, headers);
        return;
    }
    m_total = static_cast<qint64>(m_served.bytes);
    if (headOnly) {
        m_state = State::Answered;
        sendHead(200, route.contentType, m_total, headers + route.headers);
        close();
        return;
    }
    m_file = std::move(*file);
    m_toRead = m_total;
    m_state = State::File;
    emit fileProgress(m_path, 0, m_total);
    sendHead(200, route.contentType, m_total, headers + route.headers);
    pump();
}

void HttpConnection::pump()
{
    if (m_state == State::Closing)
        return;
    if (m_state != State::Events && m_state != State::Request)
        m_timer.start(m_limits.stallMs);
    if (m_state != State::File)
        return;
    if (m_toRead == 0) {
        if (m_socket->bytesToWrite() == 0)
            endFile(ServeProblem::None);
        return;
    }
    while (m_toRead > 0 && m_socket->bytesToWrite() < kAheadBytes) {
        const qint64 wanted = std::min(kPieceBytes, m_toRead);
        m_piece.resize(wanted);
        const core::Transfer read = m_file.handle.read(m_piece.data(), static_cast<std::size_t>(wanted));
        const auto got = static_cast<qint64>(read.bytes);
        // The file changed while being sent: the client must not take a part for the whole.
        if (got != wanted || !sameFile(m_file, m_served)) {
            endFile(read.error != 0 ? ServeProblem::Unreadable : ServeProblem::FileChanged);
            return;
        }
        m_toRead -= got;
        if (m_socket->write(m_piece) != got) {
            endFile(ServeProblem::ClientLeft);
            return;
        }
    }
    // The send buffer also contains the response header.
    emit fileProgress(m_path, std::max<qint64>(0, m_total - m_toRead - m_socket->bytesToWrite()), m_total);
}

void HttpConnection::endFile(ServeProblem problem)
{
    if (m_state != State::File)
        return;
    m_state = State::Answered;
    m_file = {};
    m_piece = {};
    emit fileEnded(m_path, problem);
    if (problem == ServeProblem::None)
        close();
    else
        abort();
}

void HttpConnection::openEvents(const QByteArray &headers)
{
    m_path.clear();
    m_state = State::Events;
    sendHead(200, "text/event-stream; charset=utf-8", -1, headers);
    m_timer.start(m_limits.keepAliveMs);
}

void HttpConnection::sendEvent(const QByteArray &name, const QByteArray &data)
{
    if (m_state != State::Events)
        return;
    if (m_socket->bytesToWrite() > kAheadBytes) { // the client is not reading
        abort();
        return;
    }
    m_socket->write("event: " + name + "\ndata: " + data + "\n\n");
}

void HttpConnection::close()
{
    m_socket->disconnectFromHost(); // after everything is written
}

void HttpConnection::abort()
{
    if (m_state != State::Closing)
        m_socket->abort();
}

} // namespace lamella::ui
