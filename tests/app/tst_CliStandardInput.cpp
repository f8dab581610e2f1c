// SPDX-License-Identifier: GPL-3.0-or-later
// `-` as a trace: a pipe and a redirected file give the same tables as the file; nothing is left behind; what holds no trace is said.
#include "tests/app/CliRun.h"
#include "tests/support/GeneratedTraces.h"
#include "tests/support/Gzip.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella::test;

namespace {

// The command line with TMPDIR set; `bytes` are piped in, or `inputFile` is standard input where it is named.
CliResult runWithInput(const QStringList &arguments, const QByteArray &bytes, const QString &inputFile, const QString &temporary)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("TMPDIR"), temporary);
    environment.insert(QStringLiteral("LAMELLA_MAX_GIGABYTES"), QStringLiteral("1"));
    process.setProcessEnvironment(environment);
    if (!inputFile.isEmpty())
        process.setStandardInputFile(inputFile);
    process.start(QStringLiteral(LAMELLA_CLI), arguments);
    if (inputFile.isEmpty()) {
        process.write(bytes);
        process.closeWriteChannel();
    }
    CliResult result;
    if (process.waitForFinished(120000) && process.exitStatus() == QProcess::NormalExit)
        result.code = process.exitCode();
    result.out = process.readAllStandardOutput();
    result.err = process.readAllStandardError();
    return result;
}

} // namespace

class tst_CliStandardInput : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    QByteArray m_gzip;
    QString file(const QString &name) const { return m_dir.filePath(name); }

private slots:
    void initTestCase()
    {
        const std::string gz = gzipped(generatedTrace(TraceKind::Dense, {.passes = 3}).json);
        m_gzip = QByteArray(gz.data(), static_cast<qsizetype>(gz.size()));
        writeFile(file(QStringLiteral("trace.json.gz")), m_gzip);
        QVERIFY(QDir().mkpath(file(QStringLiteral("tmp"))));
    }

    void sameTables_data()
    {
        QTest::addColumn<QString>("redirected");
        QTest::newRow("pipe") << QString();
        QTest::newRow("file") << file(QStringLiteral("trace.json.gz"));
    }

    void sameTables()
    {
        QFETCH(QString, redirected);
        const QString temporary = file(QStringLiteral("tmp"));
        const CliResult named = runCli({QStringLiteral("passes"), file(QStringLiteral("trace.json.gz")), QStringLiteral("--format"),
            QStringLiteral("csv")});
        const CliResult piped = runWithInput({QStringLiteral("passes"), QStringLiteral("-"), QStringLiteral("--format"),
                                                 QStringLiteral("csv")},
            m_gzip, redirected, temporary);
        QCOMPARE(piped.code, 0);
        QVERIFY(!named.out.isEmpty());
        QCOMPARE(piped.out, named.out);
        QVERIFY(QDir(temporary).entryList(QDir::NoDotAndDotDot | QDir::AllEntries).isEmpty());
    }

    void refused_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("input");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("twice") << QStringList{QStringLiteral("diff"), QStringLiteral("-"), QStringLiteral("--with"), QStringLiteral("-")}
                               << QString() << 2 << QByteArray("more than once");
        QTest::newRow("device") << QStringList{QStringLiteral("info"), QStringLiteral("-")} << QStringLiteral("/dev/zero") << 2
                                << QByteArray("neither a pipe nor a file");
        QTest::newRow("output") << QStringList{QStringLiteral("info"), QStringLiteral("-"), QStringLiteral("--output"),
            file(QStringLiteral("trace.json.gz")), QStringLiteral("--format"), QStringLiteral("json")}
                                << file(QStringLiteral("trace.json.gz")) << 2 << QByteArray("would be lost");
    }

    void refused()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, input);
        QFETCH(int, code);
        QFETCH(QByteArray, says);
        const CliResult result = runWithInput(arguments, m_gzip, input, file(QStringLiteral("tmp")));
        QCOMPARE(result.code, code);
        QVERIFY2(result.err.contains(says), result.err.constData());
        QCOMPARE(result.err.count('\n'), 1);
    }
};

LAMELLA_TEST(tst_CliStandardInput)
#include "tst_CliStandardInput.moc"
