// SPDX-License-Identifier: GPL-3.0-or-later
// Helpers to write files in tests.
#pragma once

#include <QByteArray>
#include <QFile>
#include <QString>

#include <string>
#include <string_view>

namespace lamella::test {

// The same bytes as a QByteArray.
inline QByteArray bytesOf(std::string_view text)
{
    return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
}

// Ends the program if it cannot be written, because no test could continue.
inline QString writeFile(const QString &path, std::string_view bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)
        || file.write(bytes.data(), static_cast<qint64>(bytes.size())) != static_cast<qint64>(bytes.size()))
        qFatal("cannot write %s", qPrintable(path));
    return path;
}

inline QString writeFile(const QString &path, const char *text)
{
    return writeFile(path, std::string_view(text));
}

inline QString writeFile(const QString &path, const std::string &text)
{
    return writeFile(path, std::string_view(text));
}

inline QString writeFile(const QString &path, const QByteArray &bytes)
{
    return writeFile(path, std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

} // namespace lamella::test
