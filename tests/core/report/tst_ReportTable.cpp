// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Format.h"
#include "core/report/CellText.h"
#include "core/report/ReportTable.h"
#include "core/report/TableView.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <limits>

using namespace lamella::core;

namespace {

ReportTable fruit()
{
    ReportTable table("fruit", "Fruit",
        {{"name", "Name", CellKind::Text, "", -1}, {"n", "Count", CellKind::Integer, "", -1},
            {"part", "Part", CellKind::Share, "", -1}, {"layer", "Layer", CellKind::Layer, "", -1}});
    const auto add = [&table](const char *name, int n, int layer) {
        table.appendRow(PassSelection{DeviceId(0), n});
        table.setText(0, name);
        table.setInteger(1, n);
        table.setInteger(3, layer);
    };
    add("Pear", 3, kTailLayer);
    add("apple", 1, kHeadLayer);
    add("pear", 2, 10);
    table.appendRow();
    table.setText(0, "plum");
    table.setMissing(1, "not counted");
    table.setInteger(3, 9);
    return table;
}

std::vector<std::string> names(const ReportTable &table, const std::vector<std::uint32_t> &rows)
{
    std::vector<std::string> found;
    for (const std::uint32_t row : rows)
        found.emplace_back(table.text(row, 0));
    return found;
}

} // namespace

class TestReportTable : public QObject {
    Q_OBJECT
private slots:
    void unsetCellIsMissingWithoutReason()
    {
        const ReportTable table = fruit();
        QVERIFY(table.isMissing(0, 2));
        QVERIFY(table.missingReason(0, 2).empty());
    }
    void lineNumbersAreNotGrouped()
    {
        ReportTable table("t", "T", {{"line", "Line", CellKind::Integer, "", -1}, {"count", "Count", CellKind::Integer, "", -1}});
        table.appendRow();
        table.setInteger(0, 2919);
        table.setInteger(1, 2919);
        QCOMPARE(displayCell(table, 0, 0), std::string("2919"));
        QCOMPARE(displayCell(table, 0, 1), formatCount(2919));
    }
    void missingCellKeepsItsReason()
    {
        const ReportTable table = fruit();
        QVERIFY(table.isMissing(3, 1));
        QCOMPARE(QByteArray(table.missingReason(3, 1).english().data()), QByteArray("not counted"));
    }
    void realThatIsNotFiniteIsMissing()
    {
        ReportTable table("t", "T", {{"x", "X", CellKind::Real, "", -1}});
        table.appendRow();
        table.setReal(0, std::numeric_limits<double>::quiet_NaN());
        QVERIFY(table.isMissing(0, 0));
    }
    void setAfterMissingIsPresent()
    {
        ReportTable table("t", "T", {{"x", "X", CellKind::Integer, "", -1}});
        table.appendRow();
        table.setMissing(0, "no");
        table.setInteger(0, 7);
        QVERIFY(!table.isMissing(0, 0));
        QCOMPARE(table.integer(0, 0), 7);
    }
    void textOutlivesTheTableItCameFrom()
    {
        ReportTable picked = fruit().withRows({2, 0});
        QCOMPARE(picked.rowCount(), 2u);
        QCOMPARE(std::string(picked.text(0, 0)), std::string("pear"));
        QCOMPARE(std::string(picked.text(1, 0)), std::string("Pear"));
        QVERIFY(picked.target(1) == Selection(PassSelection{DeviceId(0), 3}));
        picked.appendRow();
        picked.setText(0, "quince");
        QCOMPARE(std::string(picked.text(2, 0)), std::string("quince"));
    }
    void manyDistinctTextsStayApart()
    {
        ReportTable table("t", "T", {{"x", "X", CellKind::Text, "", -1}});
        for (int i = 0; i < 20000; ++i) {
            table.appendRow();
            table.setText(0, std::to_string(i % 7000));
        }
        for (std::size_t i = 0; i < 20000; ++i)
            QCOMPARE(std::string(table.text(i, 0)), std::to_string(i % 7000));
    }

    void filterSeesThroughMangling()
    {
        ReportTable table("names", "Names", {{"anchor", "Anchor", CellKind::Text, "", -1}});
        for (const char *name : {"_ZN7sgl_hip10activationEv", "_Zbroken", "plain"}) {
            table.appendRow();
            table.setText(std::size_t{0}, name);
        }
        QCOMPARE(lamella::core::viewRows(table, {"sgl_hip::activation", "", 0}).value(), (std::vector<std::uint32_t>{0}));
        QCOMPARE(lamella::core::viewRows(table, {"_ZN7", "", 0}).value(), (std::vector<std::uint32_t>{0})); // as recorded
        QCOMPARE(lamella::core::viewRows(table, {"_Zbroken", "", 0}).value(), (std::vector<std::uint32_t>{1}));
    }
    void viewRows_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QString>("sort");
        QTest::addColumn<int>("top");
        QTest::addColumn<QString>("expected");
        QTest::newRow("own order") << ""
                                   << "" << 0 << "Pear,apple,pear,plum";
        QTest::newRow("filter ignores case") << "PEA"
                                             << "" << 0 << "Pear,pear";
        QTest::newRow("ascending, missing last") << ""
                                                 << "n" << 0 << "apple,pear,Pear,plum";
        QTest::newRow("descending, missing last") << ""
                                                  << "-n" << 0 << "Pear,pear,apple,plum";
        QTest::newRow("head before layers, tail after") << ""
                                                        << "layer" << 0 << "apple,plum,pear,Pear";
        QTest::newRow("top after sort") << ""
                                        << "-n" << 2 << "Pear,pear";
        QTest::newRow("top beyond the end") << "plum"
                                            << "" << 9 << "plum";
    }
    void viewRows()
    {
        QFETCH(QString, filter);
        QFETCH(QString, sort);
        QFETCH(int, top);
        QFETCH(QString, expected);
        const ReportTable table = fruit();
        const std::string f = filter.toStdString();
        const std::string s = sort.toStdString();
        const auto rows = lamella::core::viewRows(table, {f, s, static_cast<std::size_t>(top)});
        QVERIFY(rows.has_value());
        std::string joined;
        for (const std::string &name : names(table, *rows))
            joined += (joined.empty() ? "" : ",") + name;
        QCOMPARE(QString::fromStdString(joined), expected);
    }
    void unknownSortColumnNamesTheKnownOnes()
    {
        const auto rows = lamella::core::viewRows(fruit(), {"", "-size", 0});
        QVERIFY(!rows.has_value());
        QCOMPARE(rows.error().code, ErrorCode::BadRequest);
        QCOMPARE(QString::fromStdString(rows.error().detail.english()),
            QStringLiteral("column size is not in this table; it has name, n, part, layer"));
    }
};

LAMELLA_TEST(TestReportTable)
#include "tst_ReportTable.moc"
