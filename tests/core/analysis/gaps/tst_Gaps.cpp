// SPDX-License-Identifier: GPL-3.0-or-later
// Gaps against the definition, and sums that must add up to the idle time.
#include "core/analysis/gaps/GapList.h"
#include "core/base/DurationText.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

#include <map>
#include <numeric>
#include <random>

using namespace lamella;
using namespace lamella::core;

namespace {

struct Random {
    std::mt19937 engine;
    int upTo(int limit) { return static_cast<int>(engine() % static_cast<unsigned>(limit + 1)); }
};

struct Case {
    std::string text;
    test::KernelPlaces places;
};

// Overlapping passes, layers in any order, work outside of passes, work of length 0, several streams.
Case randomCase(Random &random)
{
    Case result;
    std::array<std::string, 3> streams;
    const int kernels = 1 + random.upTo(14);
    int time = 0;
    std::vector<int> order;
    for (int k = 0; k < kernels; ++k) {
        time += random.upTo(6);
        streams[static_cast<std::size_t>(random.upTo(2))] +=
            " gemm@" + std::to_string(time) + "+" + std::to_string(random.upTo(8));
        const int pass = random.upTo(3) == 0 ? kNoPass : (k * 3) / kernels + (random.upTo(6) == 0 ? 1 : 0);
        result.places.emplace_back(pass, pass == kNoPass ? kNoLayer : random.upTo(2) - 1);
        time += random.upTo(3) == 0 ? random.upTo(12) : 0;
    }
    // Passes are numbered consecutively.
    std::map<int, int> numbers{{kNoPass, kNoPass}};
    for (const auto &[pass, layer] : result.places)
        numbers.try_emplace(pass, 0);
    int next = kNoPass;
    for (auto &[pass, number] : numbers)
        number = next++;
    for (auto &[pass, layer] : result.places)
        pass = numbers.at(pass);
    for (std::size_t s = 0; s < streams.size(); ++s)
        result.text += std::to_string(s + 7) + ":" + streams[s] + "; ";
    return result;
}

std::int64_t sum(const std::vector<Gap> &gaps)
{
    std::int64_t total = 0;
    for (const Gap &gap : gaps)
        total += gap.lengthNs();
    return total;
}

KernelScope scopeOf(const test::BuiltTrace &built)
{
    KernelScope scope;
    scope.devices = {DeviceId(0)};
    for (const Pass &pass : built.segmentation->devices[0].passes)
        scope.passes.push_back({DeviceId(0), &pass});
    return scope;
}

// Idle ns among the kernels that `counts` accepts, ns by ns.
template <class Counts> std::int64_t idleByDefinition(const KernelTable &kernels, Counts counts)
{
    std::int64_t first = INT64_MAX;
    std::int64_t last = INT64_MIN;
    std::vector<bool> busy(400, false);
    for (std::uint32_t k = 0; k < kernels.size(); ++k) {
        if (!counts(KernelId(k)))
            continue;
        first = std::min(first, kernels.start[k]);
        last = std::max(last, kernels.end(k));
        for (std::int64_t t = kernels.start[k]; t < kernels.end(k); ++t)
            busy[static_cast<std::size_t>(t)] = true;
    }
    std::int64_t idle = 0;
    for (std::int64_t t = first; t < last; ++t)
        idle += busy[static_cast<std::size_t>(t)] ? 0 : 1;
    return idle;
}

// Nothing of the device runs in a gap, or something at each of its moments where other work is said to.
bool areIdleOrOther(const test::BuiltTrace &built, const std::vector<Gap> &gaps)
{
    const KernelTable &kernels = built.document->kernels;
    for (const Gap &gap : gaps)
        for (std::int64_t t = gap.range.begin.value; t < gap.range.end.value; ++t) {
            bool runs = false;
            for (std::uint32_t k = 0; k < kernels.size(); ++k)
                runs = runs || (kernels.start[k] <= t && t < kernels.end(k));
            if (runs == gap.isIdle())
                return false;
        }
    return true;
}

std::string described(const std::vector<Gap> &gaps)
{
    std::string text;
    for (const Gap &gap : gaps)
        text += std::to_string(gap.range.begin.value) + "+" + std::to_string(gap.lengthNs()) + "/" + std::to_string(gap.pass)
            + "/" + std::to_string(gap.before.value) + ">" + std::to_string(gap.after.value) + (gap.isIdle() ? " " : "* ");
    return text;
}

} // namespace

class TestGaps : public QObject {
    Q_OBJECT
private slots:
    void gapsOfAPassAddUpToItsIdleTime()
    {
        Random random{std::mt19937(1)};
        for (int round = 0; round < 3000; ++round) {
            const Case c = randomCase(random);
            const test::BuiltTrace built(c.text, c.places);
            const std::vector<std::int32_t> &passOf = built.segmentation->passOf;
            for (const PassRef &ref : scopeOf(built).passes) {
                KernelScope scope;
                scope.devices = {DeviceId(0)};
                scope.passes = {ref};
                const std::vector<Gap> gaps = findGaps(built.input(), scope);
                QVERIFY(areIdleOrOther(built, gaps));
                QCOMPARE(sum(gaps), passMetrics(built.input(), scope, ref).work.idleNs());
                QCOMPARE(sum(gaps),
                    idleByDefinition(built.document->kernels, [&](KernelId k) { return passOf[k.value] == ref.pass->number; }));
                for (const LayerMetrics &layer : layerMetrics(built.input(), {}, ref)) {
                    scope.layers = LayerRange{layer.layer, layer.layer};
                    const std::vector<Gap> inside = findGaps(built.input(), scope);
                    QCOMPARE(sum(inside), layer.work.idleNs());
                    QVERIFY(areIdleOrOther(built, inside));
                }
            }
        }
    }
    void gapsOfTheTraceAddUpToItsIdleTime()
    {
        Random random{std::mt19937(2)};
        for (int round = 0; round < 3000; ++round) {
            const Case c = randomCase(random);
            const test::BuiltTrace built(c.text, c.places);
            const KernelTable &kernels = built.document->kernels;
            KernelScope scope = scopeOf(built);
            scope.wholeTrace = true;
            const std::vector<Gap> gaps = findGaps(built.input(), scope);
            QCOMPARE(sum(gaps), idleByDefinition(kernels, [](KernelId) { return true; }));
            std::int64_t streams = 0;
            for (std::uint32_t s = 0; s < built.document->streams.size(); ++s)
                streams += idleByDefinition(kernels, [&](KernelId k) { return kernels.stream[k.value] == StreamId(s); });
            QCOMPARE(sum(findGaps(built.input(), scope, true)), streams);
            for (const Gap &gap : gaps) { // nothing runs inside, and the kernels at both ends are the stated ones
                QCOMPARE(kernels.end(gap.before.value), gap.range.begin.value);
                QCOMPARE(kernels.start[gap.after.value], gap.range.end.value);
                for (std::uint32_t k = 0; k < kernels.size(); ++k)
                    QVERIFY(kernels.end(k) <= gap.range.begin.value || kernels.start[k] >= gap.range.end.value);
            }
        }
    }
    void passesInARowLeaveNothingOut()
    {
        // Consecutive passes with work between them: the gaps of all passes are those of the trace from the first to the last
        // pass.
        const test::BuiltTrace built("7: gemm@0+10 gemm@20+10 copy@40+5 copy@60+5 gemm@80+10 gemm@95+5; 8: copy@25+20",
            {{0, 0}, {0, 0}, {kNoPass, kNoLayer}, {kNoPass, kNoLayer}, {kNoPass, kNoLayer}, {1, 0}, {1, 0}});
        QCOMPARE(
            described(findGaps(built.input(), scopeOf(built))), std::string("10+10/0/0>1 45+15/-1/3>4 65+15/-1/4>5 90+5/1/5>6 "));
    }
    void otherWorkInAGapIsNotIdle()
    {
        // Kernels 0 and 3 are of pass 0, 1 and 2 of pass 1, which runs in the gap of the first; 4 runs outside of passes.
        const test::BuiltTrace built("7: gemm@0+10 gemm@100+10; 8: attn@20+30 attn@60+20", {{0, 0}, {1, 0}, {1, 0}, {0, 1}});
        KernelScope scope = scopeOf(built);
        scope.passes.resize(1);
        QCOMPARE(described(findGaps(built.input(), scope)),
            std::string("10+10/0/0>1 20+30/0/0>3* 50+10/0/1>2 60+20/0/0>3* 80+20/0/2>3 "));
        // Pass 1 lies within pass 0: nothing but its own idle time.
        QCOMPARE(described(findGaps(built.input(), scopeOf(built))),
            std::string("10+10/0/0>1 20+30/0/0>3* 50+10/0/1>2 50+10/1/1>2 60+20/0/0>3* 80+20/0/2>3 "));
        // On its own stream nothing else runs.
        QCOMPARE(described(findGaps(built.input(), scope, true)), std::string("10+90/0/0>3 "));
    }
    void timeBetweenPassesIsIdleWhereNoneRuns()
    {
        // Pass 0 runs on until 95, beside pass 1; between 1 and 2 only 95 to 100 are idle.
        const test::BuiltTrace built("7: gemm@0+20 gemm@30+10 gemm@100+10; 8: attn@10+85", {{0, 0}, {0, 0}, {1, 0}, {2, 0}});
        QCOMPARE(described(findGaps(built.input(), scopeOf(built))), std::string("95+5/-1/1>3 "));
    }
    void sumsAddUp()
    {
        Random random{std::mt19937(3)};
        for (int round = 0; round < 300; ++round) {
            const Case c = randomCase(random);
            const test::BuiltTrace built(c.text, c.places);
            const GapList list = gapList(built.input(), HostCalls(*built.document), scopeOf(built), false);
            const std::int64_t minNs = random.upTo(6);
            const GapCauseSums causes = sumByCause(list.gaps, minNs);
            std::int64_t total = causes.shorter.sumNs;
            for (const GapSum &sum : causes.byCause)
                total += sum.sumNs;
            QCOMPARE(total, list.sumNs);
            const GapLayerSums layers = sumByLayer(built.input(), list.gaps, minNs);
            total = layers.shorter.sumNs;
            for (const GapLayerSum &layer : layers.layers)
                total += layer.all.sumNs;
            QCOMPARE(total, list.sumNs);
            const GapLengths lengths = sumByLength(list.gaps, minNs);
            total = lengths.shorter.sumNs;
            std::int64_t from = std::max<std::int64_t>(minNs, 1);
            for (const GapLengthBin &bin : lengths.bins) {
                QCOMPARE(bin.fromNs, from);
                from = bin.toNs;
                total += bin.all.sumNs;
                QCOMPARE(std::accumulate(bin.counts.begin(), bin.counts.end(), std::uint64_t{0}), bin.all.count);
            }
            QCOMPARE(total, list.sumNs);
            QCOMPARE(list.sumNs - list.idleNs,
                std::accumulate(list.gaps.begin(), list.gaps.end(), std::int64_t{0},
                    [](std::int64_t ns, const Gap &gap) { return ns + (gap.isIdle() ? 0 : gap.lengthNs()); }));
        }
    }
    void durations_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qint64>("ns"); // -1 = rejected
        QTest::newRow("us") << QByteArray("1us") << qint64(1000);
        QTest::newRow("micro sign") << QByteArray("2\xc2\xb5s") << qint64(2000);
        QTest::newRow("decimals are exact") << QByteArray("1.5 ms") << qint64(1'500'000);
        QTest::newRow("below a ns is cut") << QByteArray("1.9999ns") << qint64(1);
        QTest::newRow("zero") << QByteArray("0") << qint64(0);
        QTest::newRow("s") << QByteArray("0.001s") << qint64(1'000'000);
        QTest::newRow("an hour") << QByteArray("3600s") << qint64(3'600'000'000'000);
        for (const char *bad : {"", "us", "300", "0.5", "1 h", "-1us", ".", "1.2.3us", "1e3", "3601s", "99999999999999999999999"})
            QTest::newRow(qPrintable(QStringLiteral("refused: ") + QLatin1String(bad))) << QByteArray(bad) << qint64(-1);
    }
    void durations()
    {
        QFETCH(QByteArray, text);
        QFETCH(qint64, ns);
        QCOMPARE(durationFromText(text.toStdString()).value_or(-1), ns);
    }
};

LAMELLA_TEST(TestGaps)
#include "tst_Gaps.moc"
