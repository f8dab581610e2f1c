// SPDX-License-Identifier: GPL-3.0-or-later
// What a second start asks the running program for, as one line of JSON. Read with suspicion: any program of this user may write
// to the socket. Pure functions.
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
    int pass = -1; // -1 = not asked for
    std::optional<int> layer;
    bool newWindow = false; // whatever the settings say
    bool operator==(const OpenRequest &) const = default;
};

inline constexpr qsizetype kMaxRequestBytes = 262'144;

[[nodiscard]] QByteArray toLine(const OpenRequest &request); // ends with a line feed
// Nothing for anything else than what toLine() writes: damaged, of another version, with relative or overlong paths, too many
// files.
[[nodiscard]] std::optional<OpenRequest> requestFromLine(const QByteArray &line);

} // namespace lamella::ui
