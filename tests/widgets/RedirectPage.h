// SPDX-License-Identifier: GPL-3.0-or-later
// The page that the browser is started with: the address of the trace stands in no command line.
#pragma once

#include <QFile>
#include <QUrl>

namespace lamella::test {

// Where the page leads; nothing where it is no such page.
inline QUrl targetOfPage(const QUrl &page)
{
    QFile file(page.toLocalFile());
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QString html = QString::fromUtf8(file.readAll());
    const QString before = QStringLiteral("content=\"0; url=");
    const auto begin = html.indexOf(before) + before.size();
    return QUrl(html.mid(begin, html.indexOf(u'"', begin) - begin).replace(QStringLiteral("&amp;"), QStringLiteral("&")));
}

} // namespace lamella::test
