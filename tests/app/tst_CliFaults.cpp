// SPDX-License-Identifier: GPL-3.0-or-later
// What the machine denies: memory and space for files. One line says so, nothing half-written stays, and nothing hangs.
#include "tests/app/CliRun.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TraceGenerator.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella::test;

namespace {

// With a limit of the shell's (ulimit) set before the program starts.
CliResult runLimited(const QString &limit, const QStringList &arguments)
{
    QProcess process;
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

QStringList namesIn(const QString &folder)
{
    return QDir(folder).entryList(QDir::Files | QDir::Hidden, QDir::Name);
}

} // namespace

class TestCliFaults : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    QString file(const QString &name) const { return m_dir.filePath(name); }

private slots:
    void initTestCase()
    {
        TraceOptions options;
        options.seed = 5;
        options.passes = 4;
        const GeneratedTrace trace = generateTrace(TraceKind::Dense, options);
        writeFile(file(QStringLiteral("good.json")), bytesOf(trace.json));
        // Six hundred thousand names: far more than the lower limits below hold.
        QByteArray large = "[";
        for (int i = 0; i < 600000; ++i)
            large += QByteArrayLiteral("{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k") + QByteArray::number(i)
                + QByteArrayLiteral("\",\"pid\":0,\"tid\":7,\"ts\":") + QByteArray::number(i)
                + QByteArrayLiteral(",\"dur\":0.5,\"args\":{\"stream\":7,\"device\":0}},\n");
        large.chop(2);
        large += "]\n";
        writeFile(file(QStringLiteral("large.json")), large);
    }

    void memoryRunsOut_data()
    {
        QTest::addColumn<int>("megabytes");
        for (const int megabytes : {130, 170, 220})
            QTest::addRow("%d MB of address space", megabytes) << megabytes;
    }
    void memoryRunsOut()
    {
#ifdef __SANITIZE_ADDRESS__
        QSKIP("skipped: the address sanitizer needs terabytes of address space itself");
#endif
        QFETCH(int, megabytes);
        const CliResult result = runLimited(
            QStringLiteral("-v %1").arg(megabytes * 1024), {QStringLiteral("info"), file(QStringLiteral("large.json"))});
        if (result.code == 0) // enough after all: then the answer must be whole
            QVERIFY(result.out.contains("600000"));
        else
            QVERIFY2(result.code == 1 && result.err.contains("not enough memory"), result.err.constData());
        if (megabytes == 130)
            QCOMPARE(result.code, 1);
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

QTEST_APPLESS_MAIN(TestCliFaults)
#include "tst_CliFaults.moc"
