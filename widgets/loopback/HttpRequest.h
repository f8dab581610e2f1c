// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the header of an HTTP/1 request from an untrusted client: strict syntax, bounded size, no decoding or normalisation.
// Paths are compared as sent, so "..", %2e or // can never refer to another file.
#pragma once

#include <QByteArray>

namespace lamella::ui {

struct HttpRequest {
    QByteArray method; // as sent
    QByteArray target; // as sent, begins with '/'
    QByteArray host; // value of Host
    QByteArray origin; // value of Origin, empty when there is none
    QByteArray fetchSite; // value of Sec-Fetch-Site, empty when there is none
    QByteArray fetchMode; // value of Sec-Fetch-Mode
    QByteArray fetchDest; // value of Sec-Fetch-Dest
    qint64 bodyBytes = 0; // Content-Length
};

class HttpRequestParser {
public:
    static constexpr qsizetype kMaxHeadBytes = qsizetype{16} * 1024;
    static constexpr qint64 kMaxBodyBytes = qint64{64} * 1024; // read and discarded, so that the client receives the response
    enum class State { More, Done, Bad };

    // Consumes received bytes; Done when header and body are complete.
    State feed(const QByteArray &bytes);
    [[nodiscard]] const HttpRequest &request() const { return m_request; }
    [[nodiscard]] int status() const { return m_status; } // for Bad: 400, 413, 431, 501 or 505

private:
    State fail(int status);
    bool readHead();
    bool readRequestLine(const QByteArray &line);
    bool readField(const QByteArray &line);

    QByteArray m_head;
    HttpRequest m_request;
    qint64 m_bodyBytes = 0; // received so far
    int m_status = 0;
    bool m_headDone = false;
    bool m_hasHost = false;
    bool m_hasLength = false;
};

} // namespace lamella::ui
