// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Display.h"

#include <QByteArray>
#include <QFileInfo>
#include <QStringList>

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace lamella {

namespace {

QStringList g_warnings; // kept by the guard
QtMessageHandler g_before = nullptr;

void keepMessage(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    Q_UNUSED(context)
    if (type != QtFatalMsg) {
        g_warnings << text;
        return;
    }
    QByteArray name;
    for (const char *variable : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"})
        if (name.isEmpty())
            name = qgetenv(variable);
    std::fprintf(stderr,
        "lamella: no window can be opened on the display \"%s\"; is it reachable? lamella-cli prints the same tables, and "
        "QT_QPA_PLATFORM=offscreen with --screenshot FILE.png draws a picture\n",
        name.constData());
    std::_Exit(2);
}

} // namespace

bool hasDisplay(int argc, char **argv)
{
#if defined(Q_OS_UNIX) && !defined(Q_OS_MACOS)
    for (int i = 1; i < argc; ++i)
        if (const std::string_view argument(argv[i]); argument == "-platform" || argument == "--platform")
            return true;
    for (const char *name : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"})
        if (!qEnvironmentVariableIsEmpty(name))
            return true;
    // What Wayland takes where nothing is named.
    const QString folder = qEnvironmentVariable("XDG_RUNTIME_DIR");
    return !folder.isEmpty() && QFileInfo::exists(folder + QStringLiteral("/wayland-0"));
#else
    Q_UNUSED(argc)
    Q_UNUSED(argv)
    return true;
#endif
}

QString noDisplaySentence()
{
    return QStringLiteral(
        "lamella: no display here (neither DISPLAY nor WAYLAND_DISPLAY is set); lamella-cli prints the same tables, "
        "and --screenshot FILE.png draws a picture\n");
}

DisplayGuard::DisplayGuard()
{
    g_before = qInstallMessageHandler(keepMessage);
}

DisplayGuard::~DisplayGuard()
{
    qInstallMessageHandler(g_before);
    for (const QString &warning : std::as_const(g_warnings))
        qWarning("%s", qPrintable(warning));
    g_warnings.clear();
}

} // namespace lamella
