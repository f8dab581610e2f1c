// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ExposedRanges.h"
#include "core/analysis/Overlap.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"
#include "widgets/timeline/TimelineFlows.h"

#include <QTest>

#include <random>

using namespace lamella;
using namespace lamella::ui;

class TestTimelineFlows : public QObject {
    Q_OBJECT
private slots:
    void flowsLeadFromTheLaunch()
    {
        const auto document = test::documentFromText("7: gemm@0+10 attn@20+5 gemm@30+5");
        document->kernels.launch = {core::EventId(9), core::EventId(4), core::EventId(9)};
        TimelineFlow flow = flowOf(*document, core::KernelSelection{core::KernelId(0)});
        QCOMPARE(flow.launch.value, 9u);
        QCOMPARE(flow.kernels.size(), std::size_t{1});
        flow = flowOf(*document, core::EventSelection{core::EventId(9)});
        QVERIFY(flow.kernels == std::vector<core::KernelId>({core::KernelId(0), core::KernelId(2)}));
        QVERIFY(!flowOf(*document, core::EventSelection{core::EventId(5)}).launch.valid());
        QVERIFY(!flowOf(*document, core::KernelSelection{core::KernelId(77)}).launch.valid());
    }
    // Every pixel that a range touches is in a span, and no other.
    void pixelSpansCoverWhatTheyShould()
    {
        std::mt19937 engine(5);
        for (int round = 0; round < 500; ++round) {
            std::vector<core::TimeRange> ranges;
            std::int64_t time = -50;
            while (time < 1200) {
                time += 1 + static_cast<std::int64_t>(engine() % 60);
                const std::int64_t end = time + 1 + static_cast<std::int64_t>(engine() % 40);
                ranges.push_back({{time}, {end}});
                time = end;
            }
            const core::TimeRange view{{0}, {1000}};
            std::vector<bool> painted(100, false); // 10 ns a pixel
            int last = -1;
            for (const auto &[left, right] : pixelSpans(ranges, view, 100)) {
                QVERIFY(left > last && right > left && right <= 100);
                last = right;
                for (int x = left; x < right; ++x)
                    painted[static_cast<std::size_t>(x)] = true;
            }
            for (int x = 0; x < 100; ++x) {
                bool expected = false;
                for (const core::TimeRange &r : ranges)
                    expected = expected || (r.begin.value < 10 * (x + 1) && r.end.value > 10 * x);
                QCOMPARE(painted[static_cast<std::size_t>(x)], expected);
            }
        }
    }
    void exposedRangesAddUpToTheTable()
    {
        const test::BuiltTrace built("7: gemm@0+10 gemm@30+10; 8: nccl@5+30 nccl@60+5", {});
        std::vector<core::KernelId> all;
        for (std::uint32_t k = 0; k < built.document->kernels.size(); ++k)
            all.emplace_back(k);
        std::int64_t sum = 0;
        for (const core::TimeRange &r : core::exposedRanges(*built.document, *built.names, all, core::Category::Communication))
            sum += r.length().value;
        for (const core::CategoryOverlap &o : core::categoryOverlap(*built.document, *built.names, all, all))
            if (o.category == core::Category::Communication)
                QCOMPARE(sum, o.exposedNs);
        QCOMPARE(sum, 25);
    }
};

LAMELLA_TEST(TestTimelineFlows)
#include "tst_TimelineFlows.moc"
