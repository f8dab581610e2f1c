// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/KernelGroups.h"
#include "core/analysis/inspect/Difference.h"
#include "core/analysis/inspect/GapFacts.h"
#include "core/analysis/inspect/NameInstances.h"
#include "core/analysis/inspect/RangeWork.h"
#include "core/analysis/inspect/Siblings.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

#include <random>
#include <string>

using namespace lamella;
using namespace lamella::core;

namespace {

// One pass of three layers of three kernels on stream 7; the second layer has its moe kernel twice as long, and a copy more.
//   layer 0: norm 0-2, gemm 3-13, moe 13-23           wall 23, sum 22
//   layer 1: norm 30-32, gemm 33-45, moe 45-65, copy 66-69   wall 39, sum 37
//   layer 2: norm 70-72, gemm 74-85, moe 85-95        wall 25, sum 23
constexpr std::string_view kLayers =
    "7: norm@0+2 gemm@3+10 moe@13+10 norm@30+2 gemm@33+12 moe@45+20 copy@66+3 norm@70+2 gemm@74+11 moe@85+10";
const test::KernelPlaces kLayerPlaces{
    {0, 0}, {0, 0}, {0, 0}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 2}, {0, 2}, {0, 2}};

PassRef passOf(const test::BuiltTrace &trace, int number)
{
    return {DeviceId(0), trace.segmentation->pass(DeviceId(0), number)};
}

std::string kernelText(const std::string &name, std::int64_t start, std::int64_t duration)
{
    return name + "@" + std::to_string(start) + "+" + std::to_string(duration) + " ";
}

// First start and last end, by looking at every kernel.
std::int64_t wallByHand(const test::BuiltTrace &trace, int pass, int layer, bool wholePass)
{
    std::int64_t begin = INT64_MAX;
    std::int64_t end = INT64_MIN;
    for (std::uint32_t k = 0; k < trace.document->kernels.size(); ++k) {
        if (trace.segmentation->passOf[k] != pass || (!wholePass && trace.segmentation->layerOf[k] != layer))
            continue;
        begin = std::min(begin, trace.document->kernels.start[k]);
        end = std::max(end, trace.document->kernels.start[k] + trace.document->kernels.duration[k]);
    }
    return end - begin;
}

} // namespace

class TestInspect : public QObject {
    Q_OBJECT
private slots:
    void aLayerDiffersByItsKernelsAndTheRest()
    {
        const test::BuiltTrace trace(kLayers, kLayerPlaces);
        const AnalysisInput input = trace.input();
        LayerComparer comparer(input);
        const PassRef pass = passOf(trace, 0);
        const Difference difference = comparer.compare({pass, 2}, {pass, 1});
        QCOMPARE(difference.wallNs(), 14); // 39 - 25
        const TopDeltas top = topDeltas(difference, 2);
        QCOMPARE(top.top.size(), std::size_t{2});
        QCOMPARE(top.top[0].deltaNs(), 10); // moe 20 - 10
        QCOMPARE(top.top[1].deltaNs(), 3); // the copy
        QVERIFY(top.top[1].pair.change == DiffChange::OnlyB);
        QCOMPARE(top.others, std::size_t{2}); // norm 0, gemm +1
        QCOMPARE(top.othersNs, 1);
        QCOMPARE(top.slower, std::size_t{3});
        QCOMPARE(difference.restNs(), 0); // idle: 2 of 39 in layer 1, 2 of 25 in layer 2
    }

    void theMedianIsTheLowerOfTwo()
    {
        const test::BuiltTrace trace(kLayers, kLayerPlaces);
        const PassRef pass = passOf(trace, 0);
        const Siblings three = typeSiblings(trace.input(), {pass, 1});
        QCOMPARE(three.all.size(), std::size_t{3});
        QCOMPARE(three.referenceNs(), 25);
        QCOMPARE(three.deltaNs(), 14);
        QCOMPARE(rankOf(three).place, std::size_t{1});
        const test::BuiltTrace two("7: gemm@0+10 gemm@20+30", {{0, 0}, {0, 1}});
        const Siblings pair = typeSiblings(two.input(), {passOf(two, 0), 1});
        QCOMPARE(pair.referenceNs(), 10);
        QCOMPARE(rankOf(pair).place, std::size_t{1});
        const test::BuiltTrace one("7: gemm@0+10", {{0, 0}});
        QVERIFY(!typeSiblings(one.input(), {passOf(one, 0), 0}).known);
        QVERIFY(!referenceLayer(one.input(), {passOf(one, 0), 0}, Against::Type));
    }

    // A tail is of no type, and the only layer of its type has no other: they are compared with the same in the steady passes.
    void whereNoOtherIsOfItsTypeTheSteadyPassesAreCompared()
    {
        const test::BuiltTrace trace(
            "7: gemm@0+10 norm@20+5 gemm@100+12 norm@120+9", {{0, 0}, {0, kTailLayer}, {1, 0}, {1, kTailLayer}});
        for (Pass &pass : trace.segmentation->devices[0].passes) {
            pass.complete = true;
            pass.state = PassState::Steady;
        }
        for (const int layer : {0, int(kTailLayer)}) {
            const auto reference = referenceLayer(trace.input(), {passOf(trace, 1), layer}, Against::Type);
            QVERIFY(reference.has_value());
            QCOMPARE(reference->ref.pass->number, 0);
            QCOMPARE(reference->layer, layer);
        }
        QCOMPARE(layerSiblings(trace.input(), {passOf(trace, 1), kTailLayer}, Against::Type).deltaNs(), 4);
    }

    void aKernelHasAPlaceInTheOtherLayers()
    {
        const test::BuiltTrace trace(kLayers, kLayerPlaces);
        const AnalysisInput input = trace.input();
        LayerComparer comparer(input);
        const LayerPlace here{passOf(trace, 0), 1};
        const Siblings layers = typeSiblings(input, here);
        const Siblings moe = kernelSiblings(input, comparer, layers, here, KernelId(5));
        QCOMPARE(moe.all.size(), std::size_t{3});
        QCOMPARE(moe.referenceNs(), 10);
        QCOMPARE(moe.deltaNs(), 10);
        const Siblings copy = kernelSiblings(input, comparer, layers, here, KernelId(6)); // only layer 1 has it
        QCOMPARE(copy.all.size(), std::size_t{1});
        QVERIFY(!copy.known);
    }

    // As in the table of kernels: not against the median of the kernels at this place (20 of layer 2).
    void aKernelIsComparedWithTheMedianLayer()
    {
        const test::BuiltTrace trace(
            "7: gemm@0+10 moe@10+10 gemm@30+30 moe@60+5 gemm@80+20 moe@100+20", {{0, 0}, {0, 0}, {0, 1}, {0, 1}, {0, 2}, {0, 2}});
        const AnalysisInput input = trace.input();
        LayerComparer comparer(input);
        const LayerPlace here{passOf(trace, 0), 0};
        const Siblings layers = typeSiblings(input, here); // walls 20, 35, 40
        QCOMPARE(layers.all[layers.reference].place.layer, 1);
        const Siblings gemm = kernelSiblings(input, comparer, layers, here, KernelId(0));
        QCOMPARE(gemm.referenceNs(), 30);
        QCOMPARE(gemm.deltaNs(), -20);
    }

    // Layers with the same kernels are not aligned: the answer is that of the alignment, on two streams too.
    void aCounterpartIsThatOfTheAlignment()
    {
        constexpr std::array<const char *, 3> kNames{"norm", "gemm", "moe"};
        std::mt19937 random(27);
        const auto below = [&random](unsigned n) { return random() % n; };
        int same = 0;
        for (int round = 0; round < 100; ++round) {
            std::array<std::string, 2> streams{kernelText("nccl", 0, 1), kernelText("nccl", 0, 1)};
            test::KernelPlaces places{{kNoPass, kNoLayer}, {kNoPass, kNoLayer}};
            const auto kernels = static_cast<std::uint32_t>(2 + below(5));
            std::vector<std::pair<std::size_t, std::size_t>> run; // name, stream
            for (std::uint32_t k = 0; k < kernels; ++k)
                run.emplace_back(below(3), below(2));
            std::int64_t at = 10;
            for (int pass = 0; pass < 3; ++pass) {
                auto here = run;
                if (pass == 2 && below(2) == 0)
                    here[below(kernels)] = {below(3), below(2)};
                for (const auto &[name, stream] : here) {
                    streams[stream] += kernelText(kNames[name], at += 1 + below(10), below(20));
                    places.push_back({pass, 0});
                }
            }
            const test::BuiltTrace trace("7: " + streams[0] + "; 8: " + streams[1], places);
            const AnalysisInput input = trace.input();
            LayerComparer comparer(input);
            for (int pass = 1; pass < 3; ++pass) {
                const LayerPlace a{passOf(trace, 0), 0};
                const LayerPlace b{passOf(trace, pass), 0};
                const Difference aligned = comparer.compare(a, b);
                for (const KernelDelta &row : aligned.kernels) {
                    if (row.pair.a.valid())
                        QVERIFY(comparer.counterpart(a, row.pair.a, b) == row.pair.b);
                    same += row.pair.change == DiffChange::Same ? 1 : 0;
                }
            }
            QVERIFY(!comparer.counterpart({passOf(trace, 0), 0}, KernelId(0), {passOf(trace, 1), 0}).valid()); // in no layer
        }
        QVERIFY(same > 500);
    }

    // Whatever runs: parts and rest add up to the difference of the walls.
    void partsAddUpToTheWalls()
    {
        constexpr std::array<const char *, 5> kNames{"norm", "gemm", "moe", "attn", "nccl"};
        std::mt19937 random(26);
        const auto below = [&random](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
        for (int round = 0; round < 60; ++round) {
            std::array<std::string, 2> streams;
            std::vector<std::pair<std::int64_t, std::pair<int, int>>> places;
            std::int64_t at = below(100);
            for (int pass = 0; pass < 2; ++pass)
                for (int layer = 0; layer < 3; ++layer) {
                    const int kernels = 1 + below(7);
                    for (int k = 0; k < kernels; ++k) {
                        at += 1 + below(20);
                        const bool side = k > 0 && below(4) == 0;
                        streams[side ? 1 : 0] += kernelText(kNames[static_cast<std::size_t>(below(5))], at, below(40));
                        places.push_back({at, {pass, layer}});
                    }
                    at += 40; // layers do not overlap
                }
            test::KernelPlaces ordered;
            for (const auto &[start, place] : places)
                ordered.push_back(place);
            const test::BuiltTrace trace("7: " + streams[0] + (streams[1].empty() ? "" : "; 8: " + streams[1]), ordered);
            const AnalysisInput input = trace.input();
            LayerComparer comparer(input);
            for (int layer = 0; layer < 3; ++layer) {
                const Difference difference = comparer.compare({passOf(trace, 0), layer}, {passOf(trace, 1), (layer + 1) % 3});
                const TopDeltas top = topDeltas(difference, 2);
                std::int64_t sum = top.othersNs + difference.restNs();
                for (const KernelDelta &row : top.top)
                    sum += row.deltaNs();
                QCOMPARE(sum, wallByHand(trace, 1, (layer + 1) % 3, false) - wallByHand(trace, 0, layer, false));
            }
            const PassDifference passes = passDifference(input, passOf(trace, 0), passOf(trace, 1));
            std::int64_t sum = passes.restNs();
            for (const CategoryDelta &row : passes.categories)
                sum += row.deltaNs();
            QCOMPARE(sum, wallByHand(trace, 1, 0, true) - wallByHand(trace, 0, 0, true));
        }
    }

    void aNameHasInstancesBinsAndUses()
    {
        const test::BuiltTrace trace("7: gemm@0+10 gemm@20+12 attn@40+5 gemm@50+100", {{0, 0}, {0, 0}, {0, 1}, {0, 1}});
        const KernelTable &table = trace.document->kernels;
        const KernelsByName byName(*trace.document);
        const std::span<const KernelId> gemms = byName.of(table.name[0]);
        QCOMPARE(gemms.size(), std::size_t{3});
        const DurationSum sum = sumOf(table, gemms);
        QCOMPARE(sum.sumNs, 122);
        QCOMPARE(sum.medianNs, 12);
        const DurationBins bins = binsOf(table, gemms); // 10 to 100: 91 bins of 1 ns, 46 of 2 ns
        QCOMPARE(bins.widthNs, 2);
        QCOMPARE(bins.fromNs, 10);
        QCOMPARE(bins.counts.size(), std::size_t{46});
        QCOMPARE(bins.counts[0], 1);
        QCOMPARE(bins.counts[1], 1);
        QCOMPARE(bins.counts[45], 1);
        const auto uses = usesOf(table, gemms, [&](KernelId k) { return table.duration[k.value] > 50 ? "long" : "short"; });
        QCOMPARE(uses.size(), std::size_t{2});
        QCOMPARE(uses[0].key, std::string("long"));
        QCOMPARE(uses[1].sum.medianNs, 11); // of 10 and 12
        QCOMPARE(longestOf(table, gemms, 2), (std::vector<KernelId>{KernelId(3), KernelId(1)}));
    }

    void binsHoldHostileDurations()
    {
        const test::BuiltTrace trace("7: gemm@0+0 gemm@1+9000000000000000000", {{0, 0}, {0, 0}});
        const std::vector<KernelId> all{KernelId(0), KernelId(1)};
        const DurationBins bins = binsOf(trace.document->kernels, all);
        QVERIFY(bins.counts.size() <= static_cast<std::size_t>(DurationBins::kMaxBins));
        QCOMPARE(bins.counts.front() + bins.counts.back(), 2);
    }

    // 5..45: gemm 5-10 of 0-10, attn 20-30, nccl 40-45 of 40-60. Idle 10-20 and 30-40, inside.
    void aRangeIsClippedAtItsEnds()
    {
        const test::BuiltTrace trace("7: gemm@0+10 attn@20+10 gemm@70+5; 8: nccl@40+20", {{0, 0}, {0, 0}, {0, 1}, {0, 0}});
        const RangeWork work = rangeWork(trace.input(), DeviceId(0), {{5}, {45}});
        QCOMPARE(work.kernels, 3);
        QCOMPARE(work.sumNs, 20);
        QCOMPARE(work.busyNs, 20);
        QCOMPARE(work.idleNs(), 20);
        QCOMPARE(work.gaps.size(), std::size_t{2});
        QCOMPARE(work.edgeNs, 0);
        QCOMPARE(work.streams, 2);
        const RangeWork edges = rangeWork(trace.input(), DeviceId(0), {{12}, {35}}); // 12-20 and 30-35 are idle at the ends
        QCOMPARE(edges.edgeNs, 13);
        QCOMPARE(edges.busyNs, 10);
        QVERIFY(edges.gaps.empty());
        QCOMPARE(edges.edges.size(), std::size_t{2}); // the whole gaps
        QCOMPARE(edges.edges[0].range, (TimeRange{{10}, {20}}));
        QCOMPARE(edges.edges[0].before, KernelId(0));
        QCOMPARE(edges.edges[1].range, (TimeRange{{30}, {40}}));
        QCOMPARE(edges.edges[1].after, KernelId(2));
        const RangeWork nothing = rangeWork(trace.input(), DeviceId(0), {{11}, {19}});
        QCOMPARE(nothing.kernels, 0);
        QCOMPARE(nothing.edgeNs, 8);
        QCOMPARE(nothing.edges.size(), std::size_t{1});
        QCOMPARE(nothing.edges[0].range, (TimeRange{{10}, {20}}));
        const RangeWork exact = rangeWork(trace.input(), DeviceId(0), {{10}, {20}});
        QCOMPARE(exact.edges.size(), std::size_t{1});
        const RangeWork outside = rangeWork(trace.input(), DeviceId(0), {{80}, {90}}); // behind all work
        QCOMPARE(outside.edgeNs, 10);
        QVERIFY(outside.edges.empty());
    }

    void rangePartsAddUpToItsLength()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 40; ++round) {
            std::string text = "7: ";
            test::KernelPlaces places;
            std::int64_t at = 0;
            for (int k = 0; k < 20; ++k) {
                at += static_cast<std::int64_t>(random() % 15);
                text += kernelText("gemm", at, static_cast<std::int64_t>(random() % 25));
                places.push_back({0, 0});
            }
            const test::BuiltTrace trace(text, places);
            const auto begin = static_cast<std::int64_t>(random() % 100);
            const std::int64_t end = begin + 1 + static_cast<std::int64_t>(random() % 150);
            const RangeWork work = rangeWork(trace.input(), DeviceId(0), {{begin}, {end}});
            std::int64_t sum = work.busyNs + work.edgeNs;
            for (const Gap &gap : work.gaps)
                sum += gap.lengthNs();
            QCOMPARE(sum, end - begin);
        }
    }

    // By looking at every kernel of two devices, in passes and outside, those without a length at the ends of the range included.
    void whatRunsInARangeSameAsLookingAtEach()
    {
        std::mt19937 random(8);
        const auto below = [&random](unsigned n) { return static_cast<std::int64_t>(random() % n); };
        for (int round = 0; round < 200; ++round) {
            std::array<std::string, 3> streams;
            test::KernelPlaces places;
            std::int64_t at = 0;
            for (int k = 0; k < 30; ++k) {
                streams[random() % 3] += kernelText("gemm", at += below(6), below(3) == 0 ? 0 : below(25));
                places.push_back(below(3) == 0 ? std::pair(kNoPass, kNoLayer) : std::pair(k / 10, 0));
            }
            const test::BuiltTrace trace("0/7: " + streams[0] + "; 0/8: " + streams[1] + "; 1/7: " + streams[2], places);
            const KernelTable &table = trace.document->kernels;
            const std::int64_t begin = table.start[random() % 30];
            const TimeRange range{{begin}, {begin + below(40)}};
            for (std::uint32_t device = 0; device < trace.document->devices.size(); ++device) {
                std::int64_t kernels = 0;
                std::int64_t sum = 0;
                for (std::uint32_t k = 0; k < table.size(); ++k) {
                    const std::int64_t from = std::max(table.start[k], range.begin.value);
                    const std::int64_t to = std::min(table.end(k), range.end.value);
                    const bool moment =
                        table.duration[k] == 0 && table.start[k] >= range.begin.value && table.start[k] < range.end.value;
                    if (trace.document->deviceOf(KernelId(k)) != DeviceId(device) || (to <= from && !moment))
                        continue;
                    ++kernels;
                    sum += std::max<std::int64_t>(0, to - from);
                }
                const RangeWork work = rangeWork(trace.input(), DeviceId(device), range);
                QCOMPARE(work.kernels, kernels);
                QCOMPARE(work.sumNs, sum);
            }
        }
    }

    void theSameGapOccursInEveryPass()
    {
        const test::BuiltTrace trace("7: gemm@0+10 attn@15+5 gemm@20+5 gemm@100+10 attn@117+5 gemm@122+5",
            {{0, 0}, {0, 0}, {0, 1}, {1, 0}, {1, 0}, {1, 1}});
        const auto gap = gapBetween(trace.input(), KernelId(0), KernelId(1));
        QVERIFY(gap.has_value());
        QCOMPARE(gap->lengthNs(), 5);
        QCOMPARE(gap->pass, 0);
        const HostCalls calls(*trace.document);
        const auto same = sameGaps(trace.input(), calls, *gap);
        QCOMPARE(same.size(), std::size_t{2});
        QCOMPARE(same[1].lengthNs(), 7);
        QCOMPARE(same[1].pass, 1);
        QVERIFY(!gapBetween(trace.input(), KernelId(1), KernelId(2))); // no time between them
        QVERIFY(!gapBetween(trace.input(), KernelId(1), KernelId(99)));
        QVERIFY(!gapParts(*trace.document, *gap)); // no launch recorded
    }

    // Between passes: those with the same names around, not the one behind an attention kernel.
    void theSameGapOccursBetweenPasses()
    {
        const test::BuiltTrace trace("7: gemm@0+10 gemm@20+5 gemm@100+10 gemm@120+5 gemm@200+10 attn@220+5 gemm@300+10",
            {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 1}, {3, 0}});
        const auto gap = gapBetween(trace.input(), KernelId(1), KernelId(2));
        QVERIFY(gap && gap->pass == kNoPass);
        const auto same = sameGaps(trace.input(), HostCalls(*trace.document), *gap);
        QCOMPARE(same.size(), std::size_t{2});
        QCOMPARE(same[0].lengthNs(), 75);
        QCOMPARE(same[1].lengthNs(), 75);
        QVERIFY(same[1].after == KernelId(4));
        QVERIFY(same[1].cause == GapCause::BetweenPasses);
    }
};

LAMELLA_TEST(TestInspect)
#include "tst_Inspect.moc"
