// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/loopback/HttpRequest.h"

#include <QList>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr int kMaxFields = 100;
constexpr qsizetype kMaxDigits = 15;

bool isTokenChar(char c)
{
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return letter || (c >= '0' && c <= '9') || (c != '\0' && QByteArrayView("!#$%&'*+-.^_`|~").contains(c));
}

bool isVisible(char c)
{
    return c > 0x20 && c < 0x7f;
}

template <class Test> bool all(const QByteArray &text, Test test)
{
    return std::all_of(text.begin(), text.end(), test);
}

} // namespace

HttpRequestParser::State HttpRequestParser::fail(int status)
{
    m_status = status;
    m_head.clear();
    return State::Bad;
}

HttpRequestParser::State HttpRequestParser::feed(const QByteArray &bytes)
{
    if (m_status != 0)
        return State::Bad;
    if (m_headDone) {
        m_bodyBytes += bytes.size();
    } else {
        const qsizetype searched = std::max<qsizetype>(m_head.size() - 3, 0);
        m_head += bytes; // bounded: a connection reads at most 32 KiB at a time
        const qsizetype end = m_head.indexOf("\r\n\r\n", searched);
        // Up to three bytes of the final empty line may have arrived; they do not count, so the limit does not depend on how the
        // header is split.
        if ((end < 0 ? m_head.size() - 3 : end) > kMaxHeadBytes)
            return fail(431);
        if (end < 0)
            return State::More;
        m_bodyBytes = m_head.size() - (end + 4);
        m_head.truncate(end + 2);
        m_headDone = true;
        if (!readHead())
            return fail(m_status != 0 ? m_status : 400);
        m_head.clear();
    }
    if (m_bodyBytes > kMaxBodyBytes)
        return fail(413);
    return m_bodyBytes >= m_request.bodyBytes ? State::Done : State::More;
}

bool HttpRequestParser::readHead()
{
    const QList<QByteArray> lines = m_head.split('\n'); // the last one is empty
    if (lines.size() > kMaxFields + 2) {
        m_status = 431;
        return false;
    }
    for (qsizetype i = 0; i + 1 < lines.size(); ++i) {
        if (!lines[i].endsWith('\r'))
            return false;
        const QByteArray line = lines[i].chopped(1);
        if (i == 0 ? !readRequestLine(line) : !readField(line))
            return false;
    }
    return m_hasHost;
}

bool HttpRequestParser::readRequestLine(const QByteArray &line)
{
    const QList<QByteArray> parts = line.split(' ');
    if (parts.size() != 3 || parts[0].isEmpty() || parts[0].size() > 16 || !all(parts[0], isTokenChar))
        return false;
    if (!parts[1].startsWith('/') || !all(parts[1], isVisible))
        return false;
    if (parts[2] != "HTTP/1.1" && parts[2] != "HTTP/1.0") {
        m_status = parts[2].startsWith("HTTP/") ? 505 : 400;
        return false;
    }
    m_request.method = parts[0];
    m_request.target = parts[1];
    return true;
}

bool HttpRequestParser::readField(const QByteArray &line)
{
    const qsizetype colon = line.indexOf(':');
    if (colon <= 0 || !all(line.left(colon), isTokenChar))
        return false; // also rejects continuation lines
    const QByteArray name = line.left(colon).toLower();
    const QByteArray value = line.mid(colon + 1).trimmed();
    if (!all(value, [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f; }))
        return false;
    if (name == "host") {
        if (m_hasHost)
            return false;
        m_hasHost = true;
        m_request.host = value;
    } else if (name == "origin") {
        if (!m_request.origin.isEmpty() || value.isEmpty())
            return false;
        m_request.origin = value;
    } else if (name == "sec-fetch-site") {
        m_request.fetchSite = value;
    } else if (name == "sec-fetch-mode") {
        m_request.fetchMode = value;
    } else if (name == "sec-fetch-dest") {
        m_request.fetchDest = value;
    } else if (name == "transfer-encoding") {
        m_status = 501;
        return false;
    } else if (name == "content-length") {
        if (m_hasLength || value.isEmpty() || value.size() > kMaxDigits
            || !all(value, [](char c) { return c >= '0' && c <= '9'; }))
            return false;
        m_hasLength = true;
        m_request.bodyBytes = value.toLongLong();
        if (m_request.bodyBytes > kMaxBodyBytes) {
            m_status = 413;
            return false;
        }
    }
    return true;
}

} // namespace lamella::ui
