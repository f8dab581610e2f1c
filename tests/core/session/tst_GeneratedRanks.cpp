// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs of the trace generator, imported: clocks, duplicates and straggler against the known truth.
#include "core/import/ImporterRegistry.h"
#include "core/session/RankSet.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceGeneratorRanks.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lamella;
using namespace lamella::core;

namespace {

std::shared_ptr<RankSet> opened(const test::GeneratedRanks &job, const QTemporaryDir &dir)
{
    std::vector<std::string> files;
    for (const test::RankFile &rank : job.files) {
        files.push_back(test::writeFile(dir.filePath(QString::fromStdString(rank.fileName)), rank.trace.json).toStdString());
    }
    auto set = RankSet::open(files, {});
    if (!set)
        qFatal("%s", set.error().message().c_str());
    return *set;
}

} // namespace

class TestGeneratedRanks : public QObject {
    Q_OBJECT
private:
    int m_numbered = 0; // jobs in which all collectives have sequence numbers

private slots:
    void truthIsFound_data()
    {
        QTest::addColumn<int>("seed");
        QTest::addColumn<bool>("arguments");
        for (const int seed : {1, 2, 3, 4, 5, 6}) {
            QTest::addRow("seed %d, sequence numbers", seed) << seed << true;
            QTest::addRow("seed %d, names only", seed) << seed << false;
        }
    }
    void truthIsFound()
    {
        QFETCH(int, seed);
        QFETCH(bool, arguments);
        test::RanksOptions options;
        options.seed = std::uint64_t(seed);
        options.ranks = 4;
        options.passes = 5;
        options.cpuEvents = false;
        options.groupArguments = arguments;
        const test::GeneratedRanks job = test::generateRanks(options);
        QTemporaryDir dir;
        const auto set = opened(job, dir);
        QCOMPARE(set->members().size(), job.files.size());
        const auto compared = set->comparison().value();
        const RankAlignment &alignment = compared->alignment;
        const test::RankFile &reference = job.files[alignment.reference];
        // Only NCCL kernels have sequence numbers.
        const bool numbered =
            arguments && std::all_of(job.collectives.begin(), job.collectives.end(), [&](const test::MatchedCollective &c) {
                return reference.trace.truth[c.rows[alignment.reference]].name.starts_with("nccl");
            });
        m_numbered += numbered ? 1 : 0;
        for (std::size_t r = 0; r < job.files.size(); ++r) {
            const RankClock &clock = alignment.clocks[r];
            if (r == alignment.reference)
                continue;
            QCOMPARE(clock.method, numbered ? ClockMethod::Sequence : ClockMethod::Pattern);
            QCOMPARE(clock.matches, clock.collectives);
            QVERIFY(clock.confidence > 0.9);
            // Both clocks at the end of each collective against the fitted line.
            for (const test::MatchedCollective &c : job.collectives) {
                const auto shown = [&](const test::RankFile &file) {
                    const double since = double(c.endNs - job.zeroNs);
                    return c.endNs + file.clockOffsetNs + std::llround(since * file.driftPpm * 1e-6);
                };
                const std::int64_t wrong = clock.line.fromReference(shown(reference)) - shown(job.files[r]);
                QVERIFY2(std::abs(wrong) <= 10'000, qPrintable(QString::number(wrong)));
            }
        }
        QCOMPARE(alignment.collectives.size(), job.collectives.size());
        QVERIFY(compared->straggler.has_value());
        QCOMPARE(int(compared->straggler->rank), job.stragglerRank);
        QCOMPARE(compared->straggler->layer, job.stragglerLayer);
    }
    void bothMethodsWereTried() { QVERIFY(m_numbered > 0 && m_numbered < 12); }
    void withoutAStragglerNobodyIsNamed()
    {
        test::RanksOptions options;
        options.straggler = false;
        options.passes = 4;
        options.cpuEvents = false;
        const test::GeneratedRanks job = test::generateRanks(options);
        QTemporaryDir dir;
        const auto set = opened(job, dir);
        QVERIFY(!set->comparison().value()->straggler);
    }
};

LAMELLA_TEST(TestGeneratedRanks)
#include "tst_GeneratedRanks.moc"
