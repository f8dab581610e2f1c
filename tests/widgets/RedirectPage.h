// SPDX-License-Identifier: GPL-3.0-or-later
// The page that the browser is started with: the address of the trace stands in no command line.
#pragma once

#include "widgets/perfetto/PerfettoLinker.h"

#include <QFile>
#include <QList>
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

// Instead of opening a browser, each jump adds the address that a new tab would be led to. The list must live as long as jumps are made.
inline void recordJumps(ui::PerfettoLinker &linker, QList<QUrl> &opened)
{
    ui::PerfettoLinker::Environment environment; // a browser that asks for nothing, a port that nobody has
    environment.openInBrowser = [&opened](const QUrl &url) {
        opened << targetOfPage(url);
        return true;
    };
    environment.traceProcessor = [] { return QString(); };
    environment.port = 0;
    linker.setEnvironment(environment);
    ui::PerfettoSettings settings = ui::PerfettoSettings::load();
    settings.live = false; // the address of a new tab tells where it leads
    linker.setSettings(settings);
}

} // namespace lamella::test
