// SPDX-License-Identifier: GPL-3.0-or-later
// Generated jobs, imported: clocks, duplicates and straggler against the known truth.
#include "core/import/ImporterRegistry.h"
#include "core/session/RankSet.h"
#include "tests/support/GeneratedJob.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lamella;
using namespace lamella::core;

namespace {

std::shared_ptr<RankSet> opened(const test::GeneratedJob &job, const QTemporaryDir &dir)
{
    std::vector<std::string> files;
    for (const test::RankFile &rank : job.files) {
        files.push_back(test::writeFile(dir.filePath(QString::fromStdString(rank.fileName)), rank.json).toStdString());
    }
    auto set = RankSet::open(files, {});
    if (!set)
        qFatal("%s", set.error().message().c_str());
    return *set;
}

} // namespace

class TestGeneratedRanks : public QObject {
    Q_OBJECT
private slots:
    void truthIsFound_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("arguments");
        QTest::newRow("sequence numbers") << QStringLiteral("numbered") << true;
        QTest::newRow("their names only") << QStringLiteral("numbered") << false;
        QTest::newRow("no sequence numbers") << QStringLiteral("named") << true;
    }
    void truthIsFound()
    {
        QFETCH(QString, name);
        QFETCH(bool, arguments);
        const test::GeneratedJob job = test::generatedJob(name.toStdString(), arguments);
        QTemporaryDir dir;
        const auto set = opened(job, dir);
        QCOMPARE(set->members().size(), job.files.size());
        const auto compared = set->comparison().value();
        const RankAlignment &alignment = compared->alignment;
        const test::RankFile &reference = job.files[alignment.reference];
        for (std::size_t r = 0; r < job.files.size(); ++r) {
            const RankClock &clock = alignment.clocks[r];
            if (r == alignment.reference)
                continue;
            QCOMPARE(clock.method, job.numbered ? ClockMethod::Sequence : ClockMethod::Pattern);
            QCOMPARE(clock.matches, clock.collectives);
            QVERIFY(clock.confidence > 0.9);
            // Both clocks at the end of each collective against the fitted line.
            for (const std::int64_t end : job.collectiveEndNs) {
                const std::int64_t wrong =
                    clock.line.fromReference(reference.shownNs(end, job.zeroNs)) - job.files[r].shownNs(end, job.zeroNs);
                QVERIFY2(std::abs(wrong) <= 10'000, qPrintable(QString::number(wrong)));
            }
        }
        QCOMPARE(alignment.collectives.size(), job.collectiveEndNs.size());
        QVERIFY(compared->straggler.has_value());
        QCOMPARE(int(compared->straggler->rank), job.stragglerRank);
        QCOMPARE(compared->straggler->layer, job.stragglerLayer);
    }
    void withoutAStragglerNobodyIsNamed()
    {
        QTemporaryDir dir;
        QVERIFY(!opened(test::generatedJob("even"), dir)->comparison().value()->straggler);
    }
};

LAMELLA_TEST(TestGeneratedRanks)
#include "tst_GeneratedRanks.moc"
