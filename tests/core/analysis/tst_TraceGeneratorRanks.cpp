// SPDX-License-Identifier: GPL-3.0-or-later
// The generated files of one job: the same collectives on every rank, different clocks, one rank slow in one layer.
#include "tests/support/TestMain.h"
#include "tests/support/TraceGeneratorRanks.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace lamella;
using namespace lamella::test;

namespace {

constexpr std::uint64_t kSeeds = 4;
constexpr std::int64_t kTogetherNs = 1'100; // jitter of an end plus the rounding of a drifting clock

GeneratedRanks made(std::uint64_t seed)
{
    RanksOptions options;
    options.seed = seed;
    options.ranks = 3;
    options.passes = 3;
    return generateRanks(options);
}

std::int64_t commonNs(const GeneratedRanks &job, const RankFile &file, std::int64_t localNs)
{
    const std::int64_t since = localNs - file.clockOffsetNs - job.zeroNs;
    return job.zeroNs + since * 1'000'000 / (1'000'000 + file.driftPpm);
}

} // namespace

class tst_TraceGeneratorRanks : public QObject {
    Q_OBJECT

private slots:
    void ranksRunTheSame();
    void clocksAreApart();
    void collectivesEndTogether();
    void oneRankIsSlowInOneLayer();
    void sameSeedSameBytes();
};

void tst_TraceGeneratorRanks::ranksRunTheSame()
{
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        const GeneratedRanks job = made(seed);
        QCOMPARE(job.files.size(), std::size_t{3});
        for (const RankFile &file : job.files) {
            QCOMPARE(file.trace.truth.size(), job.files.front().trace.truth.size());
            QVERIFY(file.trace.json.find("\"rank\": " + std::to_string(file.rank)) != std::string::npos);
            for (std::size_t row = 0; row < file.trace.truth.size(); ++row) {
                QCOMPARE(file.trace.truth[row].name, job.files.front().trace.truth[row].name);
                QCOMPARE(file.trace.truth[row].layer, job.files.front().trace.truth[row].layer);
            }
        }
    }
}

void tst_TraceGeneratorRanks::clocksAreApart()
{
    std::set<int> drifts;
    bool seconds = false;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        const GeneratedRanks job = made(seed);
        QCOMPARE(job.files.front().clockOffsetNs, std::int64_t{0});
        for (const RankFile &file : job.files) {
            drifts.insert(file.driftPpm);
            seconds = seconds || std::abs(file.clockOffsetNs) > 1'000'000'000;
        }
    }
    QVERIFY(seconds);
    QVERIFY(drifts.size() > 3);
}

void tst_TraceGeneratorRanks::collectivesEndTogether()
{
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        const GeneratedRanks job = made(seed);
        QVERIFY(job.collectives.size() > 20);
        for (const MatchedCollective &collective : job.collectives) {
            for (const RankFile &file : job.files) {
                const auto rank = static_cast<std::size_t>(file.rank);
                const TruthRow &row = file.trace.truth[collective.rows[rank]];
                QCOMPARE(row.pass, collective.pass);
                QCOMPARE(row.layer, collective.layer);
                QVERIFY(std::abs(commonNs(job, file, row.startNs) - collective.arrivalNs[rank]) <= kTogetherNs);
                QVERIFY(collective.arrivalNs[rank] < collective.endNs);
            }
            const auto last = std::max_element(collective.arrivalNs.begin(), collective.arrivalNs.end());
            QCOMPARE(static_cast<int>(last - collective.arrivalNs.begin()), collective.lastRank);
        }
    }
}

void tst_TraceGeneratorRanks::oneRankIsSlowInOneLayer()
{
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        const GeneratedRanks job = made(seed);
        QVERIFY(job.stragglerRank >= 0);
        int in = 0;
        int late = 0;
        for (const MatchedCollective &collective : job.collectives) {
            if (collective.layer != job.stragglerLayer)
                continue;
            ++in;
            late += collective.lastRank == job.stragglerRank ? 1 : 0;
        }
        QVERIFY(in > 0);
        // The first kernel of a layer may be a collective; it belongs to the wait for the layer before.
        QVERIFY2(2 * late >= in, qPrintable(QStringLiteral("%1 of %2").arg(late).arg(in)));
    }
}

void tst_TraceGeneratorRanks::sameSeedSameBytes()
{
    const GeneratedRanks first = made(2);
    const GeneratedRanks again = made(2);
    for (std::size_t rank = 0; rank < first.files.size(); ++rank)
        QVERIFY(first.files[rank].trace.json == again.files[rank].trace.json);
    QVERIFY(first.files[0].trace.json != first.files[1].trace.json);
}

LAMELLA_TEST(tst_TraceGeneratorRanks)
#include "tst_TraceGeneratorRanks.moc"
