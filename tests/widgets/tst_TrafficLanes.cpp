// SPDX-License-Identifier: GPL-3.0-or-later
// Modelled memory traffic by pixel column, against sums over every kernel.
#include "tests/support/TestMain.h"
#include "widgets/timeline/TrafficLanes.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace lamella;
using namespace lamella::ui;

namespace {

struct Span {
    std::int64_t start;
    std::int64_t end;
    float rate; // negative: not modelled
};

// Of a range, by looking at every span.
Traffic byHand(const std::vector<Span> &spans, std::int64_t from, std::int64_t to)
{
    Traffic sum;
    for (const Span &span : spans) {
        const auto inside = static_cast<double>(std::max<std::int64_t>(0, std::min(span.end, to) - std::max(span.start, from)));
        if (span.rate < 0) {
            sum.unknownNs += inside;
        } else {
            sum.modelledNs += inside;
            sum.peakNs += inside * static_cast<double>(span.rate);
        }
    }
    return sum;
}

bool isNear(double a, double b)
{
    return std::abs(a - b) <= 1e-6 * std::max({1.0, std::abs(a), std::abs(b)});
}

} // namespace

class TestTrafficLanes : public QObject {
    Q_OBJECT
private slots:
    void columnsAddUp()
    {
        std::mt19937 random(28);
        const auto below = [&random](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
        for (int round = 0; round < 40; ++round) {
            std::vector<Span> spans;
            std::vector<core::Lane> lanes(2); // two streams that run side by side
            std::vector<float> rates;
            for (core::Lane &lane : lanes) {
                std::int64_t at = below(50);
                for (int i = below(200); i > 0; --i) {
                    const std::int64_t end = at + below(40);
                    rates.push_back(below(4) == 0 ? -1.0F : static_cast<float>(below(100)) / 100);
                    lane.append(at, end, static_cast<std::uint32_t>(rates.size() - 1));
                    spans.push_back({at, end, rates.back()});
                    at = end + below(20);
                }
            }
            DeviceTraffic traffic;
            for (const core::Lane &lane : lanes)
                traffic.add(lane, rates);
            const std::int64_t begin = below(300);
            const core::TimeScale scale({{begin}, {begin + 1 + below(6000)}}, 1 + below(300));
            const std::vector<Traffic> columns = traffic.columns(scale);
            QCOMPARE(columns.size(), static_cast<std::size_t>(scale.width()));
            for (std::size_t x = 0; x < columns.size(); ++x) {
                const Traffic wanted = byHand(spans, scale.columnStart(static_cast<std::int64_t>(x)),
                    scale.columnStart(static_cast<std::int64_t>(x) + 1));
                QVERIFY(isNear(columns[x].peakNs, wanted.peakNs));
                QVERIFY(isNear(columns[x].modelledNs, wanted.modelledNs));
                QVERIFY(isNear(columns[x].unknownNs, wanted.unknownNs));
            }
            const Traffic all = byHand(spans, INT64_MIN / 2, INT64_MAX / 2);
            QVERIFY(isNear(traffic.total().peakNs, all.peakNs));
            QVERIFY(isNear(traffic.total().unknownNs, all.unknownNs));
            QCOMPARE(traffic.coversMost(), all.modelledNs > 0 && all.modelledNs >= all.unknownNs);
        }
    }

    void nothingRuns()
    {
        const core::Lane none;
        DeviceTraffic traffic;
        traffic.add(none, {});
        QVERIFY(!traffic.coversMost());
        for (const Traffic &column : traffic.columns(core::TimeScale({{0}, {100}}, 10)))
            QCOMPARE(column.modelledNs + column.unknownNs + column.peakNs, 0.0);
    }
};

LAMELLA_TEST(TestTrafficLanes)
#include "tst_TrafficLanes.moc"
