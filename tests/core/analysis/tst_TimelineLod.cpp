// SPDX-License-Identifier: GPL-3.0-or-later
// The level of detail against a linear implementation without search and blocks.
#include "core/analysis/TimelineLod.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

using namespace lamella::core;

namespace {

constexpr unsigned kTags = 5;

Lane randomLane(std::mt19937 &random, std::uint32_t count, std::int64_t epoch, unsigned maxGap, unsigned maxDuration)
{
    Lane lane;
    std::int64_t time = epoch;
    for (std::uint32_t i = 0; i < count; ++i) {
        time += random() % (maxGap + 1);
        const std::int64_t start = time;
        // A few long spans among many short ones, some of length 0.
        const bool isLong = random() % 50 == 0;
        time += random() % (isLong ? maxDuration * 40 : maxDuration);
        lane.append(start, time, i);
    }
    return lane;
}

std::vector<std::uint8_t> randomTags(std::mt19937 &random, std::size_t count)
{
    std::vector<std::uint8_t> tags(count);
    for (std::uint8_t &tag : tags)
        tag = static_cast<std::uint8_t>(random() % kTags);
    return tags;
}

std::uint8_t plainDominant(const Lane &lane, const std::vector<std::uint8_t> &tags, std::uint32_t first, std::uint32_t last)
{
    std::map<std::uint8_t, std::int64_t> sums;
    for (std::uint32_t i = first; i < last; ++i)
        sums[tags[i]] += lane.end(i) - lane.start(i);
    std::uint8_t best = tags[first];
    std::int64_t max = 0;
    for (const auto &[tag, sum] : sums) {
        if (sum > max) {
            max = sum;
            best = tag;
        }
    }
    return best;
}

// Loops over all spans: wide ones give a cell each, narrow ones are merged by the column of their start.
std::vector<LodCell> plainCells(const Lane &lane, const std::vector<std::uint8_t> &tags, const TimeScale &scale)
{
    std::vector<LodCell> cells;
    std::int64_t open = -1; // column of the last merged cell; -1 = none
    for (std::uint32_t i = 0; i < lane.size(); ++i) {
        const bool touches = lane.start(i) < scale.range().end.value
            && (lane.end(i) > scale.range().begin.value || lane.start(i) >= scale.range().begin.value);
        if (!touches)
            continue;
        const double x0 = scale.x(lane.start(i));
        const double x1 = scale.x(lane.end(i));
        if (x1 - x0 >= 1) {
            cells.push_back({x0, x1, i, 1, tags[i]});
            open = -1;
            continue;
        }
        std::int64_t column = 0;
        while (scale.columnStart(column + 1) <= lane.start(i))
            ++column;
        if (open == column) {
            ++cells.back().count;
        } else {
            cells.push_back({static_cast<double>(column), static_cast<double>(column + 1), i, 1, 0});
            open = column;
        }
        cells.back().tag = plainDominant(lane, tags, cells.back().first, cells.back().first + cells.back().count);
    }
    return cells;
}

void compareCells(const std::vector<LodCell> &actual, const std::vector<LodCell> &expected)
{
    QCOMPARE(actual.size(), expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i) {
        QCOMPARE(actual[i].x0, expected[i].x0);
        QCOMPARE(actual[i].x1, expected[i].x1);
        QCOMPARE(actual[i].first, expected[i].first);
        QCOMPARE(actual[i].count, expected[i].count);
        QCOMPARE(actual[i].tag, expected[i].tag);
    }
}

} // namespace

class TestTimelineLod : public QObject {
    Q_OBJECT
private slots:
    void scaleIsExactAtEpochTimes();
    void scaleOfNothing();
    void wideSpansStayAlone();
    void narrowSpansMergeByColumn();
    void spanAcrossTheLeftEdge();
    void agreesWithAPlainWalk_data();
    void agreesWithAPlainWalk();
    void dominantTagOverBlocks();
    void tagsThatAreNotZeroToN_data();
    void tagsThatAreNotZeroToN();
    void everyVisibleSpanIsInOneCell();
    void rowAtPoint();
    void columnsByHand();
    void columnsOfSomeRowsAlone();
    void columnsAreExact_data();
    void columnsAreExact();
    void columnsNarrowerThanANanosecond();
};

void TestTimelineLod::scaleIsExactAtEpochTimes()
{
    const std::int64_t epoch = 1'712'345'678'901'234'567;
    const TimeScale scale({{epoch}, {epoch + 1000}}, 1000);
    QCOMPARE(scale.x(epoch + 1), 1.0);
    QCOMPARE(scale.x(epoch + 999), 999.0);
    QCOMPARE(scale.timeAt(17.0), epoch + 17);
    QCOMPARE(scale.columnStart(3), epoch + 3);
}

void TestTimelineLod::scaleOfNothing()
{
    const TimeScale scale({{5}, {5}}, 0);
    QCOMPARE(scale.width(), 1);
    QCOMPARE(scale.range().length().value, std::int64_t{1});
}

void TestTimelineLod::wideSpansStayAlone()
{
    const Lane lane{{0, 10, 30}, {10, 30, 31}, {4, 5, 6}};
    const LodLane lod(lane, {1, 2, 3}, kTags);
    std::vector<LodCell> cells;
    lod.cells(TimeScale({{0}, {40}}, 40), cells);
    QCOMPARE(cells.size(), std::size_t{3});
    QCOMPARE(cells[1].x0, 10.0);
    QCOMPARE(cells[1].x1, 30.0);
    QCOMPARE(cells[1].tag, std::uint8_t{2});
    QCOMPARE(cells[2].count, 1u);
}

void TestTimelineLod::narrowSpansMergeByColumn()
{
    // 10 ns a pixel: rows 0..2 are in column 0, most of their time has tag 2; row 3 is wide and starts there too.
    const Lane lane{{0, 2, 4, 8}, {2, 4, 7, 30}, {0, 1, 2, 3}};
    const LodLane lod(lane, {1, 1, 2, 3}, kTags);
    std::vector<LodCell> cells;
    lod.cells(TimeScale({{0}, {100}}, 10), cells);
    QCOMPARE(cells.size(), std::size_t{2});
    QCOMPARE(cells[0].count, 3u);
    QCOMPARE(cells[0].tag, std::uint8_t{1}); // 4 ns against 3
    QCOMPARE(cells[1].first, 3u);
    QCOMPARE(cells[1].x0, 0.8);
}

void TestTimelineLod::spanAcrossTheLeftEdge()
{
    const Lane lane{{0}, {1000}, {0}};
    const LodLane lod(lane, {}, 1);
    std::vector<LodCell> cells;
    lod.cells(TimeScale({{500}, {600}}, 100), cells);
    QCOMPARE(cells.size(), std::size_t{1});
    QCOMPARE(cells[0].x0, -500.0);
    QCOMPARE(cells[0].x1, 500.0);
}

void TestTimelineLod::agreesWithAPlainWalk_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<double>("from");
    QTest::addColumn<double>("to");
    QTest::newRow("whole, narrow window") << 40 << 0.0 << 1.0;
    QTest::newRow("whole, wide window") << 3840 << 0.0 << 1.0;
    QTest::newRow("beyond both ends") << 500 << -0.5 << 1.5;
    QTest::newRow("a third") << 999 << 0.3 << 0.6;
    QTest::newRow("a hundredth") << 1280 << 0.42 << 0.43;
    QTest::newRow("a few spans") << 1280 << 0.5 << 0.5005;
    QTest::newRow("before the first") << 100 << -0.4 << -0.1;
}

void TestTimelineLod::agreesWithAPlainWalk()
{
    QFETCH(int, width);
    QFETCH(double, from);
    QFETCH(double, to);
    std::mt19937 random(42);
    for (const unsigned maxGap : {0u, 5u, 3000u}) {
        const Lane lane = randomLane(random, 4000, 1'712'345'678'901'234'567, maxGap, 90);
        const std::vector<std::uint8_t> tags = randomTags(random, lane.size());
        const LodLane lod(lane, tags, kTags);
        const auto length = static_cast<double>(lane.end(lane.size() - 1) - lane.start(0));
        const TimeRange range{
            {lane.start(0) + static_cast<std::int64_t>(from * length)}, {lane.start(0) + static_cast<std::int64_t>(to * length)}};
        std::vector<LodCell> cells;
        lod.cells(TimeScale(range, width), cells);
        compareCells(cells, plainCells(lane, tags, TimeScale(range, width)));
    }
}

void TestTimelineLod::dominantTagOverBlocks()
{
    std::mt19937 random(3);
    const Lane lane = randomLane(random, 1000, 0, 10, 90);
    const std::vector<std::uint8_t> tags = randomTags(random, lane.size());
    const LodLane lod(lane, tags, kTags);
    for (int i = 0; i < 500; ++i) {
        const auto first = static_cast<std::uint32_t>(random() % 999);
        const auto last = static_cast<std::uint32_t>(first + 1 + random() % (1000 - first));
        QCOMPARE(lod.dominantTag(first, std::min(last, 1000u)), plainDominant(lane, tags, first, std::min(last, 1000u)));
    }
}

void TestTimelineLod::tagsThatAreNotZeroToN_data()
{
    QTest::addColumn<QList<int>>("used");
    QTest::newRow("one") << QList<int>{3};
    QTest::newRow("two, not the first") << QList<int>{1, 4};
    QTest::newRow("beyond the count") << QList<int>{2, 200};
}

void TestTimelineLod::tagsThatAreNotZeroToN()
{
    QFETCH(QList<int>, used);
    std::mt19937 random(5);
    const Lane lane = randomLane(random, 500, 0, 10, 90);
    std::vector<std::uint8_t> tags;
    std::vector<std::uint8_t> kept; // larger tags are treated as the last tag
    for (std::uint32_t i = 0; i < lane.size(); ++i) {
        tags.push_back(static_cast<std::uint8_t>(used[static_cast<int>(random() % static_cast<unsigned>(used.size()))]));
        kept.push_back(std::min<std::uint8_t>(tags.back(), kTags - 1));
    }
    const LodLane lod(lane, tags, kTags);
    for (std::uint32_t first = 0; first < lane.size(); first += 7) {
        QCOMPARE(lod.tag(first), kept[first]);
        const std::uint32_t last = std::min(lane.size(), first + 1 + first % 90);
        QCOMPARE(lod.dominantTag(first, last), plainDominant(lane, kept, first, last));
    }
}

void TestTimelineLod::everyVisibleSpanIsInOneCell()
{
    std::mt19937 random(11);
    const Lane lane = randomLane(random, 20'000, 0, 20, 50);
    const LodLane lod(lane, {}, 1);
    const TimeRange range{{lane.start(300)}, {lane.end(19'000)}};
    std::vector<LodCell> cells;
    lod.cells(TimeScale(range, 700), cells);
    std::uint32_t next = rowsIn(lane, range).first;
    for (const LodCell &cell : cells) {
        QCOMPARE(cell.first, next);
        next += cell.count;
    }
    QCOMPARE(next, rowsIn(lane, range).last);
}

void TestTimelineLod::rowAtPoint()
{
    const Lane lane{{10, 20, 100}, {20, 25, 100}, {0, 1, 2}};
    QCOMPARE(rowAt(lane, 10, 0), 0u);
    QCOMPARE(rowAt(lane, 20, 0), 1u);
    QCOMPARE(rowAt(lane, 30, 4), 3u); // at distance 5 from row 1
    QCOMPARE(rowAt(lane, 30, 5), 1u);
    QCOMPARE(rowAt(lane, 98, 5), 2u); // a span of length 0 is hit by distance
    QCOMPARE(rowAt(lane, 5, 3), 3u);
    QCOMPARE(rowAt(Lane{}, 5, 1000), 0u);
}

void TestTimelineLod::columnsByHand()
{
    // 10 ns a pixel. Column 0: 3 ns of tag 1, 4 of tag 2; column 1: 5 of tag 2, which go on from column 0; column 4: no length.
    const Lane lane{{0, 6, 40}, {3, 15, 40}, {0, 1, 2}};
    const LodLane lod(lane, {1, 2, 3}, kTags);
    LodColumns found;
    lod.columns(TimeScale({{0}, {100}}, 10), {0, 3}, found);
    QCOMPARE(found.columns.size(), std::size_t{3});
    QCOMPARE(found.columns[0].busyNs, std::int64_t{7});
    QCOMPARE(found.columns[0].lengthNs, std::int64_t{10});
    QCOMPARE(found.columns[0].parts, 2u);
    QCOMPARE(found.parts[0].tag, std::uint8_t{1});
    QCOMPARE(found.parts[0].ns, std::int64_t{3});
    QCOMPARE(found.parts[1].ns, std::int64_t{4});
    QCOMPARE(found.columns[1].x, 1);
    QCOMPARE(found.columns[1].busyNs, std::int64_t{5});
    QCOMPARE(found.columns[1].first, 1u);
    QCOMPARE(found.columns[2].x, 4);
    QCOMPARE(found.columns[2].busyNs, std::int64_t{0});
    QCOMPARE(found.columns[2].last, 3u);
    QCOMPARE(lod.timeOf({0, 3}), std::int64_t{12});
    const std::vector<LodPart> times = lod.timesIn({{2}, {10}});
    QCOMPARE(times.size(), std::size_t{2});
    QCOMPARE(times[0].ns, std::int64_t{1});
    QCOMPARE(times[1].ns, std::int64_t{4});
    QVERIFY(lod.timesIn({{10}, {2}}).empty());
}

void TestTimelineLod::columnsOfSomeRowsAlone()
{
    // Row 0 ends and row 2 begins in the column of row 1, which alone is asked for.
    const Lane lane{{0, 14, 17}, {12, 16, 90}, {0, 1, 2}};
    const LodLane lod(lane, {1, 2, 3}, kTags);
    LodColumns found;
    lod.columns(TimeScale({{0}, {100}}, 10), {1, 2}, found);
    QCOMPARE(found.columns.size(), std::size_t{1});
    QCOMPARE(found.columns[0].x, 1);
    QCOMPARE(found.columns[0].busyNs, std::int64_t{2});
    QCOMPARE(found.parts[0].tag, std::uint8_t{2});
}

void TestTimelineLod::columnsAreExact_data()
{
    agreesWithAPlainWalk_data();
}

// Against the overlap of each span with each column, one by one.
void TestTimelineLod::columnsAreExact()
{
    QFETCH(int, width);
    QFETCH(double, from);
    QFETCH(double, to);
    std::mt19937 random(7);
    for (const unsigned maxGap : {0u, 5u, 3000u}) {
        for (const unsigned tagCount : {1u, kTags}) {
            const Lane lane = randomLane(random, 1500, 1'712'345'678'901'234'567, maxGap, 90);
            std::vector<std::uint8_t> tags =
                tagCount > 1 ? randomTags(random, lane.size()) : std::vector<std::uint8_t>(lane.size());
            const LodLane lod(lane, tags, tagCount);
            const auto length = static_cast<double>(lane.end(lane.size() - 1) - lane.start(0));
            const TimeRange range{{lane.start(0) + static_cast<std::int64_t>(from * length)},
                {lane.start(0) + static_cast<std::int64_t>(to * length)}};
            const TimeScale scale(range, width);
            LodColumns found;
            lod.columns(scale, rowsIn(lane, range), found);
            std::map<std::pair<int, int>, std::int64_t> expected; // by column and tag
            for (std::uint32_t i = 0; i < lane.size(); ++i) {
                if (lane.end(i) <= range.begin.value || lane.start(i) >= range.end.value)
                    continue;
                for (auto x = static_cast<int>(std::max(0.0, scale.x(lane.start(i)) - 2)); x < width; ++x) {
                    const std::int64_t begin = std::max(scale.columnStart(x), lane.start(i));
                    const std::int64_t end = std::min({scale.columnStart(x + 1), range.end.value, lane.end(i)});
                    if (scale.columnStart(x) >= lane.end(i))
                        break;
                    if (end > begin)
                        expected[{x, tags[i]}] += end - begin;
                }
            }
            std::map<std::pair<int, int>, std::int64_t> actual;
            int before = -1;
            for (const LodColumn &column : found.columns) {
                QVERIFY(column.x > before);
                before = column.x;
                std::int64_t busy = 0;
                for (std::uint32_t part = column.firstPart; part < column.firstPart + column.parts; ++part) {
                    actual[{column.x, found.parts[part].tag}] += found.parts[part].ns;
                    busy += found.parts[part].ns;
                }
                QCOMPARE(column.busyNs, busy);
                QVERIFY(busy <= column.lengthNs);
            }
            QCOMPARE(actual, expected);
        }
    }
}

void TestTimelineLod::columnsNarrowerThanANanosecond()
{
    const Lane lane{{10, 12}, {11, 15}, {0, 1}};
    const LodLane lod(lane, {}, 1);
    LodColumns found;
    lod.columns(TimeScale({{10}, {20}}, 100), {0, 2}, found);
    std::int64_t busy = 0;
    for (const LodColumn &column : found.columns)
        busy += column.busyNs;
    QCOMPARE(busy, std::int64_t{4}); // all of both spans
}

LAMELLA_TEST(TestTimelineLod)
#include "tst_TimelineLod.moc"
