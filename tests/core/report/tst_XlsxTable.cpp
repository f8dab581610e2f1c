// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/XlsxTable.h"
#include "core/report/XlsxText.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "tests/support/WorkbookText.h"

#include <QTemporaryDir>
#include <QTest>

#include <clocale>
#include <limits>

using namespace lamella::core;
using lamella::test::WorkbookSheet;

namespace {

QByteArray bytesOf(const ReportTable &table, const XlsxLimits &limits = {})
{
    QByteArray bytes;
    const auto done = writeXlsxTable(
        table,
        [&bytes](std::string_view piece) {
            bytes.append(piece.data(), static_cast<qsizetype>(piece.size()));
            return true;
        },
        limits);
    return done ? bytes : QByteArray();
}

ReportTable numbers()
{
    ReportTable table("sample", "A sample",
        {{"name", "Name", CellKind::Text, "<its name>", -1}, {"dur_ns", "Duration", CellKind::DurationNs, "", -1},
            {"wall", "Wall", CellKind::TimeNs, "", -1}, {"raw_bytes", "Bytes", CellKind::Bytes, "", -1},
            {"share", "Share", CellKind::Share, "of all", -1}, {"ratio", "Ratio", CellKind::Real, "", -1},
            {"layer", "Layer", CellKind::Layer, "", -1}});
    table.addProvenance("file", "a.json");
    table.addNote("a note");
    table.appendRow();
    table.setText(0, "gemm");
    table.setInteger(1, 55320);
    table.setInteger(2, -5);
    table.setInteger(3, 1 << 20);
    table.setReal(4, 1.0 / 3);
    table.setReal(5, 0.1);
    table.setInteger(6, 12);
    table.appendRow();
    table.setText(0, "copy");
    table.setMissing(1, "no end recorded");
    table.setInteger(2, (std::int64_t{1} << 53) + 1);
    table.setInteger(3, std::int64_t{1} << 53);
    table.setReal(4, 0);
    table.setReal(5, std::numeric_limits<double>::infinity());
    table.setInteger(6, kTailLayer);
    return table;
}

ReportTable one(const QByteArray &text)
{
    ReportTable table("one", "One", {{"x", "X", CellKind::Text, "", -1}});
    table.appendRow();
    table.setText(0, std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
    return table;
}

bool says(const WorkbookSheet &sheet, const QString &text)
{
    for (const auto &row : sheet.rows)
        for (const auto &cell : row)
            if (cell.text.contains(text))
                return true;
    return false;
}

} // namespace

class TestXlsxTable : public QObject {
    Q_OBJECT
private slots:
    void cellsAreTheCellsOfTheCsv()
    {
        const ReportTable table = numbers();
        const auto sheets = lamella::test::workbookSheets(bytesOf(table));
        QCOMPARE(sheets.size(), 2);
        const WorkbookSheet &sheet = sheets[0];
        QCOMPARE(sheet.name, QStringLiteral("sample"));
        QVERIFY(sheet.frozen);
        QCOMPARE(sheet.filter, QStringLiteral("A1:G3"));
        const auto csv = lamella::test::csvRows(lamella::test::bytesOf(writeTable(table, TableFormat::Csv)));
        QCOMPARE(sheet.rows.size(), csv.size());
        for (qsizetype r = 1; r < csv.size(); ++r)
            for (qsizetype c = 0; c < csv[r].size(); ++c)
                if (sheet.rows[r].value(c).number) // 0 and 0.000000 are the same number
                    QCOMPARE(sheet.rows[r].value(c).text.toDouble(), csv[r][c].toDouble());
                else
                    QCOMPARE(sheet.rows[r].value(c).text, csv[r][c]);
    }
    void unitsStandInTheHeader()
    {
        QStringList header;
        const auto sheets = lamella::test::workbookSheets(bytesOf(numbers()));
        for (const auto &cell : sheets[0].rows[0])
            header.append(cell.text);
        QCOMPARE(header.join(u'|'), QStringLiteral("name|dur_ns|wall (ns)|raw_bytes|share|ratio|layer"));
    }
    void whatADoubleCannotHoldIsText()
    {
        const auto sheets = lamella::test::workbookSheets(bytesOf(numbers()));
        const auto &second = sheets[0].rows[2];
        QCOMPARE(second[2].text, QStringLiteral("9007199254740993"));
        QVERIFY(!second[2].number);
        QVERIFY(second[3].number); // 2^53 itself is exact
        QVERIFY(second[5].text.isEmpty()); // infinity is a missing cell in all tables
        QVERIFY(!second[6].number); // "tail"
        QVERIFY(sheets[0].rows[1][1].number && sheets[0].rows[1][4].number && sheets[0].rows[1][6].number);
        QVERIFY(says(sheets[1], QStringLiteral("1 numbers are larger")));
    }
    void aboutSaysWhereItComesFrom()
    {
        const WorkbookSheet about = lamella::test::workbookSheets(bytesOf(numbers())).value(1);
        for (const char *text : {"A sample", "a.json", "a note", "<its name>", "no end recorded", "of all"})
            QVERIFY2(says(about, QLatin1String(text)), text);
    }

    void textStaysText_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("cell");
        for (const char *text : {"=1+1", "+1", "-1", "@SUM(A1)", "=HYPERLINK(\"http://x\")", "{=1}", "https://example.org/",
                 "1e9", " a ", "a<b>&\"c\"", "TRUE", "层"})
            QTest::newRow(text) << QByteArray(text) << QString::fromUtf8(text);
        QTest::newRow("control character") << QByteArray("a\x01\x1B[31m") << QStringLiteral("a\x01\x1B[31m");
        QTest::newRow("line feed") << QByteArray("a\nb") << QStringLiteral("a\nb");
        QTest::newRow("tab") << QByteArray("a\tb") << QStringLiteral("a\tb");
        QTest::newRow("NUL") << QByteArray("a\0b", 3) << QString(QStringLiteral("a") + QChar(0x2400) + QStringLiteral("b"));
        QTest::newRow("bad UTF-8") << QByteArray("a\xFF") << QString(QStringLiteral("a") + QChar(0xFFFD));
        QTest::newRow("no character of XML") << QByteArray("a\xEF\xBF\xBF") << QString(QStringLiteral("a") + QChar(0xFFFD));
    }
    void textStaysText()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, cell);
        const auto sheets = lamella::test::workbookSheets(bytesOf(one(text)));
        QCOMPARE(sheets.size(), 2);
        QCOMPARE(sheets[0].rows.value(1).value(0).text, cell);
        QVERIFY(!sheets[0].rows[1][0].number);
        QCOMPARE(sheets[0].formulas + sheets[0].links, 0);
    }
    void longTextIsCutAndSaid()
    {
        const auto sheets = lamella::test::workbookSheets(bytesOf(one(QByteArray(200000, 'a'))));
        const QString cell = sheets[0].rows[1][0].text;
        QCOMPARE(cell.size(), 32767);
        QVERIFY(cell.endsWith(QChar(0x2026)));
        QVERIFY(says(sheets[1], QStringLiteral("1 texts are longer")));
        QCOMPARE(
            QByteArray::fromStdString(xlsxText("ab\xF0\x9F\x98\x80", 3)), QByteArray("ab\xE2\x80\xA6")); // not half a pair
        QCOMPARE(QByteArray::fromStdString(xlsxText("abc", 3)), QByteArray("abc"));
    }

    void manyRowsGoOnInAnotherSheet()
    {
        ReportTable table("kernels", "Kernels", {{"n", "N", CellKind::Integer, "", -1}});
        for (int i = 0; i < 25; ++i) {
            table.appendRow();
            table.setInteger(std::size_t{0}, i);
        }
        const auto sheets = lamella::test::workbookSheets(bytesOf(table, {10, 16384, 32767}));
        QCOMPARE(sheets.size(), 4);
        QCOMPARE(sheets[2].name, QStringLiteral("kernels 3"));
        QCOMPARE(sheets[2].rows.size(), 6);
        QCOMPARE(sheets[2].rows[1][0].text, QStringLiteral("20"));
        QCOMPARE(sheets[2].rows[0][0].text, QStringLiteral("n"));
    }
    void tooManyColumnsAreRefused()
    {
        const auto done = writeXlsxTable(numbers(), [](std::string_view) { return true; }, {10, 6, 100});
        QVERIFY(!done);
        QCOMPARE(done.error().code, ErrorCode::Limit);
    }
    void noRowsAndNoColumns()
    {
        QCOMPARE(lamella::test::workbookSheets(bytesOf(ReportTable("none", "None", {}))).size(), 2);
        const ReportTable empty("empty", "Empty", {{"x", "X", CellKind::Text, "", -1}});
        QCOMPARE(lamella::test::workbookSheets(bytesOf(empty))[0].rows.size(), 1);
    }
    void sheetNames_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<int>("number");
        QTest::addColumn<QString>("name");
        QTest::newRow("id") << "step-classes" << 1 << "step-classes";
        QTest::newRow("long") << QString(40, u'a') << 12 << QString(QString(28, u'a') + QStringLiteral(" 12"));
        QTest::newRow("characters that a name must not have") << "a[b]:*?/\\'" << 1 << "a-b-------";
        QTest::newRow("empty") << "" << 2 << "table 2";
    }
    void sheetNames()
    {
        QFETCH(QString, id);
        QFETCH(int, number);
        QFETCH(QString, name);
        QCOMPARE(QString::fromStdString(xlsxSheetName(id.toStdString(), number)), name);
    }

    void sameBytesInEveryLocale()
    {
        const QByteArray plain = bytesOf(numbers());
        const char *other = nullptr;
        for (const char *name : {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "cs_CZ.UTF-8"})
            other = other != nullptr ? other : std::setlocale(LC_ALL, name);
        QCOMPARE(bytesOf(numbers()), plain);
        std::setlocale(LC_ALL, "C");
        if (other == nullptr)
            QSKIP("no locale with a decimal comma is installed");
    }
    void sinkThatRefusesStops()
    {
        QVERIFY(!writeXlsxTable(numbers(), [](std::string_view) { return false; }));
    }
    void noPlaceForTemporaryFilesIsSaid()
    {
        QTemporaryDir dir;
        const QByteArray before = qgetenv("TMPDIR");
        qputenv("TMPDIR", dir.filePath(QStringLiteral("gone")).toUtf8());
        const auto done = writeXlsxTable(numbers(), [](std::string_view) { return true; });
        before.isEmpty() ? (void)qunsetenv("TMPDIR") : (void)qputenv("TMPDIR", before);
        QVERIFY(!done);
        QVERIFY(QString::fromStdString(done.error().message()).contains(QLatin1String("gone")));
    }
};

LAMELLA_CORE_APPLICATION_TEST(TestXlsxTable)
#include "tst_XlsxTable.moc"
