// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/RowOrder.h"
#include "core/report/tables/Columns.h"
#include "tests/support/TestMain.h"

#include <QtTest>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

using namespace lamella::core;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<ReportColumn> oneOfEach()
{
    return {{"number", "Number", CellKind::Integer, "", -1}, {"share", "Share", CellKind::Share, "", -1},
        {"text", "Text", CellKind::Text, "", -1}, columns::layer()};
}

ReportTable emptyTable()
{
    return ReportTable("order", "Order", oneOfEach());
}

void addRow(ReportTable &table, std::int64_t number, double share, std::string_view text, std::int64_t layer)
{
    table.appendRow();
    table.setInteger("number", number);
    table.setReal("share", share);
    table.setText("text", text);
    table.setInteger("layer", layer);
}

std::vector<std::uint32_t> allRows(const ReportTable &table)
{
    std::vector<std::uint32_t> rows(table.rowCount());
    std::iota(rows.begin(), rows.end(), 0u);
    return rows;
}

// Enough rows for radix sort, with few distinct values so that many are equal.
ReportTable randomTable(std::size_t rows)
{
    std::mt19937_64 random(11);
    ReportTable table = emptyTable();
    const char *const texts[] = {"gemm", "", "attention", "norm", "a", "gemm<8>"};
    for (std::size_t i = 0; i < rows; ++i) {
        addRow(table, static_cast<std::int64_t>(random() % 5 == 0 ? random() : random() % 300) - 150,
            static_cast<double>(random() % 100) / 7 - 5, texts[random() % std::size(texts)],
            static_cast<std::int64_t>(random() % 40));
        if (random() % 9 == 0)
            table.setMissing("number", "no reason");
        if (random() % 9 == 0)
            table.setMissing("text", "no reason");
    }
    return table;
}

bool isLess(const ReportTable &table, std::size_t column, std::uint32_t a, std::uint32_t b)
{
    switch (table.columns()[column].kind) {
    case CellKind::Text:
        return table.text(a, column) < table.text(b, column);
    case CellKind::Real:
    case CellKind::Share:
        return table.real(a, column) < table.real(b, column);
    default:
        return table.integer(a, column) < table.integer(b, column);
    }
}

} // namespace

class tst_RowOrder : public QObject {
    Q_OBJECT

private slots:
    void equalsASortByComparing_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<QString>("column");
        QTest::addColumn<bool>("descending");
        for (const int rows : {0, 1, 700, 5000})
            for (const char *column : {"number", "share", "text", "layer"})
                for (const bool descending : {false, true})
                    QTest::addRow("%d rows by %s%s", rows, descending ? "-" : "", column) << rows << column << descending;
    }
    void equalsASortByComparing()
    {
        QFETCH(int, rows);
        QFETCH(QString, column);
        QFETCH(bool, descending);
        const ReportTable table = randomTable(static_cast<std::size_t>(rows));
        const std::size_t place = table.columnIndex(column.toStdString());
        std::vector<std::uint32_t> expected = allRows(table);
        std::stable_sort(expected.begin(), expected.end(), [&](std::uint32_t a, std::uint32_t b) {
            if (table.isMissing(a, place) || table.isMissing(b, place))
                return !table.isMissing(a, place) && table.isMissing(b, place);
            return descending ? isLess(table, place, b, a) : isLess(table, place, a, b);
        });
        const auto sorted = sortedRows(table, allRows(table), place, descending);
        QVERIFY(sorted);
        QCOMPARE(*sorted, expected);
    }

    void extremesAreInOrder()
    {
        ReportTable table = emptyTable();
        addRow(table, INT64_MAX, kNan, "b", kTailLayer);
        addRow(table, 0, kInfinity, "", 0);
        addRow(table, INT64_MIN, 0.0, "a", kHeadLayer);
        addRow(table, -1, -0.0, "\xff", 63);
        addRow(table, 1, -kInfinity, "B", 7);
        const auto by = [&table](
                            const char *column) { return *sortedRows(table, allRows(table), table.columnIndex(column), false); };
        QCOMPARE(by("number"), (std::vector<std::uint32_t>{2, 3, 1, 4, 0}));
        QCOMPARE(by("share"), (std::vector<std::uint32_t>{2, 3, 0, 1, 4})); // both zeros are equal; non-finite values are missing
        QCOMPARE(by("text"), (std::vector<std::uint32_t>{1, 4, 2, 0, 3}));
        QCOMPARE(by("layer"), (std::vector<std::uint32_t>{2, 1, 4, 3, 0}));
    }

    // Each text comes before the next.
    void numbersInTextsCountByTheirValue()
    {
        const char *const ordered[] = {"", "-1", "0", "00", "9", "010", "10", "10a", "99999999999999999998", "99999999999999999999",
            "a", "a 2 b", "a 10 a", "a10", "a10.9", "a10.10", "b"};
        ReportTable table = emptyTable();
        for (const char *text : ordered)
            addRow(table, 0, 0, text, 0);
        std::vector<std::uint32_t> rows = allRows(table);
        std::reverse(rows.begin(), rows.end());
        QCOMPARE(*sortedRows(table, rows, table.columnIndex("text"), false), allRows(table));
    }

    void equalCellsKeepTheOrderTheyCameIn()
    {
        ReportTable table = emptyTable();
        for (int i = 0; i < 4; ++i)
            addRow(table, 5, 1, "same", 2);
        const std::vector<std::uint32_t> rows{3, 1, 2};
        for (const bool descending : {false, true})
            for (std::size_t column = 0; column < table.columns().size(); ++column)
                QCOMPARE(*sortedRows(table, rows, column, descending), rows);
    }

    void stopsWhenAsked()
    {
        const ReportTable table = randomTable(5000);
        std::stop_source stop;
        stop.request_stop();
        for (std::size_t column = 0; column < table.columns().size(); ++column) {
            const auto sorted = sortedRows(table, allRows(table), column, false, {stop.get_token(), {}});
            QVERIFY(!sorted);
            QCOMPARE(sorted.error().code, ErrorCode::Cancelled);
        }
    }
};

LAMELLA_CORE_APPLICATION_TEST(tst_RowOrder)
#include "tst_RowOrder.moc"
