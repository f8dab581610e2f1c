// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/ClockAlignment.h"
#include "tests/support/RankJob.h"
#include "tests/support/TestMain.h"

#include <QTest>

using namespace lamella;
using namespace lamella::core;
using test::RankClockTruth;
using test::RankJob;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

// Expected offset: clock of the rank minus clock of the reference, when the reference's clock is 0.
std::int64_t offsetAtZero(const RankJob &job, std::size_t reference, std::size_t rank)
{
    return job.clocks[rank].shown(0) - job.clocks[reference].shown(0);
}

double driftOf(const RankJob &job, std::size_t reference, std::size_t rank)
{
    return (1 + job.clocks[rank].drift) / (1 + job.clocks[reference].drift) - 1;
}

std::vector<std::unique_ptr<test::BuiltTrace>> two(std::string_view a, std::string_view b, const test::KernelPlaces &places = {})
{
    std::vector<std::unique_ptr<test::BuiltTrace>> traces;
    traces.push_back(std::make_unique<test::BuiltTrace>(a, places, 0));
    traces.push_back(std::make_unique<test::BuiltTrace>(b, places, 0));
    return traces;
}

// A rank of a job in which all ranks meet twenty times, and each four of them twenty times more, with a clock of its own.
RankFacts ofJob(std::size_t rank)
{
    const std::int64_t offset = static_cast<std::int64_t>(rank * 7919 % 31) * kSecond;
    const auto four = static_cast<std::uint32_t>(rank / 4);
    RankFacts facts;
    facts.rank = static_cast<int>(rank);
    facts.device = DeviceId(0);
    facts.recording = rank;
    facts.zeroNs = offset;
    for (std::uint32_t i = 0; i < 20; ++i) {
        Collective all;
        all.kernel = KernelId(2 * i);
        all.key = all.looseKey = 1;
        all.group = 2;
        all.sequence = i;
        all.together = true;
        all.endNs = offset + (i + 1) * 1'000'000;
        all.startNs = all.endNs - 10'000;
        all.durationNs = 10'000;
        Collective own = all;
        own.kernel = KernelId(2 * i + 1);
        own.looseKey = 3;
        own.key = 10 + four;
        own.group = 1000 + four;
        own.startNs += 400'000;
        own.endNs += 400'000;
        facts.collectives.push_back(all);
        facts.collectives.push_back(own);
    }
    return facts;
}

} // namespace

class TestClockAlignment : public QObject {
    Q_OBJECT
private slots:
    // More ranks than are tried one by one, and groups that the reference is not in.
    void ranksOfManyGroupsMeet()
    {
        std::vector<RankFacts> ranks;
        for (std::size_t r = 0; r < 96; ++r)
            ranks.push_back(ofJob(r));
        const auto alignment = alignClocks(ranks);
        QVERIFY(alignment.has_value());
        for (std::size_t r = 0; r < ranks.size(); ++r) {
            const RankClock &clock = alignment->clocks[r];
            QCOMPARE(clock.base, alignment->reference);
            QCOMPARE(clock.line.offsetNs, ranks[r].zeroNs - ranks[alignment->reference].zeroNs);
        }
        QCOMPARE(alignment->collectives.size(), std::size_t{20 + 24 * 20});
        for (const MatchedCollective &c : alignment->collectives) {
            if (c.on.size() == ranks.size())
                continue;
            QCOMPARE(c.on.size(), std::size_t{4});
            QCOMPARE(c.on.front().rank / 4, c.on.back().rank / 4);
            for (const MatchedCollective::On &on : c.on)
                QCOMPARE(on.row, c.on.front().row);
        }
    }
    void offsetsAndDriftsAreFound_data()
    {
        QTest::addColumn<RankJob>("job");
        const auto row = [](const char *name, auto change) {
            RankJob job;
            job.passes = 40;
            job.clocks = {{}, {7 * kSecond + 123'456, 0}, {-3 * kSecond, 0}, {}};
            change(job);
            QTest::newRow(name) << job;
        };
        row("seconds apart", [](RankJob &) {});
        row("drift in ppm", [](RankJob &job) { job.clocks = {{0, 20e-6}, {11 * kSecond, -35e-6}, {-kSecond, 80e-6}}; });
        row("one rank is late in every layer", [](RankJob &job) { job.straggler = 2; });
        row("capture begins a pass later", [](RankJob &job) { job.firstPassMissingOf = 1; });
        row("epoch clocks", [](RankJob &job) {
            for (RankClockTruth &clock : job.clocks)
                clock.offsetNs += 1'712'345'678 * kSecond;
        });
        row("all of it", [](RankJob &job) {
            job.clocks = {{0, 20e-6}, {11 * kSecond, -35e-6}, {-kSecond, 80e-6}};
            job.straggler = 0;
            job.firstPassMissingOf = 2;
        });
    }
    void offsetsAndDriftsAreFound()
    {
        QFETCH(RankJob, job);
        for (job.seed = 1; job.seed <= 3; ++job.seed) {
            const auto traces = job.build();
            const auto ranks = test::views(traces);
            const auto result = alignClocks(ranks);
            QVERIFY(result.has_value());
            for (std::size_t r = 0; r < ranks.size(); ++r) {
                const RankClock &clock = result->clocks[r];
                if (r == result->reference) {
                    QCOMPARE(clock.method, ClockMethod::Reference);
                    continue;
                }
                QCOMPARE(clock.method, ClockMethod::Pattern);
                const std::int64_t wrong = clock.line.offsetNs - offsetAtZero(job, result->reference, r);
                QVERIFY2(std::abs(wrong) <= 10'000, qPrintable(QString::number(wrong)));
                const double drift = (clock.line.drift - driftOf(job, result->reference, r)) * 1e6;
                QVERIFY2(std::abs(drift) <= 5, qPrintable(QString::number(drift)));
                QVERIFY(clock.confidence > 0.9);
                QVERIFY(clock.residualNs < 2'000);
                QCOMPARE(clock.matches, std::min(clock.collectives, result->clocks[result->reference].collectives));
            }
        }
    }
    void aLostCollectiveShiftsNothing()
    {
        RankJob job;
        job.clocks = {{}, {5 * kSecond, 0}};
        const auto traces = job.build();
        KernelTable &kernels = traces[1]->document->kernels;
        std::size_t seen = 0;
        const StringId other = traces[1]->document->strings.intern("gemm_other"); // not a collective
        for (std::uint32_t k = 0; k < kernels.size(); ++k)
            if (traces[1]->document->text(kernels.name[k]) == "nccl_allreduce" && ++seen == 20)
                kernels.name[k] = other;
        traces[1]->names = std::make_shared<KernelNames>(*traces[1]->document, test::testProfiles(), nullptr);
        const auto result = alignClocks(test::views(traces)).value();
        QVERIFY(std::abs(result.clocks[1].line.offsetNs - 5 * kSecond) < 10'000);
        QCOMPARE(result.clocks[1].matches, std::size_t(47));
        QCOMPARE(result.collectives.size(), std::size_t(47));
    }
    void ranksWithoutCollectivesFallBackToPasses()
    {
        const auto traces = two("7: gemm@100+10 gemm@120+10", "7: gemm@5100+10 gemm@5120+10", {{0, 0}, {0, 1}});
        const auto result = alignClocks(test::views(traces)).value();
        QCOMPARE(result.clocks[1].method, ClockMethod::PassStart);
        QCOMPARE(qint64(result.clocks[1].line.offsetNs), qint64(5000));
        QVERIFY(result.clocks[1].confidence <= 0.1);
    }
    void nothingInCommonSaysSo()
    {
        const auto traces = two("7: gemm@100+10", "");
        const auto result = alignClocks(test::views(traces)).value();
        QCOMPARE(result.clocks[1].method, ClockMethod::None);
        QCOMPARE(result.clocks[1].confidence, 0.0);
        QVERIFY(alignClocks(std::span<const RankView>()).value().clocks.empty());
    }
    void evenRepetitionIsCalledAmbiguous()
    {
        std::string a = "7: ";
        std::string b = "7: ";
        for (int i = 0; i < 40; ++i) {
            a += "nccl@" + std::to_string(100'000 * i) + "+10 ";
            b += "nccl@" + std::to_string(100'000 * i + 77) + "+10 ";
        }
        const auto traces = two(a, b);
        const auto result = alignClocks(test::views(traces)).value();
        QVERIFY(result.clocks[1].ambiguous);
        QVERIFY(result.clocks[1].confidence < 0.5);
        QCOMPARE(qint64(result.clocks[1].line.offsetNs), qint64(77)); // the smallest possible shift
    }
    void hostileTimesDoNotOverflow()
    {
        const auto traces = two("7: nccl@9223372036854775000+100 nccl@9223372036854775200+100 nccl@9223372036854775400+100",
            "7: nccl@-9223372036854775000+100 nccl@-9223372036854774800+100 nccl@-9223372036854774600+100");
        QVERIFY(alignClocks(test::views(traces)).has_value());
    }
    void stoppedIsCancelled()
    {
        std::stop_source source;
        source.request_stop();
        const auto traces = RankJob().build();
        const auto result = alignClocks(test::views(traces), {source.get_token(), {}});
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Cancelled);
    }
};

LAMELLA_TEST(TestClockAlignment)
#include "tst_ClockAlignment.moc"
