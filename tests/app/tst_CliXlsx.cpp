// SPDX-License-Identifier: GPL-3.0-or-later
// Workbooks of the command line hold the cells of its CSV.
#include "tests/app/CliRun.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "tests/support/WorkbookText.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella::test;

class TestCliXlsx : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    const QString m_trace = QStringLiteral(LAMELLA_SOURCE_DIR "/resources/sample/lamella-sample.trace.json.gz");

private slots:
    void cellsAreThoseOfTheCsv_data()
    {
        QTest::addColumn<QStringList>("words");
        for (const char *words : {"info", "passes", "layers", "heatmap", "kernels", "kernels --each --pass trace --top 300",
                 "gaps", "overlap", "flow", "findings", "diagnostics", "stats", "diff --layer 1 --with-layer 2"})
            QTest::newRow(words) << QString::fromLatin1(words).split(u' ');
    }
    void cellsAreThoseOfTheCsv()
    {
        QFETCH(QStringList, words);
        if (!QFileInfo::exists(m_trace))
            QSKIP("the sample trace is not there");
        const QString path = m_dir.filePath(QStringLiteral("table.xlsx"));
        const QStringList common = words + QStringList{m_trace, QStringLiteral("--format")};
        const CliResult csv = runCli(common + QStringList{QStringLiteral("csv")});
        const CliResult made = runCli(common + QStringList{QStringLiteral("xlsx"), QStringLiteral("--output"), path});
        QCOMPARE(csv.code, 0);
        QCOMPARE(made.code, 0);
        QVERIFY(made.out.isEmpty() && made.err.isEmpty());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto sheets = workbookSheets(file.readAll());
        QCOMPARE(sheets.size(), 2);
        const auto rows = csvRows(csv.out);
        QCOMPARE(sheets[0].rows.size(), rows.size());
        for (qsizetype c = 0; c < rows[0].size(); ++c)
            QVERIFY(sheets[0].rows[0][c].text.startsWith(rows[0][c]));
        for (qsizetype r = 1; r < rows.size(); ++r) {
            for (qsizetype c = 0; c < rows[r].size(); ++c) {
                const WorkbookCell cell = sheets[0].rows[r].value(c);
                if (cell.number) // 0.249 and 0.249000 are one number
                    QCOMPARE(cell.text.toDouble(), rows[r][c].toDouble());
                else
                    QCOMPARE(cell.text, rows[r][c]);
            }
        }
    }
    void needsAFile()
    {
        const CliResult result = runCli({QStringLiteral("info"), m_trace, QStringLiteral("--format"), QStringLiteral("xlsx")});
        QCOMPARE(result.code, 2);
        QVERIFY(result.out.isEmpty());
        QVERIFY(result.err.contains("--output FILE"));
    }
    void aLimitOnFileSizesIsSaidInOneLine()
    {
        QProcess process;
        process.start(QStringLiteral("/bin/sh"),
            {QStringLiteral("-c"), QStringLiteral("ulimit -f 1; exec \"$0\" \"$@\""), QStringLiteral(LAMELLA_CLI),
                QStringLiteral("kernels"), m_trace, QStringLiteral("--no-cache"), QStringLiteral("--format"),
                QStringLiteral("xlsx"), QStringLiteral("--output"), m_dir.filePath(QStringLiteral("limited.xlsx"))});
        QVERIFY(process.waitForFinished());
        const QByteArray said = process.readAllStandardError();
        QCOMPARE(process.exitCode(), 1);
        QCOMPARE(said.count('\n'), 1);
        QVERIFY2(said.contains("ulimit -f"), said);
        QVERIFY(!QFileInfo::exists(m_dir.filePath(QStringLiteral("limited.xlsx"))));
    }
    void exportWritesWorkbooksToo()
    {
        const QString folder = m_dir.filePath(QStringLiteral("tables"));
        const CliResult result = runCli({QStringLiteral("export"), m_trace, QStringLiteral("--format"), QStringLiteral("xlsx"),
            QStringLiteral("--output"), folder});
        QCOMPARE(result.code, 0);
        QFile file(folder + QStringLiteral("/layers.xlsx"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(workbookSheets(file.readAll()).value(0).name, QStringLiteral("layers"));
        QVERIFY(QFileInfo::exists(folder + QStringLiteral("/layers.csv")));
    }
    void aReportIsNoTable()
    {
        const CliResult result = runCli({QStringLiteral("report"), m_trace, QStringLiteral("--format"), QStringLiteral("xlsx"),
            QStringLiteral("--output"), m_dir.filePath(QStringLiteral("r.xlsx"))});
        QCOMPARE(result.code, 2);
        QVERIFY(!QFileInfo::exists(m_dir.filePath(QStringLiteral("r.xlsx"))));
    }
};

LAMELLA_CORE_APPLICATION_TEST(TestCliXlsx)
#include "tst_CliXlsx.moc"
