// SPDX-License-Identifier: GPL-3.0-or-later
// Text fits the terminal: no table of the sample is wider than 80, 120 or 200 columns, and what is left out is said.
#include "core/import/ImporterRegistry.h"
#include "core/report/CellText.h"
#include "tests/app/CliRun.h"
#include "tests/support/EveryTable.h"
#include "tests/support/TestMain.h"

#include <QTemporaryDir>
#include <QTest>

using namespace lamella;
using namespace lamella::test;

namespace {

const QString kSample = QStringLiteral(LAMELLA_SOURCE_DIR "/resources/sample/lamella-sample.trace.json.gz");
const QString kAfter = QStringLiteral(LAMELLA_SOURCE_DIR "/resources/sample/lamella-sample-after.trace.json.gz");
const QString kConfig = QStringLiteral(LAMELLA_SOURCE_DIR "/resources/sample/config.json");

// The first line that is wider; empty: none.
QByteArray widerLine(const QByteArray &text, std::size_t width)
{
    for (const QByteArray &line : text.split('\n'))
        if (core::displayWidth(line.toStdString()) > width)
            return line;
    return {};
}

QStringList words(const char *line)
{
    QStringList all = QString::fromUtf8(line).split(QLatin1Char(' '));
    all.replaceInStrings(QStringLiteral("@after"), kAfter).replaceInStrings(QStringLiteral("@config"), kConfig);
    return all.replaceInStrings(QStringLiteral("@"), kSample);
}

} // namespace

class TestCliTerminal : public QObject {
    Q_OBJECT
private slots:
    void everyTableFits()
    {
        const auto opened = core::openTrace(kSample.toStdString(), {}, {});
        QVERIFY(opened.has_value());
        for (const std::size_t width : {80u, 120u, 200u}) {
            const std::size_t made =
                everyTable(*opened, [width](const core::TableRequest &request, const core::ReportTable &table) {
                    const QByteArray text = QByteArray::fromStdString(core::writeTable(table, core::TableFormat::Text, {width}));
                    const QByteArray line = widerLine(text, width);
                    QVERIFY2(line.isEmpty(), QByteArray(QByteArray(request.table.c_str()) + ": " + line).constData());
                    QVERIFY2(!text.contains("\xC2\xA0") && !text.contains("\xE2\x80\x89"), request.table.c_str());
                });
            QVERIFY(made > 60);
        }
    }

    void everyCommandFits_data()
    {
        QTest::addColumn<QStringList>("arguments");
        for (const char *line : {"info @ --config @config", "passes @ --config @config", "layers @ --config @config",
                 "report @ --config @config", "summary @", "diff @ --with @after", "diff @ --with @after --by layer",
                 "compare @ @after", "ranks @", "within @ --time 196ms-199ms --by kernel", "search @ --args stream=7 --top 5",
                 "profiles list", "kernels @ --columns name,sum_ns", "passes @ --lang zh_CN", "report @ --lang zh_CN"})
            QTest::newRow(line) << words(line);
    }
    void everyCommandFits()
    {
        QFETCH(QStringList, arguments);
        for (const int width : {80, 120, 200}) {
            const CliResult result = runCli(arguments, {QStringLiteral("COLUMNS=%1").arg(width)});
            QVERIFY2(result.code == 0, result.err);
            QCOMPARE(widerLine(result.out, static_cast<std::size_t>(width)), QByteArray());
        }
    }

    void whatIsLeftOutIsSaid()
    {
        const CliResult result = runCli(words("layers @ --config @config"), {QStringLiteral("COLUMNS=80")});
        QVERIFY2(result.out.contains("\nIn all rows: pass = 7,"), result.out);
        QVERIFY2(result.out.contains("\nNot shown: start_ns, end_ns,"), result.out);
        QVERIFY(!result.out.contains("Start"));
    }

    void withoutATerminalAllIsPrinted()
    {
        const CliResult piped = runCli(words("layers @"));
        QVERIFY(piped.out.contains("Start") && piped.out.contains("Communication"));
        QVERIFY(!piped.out.contains("Not shown"));
        QCOMPARE(piped.out, runCli(words("layers @ --wide"), {QStringLiteral("COLUMNS=80")}).out);
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("t.txt"));
        QCOMPARE(runCli(words("layers @ --output") << file, {QStringLiteral("COLUMNS=80")}).code, 0);
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QCOMPARE(written.readAll(), piped.out);
    }

    void columnsAreChosenInEveryFormat()
    {
        QCOMPARE(runCli(words("layers @ --layer 0 --columns layer,Type,pass --format csv")).out,
            QByteArray("layer,type,pass\n0,dense,7\n"));
        const CliResult json = runCli(words("layers @ --layer 0 --columns type --format json"));
        QVERIFY2(json.out.contains("{\"type\":\"dense\"}"), json.out);
        const CliResult wrong = runCli(words("layers @ --columns typ"));
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains("did you mean type?"), wrong.err);
    }

    void headingsSortAndIdsAreShown()
    {
        QCOMPARE(
            runCli(words("layers @ --sort -Wall --format csv")).out, runCli(words("layers @ --sort -wall_ns --format csv")).out);
        QVERIFY(runCli(words("layers @ --ids")).out.contains(" wall_ns "));
        QVERIFY(runCli(words("layers @ --sort walll")).err.contains("did you mean Wall?"));
    }
};

LAMELLA_TEST(TestCliTerminal)
#include "tst_CliTerminal.moc"
