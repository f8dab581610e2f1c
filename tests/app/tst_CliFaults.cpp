// SPDX-License-Identifier: GPL-3.0-or-later
// What the machine denies: memory and space for files. One line says so, nothing half-written stays, and nothing hangs. And
// nothing is written where nobody asked for it.
#include "tests/app/CliRun.h"
#include "tests/support/GeneratedTraces.h"
#include "tests/support/MixedTraces.h"
#include "tests/support/Sanitizers.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QMap>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace lamella::test;

namespace {

constexpr int kPasses = kSanitized ? 1 : 400; // no use is made of them under the sanitizers

// With a limit of the shell's (ulimit) set before the program starts.
CliResult runLimited(const QString &limit, const QStringList &arguments)
{
    QProcess process;
    // The memory that the C library sets aside for each thread does not fit: it would ask the system for each block, for seconds.
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("MALLOC_ARENA_MAX"), QStringLiteral("1"));
    process.setProcessEnvironment(environment);
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(QStringLiteral("bash"),
        QStringList{QStringLiteral("-c"), QStringLiteral("ulimit %1 && exec \"$@\"").arg(limit), QStringLiteral("bash"),
            QStringLiteral(LAMELLA_CLI)}
            + arguments);
    CliResult result;
    if (process.waitForFinished(120000) && process.exitStatus() == QProcess::NormalExit)
        result.code = process.exitCode();
    result.out = process.readAllStandardOutput();
    result.err = process.readAllStandardError();
    return result;
}

// By their names below `folder`.
QMap<QString, QByteArray> filesBelow(const QString &folder)
{
    QMap<QString, QByteArray> files;
    for (QDirIterator it(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); it.hasNext();) {
        QFile file(it.next());
        files[file.fileName().mid(folder.size())] =
            file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("cannot be read");
    }
    return files;
}

QStringList namesIn(const QString &folder)
{
    return QDir(folder).entryList(QDir::Files | QDir::Hidden, QDir::Name);
}

} // namespace

class TestCliFaults : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    std::vector<MixedTrace> m_traces;
    int m_min = 0; // megabytes of address space from which on the program is loaded
    QString file(const QString &name) const { return m_dir.filePath(name); }

private slots:
    void initTestCase()
    {
        const GeneratedTrace trace = generatedTrace(TraceKind::Dense, {.passes = 4});
        writeFile(file(QStringLiteral("good.json")), bytesOf(trace.json));
        m_traces = writeMixedTraces(file(QStringLiteral("large")), mixedKernels(kPasses, true));
        // Where the kernel cannot map the program it kills it; where the loader cannot map the libraries, it says so. From there
        // on every end is one of the program's own.
        constexpr int kLoaderFailed = 127;
        constexpr int kKilled = -1;
        int code = kLoaderFailed;
        for (m_min = 16; (code == kLoaderFailed || code == kKilled) && m_min < 1024; m_min += 2)
            code = runLimited(QStringLiteral("-v %1").arg(m_min * 1024), {QStringLiteral("--version")}).code;
        QVERIFY2(kSanitized || code == 0 || code == 1, qPrintable(QStringLiteral("%1 at %2 MB").arg(code).arg(m_min)));
    }

    // At each limit from the least that the program starts with up to what is enough.
    void memoryRunsOut_data()
    {
        QTest::addColumn<QStringList>("words");
        for (const MixedTrace &trace : m_traces) {
            const QString path = trace.ranks ? trace.path + QStringLiteral("/rank0.json") : trace.path;
            QTest::addRow("info, %s", trace.format) << QStringList{QStringLiteral("info"), path};
        }
        const QString path = m_traces.front().path;
        for (const char *format : {"text", "html", "markdown"})
            QTest::addRow("report, %s", format)
                << QStringList{QStringLiteral("report"), path, QStringLiteral("--format"), QString::fromLatin1(format)};
        QTest::newRow("summary") << QStringList{QStringLiteral("summary"), path};
        QTest::newRow("export") << QStringList{QStringLiteral("export"), path};
        for (const char *format : {"xlsx", "sqlite"})
            QTest::addRow("export, %s", format)
                << QStringList{QStringLiteral("export"), path, QStringLiteral("--format"), QString::fromLatin1(format)};
        QTest::newRow("every kernel") << QStringList{QStringLiteral("kernels"), path, QStringLiteral("--each"),
            QStringLiteral("--pass"), QStringLiteral("trace"), QStringLiteral("--format"), QStringLiteral("csv")};
        QTest::newRow("diff") << QStringList{QStringLiteral("diff"), path, m_traces[1].path};
    }
    void memoryRunsOut()
    {
        if (kSanitized)
            QSKIP("skipped: the sanitizers need terabytes of address space themselves");
        QFETCH(QStringList, words);
        const QTemporaryDir folder;
        const bool toFolder = words.front() == QStringLiteral("export");
        const QString out = folder.filePath(toFolder ? QStringLiteral("tables") : QStringLiteral("out"));
        words += {QStringLiteral("--no-cache"), QStringLiteral("--output"), out};
        const CliResult whole = runCli(words);
        QVERIFY2(whole.code == 0, whole.err.constData());
        const QMap<QString, QByteArray> wanted = filesBelow(folder.path());
        QVERIFY(!wanted.isEmpty());
        int refused = 0;
        // Each limit is larger by this part; a long run takes more of them.
        const int part = std::max(3, qEnvironmentVariableIntValue("LAMELLA_MEMORY_STEPS"));
        for (int megabytes = m_min;; megabytes += std::max(4, megabytes / part)) {
            QVERIFY(megabytes < 4096);
            QDir(out).removeRecursively();
            QFile::remove(out);
            const CliResult result = runLimited(QStringLiteral("-v %1").arg(megabytes * 1024), words);
            const QMap<QString, QByteArray> files = filesBelow(folder.path());
            if (result.code == 0) { // enough after all: then the answer must be whole
                QCOMPARE(files.keys(), wanted.keys());
                for (const QString &name : wanted.keys())
                    QVERIFY2(files[name] == wanted[name] || name.endsWith(QStringLiteral(".xlsx")), qPrintable(name));
                break;
            }
            ++refused;
            QVERIFY2(result.code == 1 && result.err.contains("not enough memory"),
                qPrintable(QStringLiteral("%1 MB: %2 %3").arg(megabytes).arg(result.code).arg(QString::fromUtf8(result.err))));
            for (const QString &name : files.keys()) // tables that were done before; nothing half-written
                QVERIFY2(files[name] == wanted[name] || name.endsWith(QStringLiteral(".xlsx")), qPrintable(name));
        }
        QVERIFY(refused > 0);
    }

    // Whatever is looked at: no journal, no lock, no copy, no index appears in the folder of a trace, and the trace is not
    // touched.
    void nothingIsWrittenBesideTheTrace()
    {
        const QTemporaryDir folder;
        for (const MixedTrace &trace : writeMixedTraces(folder.path(), mixedKernels(3))) {
            const auto before = filesBelow(trace.folder);
            const auto timeOf = [&trace] {
                QStringList times;
                for (const QString &name : filesBelow(trace.folder).keys())
                    times << QFileInfo(trace.folder + name).lastModified().toString(Qt::ISODateWithMs);
                return times;
            };
            const QStringList times = timeOf();
            const QStringList commands = trace.ranks ? QStringList{QStringLiteral("ranks")}
                                                     : QStringList{QStringLiteral("info"), QStringLiteral("report")};
            for (const QString &command : commands) {
                const CliResult result = runCli({command, trace.path});
                QVERIFY2(result.code == 0, result.err.constData());
            }
            QCOMPARE(filesBelow(trace.folder), before);
            QCOMPARE(timeOf(), times);
        }
    }

    void spaceRunsOut()
    {
        const QString out = file(QStringLiteral("tables"));
        const CliResult result = runLimited(QStringLiteral("-f 4"),
            {QStringLiteral("export"), file(QStringLiteral("good.json")), QStringLiteral("--output"), out});
        QCOMPARE(result.code, 1);
        QVERIFY2(result.err.contains("cannot be written"), result.err.constData());
        // Tables that were small enough are whole; of the one that was not, nothing is left.
        for (const QString &name : namesIn(out)) {
            QVERIFY2(name.endsWith(QStringLiteral(".csv")) || name.endsWith(QStringLiteral(".json")), qPrintable(name));
            QFile written(out + QLatin1Char('/') + name);
            QVERIFY(written.open(QIODevice::ReadOnly));
            QVERIFY2(written.readAll().endsWith('\n'), qPrintable(name));
        }
    }

    void anExistingFileSurvivesAFailedWrite()
    {
        const QString out = file(QStringLiteral("kept.csv"));
        writeFile(out, "what was here\n");
        const CliResult result = runLimited(QStringLiteral("-f 1"),
            {QStringLiteral("kernels"), file(QStringLiteral("good.json")), QStringLiteral("--each"), QStringLiteral("--pass"),
                QStringLiteral("all"), QStringLiteral("--format"), QStringLiteral("csv"), QStringLiteral("--output"), out});
        QCOMPARE(result.code, 1);
        QFile kept(out);
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(kept.readAll(), QByteArray("what was here\n"));
        QCOMPARE(namesIn(m_dir.path()).filter(QStringLiteral("kept")), QStringList{QStringLiteral("kept.csv")});
    }
};

LAMELLA_TEST(TestCliFaults)
#include "tst_CliFaults.moc"
