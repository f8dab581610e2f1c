// SPDX-License-Identifier: GPL-3.0-or-later
// What a loopback server answers, and who may ask for it.
#pragma once

#include <QByteArray>
#include <QString>

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::ui {

struct HttpRequest;

// A file as it was when the trace was read; another length or another time of change, and it is not sent.
struct ServedFile {
    std::string path; // as the system names it
    std::uint64_t bytes = 0;
    std::int64_t modifiedNs = 0;
};

struct LoopbackRoute {
    enum class Kind { File, Bytes, Events };
    enum class Access {
        Viewer, // the page of Perfetto, from its own origin
        Page, // our own page, from this server
        Entry // our own page, opened in a tab: by the file that leads the browser there, too
    };
    QByteArray path; // exactly what a request must name; begins with '/'
    Kind kind = Kind::Bytes;
    Access access = Access::Viewer;
    QByteArray contentType = "application/octet-stream";
    ServedFile file; // of File
    QByteArray bytes; // of Bytes
    QByteArray headers; // further header lines, each with its CRLF
};

enum class ServeProblem { None, FileGone, FileChanged, Unreadable, ClientLeft };

// 0 when the request may have an answer, else the status that refuses it: 403 for a Host that is not 127.0.0.1:port (a name that
// was bound to this address by a foreign DNS server) and for a foreign Origin.
[[nodiscard]] int refusal(const HttpRequest &request, LoopbackRoute::Access access, quint16 port, const QByteArray &viewerOrigin);
[[nodiscard]] bool hostIsOurs(const HttpRequest &request, quint16 port);

// A path that nobody can guess: '/' and 32 hexadecimal digits.
[[nodiscard]] QByteArray randomPath();
// Letters, digits, '.', '-' and '_' of a file name; everything else becomes '_'. Never empty, never only dots, 80 characters at
// most, keeps the ending.
[[nodiscard]] QByteArray safeFileName(const QString &name);

} // namespace lamella::ui
