// SPDX-License-Identifier: GPL-3.0-or-later
// What of restartWithLargePages() can be seen without executing this program again: when it must not, and what it leaves behind.
#include "core/system/LargePageHeap.h"
#include "tests/support/TestMain.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>

#include <array>

using namespace lamella::core;

namespace {

constexpr const char *kVariable = "GLIBC_TUNABLES";

void restart(QByteArray argument)
{
    QByteArray program = QFileInfo(QCoreApplication::applicationFilePath()).fileName().toLocal8Bit(); // else it is left alone anyway
    std::array<char *, 3> arguments{program.data(), argument.data(), nullptr};
    restartWithLargePages(2, arguments.data());
}

bool write(const QString &path, int bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(QByteArray(bytes, ' ')) == bytes;
}

} // namespace

class TestLargePageHeap : public QObject {
    Q_OBJECT
private slots:
    void init() { qunsetenv(kVariable); }
    void cleanup() { qunsetenv(kVariable); }
    void aSmallFileIsReadAsUsual()
    {
        restart(QByteArray(LAMELLA_SOURCE_DIR "/README.md"));
        restart("no such file");
        QVERIFY(!qEnvironmentVariableIsSet(kVariable));
    }
    // Where large pages are asked for, this would not return.
    void aFolderOfSmallFilesIsReadAsUsual()
    {
        const QTemporaryDir folder;
        for (const char *name : {"rank-0.json", "rank-1.json"})
            QVERIFY(write(folder.filePath(QString::fromLatin1(name)), 100'000));
        restart(folder.path().toLocal8Bit());
        QVERIFY(!qEnvironmentVariableIsSet(kVariable));
    }
    // A user's own choice of tunables stands, and there is no second start: this would not return.
    void tunablesOfTheUserStay()
    {
        qputenv(kVariable, "glibc.malloc.check=0");
        restart(QByteArray(LAMELLA_SOURCE_DIR));
        QCOMPARE(qgetenv(kVariable), QByteArray("glibc.malloc.check=0"));
    }
    // The second start: what it was started with is not passed on.
    void theVariableEndsWithTheSecondStart()
    {
        if (*largePageTunables() == '\0')
            QSKIP("skipped: only with glibc on Linux");
        qputenv(kVariable, largePageTunables());
        restart(QByteArray(LAMELLA_SOURCE_DIR));
        QVERIFY(!qEnvironmentVariableIsSet(kVariable));
    }
    // A folder with a large file: the command line starts again at most once, in the same process, and answers as it does
    // without.
    void theAnswerIsTheSame()
    {
        const QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("other.bin")), 1 << 20));
        const auto answer = [&folder](const char *tunables) -> QByteArray {
            QProcess process;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            if (tunables != nullptr)
                environment.insert(QString::fromLatin1(kVariable), QString::fromLatin1(tunables));
            process.setProcessEnvironment(environment);
            process.start(
                QStringLiteral(LAMELLA_CLI), {QStringLiteral("ranks"), QStringLiteral("--from-summaries"), folder.path()});
            if (!process.waitForFinished())
                return QByteArray("not finished");
            return QByteArray(QByteArray::number(process.exitCode()) + process.readAllStandardOutput() + process.readAllStandardError());
        };
        const QByteArray asUsual = answer("glibc.malloc.check=0");
        QVERIFY2(asUsual.startsWith('1') && asUsual.contains("no *.json"), asUsual.constData());
        QCOMPARE(answer(nullptr), asUsual);
    }
};

LAMELLA_CORE_APPLICATION_TEST(TestLargePageHeap)
#include "tst_LargePageHeap.moc"
