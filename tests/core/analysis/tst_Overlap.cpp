// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/Overlap.h"
#include "core/analysis/PerfettoRange.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

#include <array>
#include <random>

using namespace lamella;
using namespace lamella::core;

namespace {

std::string described(const std::vector<CategoryOverlap> &rows)
{
    std::string text;
    for (const CategoryOverlap &o : rows)
        text += (text.empty() ? "" : "; ") + std::string(info(o.category).id) + " " + std::to_string(o.sumNs) + " "
            + std::to_string(o.busyNs) + " " + std::to_string(o.exposedNs) + " " + std::to_string(o.hiddenNs());
    return text;
}

std::vector<KernelId> ids(const std::vector<int> &numbers)
{
    std::vector<KernelId> all;
    for (const int n : numbers)
        all.push_back(KernelId(static_cast<std::uint32_t>(n)));
    return all;
}

} // namespace

class TestOverlap : public QObject {
    Q_OBJECT
private slots:
    void categories_data()
    {
        QTest::addColumn<QString>("trace");
        QTest::addColumn<QString>("expected"); // category sum busy exposed hidden
        QTest::newRow("alone") << "7: gemm@0+10 gemm@20+10"
                               << "gemm 20 20 20 0";
        QTest::newRow("apart") << "7: gemm@0+10; 8: nccl@10+10"
                               << "gemm 10 10 10 0; communication 10 10 10 0";
        QTest::newRow("wholly hidden") << "7: gemm@0+10; 8: nccl@2+5"
                                       << "gemm 10 10 5 5; communication 5 5 0 5";
        QTest::newRow("partly hidden") << "7: gemm@0+10; 8: nccl@5+10"
                                       << "gemm 10 10 5 5; communication 10 10 5 5";
        QTest::newRow("same category twice is busy once, not hidden") << "7: gemm@0+10; 8: gemm@5+10"
                                                                      << "gemm 20 15 15 0";
        QTest::newRow("three at once") << "7: gemm@0+10; 8: nccl@0+10; 9: copy@0+4"
                                       << "gemm 10 10 0 10; communication 10 10 0 10; memory 4 4 0 4";
        QTest::newRow("zero duration is counted, never busy") << "7: gemm@0+0; 8: nccl@0+5"
                                                              << "gemm 0 0 0 0; communication 5 5 5 0";
        QTest::newRow("begin where another ends") << "7: gemm@0+5 gemm@5+5; 8: nccl@5+5"
                                                  << "gemm 10 10 5 5; communication 5 5 0 5";
    }
    void categories()
    {
        QFETCH(QString, trace);
        QFETCH(QString, expected);
        const test::BuiltTrace built(trace.toStdString(), {});
        std::vector<KernelId> all;
        for (std::uint32_t k = 0; k < built.document->kernels.size(); ++k)
            all.push_back(KernelId(k));
        QCOMPARE(QString::fromStdString(described(categoryOverlap(*built.document, *built.names, all, all))), expected);
    }
    void workOutsideOfTheScopeHidesToo()
    {
        const test::BuiltTrace built("7: gemm@0+10 gemm@20+10; 8: nccl@5+20", {});
        const std::vector<KernelId> around = ids({0, 1, 2});
        QCOMPARE(described(categoryOverlap(*built.document, *built.names, ids({1}), around)),
            std::string("communication 20 20 10 10"));
    }
    // Against the definition, ns by ns: which categories run, which of them compute, how many kernels on each stream.
    void agreesWithTheDefinition()
    {
        std::mt19937 engine(7);
        const auto upTo = [&engine](int limit) { return static_cast<int>(engine() % static_cast<unsigned>(limit + 1)); };
        const std::array<const char *, 4> words{"gemm", "nccl", "copy", "attn"};
        for (int round = 0; round < 3000; ++round) {
            std::array<std::string, 3> streams;
            const int count = 1 + upTo(11);
            for (int k = 0; k < count; ++k)
                streams[static_cast<std::size_t>(upTo(2))] += std::string(" ") + words[static_cast<std::size_t>(upTo(3))] + "@"
                    + std::to_string(upTo(30)) + "+" + std::to_string(upTo(12));
            const test::BuiltTrace built("7:" + streams[0] + "; 8:" + streams[1] + "; 9:" + streams[2], {});
            const KernelTable &kernels = built.document->kernels;
            std::vector<KernelId> around;
            std::vector<KernelId> asked;
            for (std::uint32_t k = 0; k < kernels.size(); ++k) {
                around.emplace_back(k);
                if (upTo(3) > 0)
                    asked.emplace_back(k);
            }
            const auto categoryOf = [&](KernelId k) { return built.names->category(kernels.name[k.value]); };
            const auto runs = [&](KernelId k, std::int64_t t) { return kernels.start[k.value] <= t && t < kernels.end(k.value); };
            std::int64_t sameStream = 0; // over all work: sum - union of each stream
            for (const CategoryOverlap &o : categoryOverlap(*built.document, *built.names, asked, around)) {
                CategoryOverlap expected;
                for (std::int64_t t = 0; t < 50; ++t) {
                    bool own = false;
                    bool other = false;
                    bool computes = false;
                    for (const KernelId k : asked)
                        own = own || (runs(k, t) && categoryOf(k) == o.category);
                    for (const KernelId k : around) {
                        const bool isOther = runs(k, t) && categoryOf(k) != o.category;
                        other = other || isOther;
                        computes = computes || (isOther && isCompute(*built.document, *built.names, k));
                    }
                    expected.busyNs += own ? 1 : 0;
                    expected.exposedNs += own && !other ? 1 : 0;
                    expected.behindComputeNs += own && computes ? 1 : 0;
                }
                QCOMPARE(o.busyNs, expected.busyNs);
                QCOMPARE(o.exposedNs, expected.exposedNs);
                QCOMPARE(o.behindComputeNs, expected.behindComputeNs);
            }
            for (const CategoryOverlap &o : categoryOverlap(*built.document, *built.names, around, around))
                sameStream += o.sameStreamNs;
            std::int64_t expected = 0;
            for (std::uint32_t s = 0; s < built.document->streams.size(); ++s)
                for (std::int64_t t = 0; t < 50; ++t) {
                    int running = 0;
                    for (const KernelId k : around)
                        running += runs(k, t) && kernels.stream[k.value] == StreamId(s) ? 1 : 0;
                    expected += std::max(0, running - 1);
                }
            QCOMPARE(sameStream, expected);
        }
    }
    void deviceWorkFindsLongEarlyKernels()
    {
        const test::BuiltTrace built("0/7: gemm@0+100 attn@1+2 attn@50+5 gemm@200+5; 1/7: moe@52+5", {});
        const DeviceWork work(built.document->kernels, inStartOrder(*built.index, DeviceId(0)));
        QVERIFY(work.within({{52}, {60}}) == ids({0, 2})); // not those of the other device
        QVERIFY(work.within({{100}, {200}}).empty()); // touching at an end is not inside
        QVERIFY(work.within({{2}, {51}}) == ids({0, 1, 2}));
        QVERIFY(built.index->within(built.document->kernels, DeviceId(0), {{52}, {60}}) == ids({0, 2}));
    }

    // More kernels than one leaf of the tree of maxima, against the definition.
    void deviceWorkAgreesWithTheDefinition()
    {
        std::string text = "7:";
        for (int i = 0; i < 500; ++i)
            text += " gemm@" + std::to_string(i * 10) + "+" + std::to_string(i % 97 == 3 ? 1234 : i % 10);
        const test::BuiltTrace built(text, {});
        const DeviceWork work(built.document->kernels, inStartOrder(*built.index, DeviceId(0)));
        const KernelTable &kernels = built.document->kernels;
        for (std::int64_t begin = -5; begin < 5100; begin += 37) {
            const TimeRange range{{begin}, {begin + 90}};
            std::vector<KernelId> expected;
            for (std::uint32_t k = 0; k < kernels.size(); ++k)
                if (kernels.start[k] < range.end.value && kernels.end(k) > range.begin.value)
                    expected.push_back(KernelId(k));
            QVERIFY(work.within(range) == expected);
            QVERIFY(built.index->within(built.document->kernels, DeviceId(0), range) == expected);
        }
    }

    void perfettoRounds_data()
    {
        QTest::addColumn<qint64>("exact");
        QTest::addColumn<qint64>("perfetto");
        QTest::newRow("whole microseconds are exact") << qint64(1712345678901234000) << qint64(1712345678901234000);
        QTest::newRow("small fractions are exact") << qint64(1234567) << qint64(1234567);
        QTest::newRow("epoch steps by 250 ns") << qint64(1712345678901234567) << qint64(1712345678901234432);
        QTest::newRow("negative") << qint64(-1500) << qint64(-1500);
        QTest::newRow("zero") << qint64(0) << qint64(0);
    }
    void perfettoRounds()
    {
        QFETCH(qint64, exact);
        QFETCH(qint64, perfetto);
        QCOMPARE(perfettoNs(exact), perfetto);
        QVERIFY(std::abs(perfettoNs(exact) - exact) <= 250);
    }
    void linkIsClampedToTheBounds()
    {
        const test::BuiltTrace built("7: gemm@1000+1000 attn@5000+2000", {}, 1000);
        QCOMPARE(
            perfettoUrl(*built.document, {{0}, {9000}}), std::string("https://ui.perfetto.dev/#!/?visStart=1000&visEnd=7000"));
        QCOMPARE(perfettoUrl(*built.document, {{5000}, {7000}}, "https://intra.example/perfetto"),
            std::string("https://intra.example/perfetto/#!/?visStart=5000&visEnd=7000"));
        QVERIFY(perfettoUrl(*built.document, {{8000}, {9000}}).empty());
    }
};

LAMELLA_TEST(TestOverlap)
#include "tst_Overlap.moc"
