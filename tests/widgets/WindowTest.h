// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of a whole window start from: settings of their own, made-up traces as files, a window, and waiting until everything
// is shown. A test class inherits one of these beside QObject.
#pragma once

#include "tests/widgets/LoadedTrace.h"
#include "widgets/common/Panel.h"
#include "widgets/desktop/WindowManager.h"
#include "widgets/session/RecentFiles.h"
#include "widgets/theme/Theme.h"
#include "widgets/window/MainWindow.h"
#include "widgets/window/WorkspaceArea.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>

#include <algorithm>
#include <functional>

namespace lamella::test {

// The trace that is shipped with the program.
inline QString sampleTrace()
{
    return QStringLiteral(LAMELLA_SOURCE_DIR "/resources/sample/lamella-sample.trace.json.gz");
}

// Settings, and whatever the program stores for a user, are in a temporary folder and go with it; colours are the light ones.
class OwnSettings {
protected:
    OwnSettings()
    {
        for (const char *name : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"})
            qputenv(name, QFile::encodeName(m_folder.filePath(QString::fromLatin1(name).toLower())));
        QCoreApplication::setOrganizationName(QStringLiteral("LamellaTest"));
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
        clearSettings();
        ui::Theme::apply(ui::ThemeKind::Light);
    }
    static void clearSettings()
    {
        QSettings().clear();
        QSettings().setValue(QStringLiteral("hints/seen"), 99); // no hints of a first start
    }
    [[nodiscard]] QString file(const QString &name) const { return m_folder.filePath(name); }
    QString write(const QString &name, const std::string &text) const { return writeFile(file(name), text); }
    // Files of different variants are different traces, though of the same events.
    QString writeTrace(
        const TraceOptions &options = {}, const QString &name = QStringLiteral("trace.json"), int variant = 1) const
    {
        std::string text = traceText(TraceKind::Dense, options);
        return write(name, text.insert(text.rfind('}'), ",\n  \"variant\": " + std::to_string(variant) + '\n'));
    }

    QTemporaryDir m_folder;
};

[[nodiscard]] inline bool settles(const ui::MainWindow &window)
{
    return QTest::qWaitFor([&window] { return window.isSettled(); }, kWaitMs);
}

// Until its trace is there and everything of it is shown.
[[nodiscard]] inline bool isReady(ui::MainWindow &window)
{
    return QTest::qWaitFor(
        [&window] { return window.controller().state() == ui::SessionController::State::Ready && window.isSettled(); }, kWaitMs);
}

// Shows each panel in turn, in its workspace. False where one does not come up.
[[nodiscard]] inline bool eachView(ui::MainWindow &window, const std::function<void(const QString &, QWidget &)> &look)
{
    const QStringList ids = window.workspaces().panelIds();
    for (const QString &id : ids) {
        if (!window.workspaces().show(id) || !settles(window))
            return false;
        look(id, *window.workspaces().panel(id));
    }
    return true;
}

// A new visible window; with a path, with that trace open. A null size is the usual one. Null if it does not become ready.
[[nodiscard]] inline ui::MainWindow *openWindow(ui::WindowManager &windows, const QString &path = {}, QSize size = {})
{
    ui::MainWindow *window = windows.createWindow();
    if (!size.isNull())
        window->resize(size);
    window->show();
    if (path.isEmpty())
        return window;
    window->openTrace(path);
    return isReady(*window) ? window : nullptr;
}

// One window at a time. The last one closes with the test class.
class WindowTest : protected OwnSettings {
protected:
    ~WindowTest() { closeWindow(); }
    // A new window without settings, in place of the one before. A null size is the usual one.
    [[nodiscard]] bool showWindow(QSize size = {})
    {
        closeWindow();
        clearSettings();
        m_recent = std::make_unique<ui::RecentFiles>();
        m_window = std::make_unique<ui::MainWindow>(m_pool, *m_recent);
        if (!size.isNull())
            m_window->resize(size);
        m_window->show();
        return QTest::qWaitForWindowExposed(m_window.get());
    }
    // In init(): true where the function before was the same one, whose rows only read and so share a window.
    [[nodiscard]] bool sharesWindow(std::initializer_list<const char *> readers)
    {
        const QByteArray now = QTest::currentTestFunction();
        const bool same = now == std::exchange(m_function, now);
        return same && m_window && std::find(readers.begin(), readers.end(), now) != readers.end();
    }
    void closeWindow()
    {
        m_window.reset();
        m_recent.reset();
        m_pool.waitForDone();
    }
    [[nodiscard]] bool open(const QString &path)
    {
        m_window->openTrace(path);
        return isReady(*m_window);
    }
    [[nodiscard]] bool settled() const { return settles(*m_window); }
    template <class Widget> [[nodiscard]] Widget &find(const char *name = nullptr) const
    {
        auto *found = m_window->findChild<Widget *>(QString::fromLatin1(name));
        Q_ASSERT(found != nullptr);
        return *found;
    }

    QThreadPool m_pool;
    std::unique_ptr<ui::RecentFiles> m_recent;
    std::unique_ptr<ui::MainWindow> m_window;

private:
    QByteArray m_function;
};

} // namespace lamella::test
