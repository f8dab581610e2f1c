// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/loopback/LoopbackRoute.h"

#include "widgets/loopback/HttpRequest.h"

#include <QRandomGenerator>

#include <algorithm>
#include <array>

namespace lamella::ui {

namespace {

QByteArray ownAuthority(quint16 port)
{
    return "127.0.0.1:" + QByteArray::number(port);
}

} // namespace

bool hostIsOurs(const HttpRequest &request, quint16 port)
{
    return request.host == ownAuthority(port);
}

int refusal(const HttpRequest &request, LoopbackRoute::Access access, quint16 port, const QByteArray &viewerOrigin)
{
    if (!hostIsOurs(request, port))
        return 403;
    if (!request.origin.isEmpty()) {
        const QByteArray wanted = access == LoopbackRoute::Access::Viewer ? viewerOrigin : "http://" + ownAuthority(port);
        return request.origin == wanted ? 0 : 403;
    }
    // Without an Origin header the request does not come from a script of a page, but from the user's browser or a tool that
    // knows the path. Embedding by another site (an image, a frame) is visible in Sec-Fetch-Site.
    const bool own = request.fetchSite.isEmpty() || request.fetchSite == "none" || request.fetchSite == "same-origin";
    // A page opened from a file on disk counts as another site.
    const bool opened =
        access == LoopbackRoute::Access::Entry && request.fetchMode == "navigate" && request.fetchDest == "document";
    return own || opened ? 0 : 403;
}

QByteArray randomPath()
{
    std::array<quint32, 4> numbers{};
    QRandomGenerator::system()->fillRange(numbers.data(), static_cast<qsizetype>(numbers.size()));
    return '/' + QByteArray(reinterpret_cast<const char *>(numbers.data()), sizeof numbers).toHex();
}

QByteArray safeFileName(const QString &name)
{
    constexpr qsizetype kMax = 80;
    QByteArray safe;
    const QString end = name.right(kMax);
    for (const QChar c : end) {
        const char16_t u = c.unicode();
        const bool plain = (u >= u'a' && u <= u'z') || (u >= u'A' && u <= u'Z') || (u >= u'0' && u <= u'9');
        safe += plain || u == u'.' || u == u'-' || u == u'_' ? static_cast<char>(u) : '_';
    }
    while (safe.startsWith('.'))
        safe.remove(0, 1);
    const bool telling = std::any_of(safe.begin(), safe.end(), [](char c) { return c != '_' && c != '.' && c != '-'; });
    return telling ? safe : QByteArray("trace.json");
}

} // namespace lamella::ui
