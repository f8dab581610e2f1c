// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges on two threads of one process and on another process, with work launched inside, outside and late.
#include "core/analysis/ranges/RangeStatistics.h"
#include "core/import/DocumentBuilder.h"
#include "core/import/ImporterRegistry.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"

#include <QTest>

using namespace lamella::core;

namespace {

class Script {
public:
    void range(const char *process, const char *thread, const char *name, std::int64_t start, std::int64_t end,
        const char *category = "nvtx")
    {
        m_builder.add(
            {start, end - start, m_builder.intern(name), m_builder.intern(category), m_builder.track(process, thread), 'X'});
    }
    // A kernel and its launch call.
    void work(const char *process, const char *thread, std::int64_t call, std::int64_t start, std::int64_t end)
    {
        const std::uint64_t key = process[0] == '1' ? 1 : 2;
        const std::int64_t correlation = ++m_correlation;
        m_builder.addLaunch(key, correlation,
            m_builder.add(
                {call, 2, m_builder.intern("launch"), m_builder.intern("cuda_runtime"), m_builder.track(process, thread), 'X'}));
        kernel(start, end, key, correlation);
    }
    void kernel(std::int64_t start, std::int64_t end, std::uint64_t key = 0, std::int64_t correlation = 0)
    {
        const TrackId track = m_builder.track("GPU 0", "Stream 7");
        RecordedWork work;
        work.event = m_builder.add({start, end - start, m_builder.intern("k"), m_builder.intern("kernel"), track, 'X'});
        work.stream = 7;
        work.track = track;
        work.process = key;
        work.correlation = correlation;
        m_builder.addWork(work);
    }
    std::shared_ptr<const TraceDocument> finish() { return m_builder.finish({}); }

private:
    DocumentBuilder m_builder;
    std::int64_t m_correlation = 0;
};

// forward on thread a launches one kernel itself and one on thread b; another process launches at the same time.
std::shared_ptr<const TraceDocument> forwardTwice()
{
    Script script;
    script.range("1", "a", "forward", 0, 100);
    script.work("1", "a", 10, 20, 40);
    script.work("1", "b", 20, 60, 150); // ends after the range
    script.work("2", "c", 30, 90, 95);
    script.range("1", "a", "forward", 200, 300);
    script.work("1", "a", 210, 310, 330); // starts after the range
    script.kernel(250, 260); // no launch
    return script.finish();
}

const RangeRow *rowOf(const TraceDocument &document, const RangeStatistics &statistics, std::string_view name)
{
    for (const RangeRow &row : statistics.rows)
        if (document.text(row.name) == name)
            return &row;
    return nullptr;
}

} // namespace

class tst_RangeStatistics : public QObject {
    Q_OBJECT
private slots:
    void threeAttributions_data();
    void threeAttributions();
    void warmUpIsLeftOut();
    void nestedRangesBothCount();
    void domainsAreRowsOfTheirOwn();
    void rangesWithoutWorkAreNoRows();
    void stoppedIsIncomplete();
    void publicCapture_data();
    void publicCapture();
};

void tst_RangeStatistics::threeAttributions_data()
{
    QTest::addColumn<int>("mode");
    QTest::addColumn<QList<qint64>>("projected");
    QTest::addColumn<int>("ops");
    QTest::addColumn<qint64>("busy");
    QTest::newRow("same thread") << int(Attribution::SameThread) << QList<qint64>{20, 20} << 2 << qint64(40);
    QTest::newRow("any thread of the process")
        << int(Attribution::AnyThread) << QList<qint64>{130, 20} << 3 << qint64(20 + 90 + 20);
    QTest::newRow("window") << int(Attribution::Window) << QList<qint64>{130, 10} << 4 << qint64(20 + 90 + 10);
}

void tst_RangeStatistics::threeAttributions()
{
    QFETCH(int, mode);
    QFETCH(QList<qint64>, projected);
    const auto document = forwardTwice();
    const RangeStatistics statistics = rangeStatistics(*document, static_cast<Attribution>(mode));
    const RangeRow *row = rowOf(*document, statistics, "forward");
    QVERIFY(row != nullptr);
    QCOMPARE(QList<qint64>(row->projectedNs.begin(), row->projectedNs.end()), projected);
    QTEST(static_cast<int>(row->ops), "ops");
    QTEST(qint64(row->busyNs), "busy");
    QCOMPARE(statistics.opsWithoutLaunch, std::uint64_t{mode == int(Attribution::Window) ? 0u : 1u});
    QVERIFY(row->track.valid());
    QVERIFY(statistics.complete);
}

void tst_RangeStatistics::warmUpIsLeftOut()
{
    const auto document = forwardTwice();
    const RangeStatistics statistics = rangeStatistics(*document, Attribution::SameThread, 1);
    QCOMPARE(rowOf(*document, statistics, "forward")->projectedNs, std::vector<std::int64_t>{20});
    QCOMPARE(statistics.skipped, std::uint64_t{1});
}

void tst_RangeStatistics::nestedRangesBothCount()
{
    Script script;
    script.range("1", "a", "step", 0, 100);
    script.range("1", "a", "attention", 10, 50);
    script.work("1", "a", 20, 30, 35);
    script.work("1", "a", 60, 70, 90);
    const auto document = script.finish();
    const RangeStatistics statistics = rangeStatistics(*document, Attribution::AnyThread);
    QCOMPARE(rowOf(*document, statistics, "step")->projectedNs, std::vector<std::int64_t>{60});
    QCOMPARE(rowOf(*document, statistics, "attention")->projectedNs, std::vector<std::int64_t>{5});
    QCOMPARE(document->text(statistics.rows[0].name), std::string_view("step")); // most time first
}

void tst_RangeStatistics::domainsAreRowsOfTheirOwn()
{
    Script script;
    script.range("1", "a", "x", 0, 10, "nvtx");
    script.range("1", "b", "x", 20, 30, "nvtx:NCCL");
    script.work("1", "a", 1, 2, 3);
    script.work("1", "b", 21, 22, 27);
    const auto document = script.finish();
    const RangeStatistics statistics = rangeStatistics(*document, Attribution::SameThread);
    QCOMPARE(statistics.rows.size(), std::size_t{2});
    QCOMPARE(statistics.rows[0].domain, std::string_view("NCCL"));
    QCOMPARE(statistics.rows[1].domain, std::string_view());
}

void tst_RangeStatistics::rangesWithoutWorkAreNoRows()
{
    Script script;
    script.range("1", "a", "idle", 0, 10);
    script.work("1", "a", 20, 30, 40);
    QVERIFY(rangeStatistics(*script.finish(), Attribution::AnyThread).rows.empty());
}

void tst_RangeStatistics::stoppedIsIncomplete()
{
    Script script;
    for (int i = 0; i < 1500; ++i)
        script.range("1", "a", "r", -1, 1'000'000);
    for (int i = 0; i < 1500; ++i)
        script.work("1", "a", i * 10, i * 10, i * 10 + 5);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!rangeStatistics(*script.finish(), Attribution::AnyThread, 0, JobControl{stop.get_token(), {}}).complete);
}

void tst_RangeStatistics::publicCapture_data()
{
    QTest::addColumn<int>("mode");
    QTest::addColumn<int>("backwardOps");
    QTest::newRow("same thread misses autograd") << int(Attribution::SameThread) << 507;
    QTest::newRow("any thread") << int(Attribution::AnyThread) << 7742;
}

void tst_RangeStatistics::publicCapture()
{
    QFETCH(int, mode);
    const QString path = QStringLiteral(LAMELLA_SHARED_TRACES "/nsys/jsun012_result.sqlite");
    LAMELLA_NEED_SHARED(path);
    const auto document = openTrace(path.toStdString());
    QVERIFY(document.has_value());
    const RangeStatistics statistics = rangeStatistics(**document, static_cast<Attribution>(mode));
    const RangeRow *row = rowOf(**document, statistics, "Backward");
    QVERIFY(row != nullptr);
    QTEST(static_cast<int>(row->ops), "backwardOps");
}

LAMELLA_TEST(tst_RangeStatistics)
#include "tst_RangeStatistics.moc"
