// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TableWriters.h"
#include "core/report/tables/CompareTable.h"
#include "tests/support/TestMain.h"

#include <QTest>

using namespace lamella::core;

// What mean and P90 leave out is in the row, so that a gate that passes can be checked.
class TestCompareTable : public QObject {
    Q_OBJECT
private slots:
    void passesLeftOutAreNamed_data()
    {
        QTest::addColumn<std::vector<std::int64_t>>("settled");
        QTest::addColumn<QByteArray>("mean");
        using Walls = std::vector<std::int64_t>;
        QTest::newRow("none") << Walls{10, 10, 10, 10, 10, 10} << QByteArray("\"why\":null");
        QTest::newRow("two of B") << Walls{10, 10, 10, 10}
                                  << QByteArray("\"why\":\"cold and warm-up passes left out: A 0, B 2\"");
        QTest::newRow("two of B, and a slow one")
            << Walls{10, 10, 10, 90}
            << QByteArray("\"why\":\"passes of more than 1.5 times the median: A has 0, B has 1; cold and warm-up passes left "
                          "out: A 0, B 2\"");
        QTest::newRow("more walls than passes") << Walls(20, 10) << QByteArray("\"why\":null");
    }
    void passesLeftOutAreNamed()
    {
        QFETCH(const std::vector<std::int64_t>, settled);
        QFETCH(const QByteArray, mean);
        const std::vector<std::int64_t> even(6, 10);
        const StageWalls a{Stage::Decode, 6, true, 0, even, even};
        const StageWalls b{Stage::Decode, 6, true, 0, {10, 10, 10, 10}, settled};
        const ReportTable table = compareTable({{}, {{0, 0, compareStages({a}, {b})}}}, {0.05, false});
        const std::size_t why = table.columnIndex("why");
        const std::size_t measure = table.columnIndex("measure");
        QVERIFY(why != ReportTable::npos && measure != ReportTable::npos);
        QCOMPARE(table.rowCount(), std::size_t{3});
        const QByteArray json = QByteArray::fromStdString(writeTable(table, TableFormat::Json));
        QCOMPARE(json.count(mean), mean.contains("null") ? 3 : 2); // mean and P90; the median has its own passes
    }
};

LAMELLA_CORE_APPLICATION_TEST(TestCompareTable)
#include "tst_CompareTable.moc"
