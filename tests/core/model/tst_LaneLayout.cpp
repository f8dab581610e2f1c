// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/LaneLayout.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <random>

using namespace lamella::core;

namespace {

std::vector<std::vector<std::uint32_t>> itemsOf(const std::vector<Lane> &lanes)
{
    std::vector<std::vector<std::uint32_t>> items;
    for (const Lane &lane : lanes) {
        items.emplace_back();
        for (std::uint32_t row = 0; row < lane.size(); ++row)
            items.back().push_back(lane.item(row));
    }
    return items;
}

using Items = std::vector<std::vector<std::uint32_t>>;

} // namespace

class TestLaneLayout : public QObject {
    Q_OBJECT
private slots:
    void sequenceSharesALane();
    void nestedSpansGoByDepth();
    void overlapOpensALane();
    void equalStartsPutTheLongerOneAbove();
    void emptySpansAreKept();
    void lanesNeverOverlapAndStaySorted();
    void laneCountIsTheGreatestOverlap();
    void streamsHoldTheirKernels();
    void eventsLeaveOutGpuWork();
    void openBeginLastsToTheEnd();
    void workersDoNotChangeTheResult();
    void stopEndsTheLayout();
};

void TestLaneLayout::sequenceSharesALane()
{
    QCOMPARE(itemsOf(layOutLanes({{0, 5, 0}, {5, 9, 1}, {20, 21, 2}})), (Items{{0, 1, 2}}));
}

void TestLaneLayout::nestedSpansGoByDepth()
{
    QCOMPARE(itemsOf(layOutLanes({{0, 100, 0}, {10, 50, 1}, {20, 30, 2}, {60, 90, 3}, {200, 300, 4}, {210, 220, 5}})),
        (Items{{0, 4}, {1, 3, 5}, {2}}));
}

void TestLaneLayout::overlapOpensALane()
{
    // Each overlaps the one before: two lanes alternate.
    QCOMPARE(itemsOf(layOutLanes({{0, 12, 0}, {10, 22, 1}, {20, 32, 2}, {30, 42, 3}})), (Items{{0, 2}, {1, 3}}));
}

void TestLaneLayout::equalStartsPutTheLongerOneAbove()
{
    QCOMPARE(itemsOf(layOutLanes({{0, 5, 0}, {0, 50, 1}})), (Items{{1}, {0}}));
}

void TestLaneLayout::emptySpansAreKept()
{
    QCOMPARE(itemsOf(layOutLanes({{7, 7, 0}, {7, 7, 1}})), (Items{{0, 1}}));
    QCOMPARE(itemsOf(layOutLanes({{0, 10, 0}, {7, 7, 1}})), (Items{{0}, {1}}));
    QVERIFY(layOutLanes({}).empty());
}

void TestLaneLayout::lanesNeverOverlapAndStaySorted()
{
    std::mt19937 random(7);
    std::vector<LaneSpan> spans;
    for (std::uint32_t i = 0; i < 5000; ++i) {
        const std::int64_t start = static_cast<std::int64_t>(random() % 100'000);
        spans.push_back({start, start + static_cast<std::int64_t>(random() % 200), i});
    }
    const std::vector<Lane> lanes = layOutLanes(spans);
    std::size_t total = 0;
    for (const Lane &lane : lanes) {
        total += lane.size();
        for (std::uint32_t i = 0; i < lane.size(); ++i) {
            QCOMPARE(lane.start(i), spans[lane.item(i)].start);
            QCOMPARE(lane.end(i), spans[lane.item(i)].end);
            QVERIFY(i == 0 || lane.end(i - 1) <= lane.start(i));
        }
    }
    QCOMPARE(total, spans.size());
}

void TestLaneLayout::laneCountIsTheGreatestOverlap()
{
    std::vector<LaneSpan> spans;
    for (std::uint32_t i = 0; i < 100'000; ++i) // a chain in which each span overlaps the next
        spans.push_back({i * 10, i * 10 + 15, i});
    QCOMPARE(layOutLanes(spans).size(), std::size_t{2});
}

namespace {

// One GPU stream with two overlapping kernels and an annotation, one CPU track with a nested pair and an open begin.
void fill(TraceDocument &document)
{
    EventChunk chunk;
    const auto add = [&](std::int64_t start, std::int64_t duration, std::uint32_t track, char phase) {
        chunk.start.push_back(start);
        chunk.duration.push_back(duration);
        chunk.name.emplace_back(0u);
        chunk.category.push_back(StringId{0});
        chunk.track.push_back(TrackId{track});
        chunk.offset.push_back(0);
        chunk.length.push_back(0);
        chunk.phase.push_back(phase);
    };
    add(100, 50, 0, 'X'); // 0 kernel
    add(140, 20, 0, 'X'); // 1 kernel, overlaps
    add(90, 100, 0, 'X'); // 2 annotation
    add(10, 200, 1, 'X'); // 3 cpu
    add(20, 30, 1, 'X'); // 4 cpu, inside
    add(60, -1, 1, 'B'); // 5 never closed
    add(70, -1, 1, 'i'); // 6 instant: not a span
    add(EventTable::kNoTime, -1, 1, 'M');
    document.tracks.resize(2);
    document.tracks[0].kind = TrackKind::GpuStream;
    document.tracks[0].stream = StreamId{0};
    document.tracks[1].kind = TrackKind::Cpu;
    document.devices.resize(1);
    document.streams.push_back({DeviceId{0}, 7, TrackId{0}});
    for (std::uint32_t i = 0; i < 2; ++i) {
        document.kernels.start.push_back(chunk.start[i]);
        document.kernels.duration.push_back(chunk.duration[i]);
        document.kernels.name.emplace_back(0u);
        document.kernels.event.emplace_back(i);
        document.kernels.stream.push_back(StreamId{0});
    }
    std::vector<EventChunk> chunks;
    chunks.push_back(std::move(chunk));
    document.events = EventTable(std::move(chunks));
    document.bounds = {10, 400, 10, 400, false};
}

} // namespace

void TestLaneLayout::streamsHoldTheirKernels()
{
    TraceDocument document;
    fill(document);
    const auto streams = layOutStreams(document);
    QVERIFY(streams);
    QCOMPARE(streams->size(), std::size_t{1});
    QCOMPARE(itemsOf((*streams)[0].kernels), (Items{{0}, {1}}));
    QVERIFY((*streams)[0].events.empty());
    QCOMPARE((*streams)[0].track, TrackId{0});
}

void TestLaneLayout::eventsLeaveOutGpuWork()
{
    TraceDocument document;
    fill(document);
    const auto tracks = layOutEvents(document);
    QVERIFY(tracks);
    QCOMPARE(tracks->size(), std::size_t{2});
    QCOMPARE(itemsOf((*tracks)[0].events), (Items{{2}}));
    QCOMPARE(itemsOf((*tracks)[1].events), (Items{{3}, {4, 5}}));
    QVERIFY((*tracks)[1].kernels.empty());
    QVERIFY(memoryBytes(*tracks) >= 12 * 4);
}

void TestLaneLayout::openBeginLastsToTheEnd()
{
    TraceDocument document;
    fill(document);
    const auto tracks = layOutEvents(document);
    QVERIFY(tracks);
    QCOMPARE((*tracks)[1].events[1].end(1), std::int64_t{400});
}

void TestLaneLayout::workersDoNotChangeTheResult()
{
    TraceDocument document;
    fill(document);
    const auto one = layOutEvents(document, {}, 1);
    const auto many = layOutEvents(document, {}, 8);
    QVERIFY(one && many);
    for (std::size_t i = 0; i < one->size(); ++i)
        QCOMPARE(itemsOf((*one)[i].events), itemsOf((*many)[i].events));
}

void TestLaneLayout::stopEndsTheLayout()
{
    TraceDocument document;
    fill(document);
    std::stop_source stop;
    stop.request_stop();
    JobControl control;
    control.stop = stop.get_token();
    const auto tracks = layOutEvents(document, control);
    QVERIFY(!tracks);
    QCOMPARE(tracks.error().code, ErrorCode::Cancelled);
    const auto streams = layOutStreams(document, control);
    QVERIFY(!streams);
    QCOMPARE(streams.error().code, ErrorCode::Cancelled);
}

LAMELLA_TEST(TestLaneLayout)
#include "tst_LaneLayout.moc"
