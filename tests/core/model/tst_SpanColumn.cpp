// SPDX-License-Identifier: GPL-3.0-or-later
// The packed times against plain lists of the same spans.
#include "core/model/SpanColumn.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <vector>

using namespace lamella::core;

namespace {

struct Spans {
    SpanColumn column;
    std::vector<std::int64_t> starts;
    std::vector<std::int64_t> ends;

    void add(std::int64_t start, std::int64_t end)
    {
        column.append(start, end);
        starts.push_back(start);
        ends.push_back(end);
    }
};

constexpr std::int64_t kSecond = 1'000'000'000;

// Some spans have a duration, or a distance to the next span, of more than 32 bits.
Spans madeUp(std::uint32_t count, std::uint32_t longEach, std::uint32_t pauseEach)
{
    Spans spans;
    std::mt19937 random(count + longEach * 3 + pauseEach * 5);
    std::int64_t time = 1'712'345'678'901'234'567;
    for (std::uint32_t i = 1; i <= count; ++i) {
        const std::int64_t start = time;
        time += longEach != 0 && i % longEach == 0 ? 7 * kSecond + 1 : static_cast<std::int64_t>(random() % 90);
        spans.add(start, time);
        time += pauseEach != 0 && i % pauseEach == 0 ? 5 * kSecond + 3 : static_cast<std::int64_t>(random() % 40);
    }
    return spans;
}

} // namespace

class TestSpanColumn : public QObject {
    Q_OBJECT
private slots:
    void keepsEveryTime_data();
    void keepsEveryTime();
    void findsTheFirst_data() { keepsEveryTime_data(); }
    void findsTheFirst();
    void bothEndsOfTheScale();
    void onePauseCostsOneBlock();
    void emptyHoldsNothing();
};

void TestSpanColumn::keepsEveryTime_data()
{
    QTest::addColumn<unsigned>("count");
    QTest::addColumn<unsigned>("longEach");
    QTest::addColumn<unsigned>("pauseEach");
    QTest::newRow("one") << 1u << 0u << 0u;
    QTest::newRow("a full block") << 64u << 0u << 0u;
    QTest::newRow("one beyond a block") << 65u << 0u << 0u;
    QTest::newRow("many") << 5000u << 0u << 0u;
    QTest::newRow("all long") << 300u << 1u << 0u;
    QTest::newRow("the last one of a block long") << 640u << 64u << 0u;
    QTest::newRow("few long ones") << 5000u << 700u << 0u;
    QTest::newRow("a pause between blocks") << 640u << 0u << 64u;
    QTest::newRow("pauses within blocks") << 5000u << 0u << 100u;
    QTest::newRow("both") << 5000u << 330u << 77u;
}

void TestSpanColumn::keepsEveryTime()
{
    QFETCH(unsigned, count);
    QFETCH(unsigned, longEach);
    QFETCH(unsigned, pauseEach);
    const Spans spans = madeUp(count, longEach, pauseEach);
    QCOMPARE(spans.column.size(), count);
    for (std::uint32_t row = 0; row < count; ++row) {
        QCOMPARE(spans.column.start(row), spans.starts[row]);
        QCOMPARE(spans.column.end(row), spans.ends[row]);
        QCOMPARE(spans.column.length(row), spans.ends[row] - spans.starts[row]);
    }
}

void TestSpanColumn::findsTheFirst()
{
    QFETCH(unsigned, count);
    QFETCH(unsigned, longEach);
    QFETCH(unsigned, pauseEach);
    const Spans spans = madeUp(count, longEach, pauseEach);
    std::vector<std::int64_t> times{INT64_MIN, INT64_MAX, spans.starts.front() - 1, spans.ends.back() + 1};
    for (std::uint32_t row = 0; row < count; row += 1 + count / 400)
        for (const std::int64_t aside : {-1, 0, 1})
            times.push_back(spans.starts[row] + aside);
    for (std::uint32_t from = 0; from <= count; from += 1 + count / 40)
        for (const std::int64_t time : times) {
            const auto expected = std::lower_bound(spans.starts.begin() + from, spans.starts.end(), time) - spans.starts.begin();
            QCOMPARE(spans.column.firstFrom(from, time), static_cast<std::uint32_t>(expected));
        }
}

void TestSpanColumn::bothEndsOfTheScale()
{
    Spans spans;
    spans.add(INT64_MIN, INT64_MIN + 1);
    spans.add(-5, INT64_MAX - 1);
    spans.add(INT64_MAX, INT64_MAX);
    for (std::uint32_t row = 0; row < 3; ++row) {
        QCOMPARE(spans.column.start(row), spans.starts[row]);
        QCOMPARE(spans.column.end(row), spans.ends[row]);
    }
    QCOMPARE(spans.column.length(1), INT64_MAX); // sums of times must not overflow
    QCOMPARE(spans.column.firstFrom(0, -4), 2u);
    QCOMPARE(spans.column.firstFrom(0, -5), 1u);
}

void TestSpanColumn::onePauseCostsOneBlock()
{
    SpanColumn even;
    SpanColumn withPause;
    for (std::int64_t i = 0; i < 64'000; ++i) {
        even.append(i * 10, i * 10 + 5);
        withPause.append(i * 10 + (i >= 30'030 ? 9 * kSecond : 0), i * 10 + 5 + (i >= 30'030 ? 9 * kSecond : 0));
    }
    even.shrink();
    withPause.shrink();
    QVERIFY(even.memoryBytes() <= 64'000 * 8 + 1000 * 8);
    QVERIFY(withPause.memoryBytes() <= even.memoryBytes() + 64 * 16 + 1000 * 4);
}

void TestSpanColumn::emptyHoldsNothing()
{
    const SpanColumn column;
    QCOMPARE(column.size(), 0u);
    QCOMPARE(column.firstFrom(0, 0), 0u);
}

LAMELLA_TEST(TestSpanColumn)
#include "tst_SpanColumn.moc"
