// SPDX-License-Identifier: GPL-3.0-or-later
// The real window for a measurement, as it is at its first start. Offscreen unless QT_QPA_PLATFORM says otherwise.
#pragma once

#include "tests/bench/WideTrace.h"
#include "widgets/session/EarlyRead.h"
#include "widgets/session/FreedMemory.h"
#include "widgets/session/RecentFiles.h"
#include "widgets/theme/Appearance.h"
#include "widgets/theme/Theme.h"
#include "widgets/window/MainWindow.h"

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QThreadPool>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>

namespace lamella::bench {

// Arguments of the program: FILE|wide:EVENTS:LANES|decode:PASSES:LAYERS|memory:EVENTS [WIDTHxHEIGHT [PART ...]]. work(window,
// trace, wanted) with the window shown and empty, the file being read; wanted(part) says whether a part was asked for (all, where
// none is named). False ends with a failure. With LAMELLA_BENCH_HOME the folders of the user are those of the environment.
// Returns the exit code.
template <class Work> int withRealWindow(int argc, char **argv, const char *parts, Work work)
{
    using namespace lamella::ui;
    keepLargeBlocksApart();
    if (argc < 2) {
        std::fprintf(stderr, "usage: %s FILE|wide:EVENTS:LANES|decode:PASSES:LAYERS|memory:EVENTS [WIDTHxHEIGHT [%s ...]]\n",
            argv[0], parts);
        return 2;
    }
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir folder; // no settings, and no copy of a trace from before
    for (const char *name : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"})
        if (qEnvironmentVariableIsEmpty("LAMELLA_BENCH_HOME"))
            qputenv(name, folder.filePath(QString::fromLatin1(name)).toLocal8Bit());
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QCoreApplication::setOrganizationName(QStringLiteral("Lamella"));
    QCoreApplication::setApplicationName(QStringLiteral("lamella"));
    const QApplication app(argc, argv);
    applyAppearance();
    Theme::setMotion(false);
    const QString trace = QString::fromStdString(traceOf(argv[1], folder.path().toStdString()));
    EarlyRead::begin(trace, {}); // as the program does
    QThreadPool pool;
    pool.setMaxThreadCount(std::max(3, QThread::idealThreadCount() + 1));
    RecentFiles recent;
    {
        MainWindow window(pool, recent);
        const QStringList size = QString::fromLatin1(argc > 2 ? argv[2] : "1920x1080").split(u'x');
        window.resize(size.value(0).toInt(), size.value(1).toInt());
        window.show();
        QCoreApplication::processEvents();
        const std::function<bool(const char *)> wanted = [&](const char *part) {
            return argc <= 3
                || std::any_of(argv + 3, argv + argc, [part](const char *name) { return std::string(name) == part; });
        };
        if (!work(window, trace, wanted))
            return 1;
        window.controller().close();
    }
    pool.waitForDone();
    return 0;
}

} // namespace lamella::bench
