// SPDX-License-Identifier: GPL-3.0-or-later
// Request of a second instance to the running one, as one line of JSON. Untrusted input: any program of this user can write to
// the socket. Pure functions.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>

namespace lamella::ui {

struct OpenRequest {
    QStringList files; // absolute
    QString config; // model config, absolute; empty = none
    QString profile;
    QString compare; // absolute
    QString view;
    int pass = -1; // -1 = not requested
    std::optional<int> layer;
    bool newWindow = false; // overrides the settings
    bool operator==(const OpenRequest &) const = default;
};

inline constexpr qsizetype kMaxRequestBytes = 262'144;

[[nodiscard]] QByteArray toLine(const OpenRequest &request); // ends with a line feed
// Empty for anything that toLine() would not write: damaged, of another version, with relative or overlong paths, or with too
// many files.
[[nodiscard]] std::optional<OpenRequest> requestFromLine(const QByteArray &line);

} // namespace lamella::ui
