// SPDX-License-Identifier: GPL-3.0-or-later
// Which operations of a line contain others, in picoseconds.
#include "core/import/DeviceSpans.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <random>

using namespace lamella::core;

namespace {

DeviceSpan span(std::int64_t startPs, std::int64_t endPs, std::uint64_t item)
{
    return {psTime(0, startPs), psTime(0, endPs), item};
}

std::vector<std::uint64_t> kept(std::vector<DeviceSpan> spans, std::int64_t resolutionPs = 0)
{
    keepLeaves(spans, resolutionPs);
    std::vector<std::uint64_t> items;
    for (const DeviceSpan &s : spans)
        items.push_back(s.item);
    return items;
}

using Items = std::vector<std::uint64_t>;

} // namespace

class tst_DeviceSpans : public QObject {
    Q_OBJECT
private slots:
    void timesCarry();
    void nestedContainers();
    void nothingOfNoLengthMakesAContainer();
    void neighboursThatTouchAreNoContainers();
    void equalSpansStay();
    void partialOverlapsStay();
    void shorterThanTheResolutionTellsNothing();
    void resolutionOfTheText();
    void whatIsLeftOutIsCounted();
    void linesOfTreesLoseNoLeaf();
    void manyEqualSpansTakeLinearTime();
};

void tst_DeviceSpans::timesCarry()
{
    QVERIFY((psTime(5, -1) == PsTime{4, 999}));
    QVERIFY((psTime(-1, 2500) == PsTime{1, 500}));
    QVERIFY((psTime(7, -3000) == PsTime{4, 0}));
}

void tst_DeviceSpans::nestedContainers()
{
    QCOMPARE(
        kept({span(0, 100'000, 1), span(10'000, 60'000, 2), span(20'000, 30'000, 3), span(60'000, 90'000, 4)}), (Items{3, 4}));
    // The order in the file does not matter.
    QCOMPARE(
        kept({span(20'000, 30'000, 3), span(60'000, 90'000, 4), span(10'000, 60'000, 2), span(0, 100'000, 1)}), (Items{3, 4}));
}

void tst_DeviceSpans::nothingOfNoLengthMakesAContainer()
{
    // A start of length 0 at the begin of an operation, inside it, and at its end.
    QCOMPARE(kept({span(0, 500'000, 1), span(0, 0, 2)}), (Items{1, 2}));
    QCOMPARE(kept({span(0, 500'000, 1), span(250'000, 250'000, 2)}), (Items{1, 2}));
    QCOMPARE(kept({span(0, 500'000, 1), span(500'000, 500'000, 2)}), (Items{1, 2}));
    // It does not hide an operation that is really inside.
    QCOMPARE(kept({span(0, 500'000, 1), span(100, 100, 2), span(100'000, 200'000, 3)}), (Items{2, 3}));
}

void tst_DeviceSpans::neighboursThatTouchAreNoContainers()
{
    // Rounded to ns: 1 ... 102 and 101 ... 102.
    QCOMPARE(kept({span(600, 101'100, 1), span(101'100, 101'700, 2)}), (Items{1, 2}));
    QCOMPARE(kept({span(0, 100, 1), span(100, 200, 2), span(200, 300, 3)}), (Items{1, 2, 3}));
}

void tst_DeviceSpans::equalSpansStay()
{
    QCOMPARE(kept({span(0, 100'000, 1), span(0, 100'000, 2)}), (Items{1, 2}));
    // Within one nanosecond.
    QCOMPARE(kept({span(0, 100'000, 1), span(300, 99'800, 2)}), (Items{1, 2}));
    // Both contain the third; also with one of length 0 between them.
    QCOMPARE(kept({span(0, 100'000, 1), span(0, 100'000, 2), span(10'000, 20'000, 3)}), (Items{3}));
    QCOMPARE(kept({span(0, 100'000, 1), span(100, 100, 9), span(200, 100'000, 2), span(10'000, 20'000, 3)}), (Items{9, 3}));
}

void tst_DeviceSpans::partialOverlapsStay()
{
    QCOMPARE(kept({span(0, 100'000, 1), span(50'000, 150'000, 2)}), (Items{1, 2}));
}

void tst_DeviceSpans::shorterThanTheResolutionTellsNothing()
{
    const std::vector<DeviceSpan> spans{span(0, 100'000, 1), span(99'000, 100'000, 2)};
    QCOMPARE(kept(spans, 1000), (Items{1, 2}));
    QCOMPARE(kept(spans, 999), (Items{2}));
}

void tst_DeviceSpans::resolutionOfTheText()
{
    QCOMPARE(decimalResolutionPs({span(3'000'000, 9'000'000, 1)}), 1'000'000);
    QCOMPARE(decimalResolutionPs({span(3'000'000, 9'001'000, 1)}), 1000);
    QCOMPARE(decimalResolutionPs({span(3'000'000, 9'001'000, 1), span(9'001'000, 9'001'001, 2)}), 1);
    // As doubles, microseconds since 1970 have a resolution of a quarter.
    const std::int64_t epoch =
        decimalResolutionPs({{psTime(1'712'345'678'901'234'250, 0), psTime(1'712'345'678'901'234'567, 8), 1}});
    QVERIFY(epoch >= 250'000 && epoch < 2 * 250'000);
}

void tst_DeviceSpans::whatIsLeftOutIsCounted()
{
    std::vector<DeviceSpan> spans{
        span(0, 100'000, 1), span(10'000, 30'000, 2), span(50'000, 60'000, 3), span(200'000, 210'000, 4)};
    Containers found = keepLeaves(spans, 0);
    QCOMPARE(found.count, 1u);
    QCOMPARE(found.of, 4u);
    QCOMPARE(found.ownNs, 70);
    ImportDiagnostics none;
    Containers{0, 5, 0}.report(none);
    QVERIFY(none.empty());
    found.add({2, 8, 30});
    ImportDiagnostics diagnostics;
    found.report(diagnostics);
    QCOMPARE(diagnostics.count("container_operation"), 3u);
    QCOMPARE(diagnostics.sorted().front().sample, std::string("of 12 operations; 100\u00A0ns lie in nothing that they hold"));
}

// Lines generated from trees, so that the nesting is known: exactly the leaves are kept.
void tst_DeviceSpans::linesOfTreesLoseNoLeaf()
{
    std::mt19937 random(7);
    const auto within = [&random](std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(random);
    };
    for (int round = 0; round < 300; ++round) {
        std::vector<DeviceSpan> spans;
        Items leaves;
        std::int64_t leafPs = 0;
        std::int64_t at = within(0, 5'000'000);
        for (int op = 0; op < 60; ++op) {
            const auto add = [&](std::int64_t from, std::int64_t to, bool leaf) {
                spans.push_back(span(from, to, spans.size()));
                if (leaf) {
                    leaves.push_back(spans.back().item);
                    leafPs += to - from;
                }
            };
            if (within(0, 3) == 0) { // nested loops with more than a nanosecond of their own at both ends
                const std::int64_t begin = at;
                at += within(1500, 9000);
                const std::int64_t inner = at;
                at += within(1500, 9000);
                for (std::int64_t n = within(1, 4); n > 0; --n) {
                    const std::int64_t from = at;
                    at += within(1, 40'000);
                    add(from, at, true);
                }
                at += within(1500, 9000);
                add(inner, at, false);
                at += within(1500, 9000);
                add(begin, at, false);
            } else {
                const std::int64_t from = at;
                at += within(0, 2) == 0 ? within(0, 1200) : within(0, 120'000'000);
                add(from, at, true);
            }
            at += within(0, 1) == 0 ? 0 : within(0, 3000);
        }
        std::shuffle(spans.begin(), spans.end(), random);
        std::vector<DeviceSpan> left = spans;
        const Containers found = keepLeaves(left, 0);
        Items items;
        for (const DeviceSpan &s : left)
            items.push_back(s.item);
        std::sort(items.begin(), items.end());
        QCOMPARE(items, leaves);
        QCOMPARE(found.count, spans.size() - leaves.size());
        const std::int64_t sumPs = std::accumulate(left.begin(), left.end(), std::int64_t{0},
            [](std::int64_t sum, const DeviceSpan &s) { return sum + (s.end.ns - s.start.ns) * 1000 + s.end.ps - s.start.ps; });
        QCOMPARE(sumPs, leafPs);
    }
}

void tst_DeviceSpans::manyEqualSpansTakeLinearTime()
{
    std::vector<DeviceSpan> spans(200'000, span(0, 100'000, 0));
    spans.push_back(span(10'000, 20'000, 1));
    QCOMPARE(kept(spans), (Items{1}));
}

LAMELLA_TEST(tst_DeviceSpans)
#include "tst_DeviceSpans.moc"
