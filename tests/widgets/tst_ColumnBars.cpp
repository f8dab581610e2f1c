// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gaps/GapList.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"
#include "tests/support/TraceText.h"
#include "widgets/timeline/ColumnBars.h"
#include "widgets/timeline/IdleLanes.h"
#include "widgets/timeline/TimelineData.h"

#include <QTest>

using namespace lamella;
using namespace lamella::ui;

namespace {

// A column of 100 ns at pixel 3 with these parts.
core::LodColumn columnOf(const std::vector<core::LodPart> &parts)
{
    core::LodColumn column;
    column.x = 3;
    column.lengthNs = 100;
    for (const core::LodPart &part : parts)
        column.busyNs += part.ns;
    column.parts = static_cast<std::uint32_t>(parts.size());
    return column;
}

std::vector<ColumnBar> barsOf(const std::vector<core::LodPart> &parts, int full)
{
    std::vector<ColumnBar> bars;
    appendColumnBars(columnOf(parts), parts, 50, full, 0, 7, bars);
    return bars;
}

int heightOf(const std::vector<ColumnBar> &bars)
{
    int height = 0;
    for (const ColumnBar &bar : bars)
        height += bar.height;
    return height;
}

} // namespace

class TestColumnBars : public QObject {
    Q_OBJECT
private slots:
    void wordsStandWhereNoColumnIsTall();
    void heightIsTheBusyShare();
    void partsStackWithoutSeams();
    void aLittleWorkIsOnePixel();
    void neverHigherThanTheBar();
    void idleMarksMergeAndFade();
    void gapsBecomeLanesOfTheirStream();
    void idleTimesBeforeAndAfter();
    void rangesOfEveryDomainLookAlike();
};

void TestColumnBars::heightIsTheBusyShare()
{
    QCOMPARE(barsOf({{0, 25}}, 40), (std::vector<ColumnBar>{{3, 40, 10, 0, 0}})); // a quarter of 40, on the line at 50
    QCOMPARE(heightOf(barsOf({{0, 100}}, 40)), 40);
    QCOMPARE(heightOf(barsOf({{0, 50}, {4, 25}}, 40)), 30);
}

void TestColumnBars::partsStackWithoutSeams()
{
    const std::vector<ColumnBar> bars = barsOf({{0, 13}, {1, 13}, {2, 13}, {5, 13}}, 20); // 2.6 pixels each
    QCOMPARE(heightOf(bars), 10); // 52 % of 20, whatever the rounding of each
    int bottom = 50;
    for (const ColumnBar &bar : bars) {
        QCOMPARE(bar.top + bar.height, bottom);
        bottom = bar.top;
    }
    QCOMPARE(bars.front().tag, std::uint8_t{0}); // the first in the order of the table is at the bottom
}

void TestColumnBars::aLittleWorkIsOnePixel()
{
    QCOMPARE(barsOf({{2, 1}}, 20), (std::vector<ColumnBar>{{3, 49, 1, 2, 0}}));
    QCOMPARE(barsOf({}, 20), (std::vector<ColumnBar>{{3, 49, 1, 7, 0}})); // only spans of no length
    QCOMPARE(heightOf(barsOf({{0, 2}, {3, 2}}, 10)), 1);
}

void TestColumnBars::neverHigherThanTheBar()
{
    QCOMPARE(heightOf(barsOf({{0, 90}, {1, 90}}, 30)), 30); // spans of a damaged lane overlap
}

void TestColumnBars::idleMarksMergeAndFade()
{
    core::LodColumns idle;
    const auto add = [&idle](int x, std::vector<core::LodPart> parts) {
        core::LodColumn column = columnOf(parts);
        column.x = x;
        column.firstPart = static_cast<std::uint32_t>(idle.parts.size());
        idle.parts.insert(idle.parts.end(), parts.begin(), parts.end());
        idle.columns.push_back(column);
    };
    add(0, {{1, 100}});
    add(1, {{0, 40}, {1, 60}}); // of two causes the longer one
    add(2, {{1, 5}});
    add(5, {{1, 100}});
    std::vector<IdleMark> marks;
    appendIdleMarks(idle, marks);
    QCOMPARE(marks.size(), std::size_t{3});
    QCOMPARE(marks[0].x0, 0);
    QCOMPARE(marks[0].x1, 2);
    QCOMPARE(marks[0].cause, std::uint8_t{1});
    QCOMPARE(marks[0].opacity, 1.0);
    QCOMPARE(marks[1].opacity, kMinIdleOpacity);
    QCOMPARE(marks[2].x0, 5); // not beside the others
}

void TestColumnBars::gapsBecomeLanesOfTheirStream()
{
    const test::BuiltTrace built("7: gemm@0+10 attn@30+10 gemm@45+5; 8: nccl@3+20 nccl@100+1", {});
    core::GapList gaps;
    for (const core::Gap &gap : core::findGaps(
             built.input(),
             [] {
                 core::KernelScope scope;
                 scope.devices = {core::DeviceId{0}};
                 scope.wholeTrace = true;
                 return scope;
             }(),
             true))
        gaps.gaps.push_back(gap);
    gaps.gaps.front().cause = core::GapCause::Sync;
    const IdleLanesPtr idle = idleLanes(*built.document, gaps);
    QCOMPARE(idle->lanes.size(), std::size_t{2});
    QCOMPARE(idle->lanes[0].size(), 2u); // 10..30 and 40..45
    QCOMPARE(idle->lanes[0].start(0), std::int64_t{10});
    QCOMPARE(idle->lanes[0].end(1), std::int64_t{45});
    QCOMPARE(idle->lanes[1].size(), 1u); // 23..100
    QCOMPARE(idle->lanes[1].length(0), std::int64_t{77});
    QCOMPARE(idle->levels[0].tag(0), static_cast<std::uint8_t>(core::GapCause::Sync));
}

void TestColumnBars::idleTimesBeforeAndAfter()
{
    BusyTime busy;
    for (const auto &[from, to] : {std::pair{0, 10}, {15, 20}, {21, 30}, {50, 60}})
        busy.add({{from}, {to}});
    busy.finish();
    QCOMPARE(busy.idleAfter(0, 1), (std::optional<core::TimeRange>{{{10}, {15}}}));
    QCOMPARE(busy.idleAfter(0, 6), (std::optional<core::TimeRange>{{{30}, {50}}}));
    QCOMPARE(busy.idleAfter(12, 1), (std::optional<core::TimeRange>{{{20}, {21}}})); // the one under way has begun before
    QCOMPARE(busy.idleAfter(30, 1), (std::optional<core::TimeRange>{{{30}, {50}}}));
    QCOMPARE(busy.idleAfter(31, 1), std::nullopt);
    QCOMPARE(busy.idleBefore(50, 1), (std::optional<core::TimeRange>{{{30}, {50}}}));
    QCOMPARE(busy.idleBefore(49, 2), (std::optional<core::TimeRange>{{{10}, {15}}}));
    QCOMPARE(busy.idleBefore(12, 1), std::nullopt);
    QCOMPARE(BusyTime().idleAfter(0, 1), std::nullopt);
    QCOMPARE(BusyTime().idleBefore(0, 1), std::nullopt);
}

void TestColumnBars::rangesOfEveryDomainLookAlike()
{
    const auto document = test::openText(test::traceObject(
        test::quoted("{'ph':'X','cat':'nvtx','name':'step','pid':1,'tid':1,'ts':0,'dur':30},"
                     "{'ph':'X','cat':'nvtx:Trainer','name':'forward','pid':1,'tid':1,'ts':2,'dur':20},"
                     "{'ph':'X','cat':'kernel','name':'gemm','pid':0,'tid':7,'ts':5,'dur':10,'args':{'device':0,'stream':7}}")));
    const core::Result<LaneSetPtr> lanes = buildEventLanes(*document, {});
    QVERIFY(lanes);
    int ranges = 0;
    for (const std::vector<core::LodLane> &track : (*lanes)->events)
        for (const core::LodLane &lod : track)
            for (std::uint32_t row = 0; row < lod.lane().size(); ++row) {
                const core::EventRow event = document->events.row(core::EventId{lod.lane().item(row)});
                if (!document->text(event.category).starts_with("nvtx"))
                    continue;
                ++ranges;
                QCOMPARE(lod.tag(row), static_cast<std::uint8_t>(EventTag::Range));
            }
    QCOMPARE(ranges, 2);
}

void TestColumnBars::wordsStandWhereNoColumnIsTall()
{
    const std::vector<ColumnBar> bars{{10, 40, 10, 0, 0}, {30, 15, 35, 0, 0}, {80, 5, 45, 0, 0}}; // the second and third are tall
    QCOMPARE(roomAbove(bars, 0, 100, 30, 20), 0);
    QCOMPARE(roomAbove(bars, 0, 100, 31, 20), 31);
    QCOMPARE(roomAbove(bars, 0, 100, 49, 20), 31);
    QCOMPARE(roomAbove(bars, 0, 100, 50, 20), -1);
    QCOMPARE(roomAbove(bars, 40, 75, 40, 20), -1); // narrower than the words
    QCOMPARE(roomAbove({}, 5, 100, 50, 20), 5);
}

LAMELLA_TEST(TestColumnBars)
#include "tst_ColumnBars.moc"
