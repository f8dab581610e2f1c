// SPDX-License-Identifier: GPL-3.0-or-later
// Which columns a text of limited width shows, and what it says of the others.
#include "core/report/CellText.h"
#include "core/report/TableColumns.h"
#include "core/report/TableView.h"
#include "core/report/TableWriters.h"
#include "core/report/WrappedText.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <string>
#include <vector>

using namespace lamella::core;

namespace {

const std::string kLong = "void flashinfer::BatchDecodeWithPagedKVCacheKernel<2, 4, 8>(float const*, unsigned long)";

// Two rows; device is the same in both, run is missing, copy repeats name, full only comes on request.
ReportTable sample()
{
    ReportTable table("sample", "Sample",
        {{"device", "Device", CellKind::Integer, "", -1, ColumnUse::Key}, {"name", "Name", CellKind::Text, "", -1},
            {"wall_ns", "Wall", CellKind::DurationNs, "", -1}, {"run", "Run", CellKind::Text, "", -1},
            {"copy", "Copy", CellKind::Text, "", -1}, {"count", "Count", CellKind::Integer, "", -1, ColumnUse::IfRoom},
            {"full", "Full", CellKind::Text, "", -1, ColumnUse::OnRequest}});
    for (const int row : {1, 2}) {
        table.appendRow();
        table.setInteger("device", 0);
        table.setText("name", row == 1 ? kLong : "gemm");
        table.setInteger("wall_ns", row * 1'500'000);
        table.setMissing("run", "none recorded");
        table.setText("copy", row == 1 ? kLong : "gemm");
        table.setInteger("count", row * 1234);
        table.setText("full", "f" + std::to_string(row));
    }
    return table;
}

std::string text(const ReportTable &table, const TextLayout &layout)
{
    return writeTable(table, TableFormat::Text, layout);
}

std::vector<std::string> lines(const std::string &text)
{
    std::vector<std::string> all;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        all.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return all;
}

} // namespace

class TestTextLayout : public QObject {
    Q_OBJECT
private slots:
    void whatSaysNothingIsLeftOut()
    {
        const std::string out = text(sample(), {80});
        QCOMPARE(lines(out),
            (std::vector<std::string>{"Sample", "",
                "Name                                                                 Wall  Count",
                "---------------------------------------------------------------  --------  -----",
                "void flashinfer::BatchDecodeWit…8>(float const*, unsigned long)  1.500 ms   1234",
                "gemm                                                             3.000 ms   2468", "",
                "In all rows: device = 0, copy = name.", "n/a in all rows: run (none recorded).",
                "Not shown: full. --wide shows all columns, --columns ID,ID these.",
                "Long text is shortened at …; CSV and JSON have all of it, --wide more."}));
    }

    void noLineIsWider()
    {
        for (std::size_t width = 40; width <= 200; width += 10)
            for (const std::string &line : lines(text(sample(), {width})))
                QVERIFY2(displayWidth(line) <= width, line.c_str());
    }

    void withoutLimitAllIsShown()
    {
        const std::string out = text(sample(), {});
        for (const char *shown : {"Device", "Run", "Copy", "Full", kLong.c_str(), "n/a in Run (2 rows): none recorded"})
            QVERIFY2(out.find(shown) != std::string::npos, shown);
        QVERIFY(out.find("Not shown") == std::string::npos);
    }

    void idsAreHeadings()
    {
        QVERIFY(text(sample(), {0, true}).find("wall_ns") != std::string::npos);
        QVERIFY(text(sample(), {0, true}).find("Wall") == std::string::npos);
    }

    void chosenColumnsAreShownInTheirOrder()
    {
        const auto chosen = chosenColumns(sample(), "full,device,Wall");
        QVERIFY(chosen.has_value());
        const std::vector<std::string> out = lines(text(*chosen, {80, false, true}));
        QCOMPARE(out[2], std::string("Full  Device      Wall"));
        QCOMPARE(out.size(), std::size_t{6}); // nothing is said of others
        QCOMPARE(lines(writeTable(*chosen, TableFormat::Csv))[1], std::string("f1,0,1500000"));
    }

    void columnsThatAreNotThere_data()
    {
        QTest::addColumn<QString>("names");
        QTest::addColumn<QString>("says");
        QTest::newRow("near an id") << "wal_ns"
                                    << "column wal_ns is not in this table (did you mean wall_ns?)";
        QTest::newRow("near a heading") << "nam"
                                        << "(did you mean name?)";
        QTest::newRow("far") << "nonsense"
                             << "it has device, name, wall_ns";
        QTest::newRow("twice") << "name,name"
                               << "column name is named twice";
        QTest::newRow("empty") << "name,"
                               << "column  is not in this table";
    }
    void columnsThatAreNotThere()
    {
        QFETCH(QString, names);
        QFETCH(QString, says);
        const auto chosen = chosenColumns(sample(), names.toStdString());
        QVERIFY(!chosen);
        QCOMPARE(chosen.error().code, ErrorCode::BadRequest);
        const QString said = QString::fromStdString(chosen.error().message());
        QVERIFY2(said.contains(says), qPrintable(said));
    }

    void headingsThatSeveralColumnsHaveAreAskedAbout()
    {
        ReportTable table("t", "T", {{"a", "Name", CellKind::Text, "", -1}, {"b", "name", CellKind::Text, "", -1}});
        const auto column = columnNamed(table, "NAME");
        QVERIFY(!column);
        QVERIFY(column.error().message().find("did you mean a or b?") != std::string::npos);
    }

    void rowsAreSortedByAHeading()
    {
        const auto rows = viewRows(sample(), {{}, "-wall", 0});
        QVERIFY(rows.has_value());
        QCOMPARE(*rows, (std::vector<std::uint32_t>{1, 0}));
    }

    void emptyTablesSayWhyFirst()
    {
        ReportTable table("t", "T", {{"a", "A", CellKind::Text, "", -1}});
        table.addNote("There is nothing of the kind.");
        QCOMPARE(text(table, {}), std::string("T\n\nThere is nothing of the kind.\n\nA\n-\n(no rows)\n"));
    }

    void blanksArePlain()
    {
        ReportTable table("t", "T", {{"a", "A", CellKind::DurationNs, "", -1}, {"b", "B", CellKind::Integer, "", -1}});
        table.appendRow();
        table.setInteger("a", 1'234'567);
        table.setInteger("b", 1'234'567);
        QVERIFY(text(table, {}).find("1.235 ms  1234567\n") != std::string::npos);
    }

    void sentencesAreWrapped_data()
    {
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<int>("width");
        QTest::addColumn<QString>("wrapped");
        QTest::newRow("short") << "one two" << 10 << "one two";
        QTest::newRow("no limit") << "one two three" << 0 << "one two three";
        QTest::newRow("at blanks") << "one two three" << 8 << "one two\n  three";
        QTest::newRow("long word") << "a loooooooong word" << 6 << "a\n  looo\n  oooo\n  ong\n  word";
        QTest::newRow("wide characters") << QString::fromUtf8("中文字符") << 5 << QString::fromUtf8("中文\n  字\n  符");
    }
    void sentencesAreWrapped()
    {
        QFETCH(QString, sentence);
        QFETCH(int, width);
        QFETCH(QString, wrapped);
        QCOMPARE(QString::fromStdString(wrappedText(sentence.toStdString(), static_cast<std::size_t>(width), 2)), wrapped);
    }

    void namesAreShortenedInside()
    {
        QCOMPARE(elidedInside("abcdefghij", 10), std::string("abcdefghij"));
        QCOMPARE(elidedInside("abcdefghij", 6), std::string("abc…ij"));
        QCOMPARE(elidedInside("abcdefghij", 1), std::string("…"));
        QVERIFY(displayWidth(elidedInside("中文字符中文字符", 7)) <= 7);
    }
};

LAMELLA_TEST(TestTextLayout)
#include "tst_TextLayout.moc"
