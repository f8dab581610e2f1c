// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/EventTimes.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <random>

using namespace lamella;
using namespace lamella::core;

class TestEventTimes : public QObject {
    Q_OBJECT
private slots:
    // Two chunks of several blocks; the second is in any order, and has events without a time, without a length, and one across
    // all.
    void sameAsLookingAtEach()
    {
        std::mt19937 random(11);
        std::vector<EventChunk> chunks(2);
        for (int chunk = 0; chunk < 2; ++chunk)
            for (std::int64_t i = 0; i < 5000; ++i) {
                const bool untimed = chunk == 1 && i % 97 == 0;
                const std::int64_t start = chunk == 0 ? 10 * i : static_cast<std::int64_t>(random() % 60'000);
                const std::int64_t length = chunk == 1 && i == 4321 ? 60'000 : static_cast<std::int64_t>(random() % 30) - 1;
                chunks[static_cast<std::size_t>(chunk)].start.push_back(untimed ? EventTable::kNoTime : start);
                chunks[static_cast<std::size_t>(chunk)].duration.push_back(length);
            }
        const EventTable events(std::move(chunks));
        const EventTimes times(events);
        for (int i = 0; i < 200; ++i) {
            const auto begin = static_cast<std::int64_t>(random() % 61'000);
            const TimeRange within{{begin}, {begin + static_cast<std::int64_t>(random() % 500)}};
            std::vector<std::uint32_t> found;
            times.forEachWithin(within, [&](const EventChunk &chunk, std::uint32_t row, const TimeRange &range) {
                QCOMPARE(range.begin.value, chunk.start[row]);
                QCOMPARE(range.length().value, chunk.duration[row]);
                found.push_back(chunk.firstEvent + row);
            });
            std::vector<std::uint32_t> expected;
            for (const EventChunk &chunk : events.chunks())
                for (std::uint32_t row = 0; row < chunk.size(); ++row)
                    if (chunk.start[row] != EventTable::kNoTime && chunk.duration[row] > 0 && chunk.start[row] < within.end.value
                        && chunk.start[row] + chunk.duration[row] > within.begin.value)
                        expected.push_back(chunk.firstEvent + row);
            QCOMPARE(found, expected);
            std::vector<std::uint32_t> running;
            times.forEachAt(
                begin, [&running](const EventChunk &chunk, std::uint32_t row) { running.push_back(chunk.firstEvent + row); });
            std::vector<std::uint32_t> expectedThen;
            for (const EventChunk &chunk : events.chunks())
                for (std::uint32_t row = 0; row < chunk.size(); ++row)
                    if (chunk.start[row] != EventTable::kNoTime && chunk.duration[row] >= 0
                        && (chunk.start[row] == begin
                            || (chunk.start[row] < begin && chunk.start[row] + chunk.duration[row] > begin)))
                        expectedThen.push_back(chunk.firstEvent + row);
            QCOMPARE(running, expectedThen);
        }
    }
};

LAMELLA_TEST(TestEventTimes)
#include "tst_EventTimes.moc"
