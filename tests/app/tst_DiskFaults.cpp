// SPDX-License-Identifier: GPL-3.0-or-later
// A disk or a network that fails while the command line reads and writes: told in one line, with what to do; what was there
// stays, and a disk that is merely odd or slow changes no byte of the answer. tests/shim/faulty_disk.cpp stands between program
// and disk.
#include "tests/support/GeneratedTraces.h"
#include "tests/support/Gzip.h"
#include "tests/support/MixedTraces.h"
#include "tests/support/Sanitizers.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sqlite3.h>
#include <string>

using namespace lamella::test;

namespace {

struct Fault {
    QString path; // file or folder whose reads or writes fail
    QByteArray kind;
    qint64 after = 0;
};

struct Answer {
    int code = -1;
    QByteArray out;
    QByteArray err;
};

QProcessEnvironment environmentWith(const Fault &fault)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    if (fault.kind.isEmpty())
        return environment;
    const QString folder = QFileInfo(QFileInfo(QStringLiteral("/proc/self/exe")).symLinkTarget()).path();
    environment.insert(QStringLiteral("LD_PRELOAD"), folder + QStringLiteral("/liblamella_faulty_disk.so"));
    environment.insert(QStringLiteral("LAMELLA_FAULT_PATH"), QFileInfo(fault.path).canonicalFilePath());
    environment.insert(QStringLiteral("LAMELLA_FAULT_KIND"), QString::fromLatin1(fault.kind));
    environment.insert(QStringLiteral("LAMELLA_FAULT_AFTER"), QString::number(fault.after));
    // The library must come before that of a sanitizer, which dislikes not to be the first.
    environment.insert(QStringLiteral("ASAN_OPTIONS"),
        environment.value(QStringLiteral("ASAN_OPTIONS")) + QStringLiteral(":verify_asan_link_order=0"));
    return environment;
}

Answer run(const Fault &fault, const QStringList &arguments)
{
    QProcess process;
    process.setProcessEnvironment(environmentWith(fault));
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(QStringLiteral(LAMELLA_CLI), arguments);
    Answer answer;
    if (process.waitForFinished(120000) && process.exitStatus() == QProcess::NormalExit)
        answer.code = process.exitCode();
    answer.out = process.readAllStandardOutput();
    answer.err = process.readAllStandardError();
    return answer;
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("cannot be read");
}

void writeDatabase(const QString &path, int kernels)
{
    QByteArray sql = contentOf(QStringLiteral(LAMELLA_SOURCE_DIR "/tests/fuzz/seeds_nsys/export.sql")) + "BEGIN;";
    for (int i = 0; i < kernels; ++i)
        sql += QByteArrayLiteral("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(") + QByteArray::number(i * 10) + ','
            + QByteArray::number(i * 10 + 7) + QByteArrayLiteral(",0,1,7,") + QByteArray::number(100 + i)
            + QByteArrayLiteral(",16777216,1,2,3,1,1,128,1,1);");
    sql += "COMMIT;";
    sqlite3 *database = nullptr;
    sqlite3_open(path.toUtf8().constData(), &database);
    if (sqlite3_exec(database, sql.constData(), nullptr, nullptr, nullptr) != SQLITE_OK)
        qFatal("cannot write %s: %s", qPrintable(path), sqlite3_errmsg(database));
    sqlite3_close(database);
}

// Lines of a seed of the fuzzers: the first one, then the last one many times.
QByteArray manyRows(const char *seed, int rows)
{
    const QList<QByteArray> lines =
        contentOf(QStringLiteral(LAMELLA_SOURCE_DIR "/tests/fuzz/") + QLatin1String(seed)).trimmed().split('\n');
    const QByteArray last = lines.last() + '\n';
    return lines.first() + '\n' + last.repeated(rows);
}

} // namespace

class TestDiskFaults : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    QString file(const QString &name) const { return m_dir.filePath(name); }
    static QStringList kernels(const QString &path)
    {
        return {QStringLiteral("kernels"), path, QStringLiteral("--pass"), QStringLiteral("trace"), QStringLiteral("--format"),
            QStringLiteral("csv"), QStringLiteral("--no-cache"), QStringLiteral("--quiet")};
    }
    static void addFormats()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<int>("percent"); // of the file that can be read
        QTest::addColumn<QByteArray>("says");
    }
    static void addRow(const char *name, const char *kind, int percent, const char *says)
    {
        QTest::addRow("%s, %s after %d %%", name, kind, percent)
            << QString::fromLatin1(name) << QByteArray(kind) << percent << QByteArray(says);
    }
    static constexpr const char *kNames[] = {"trace.json", "trace.json.gz", "export.sqlite", "kernel_details.csv",
        "one.xplane.pb", "stats.csv", "trace.rpd", "results.db", "results.json", "7_kernel_trace.csv"};

private slots:
    void initTestCase()
    {
        if (kThreadSanitizer)
            QSKIP("skipped: the thread sanitizer cannot start behind another library");
        const GeneratedTrace trace = generatedTrace(TraceKind::Dense, {.passes = 3});
        writeFile(file(QStringLiteral("trace.json")), trace.json);
        writeFile(file(QStringLiteral("trace.json.gz")), gzipped(trace.json));
        writeDatabase(file(QStringLiteral("export.sqlite")), 9000);
        writeFile(file(QStringLiteral("kernel_details.csv")), manyRows("seeds_ascend/level1.csv", 3000));
        writeFile(file(QStringLiteral("stats.csv")), manyRows("seeds_stats/table.csv", 9000));
        const std::vector<MixedKernel> kernels = mixedKernels(60);
        writeRpd(file(QStringLiteral("trace.rpd")), kernels);
        writeRocpd(file(QStringLiteral("results.db")), kernels);
        writeFile(file(QStringLiteral("results.json")), rocprofResults(kernels));
        writeFile(file(QStringLiteral("7_kernel_trace.csv")), rocprofTable(kernels));
        // Messages of protobuf that follow each other are one message with all their planes.
        writeFile(file(QStringLiteral("one.xplane.pb")),
            contentOf(QStringLiteral(LAMELLA_SOURCE_DIR "/tests/fuzz/seeds_xplane/one.pb")).repeated(3000));
    }

    void readsFail_data()
    {
        addFormats();
        for (const char *name : kNames) {
            for (const int percent : {0, 50, 99})
                addRow(name, "eio", percent, "Input/output error");
            addRow(name, "stale", 50, "(Stale file handle)");
        }
    }
    void readsFail()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, kind);
        QFETCH(int, percent);
        QFETCH(QByteArray, says);
        const qint64 bytes = QFileInfo(file(name)).size();
        const Answer answer = run({file(name), kind, bytes * percent / 100}, kernels(file(name)));
        QCOMPARE(answer.code, 1);
        QVERIFY2(answer.out.isEmpty(), answer.out.constData());
        QCOMPARE(answer.err.count("lamella-cli: "), 1);
        const QByteArray place =
            QByteArrayLiteral("cannot be read from byte ") + QByteArray::number(bytes * percent / 100) + QByteArrayLiteral(" on");
        for (const QByteArray &word : {name.toUtf8(), place, says, QByteArray("copy it to another disk")})
            QVERIFY2(answer.err.contains(word), answer.err.constData());
    }

    void oddReadsChangeNothing_data()
    {
        addFormats();
        for (const char *name : kNames)
            for (const char *kind : {"short", "interrupted", "slow"})
                if (QByteArray(kind) != "slow" || QByteArray(name).endsWith("gz")) // the rest of them would take long
                    addRow(name, kind, 100, "");
    }
    void oddReadsChangeNothing()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, kind);
        const Answer usual = run({}, kernels(file(name)));
        QCOMPARE(usual.code, 0);
        QVERIFY(usual.out.count('\n') > 1);
        const Answer answer = run({file(name), kind, 0}, kernels(file(name)));
        QVERIFY2(answer.code == 0, answer.err.constData());
        QCOMPARE(answer.out, usual.out);
    }

    // Over a bad network a read can take long: Ctrl+C must not wait for the rest of the file.
    void interruptedWhileReadsAreSlow()
    {
        QProcess process;
        process.setProcessEnvironment(environmentWith({file(QStringLiteral("trace.json")), "slow", 0}));
        process.setStandardInputFile(QProcess::nullDevice());
        process.start(QStringLiteral(LAMELLA_CLI),
            {QStringLiteral("kernels"), file(QStringLiteral("trace.json")), QStringLiteral("--progress"),
                QStringLiteral("--no-cache")});
        process.setReadChannel(QProcess::StandardError);
        QVERIFY(process.waitForReadyRead(60000)); // it has begun to read
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 130);
        QVERIFY(process.readAllStandardOutput().isEmpty());
    }

    void writesFail_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<int>("after");
        const QStringList table{
            QStringLiteral("kernels"), QStringLiteral("--each"), QStringLiteral("--format"), QStringLiteral("csv")};
        const QStringList book{QStringLiteral("kernels"), QStringLiteral("--format"), QStringLiteral("xlsx")};
        const QStringList page{QStringLiteral("report"), QStringLiteral("--format"), QStringLiteral("html")};
        const QStringList part{QStringLiteral("extract"), QStringLiteral("--pass"), QStringLiteral("1")};
        QTest::newRow("table, disk is full") << table << QByteArray("full") << 0;
        QTest::newRow("table, disk is full after a while") << table << QByteArray("full") << 5000;
        QTest::newRow("table, quota is told at the end") << table << QByteArray("quota") << 5000;
        QTest::newRow("workbook, disk is full after a while") << book << QByteArray("full") << 2000;
        QTest::newRow("workbook, quota is told at the end") << book << QByteArray("quota") << 2000;
        QTest::newRow("report, disk is full after a while") << page << QByteArray("full") << 5000;
        QTest::newRow("report, quota is told at the end") << page << QByteArray("quota") << 5000;
        QTest::newRow("part of a trace, disk is full after a while") << part << QByteArray("full") << 5000;
        QTest::newRow("part of a trace, quota is told at the end") << part << QByteArray("quota") << 5000;
    }
    void writesFail()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, kind);
        QFETCH(int, after);
        for (const bool there : {false, true}) {
            QTemporaryDir folder;
            const QString out = folder.filePath(QStringLiteral("out"));
            if (there)
                writeFile(out, "what was here\n");
            QStringList all = arguments;
            all.insert(1, file(QStringLiteral("trace.json.gz")));
            all += {QStringLiteral("--no-cache"), QStringLiteral("--output"), out};
            const Answer answer = run({folder.path(), kind, after}, all);
            QCOMPARE(answer.code, 1);
            QVERIFY2(answer.err.contains("cannot be written") && answer.err.contains("free some space"), answer.err.constData());
            QVERIFY2(answer.err.contains(kind == "full" ? "No space left" : "quota exceeded"), answer.err.constData());
            const QStringList left = QDir(folder.path()).entryList(QDir::Files | QDir::Hidden);
            QCOMPARE(left, there ? QStringList{QStringLiteral("out")} : QStringList());
            if (there)
                QCOMPARE(contentOf(out), QByteArray("what was here\n"));
        }
    }
};

LAMELLA_TEST(TestDiskFaults)
#include "tst_DiskFaults.moc"
