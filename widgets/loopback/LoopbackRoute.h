// SPDX-License-Identifier: GPL-3.0-or-later
// The routes of a loopback server, and who may request them.
#pragma once

#include <QByteArray>
#include <QString>

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::ui {

struct HttpRequest;

// A file as it was when the trace was read. If its size or modification time differs, it is not sent.
struct ServedFile {
    std::string path; // in the encoding of the file system
    std::uint64_t bytes = 0;
    std::int64_t modifiedNs = 0;
};

struct LoopbackRoute {
    enum class Kind { File, Bytes, Events, Report }; // Report: an empty answer, and a signal
    enum class Access {
        Viewer, // Perfetto's page, from its origin
        Page, // our own page, from this server
        Entry // our own page opened in a tab, also from the redirect file on disk
    };
    QByteArray path; // exact path of a request; begins with '/'
    Kind kind = Kind::Bytes;
    Access access = Access::Viewer;
    QByteArray contentType = "application/octet-stream";
    ServedFile file; // of File
    QByteArray bytes; // of Bytes
    QByteArray headers; // additional header lines, each with CRLF
};

enum class ServeProblem { None, FileGone, FileChanged, Unreadable, ClientLeft };

// 0 if the request is allowed, else the status that rejects it: 403 for a Host other than 127.0.0.1:port (DNS rebinding) and for
// a foreign Origin.
[[nodiscard]] int refusal(const HttpRequest &request, LoopbackRoute::Access access, quint16 port, const QByteArray &viewerOrigin);
[[nodiscard]] bool hostIsOurs(const HttpRequest &request, quint16 port);

// An unguessable path: '/' and 32 hexadecimal digits.
[[nodiscard]] QByteArray randomPath();
// Keeps letters, digits, '.', '-' and '_' of a file name; other characters become '_'. Never empty, never only dots, at most 80
// characters, with the extension preserved.
[[nodiscard]] QByteArray safeFileName(const QString &name);

} // namespace lamella::ui
