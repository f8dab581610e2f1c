// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Display.h"
#include "app/gui/Options.h"
#include "app/gui/Screenshot.h"
#include "core/base/ThreadStart.h"
#include "core/system/LargePageHeap.h"
#include "widgets/desktop/ExitDeadline.h"
#include "widgets/desktop/LiveFolder.h"
#include "widgets/desktop/WindowManager.h"
#include "widgets/instance/InstanceServer.h"
#include "widgets/session/EarlyRead.h"
#include "widgets/session/FreedMemory.h"
#include "widgets/settings/GeneralSettings.h"
#include "widgets/settings/Languages.h"
#include "widgets/theme/Appearance.h"

#include <QApplication>
#include <QFile>
#include <QFileInfo>
#include <QIcon>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

namespace {

QStringList argumentsOf(int argc, char **argv)
{
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    return arguments;
}

void print(const lamella::ParsedOptions &parsed)
{
    std::fputs(qPrintable(parsed.text), parsed.exitCode.value_or(0) == 0 ? stdout : stderr);
}

bool asksForText(int argc, char **argv)
{
    for (int i = 1; i < argc; ++i) {
        const QByteArray argument(argv[i]);
        if (argument == "--")
            return false;
        if (argument == "--version" || argument == "-v" || argument == "--help" || argument == "-h")
            return true;
    }
    return false;
}

// What needs no window, and what cannot have one. Pictures need no display.
// Qt removes arguments of the platform plugin ("-platform offscreen") from argv.
std::optional<int> answeredWithoutWindow(int argc, char **argv)
{
    const bool isText = asksForText(argc, argv);
    if (!isText && lamella::hasDisplay(argc, argv))
        return std::nullopt;
    const QCoreApplication core(argc, argv);
    const lamella::ParsedOptions parsed = lamella::parseOptions(argumentsOf(argc, argv));
    if (isText || parsed.exitCode) {
        print(parsed);
        return parsed.exitCode.value_or(0);
    }
    if (parsed.options.screenshot.isEmpty()) {
        std::fputs(qPrintable(lamella::noDisplaySentence()), stderr);
        return 2;
    }
    qputenv("QT_QPA_PLATFORM", "offscreen");
    return std::nullopt;
}

// Without a desktop there may be no folder for sockets, and Qt warns of that; null where there is one.
std::unique_ptr<QTemporaryDir> runtimeFolderOfOurOwn()
{
    if (!qEnvironmentVariableIsEmpty("XDG_RUNTIME_DIR") || qgetenv("QT_QPA_PLATFORM") != "offscreen")
        return nullptr;
    auto folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_RUNTIME_DIR", QFile::encodeName(folder->path()));
    return folder;
}

QString absolute(const QString &path)
{
    return path.isEmpty() ? path : QFileInfo(path).absoluteFilePath();
}

lamella::ui::OpenRequest requestOf(const lamella::GuiOptions &options)
{
    lamella::ui::OpenRequest request;
    for (const QString &file : options.files)
        request.files << absolute(file);
    request.config = absolute(QFile::decodeName(options.session.configPath.c_str()));
    request.profile = QString::fromStdString(options.session.profile);
    if (QFileInfo::exists(request.profile)) // a file rather than a profile name
        request.profile = absolute(request.profile);
    request.compare = absolute(options.compare);
    request.view = options.view;
    request.pass = options.pass.value_or(-1);
    request.layer = options.layer;
    request.newWindow = options.newWindow;
    return request;
}

// Language, theme, screenshots and watching apply to the whole process, so such a start does not use a running instance.
bool isOnItsOwn(const lamella::GuiOptions &options)
{
    return !options.screenshot.isEmpty() || !options.theme.isEmpty() || !options.language.isEmpty() || !options.size.isEmpty()
        || options.watch;
}

void showWindows(lamella::ui::WindowManager &windows, const lamella::GuiOptions &options)
{
    lamella::ui::MainWindow *window = windows.createWindow();
    window->setStartView({options.pass, options.layer, options.view});
    if (!options.compare.isEmpty() && !options.files.isEmpty() && !options.watch)
        window->compareWith(options.compare);
    if (!options.size.isEmpty())
        window->resize(options.size);
    window->show();
    // Opens files after the window is shown. Several files are the ranks of one job.
    if (options.watch)
        new lamella::ui::LiveFolder(*window, absolute(options.files.first()), absolute(options.compare), options.session);
    else if (!options.files.isEmpty())
        QTimer::singleShot(
            0, window, [window, files = options.files, session = options.session] { window->openRanks(files, session); });
    if (!options.screenshot.isEmpty()) {
        auto *picture = new lamella::Screenshot(*window, options.screenshot, &windows);
        picture->setView(options.view);
        picture->setPlace(options.pass, options.layer);
    }
    const bool last = lamella::ui::GeneralSettings::load().atStart == lamella::ui::AtStart::LastSession;
    if (options.files.isEmpty() && options.screenshot.isEmpty() && (options.restore || last))
        QTimer::singleShot(0, &windows, &lamella::ui::WindowManager::restoreLast);
}

} // namespace

int main(int argc, char **argv)
{
    lamella::core::restartWithLargePages(argc, argv);
    lamella::ui::keepLargeBlocksApart();
    QCoreApplication::setOrganizationName(QStringLiteral("Lamella"));
    QCoreApplication::setApplicationName(QStringLiteral("lamella"));
    QCoreApplication::setApplicationVersion(QStringLiteral(LAMELLA_VERSION));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    if (const auto code = answeredWithoutWindow(argc, argv))
        return *code;
    const auto runtimeFolder = runtimeFolderOfOurOwn();

    std::optional<lamella::DisplayGuard> guard(std::in_place);
    const QApplication app(argc, argv);
    guard.reset();
    // All available languages and the time axes of all charts run left to right: a right-to-left desktop, or Qt's own
    // translation, must not mirror parts of the window.
    QGuiApplication::setLayoutDirection(Qt::LeftToRight);
    const lamella::ParsedOptions parsed = lamella::parseOptions(QCoreApplication::arguments());
    if (parsed.exitCode) {
        print(parsed);
        return *parsed.exitCode;
    }
    const bool alone = isOnItsOwn(parsed.options);
    const QString socket = alone ? QString() : lamella::ui::InstanceServer::usualPath();
    if (lamella::ui::handOver(socket, requestOf(parsed.options)))
        return 0; // a running instance opens the window

    lamella::core::setThreadStart([] { const QFile first; });
    if (parsed.options.files.size() == 1 && !parsed.options.watch)
        lamella::ui::EarlyRead::begin(parsed.options.files.first(), parsed.options.session);

    const QString chosen = lamella::ui::knownLanguage(lamella::ui::GeneralSettings::load().language);
    lamella::ui::installLanguage(parsed.options.language.isEmpty() ? chosen : parsed.options.language);
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.lamella_viewer.Lamella"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/lamella.svg")));
    lamella::ui::applyAppearance();
    if (!parsed.options.theme.isEmpty())
        lamella::ui::Theme::apply(
            parsed.options.theme == QStringLiteral("dark") ? lamella::ui::ThemeKind::Dark : lamella::ui::ThemeKind::Light);

    lamella::ui::keepExitDeadline(app);
    lamella::ui::InstanceServer server;
    (void)server.listen(socket); // on failure, later starts run their own process
    lamella::ui::WindowManager windows(parsed.options.screenshot.isEmpty());
    QObject::connect(&server, &lamella::ui::InstanceServer::requested, &windows, &lamella::ui::WindowManager::open);
    showWindows(windows, parsed.options);
    return lamella::ui::exitingWith(QApplication::exec());
}
