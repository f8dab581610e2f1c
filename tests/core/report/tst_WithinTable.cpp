// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/WithinTable.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QtTest>

using namespace lamella;

namespace {

core::Result<core::ReportTable> within(const test::BuiltTrace &trace, std::int64_t from, std::int64_t to, const char *by)
{
    return core::withinTable(trace.document, trace.names, {{from}, {to}}, by);
}

test::BuiltTrace trace()
{
    return test::BuiltTrace("7: gemm_a@0+10 attn_x@12+8 gemm_b@30+10; 8: gemm_c@15+10", {{0, 0}, {0, 0}, {0, 0}, {0, 0}});
}

} // namespace

class tst_WithinTable : public QObject {
    Q_OBJECT
private slots:
    void kernelsThatEndsCutCountWithWhatLiesInside()
    {
        const auto table = within(trace(), 5, 20, "kernel");
        QVERIFY(table);
        QCOMPARE(table->rowCount(), std::size_t{3}); // gemm_b starts later
        const auto row = [&](const char *name) {
            for (std::size_t r = 0; r < table->rowCount(); ++r)
                if (table->text(r, table->columnIndex("name")) == name)
                    return r;
            return core::ReportTable::npos;
        };
        const std::size_t sum = table->columnIndex("sum_ns");
        QCOMPARE(table->integer(row("gemm_a"), sum), 5);
        QCOMPARE(table->integer(row("attn_x"), sum), 8);
        QCOMPARE(table->integer(row("gemm_c"), sum), 5);
        QCOMPARE(row("attn_x"), std::size_t{0}); // longest sum first
        QVERIFY(std::holds_alternative<core::NameSelection>(table->target(0)));
    }

    void busyIsTheUnionAndIdleTheRest()
    {
        const auto table = within(trace(), 0, 40, "category");
        QVERIFY(table);
        QCOMPARE(table->text(0, table->columnIndex("category")), std::string_view("gemm"));
        QCOMPARE(table->integer(0, table->columnIndex("sum_ns")), 30);
        QCOMPARE(table->integer(0, table->columnIndex("busy_ns")), 30);
        QCOMPARE(table->integer(0, table->columnIndex("idle_ns")), 10);
        QCOMPARE(table->real(0, table->columnIndex("share")), 0.75);
        const auto streams = within(trace(), 14, 24, "stream");
        QVERIFY(streams);
        QCOMPARE(streams->rowCount(), std::size_t{2});
        QCOMPARE(streams->integer(0, streams->columnIndex("stream")), 8); // 15 to 24
        QCOMPARE(streams->integer(0, streams->columnIndex("busy_ns")), 9);
        QCOMPARE(streams->integer(1, streams->columnIndex("busy_ns")), 6);
    }

    void meansAreRounded()
    {
        const auto table = within(test::BuiltTrace("7: a@0+2 a@2+3", {{0, 0}, {0, 0}}), 0, 5, "kernel");
        QVERIFY(table);
        QCOMPARE(table->integer(0, table->columnIndex("avg_ns")), 3);
    }

    void itSaysWhereItComesFrom()
    {
        const test::BuiltTrace built = trace();
        built.document->source.path = "t.json";
        built.document->metadata.format = "chrome";
        const auto table = within(built, 5, 20, "kernel");
        QVERIFY(table);
        std::string keys;
        for (const auto &[key, value] : table->provenance()) {
            keys += key + ' ';
            QVERIFY(!value.empty());
        }
        QCOMPARE(keys, std::string("tool file format from_ns to_ns by "));
    }

    void devicesAreKeptApart()
    {
        const test::BuiltTrace two("0/7: gemm_a@0+10; 1/7: gemm_a@0+10", {{0, 0}, {0, 0}});
        const auto table = within(two, 0, 10, "");
        QVERIFY(table);
        QCOMPARE(table->rowCount(), std::size_t{2});
        for (std::size_t r = 0; r < 2; ++r)
            QCOMPARE(table->real(r, table->columnIndex("share")), 1.0); // never above 100 %
    }

    void whatCannotBeAsked()
    {
        QCOMPARE(within(trace(), 5, 5, "").error().code, core::ErrorCode::BadRequest);
        QCOMPARE(within(trace(), 9, 5, "").error().code, core::ErrorCode::BadRequest);
        QCOMPARE(within(trace(), INT64_MIN, INT64_MAX, "").error().code, core::ErrorCode::BadRequest);
        QCOMPARE(within(trace(), 0, 5, "layer").error().code, core::ErrorCode::BadRequest);
    }

    void timeRanges_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("from");
        QTest::addColumn<qint64>("to");
        QTest::newRow("with units") << "465.3ms-466.1ms" << qint64{465'300'000} << qint64{466'100'000};
        QTest::newRow("from the beginning") << "0-12ns" << qint64{0} << qint64{12};
        QTest::newRow("without a unit") << "1-2" << qint64{-1} << qint64{-1};
        QTest::newRow("backward") << "5us-1us" << qint64{-1} << qint64{-1};
        QTest::newRow("one time") << "5us" << qint64{-1} << qint64{-1};
        QTest::newRow("words") << "now-then" << qint64{-1} << qint64{-1};
    }
    void timeRanges()
    {
        QFETCH(QString, text);
        QFETCH(qint64, from);
        QFETCH(qint64, to);
        const auto range = core::timeRangeFromText(text.toStdString());
        QCOMPARE(range ? range->begin.value : -1, from);
        QCOMPARE(range ? range->end.value : -1, to);
    }
};

LAMELLA_CORE_APPLICATION_TEST(tst_WithinTable)
#include "tst_WithinTable.moc"
