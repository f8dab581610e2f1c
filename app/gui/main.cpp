// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Languages.h"
#include "app/gui/Options.h"
#include "app/gui/Screenshot.h"
#include "app/gui/WindowManager.h"
#include "widgets/theme/Appearance.h"

#include <QApplication>
#include <QIcon>
#include <QSettings>
#include <QTimer>

#include <cstdio>
#include <memory>

namespace {

QStringList argumentsOf(int argc, char **argv)
{
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    return arguments;
}

// Arguments of the window system ("-platform offscreen") are its own: Qt takes them out of argv.
std::optional<int> answeredWithoutWindow(int argc, char **argv)
{
    for (int i = 1; i < argc; ++i) {
        const QByteArray argument(argv[i]);
        if (argument == "--")
            return std::nullopt;
        if (argument != "--version" && argument != "-v" && argument != "--help" && argument != "-h")
            continue;
        const QCoreApplication core(argc, argv);
        const lamella::ParsedOptions parsed = lamella::parseOptions(argumentsOf(argc, argv));
        std::fputs(qPrintable(parsed.text), parsed.exitCode.value_or(0) == 0 ? stdout : stderr);
        return parsed.exitCode.value_or(0);
    }
    return std::nullopt;
}

void showWindows(lamella::WindowManager &windows, const lamella::GuiOptions &options)
{
    lamella::ui::MainWindow *window = windows.createWindow();
    window->setStartView({options.pass, options.layer, options.view});
    if (!options.compare.isEmpty() && !options.files.isEmpty())
        window->compareWith(options.compare);
    if (!options.size.isEmpty())
        window->resize(options.size);
    window->show();
    // The window stands before a file is touched. Several files are the ranks of one job.
    if (!options.files.isEmpty())
        QTimer::singleShot(
            0, window, [window, files = options.files, session = options.session] { window->openRanks(files, session); });
    if (!options.screenshot.isEmpty())
        new lamella::Screenshot(*window, options.screenshot, &windows);
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication::setOrganizationName(QStringLiteral("Lamella"));
    QCoreApplication::setOrganizationDomain(QStringLiteral("lamella.app"));
    QCoreApplication::setApplicationName(QStringLiteral("lamella"));
    QCoreApplication::setApplicationVersion(QStringLiteral(LAMELLA_VERSION));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    if (const auto code = answeredWithoutWindow(argc, argv))
        return *code;

    const QApplication app(argc, argv);
    const lamella::ParsedOptions parsed = lamella::parseOptions(QCoreApplication::arguments());
    if (parsed.exitCode) {
        std::fputs(qPrintable(parsed.text), *parsed.exitCode == 0 ? stdout : stderr);
        return *parsed.exitCode;
    }
    lamella::installLanguage(parsed.options.language);
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.lamella_viewer.Lamella"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/lamella.svg")));
    lamella::ui::applyAppearance();
    if (!parsed.options.theme.isEmpty())
        lamella::ui::Theme::apply(
            parsed.options.theme == QStringLiteral("dark") ? lamella::ui::ThemeKind::Dark : lamella::ui::ThemeKind::Light);

    lamella::WindowManager windows;
    showWindows(windows, parsed.options);
    return QApplication::exec();
}
