// SPDX-License-Identifier: GPL-3.0-or-later
// A worker that waits for what never comes does not keep the program alive behind its windows. The program is this test, started
// again.
#include "tests/support/TestMain.h"
#include "widgets/desktop/ExitDeadline.h"
#include "widgets/desktop/WindowManager.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/SessionController.h"
#include "widgets/window/MainWindow.h"

#include <QApplication>
#include <QProcess>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <unistd.h>

using namespace lamella;
using namespace lamella::ui;

namespace {

constexpr int kCode = 7;
constexpr auto kChild = "LAMELLA_TEST_CHILD";

int hang(int argc, char **argv)
{
    const QTemporaryDir folder;
    QCoreApplication::setOrganizationName(QStringLiteral("LamellaTest"));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
    QStandardPaths::setTestModeEnabled(true);
    const QApplication app(argc, argv);
    keepExitDeadline(app, std::chrono::milliseconds(300));
    WindowManager windows(false);
    MainWindow *window = windows.createWindow();
    window->show();
    int ends[2] = {};
    if (::pipe(ends) != 0)
        return 1;
    std::atomic<bool> reads = false;
    JobSlot slot(window->controller().pool());
    slot.start<int>(
        [&reads, end = ends[0]](const core::JobControl &) -> core::Result<int> {
            char byte = 0;
            reads = true;
            return static_cast<int>(::read(end, &byte, 1)); // nobody writes
        },
        [](const core::Result<int> &) {});
    if (!QTest::qWaitFor([&reads] { return reads.load(); }, 60'000))
        return 1;
    if (qEnvironmentVariable(kChild) == QStringLiteral("code"))
        QMetaObject::invokeMethod(
            qApp, [] { QCoreApplication::exit(kCode); }, Qt::QueuedConnection);
    else
        QMetaObject::invokeMethod(qApp, &QApplication::closeAllWindows, Qt::QueuedConnection);
    return exitingWith(QApplication::exec());
}

} // namespace

class TestExitDeadline : public QObject {
    Q_OBJECT
private slots:
    void aWorkerThatHangs_data()
    {
        QTest::addColumn<QString>("way");
        QTest::addColumn<int>("code");
        QTest::newRow("the last window is closed") << QStringLiteral("window") << 0;
        QTest::newRow("the program ends with a code") << QStringLiteral("code") << kCode;
    }
    void aWorkerThatHangs()
    {
        QFETCH(QString, way);
        QFETCH(int, code);
        QProcess child;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QString::fromLatin1(kChild), way);
        child.setProcessEnvironment(environment);
        child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("tst_ExitDeadline")});
        const bool ended = child.waitForFinished(120'000);
        if (!ended)
            child.kill();
        QVERIFY(ended);
        QCOMPARE(child.exitStatus(), QProcess::NormalExit);
        QCOMPARE(child.exitCode(), code);
    }
};

namespace {

int runExitDeadline(int argc, char **argv)
{
    if (qEnvironmentVariableIsSet(kChild))
        return hang(argc, argv);
    QCoreApplication app(argc, argv);
    TestExitDeadline test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace

LAMELLA_TEST_FUNCTION(None, runExitDeadline)
#include "tst_ExitDeadline.moc"
