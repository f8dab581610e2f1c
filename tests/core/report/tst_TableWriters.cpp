// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Format.h"
#include "core/base/Message.h"
#include "core/report/CellText.h"
#include "core/report/TableWriters.h"
#include "core/system/AtomicFile.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <simdjson.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella::core;

namespace {

ReportTable sample()
{
    ReportTable table("sample", "A sample",
        {{"name", "Name", CellKind::Text, "<its name>", -1}, {"start_ns", "Start", CellKind::TimeNs, "", -1},
            {"dur_ns", "Duration", CellKind::DurationNs, "", -1}, {"share", "Share", CellKind::Share, "of all", -1},
            {"layer", "Layer", CellKind::Layer, "", -1}});
    table.appendRow();
    table.setText(0, "gemm");
    table.setInteger(1, 465270103);
    table.setInteger(2, 55320);
    table.setReal(3, 0.249);
    table.setInteger(4, 12);
    table.appendRow();
    table.setText(0, "a|b");
    table.setInteger(1, -5);
    table.setMissing(2, "no end recorded");
    table.setReal(3, 1.0 / 3);
    table.setInteger(4, kTailLayer);
    return table;
}

ReportTable one(std::string_view text)
{
    ReportTable table("one", "One", {{"x", "X", CellKind::Text, "", -1}});
    table.appendRow();
    table.setText(0, text);
    return table;
}

} // namespace

class TestTableWriters : public QObject {
    Q_OBJECT
private slots:
    void csvIsExact()
    {
        QCOMPARE(lamella::test::bytesOf(writeTable(sample(), TableFormat::Csv)),
            QByteArray("name,start_ns,dur_ns,share,layer\n"
                       "gemm,465270103,55320,0.249000,12\n"
                       "a|b,-5,,0.333333,tail\n"));
    }
    void csvQuotes_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("cell");
        QTest::newRow("plain") << QByteArray("void f<1>(int)") << QByteArray("void f<1>(int)");
        QTest::newRow("comma") << QByteArray("f<1, 2>") << QByteArray("\"f<1, 2>\"");
        QTest::newRow("quote is doubled") << QByteArray("say \"hi\"") << QByteArray("\"say \"\"hi\"\"\"");
        QTest::newRow("line feed") << QByteArray("a\nb") << QByteArray("\"a\nb\"");
        QTest::newRow("carriage return") << QByteArray("a\rb") << QByteArray("\"a\rb\"");
        QTest::newRow("edge space") << QByteArray(" a") << QByteArray("\" a\"");
        QTest::newRow("empty") << QByteArray("") << QByteArray("");
        QTest::newRow("bad UTF-8 is replaced") << QByteArray("a\xFF\xC3z") << QByteArray("a\xEF\xBF\xBD\xEF\xBF\xBDz");
        QTest::newRow("surrogate is replaced")
            << QByteArray("\xED\xA0\x80") << QByteArray("\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    }
    void csvQuotes()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, cell);
        QCOMPARE(lamella::test::bytesOf(writeTable(one(text.toStdString()), TableFormat::Csv)), QByteArray("x\n") + cell + "\n");
    }

    void jsonIsExact()
    {
        ReportTable table = sample();
        table.addProvenance("tool", "lamella");
        table.addNote("a note");
        QCOMPARE(lamella::test::bytesOf(writeTable(table, TableFormat::Json)),
            QByteArray(
                "{\"schema\":\"lamella.sample.v1\",\n\"provenance\":{\"tool\":\"lamella\"},\n\"notes\":[\"a note\"],\n"
                "\"missing\":[{\"column\":\"dur_ns\",\"reason\":\"no end recorded\",\"rows\":1}],\n\"columns\":[\n"
                "{\"id\":\"name\",\"kind\":\"text\",\"unit\":\"\"},\n{\"id\":\"start_ns\",\"kind\":\"time\",\"unit\":\"ns\"},\n"
                "{\"id\":\"dur_ns\",\"kind\":\"duration\",\"unit\":\"ns\"},\n{\"id\":\"share\",\"kind\":\"share\",\"unit\":\"1\"}"
                ",\n"
                "{\"id\":\"layer\",\"kind\":\"layer\",\"unit\":\"\"}\n],\n\"rows\":[\n"
                "{\"name\":\"gemm\",\"start_ns\":465270103,\"dur_ns\":55320,\"share\":0.249000,\"layer\":12},\n"
                "{\"name\":\"a|b\",\"start_ns\":-5,\"dur_ns\":null,\"share\":0.333333,\"layer\":\"tail\"}\n]}\n"));
    }
    void jsonIsValid_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("read");
        QTest::newRow("quotes and backslashes") << QByteArray("\\\"\\") << QByteArray("\\\"\\");
        QTest::newRow("controls") << QByteArray("\x01\n\t\x1F\x7F") << QByteArray("\x01\n\t\x1F\x7F");
        QTest::newRow("nul") << QByteArray("a\0b", 3) << QByteArray("a\0b", 3);
        QTest::newRow("Chinese") << QByteArray("\xE4\xB8\xAD\xE6\x96\x87") << QByteArray("\xE4\xB8\xAD\xE6\x96\x87");
        QTest::newRow("overlong") << QByteArray("\xC0\xAF") << QByteArray("\xEF\xBF\xBD\xEF\xBF\xBD");
        QTest::newRow("cut sequence") << QByteArray("\xF0\x9F\x98") << QByteArray("\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    }
    void jsonIsValid()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, read);
        ReportTable table = one(text.toStdString());
        table.addNote(text.toStdString());
        table.addProvenance(text.toStdString(), text.toStdString());
        const std::string json = writeTable(table, TableFormat::Json);
        simdjson::dom::parser parser;
        simdjson::dom::element document;
        QVERIFY(parser.parse(json).get(document) == simdjson::SUCCESS);
        std::string_view cell;
        QVERIFY(document["rows"].at(0)["x"].get(cell) == simdjson::SUCCESS);
        QCOMPARE(lamella::test::bytesOf(std::string(cell)), read);
    }
    void emptyTableIsValidEverywhere()
    {
        const ReportTable table("none", "None", {{"x", "X", CellKind::Integer, "", -1}});
        simdjson::dom::parser parser;
        simdjson::dom::element document;
        QVERIFY(parser.parse(writeTable(table, TableFormat::Json)).get(document) == simdjson::SUCCESS);
        QCOMPARE(document["rows"].get_array().value().size(), 0u);
        QCOMPARE(lamella::test::bytesOf(writeTable(table, TableFormat::Csv)), QByteArray("x\n"));
        QVERIFY(lamella::test::bytesOf(writeTable(table, TableFormat::Text)).contains("(no rows)"));
    }

    // 1 byte in 2240 ns are 0.000446 GB/s: not 0.000, as which only a zero is written.
    void smallNumbersAreNoZeros()
    {
        ReportTable table("small", "Small", {{"rate", "Rate", CellKind::Real, "", 3}});
        for (const double rate : {0.0004464285, -0.0000030092, 0.0, 0.0005, 12.3456, 1e-16, 1e-17, -2.5e-30}) {
            table.appendRow();
            table.setReal(0, rate);
        }
        const QByteArray kRates("rate\n0.000446\n-0.00000301\n0.000\n0.001\n12.346\n0.000000000000000100\n1.00e-17\n-2.50e-30\n");
        QCOMPARE(lamella::test::bytesOf(writeTable(table, TableFormat::Csv)), kRates);
        ReportTable whole("whole", "Whole", {{"rate", "Rate", CellKind::Real, "", 0}});
        for (const double rate : {0.5, 0.51, -0.5, 0.0}) {
            whole.appendRow();
            whole.setReal(0, rate);
        }
        QCOMPARE(lamella::test::bytesOf(writeTable(whole, TableFormat::Csv)), QByteArray("rate\n0.500\n1\n-0.500\n0\n"));
    }

    // Programs calculate with rates, people read them.
    void ratesHaveSixDigitsForPrograms()
    {
        ReportTable table(
            "rates", "Rates", {{.id = "rate", .title = "Rate", .kind = CellKind::Real, .help = {}, .decimals = 3, .isRate = true}});
        for (const double rate : {0.000765625, 0.125, 12.3456789, 123456.7894, 0.0, -2.5, 1e-20}) {
            table.appendRow();
            table.setReal(0, rate);
        }
        QCOMPARE(lamella::test::bytesOf(writeTable(table, TableFormat::Csv)),
            QByteArray("rate\n0.000765625\n0.125\n12.3457\n123456.789\n0.000\n-2.500\n1.00000e-20\n"));
        ReportTable whole(
            "rates", "Rates", {{.id = "rate", .title = "Rate", .kind = CellKind::Real, .help = {}, .decimals = 0, .isRate = true}});
        for (const double rate : {12345.0, 12345.6, 1234567.0}) {
            whole.appendRow();
            whole.setReal(0, rate);
        }
        QCOMPARE(lamella::test::bytesOf(writeTable(whole, TableFormat::Csv)), QByteArray("rate\n12345\n12345.6\n1234567\n"));
        QCOMPARE(displayCell(table, 0, 0), std::string("0.001"));
        QCOMPARE(displayCell(table, 2, 0), std::string("12.346"));
    }

    void textIsAlignedWithFootnotes()
    {
        QCOMPARE(lamella::test::bytesOf(writeTable(sample(), TableFormat::Text)),
            QByteArray("A sample\n\n"
                       "Name           Start  Duration   Share  Layer\n"
                       "----  --------------  --------  ------  -----\n"
                       "gemm   0.465270103 s  55.32 \xC2\xB5s  24.9 %     12\n"
                       "a|b   \xE2\x88\x92"
                       "0.000000005 s       n/a  33.3 %   tail\n"
                       "\nn/a in Duration (1 row): no end recorded\n"));
    }
    // What Lamella words has plain blanks between number and unit in files, and none between digits; names stay as they were
    // recorded.
    void filesHavePlainBlanks()
    {
        ReportTable table("one", "One", {{"x", "X", CellKind::Text, "", -1}, {"y", "Y", CellKind::Text, "", -1}});
        table.appendRow();
        table.setMessage(0, msg("waits for %1", formatDuration(90)));
        table.setText(1, "a\u00A0b");
        table.addNote(msg("held for %1", formatDuration(90)));
        QCOMPARE(lamella::test::bytesOf(writeTable(table, TableFormat::Csv)), QByteArray("x,y\nwaits for 90 ns,a\u00A0b\n"));
        const std::string json = writeTable(table, TableFormat::Json);
        QVERIFY(json.find("\"waits for 90 ns\"") != std::string::npos);
        QVERIFY(json.find("\"held for 90 ns\"") != std::string::npos);
        QVERIFY(json.find("\"a\u00A0b\"") != std::string::npos);
        table.addNote(msg("%1 of %2 calls", formatCount(-9'999), formatCount(1'234'567)));
        for (const TableFormat format : {TableFormat::Text, TableFormat::Json})
            QVERIFY(writeTable(table, format).find("\u22129999 of 1234567 calls") != std::string::npos);
        QCOMPARE(withPlainBlanks("a\u2009b 1\u2009b a\u20092"), std::string("a b 1 b a 2"));
    }
    void textCannotSteerTheTerminal()
    {
        const QByteArray text = lamella::test::bytesOf(writeTable(one("\x1B[31mred\n\x9B"), TableFormat::Text));
        QVERIFY(!text.contains('\x1B'));
        QVERIFY(text.contains("\xE2\x90\x9B[31mred\xE2\x90\x8A"));
    }
    void longTextIsCutOnlyForPeople()
    {
        const std::string name(5000, 'k');
        QVERIFY(writeTable(one(name), TableFormat::Text).find(name) == std::string::npos);
        QVERIFY(writeTable(one(name), TableFormat::Csv).find(name) != std::string::npos);
    }
    void spreadsheetsGetNoFormulas_data()
    {
        QTest::addColumn<QByteArray>("cell");
        QTest::addColumn<QByteArray>("written");
        QTest::newRow("equals") << QByteArray("=1+1") << QByteArray("'=1+1");
        QTest::newRow("call, quoted too") << QByteArray("=HYPERLINK(\"x\",\"y\")")
                                          << QByteArray("\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\"");
        QTest::newRow("minus") << QByteArray("-2+cmd|' /C calc'!A0") << QByteArray("'-2+cmd|' /C calc'!A0");
        QTest::newRow("at") << QByteArray("@SUM(A1)") << QByteArray("'@SUM(A1)");
        QTest::newRow("tab") << QByteArray("\t=1") << QByteArray("'\t=1");
        QTest::newRow("carriage return") << QByteArray("\r=1") << QByteArray("\"'\r=1\"");
        QTest::newRow("behind blanks") << QByteArray("  =1+1") << QByteArray("'  =1+1");
        QTest::newRow("behind a wide blank") << QByteArray("\u3000\u00A0@A1") << QByteArray("'\u3000\u00A0@A1");
        QTest::newRow("full-width equals") << QByteArray("\uFF1D1+1") << QByteArray("'\uFF1D1+1");
        QTest::newRow("full-width plus") << QByteArray("\uFF0B1") << QByteArray("'\uFF0B1");
        QTest::newRow("full-width minus") << QByteArray("\uFF0D1") << QByteArray("'\uFF0D1");
        QTest::newRow("full-width at") << QByteArray("\uFF20A1") << QByteArray("'\uFF20A1");
        QTest::newRow("blanks alone") << QByteArray("  ") << QByteArray("\"  \"");
        QTest::newRow("a kernel's name") << QByteArray("gemm=1") << QByteArray("gemm=1");
        QTest::newRow("nothing") << QByteArray() << QByteArray();
    }
    void spreadsheetsGetNoFormulas()
    {
        QFETCH(QByteArray, cell);
        QFETCH(QByteArray, written);
        const QByteArray csv = lamella::test::bytesOf(writeTable(one(cell.toStdString()), TableFormat::SpreadsheetCsv));
        QVERIFY2(csv.endsWith(QByteArray("\n" + written + "\n")), csv.constData());
        QVERIFY(lamella::test::bytesOf(writeTable(one("=1"), TableFormat::Csv)).endsWith("\n=1\n"));
    }
    void markdownEscapesMarkup()
    {
        const QByteArray text = lamella::test::bytesOf(writeTable(one("a|b*c*<d>_e f_g `h`"), TableFormat::Markdown));
        QVERIFY(text.contains("| a\\|b\\*c\\*\\<d\\>\\_e f_g \\`h\\` |"));
    }
    void htmlEscapesEverything()
    {
        const QByteArray text = lamella::test::bytesOf(writeTable(one("<script>alert('&\"')</script>"), TableFormat::Html));
        QVERIFY(text.contains("<td>&lt;script&gt;alert(&#39;&amp;&quot;&#39;)&lt;/script&gt;</td>"));
        QCOMPARE(text.count("<script"), 1); // the page's own
        QVERIFY(lamella::test::bytesOf(writeTable(sample(), TableFormat::Html)).contains("title=\"&lt;its name&gt;\""));
    }
    void piecesAreTheSameBytes()
    {
        ReportTable table("t", "T", {{"x", "X", CellKind::Text, "", -1}});
        for (int i = 0; i < 50000; ++i) {
            table.appendRow();
            table.setText(0, "some text of a row " + std::to_string(i));
        }
        std::string joined;
        int pieces = 0;
        QVERIFY(writeTable(table, TableFormat::Csv, [&](std::string_view piece) {
            joined += piece;
            ++pieces;
            return true;
        }));
        QVERIFY(pieces > 1);
        QVERIFY(joined == writeTable(table, TableFormat::Csv));
    }
    void refusedPieceStopsTheWriter()
    {
        int pieces = 0;
        QVERIFY(!writeTable(sample(), TableFormat::Json, [&](std::string_view) { return ++pieces > 1; }));
        QCOMPARE(pieces, 1);
    }

    void formatsHaveNames()
    {
        QVERIFY(tableFormatFromName("text") == TableFormat::Text);
        QVERIFY(tableFormatFromName("html") == TableFormat::Html);
        QVERIFY(tableFormatFromName("speedscope") == TableFormat::Speedscope);
        QVERIFY(!tableFormatFromName("xml"));
    }
    void fileIsReplacedWhole()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("t.csv"));
        QVERIFY(writeFileAtomically(path.toStdString(), "first, longer").has_value());
        QVERIFY(writeFileAtomically(path.toStdString(), "second").has_value());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("second"));
        QCOMPARE(QDir(dir.path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
    }
    void failedWriteLeavesNothing()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("t.csv"));
        QVERIFY(!writeFileAtomically(path.toStdString(), [](const TableSink &sink) {
            sink("half");
            return false;
        }).has_value());
        QCOMPARE(QDir(dir.path()).entryList(QDir::Files | QDir::Hidden).size(), 0);
    }
    void aStoppedWriteLeavesTheFileAsItWas()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("t.csv")).toStdString();
        QVERIFY(writeTableFile(path, sample(), TableFormat::Csv).has_value());
        const auto bytes = [&path] {
            QFile file(QString::fromStdString(path));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        const QByteArray before = bytes();
        QVERIFY(!before.isEmpty());
        std::stop_source stop;
        stop.request_stop();
        for (const TableFormat format : {TableFormat::Json, TableFormat::Xlsx}) {
            const Result<void> written = writeTableFile(path, sample(), format, {}, {stop.get_token(), {}});
            QVERIFY(!written.has_value());
            QCOMPARE(written.error().code, ErrorCode::Cancelled);
            QCOMPARE(bytes(), before);
        }
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
    }
    void unwritablePlaces_data()
    {
        QTest::addColumn<QString>("path");
        QTest::newRow("folder is missing") << QStringLiteral("missing/t.csv");
        QTest::newRow("is a folder") << QStringLiteral(".");
    }
    void unwritablePlaces()
    {
        QFETCH(QString, path);
        QTemporaryDir dir;
        const auto written = writeFileAtomically(dir.filePath(path).toStdString(), "x");
        QVERIFY(!written.has_value());
        QCOMPARE(written.error().code, ErrorCode::Io);
        QVERIFY(!written.error().source.empty());
    }
    void fullDeviceIsAnError()
    {
        if (!QFile::exists(QStringLiteral("/dev/full")))
            QSKIP("skipped: no /dev/full here");
        QVERIFY(!writeFileAtomically("/dev/full", "x").has_value());
        QVERIFY(QFile::exists(QStringLiteral("/dev/full")));
    }
};

LAMELLA_TEST(TestTableWriters)
#include "tst_TableWriters.moc"
