// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/TimeSlices.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <numeric>

using namespace lamella::core;

class TestTimeSlices : public QObject {
    Q_OBJECT
private slots:
    void nothingHasNoRange()
    {
        TimeSlices slices;
        slices.add(5000, 0);
        slices.add(5000, -7);
        QCOMPARE(slices.range().length().value, std::int64_t{0});
        QVERIFY(slices.sums().empty());
    }

    // Each part of a duration is in the slice of its time, in whatever order the durations come.
    void durationsAreDividedAtTheEdges()
    {
        for (const bool backwards : {false, true}) {
            TimeSlices slices;
            const std::int64_t width = slices.sliceNs();
            const std::int64_t times[2][2] = {{width / 2, width}, {5 * width, 10}};
            for (int i = 0; i < 2; ++i)
                slices.add(times[backwards ? 1 - i : i][0], times[backwards ? 1 - i : i][1]);
            QCOMPARE(slices.range(), (TimeRange{{0}, {6 * width}}));
            QCOMPARE(slices.sums(), (std::vector<std::int64_t>{width / 2, width / 2, 0, 0, 0, 10}));
        }
    }

    void slicesGrowWithTheRangeAndLoseNoTime()
    {
        TimeSlices slices;
        const std::int64_t width = slices.sliceNs();
        for (std::int64_t i = 0; i < 3 * TimeSlices::kMaxSlices; ++i)
            slices.add(-7 * width + i * width, i % 5 == 0 ? width : 1);
        const std::vector<std::int64_t> sums = slices.sums();
        QVERIFY(static_cast<std::int64_t>(sums.size()) <= TimeSlices::kMaxSlices);
        QCOMPARE(slices.sliceNs(), 4 * width);
        QCOMPARE(slices.range().length().value, static_cast<std::int64_t>(sums.size()) * slices.sliceNs());
        QVERIFY(slices.range().contains({-7 * width}));
        const std::int64_t full = (3 * TimeSlices::kMaxSlices + 4) / 5;
        QCOMPARE(std::accumulate(sums.begin(), sums.end(), std::int64_t{0}), full * width + (3 * TimeSlices::kMaxSlices - full));
    }

    // Files may contain any times.
    void timesAtTheLimitsStayNumbers()
    {
        TimeSlices slices;
        for (const std::int64_t start : {INT64_MIN, std::int64_t{0}, INT64_MAX - 1, INT64_MAX})
            slices.add(start, INT64_MAX);
        QVERIFY(static_cast<std::int64_t>(slices.sums().size()) <= TimeSlices::kMaxSlices);
        QVERIFY(slices.range().begin < slices.range().end);
        for (const std::int64_t sum : slices.sums())
            QVERIFY(sum >= 0);
    }
};

LAMELLA_TEST(TestTimeSlices)
#include "tst_TimeSlices.moc"
