// SPDX-License-Identifier: GPL-3.0-or-later
// What the analysis could not assign, as rows of the table `diagnostics`.
#include "core/analysis/Coverage.h"
#include "core/session/AnalysisSession.h"
#include "tests/support/TestMain.h"
#include "tests/support/TestTables.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

using namespace lamella;
using namespace lamella::core;

namespace {

ReportTable diagnosticsOf(const test::BuiltTrace &trace)
{
    return test::builtTable("diagnostics", {trace.document, trace.names, trace.segmentation, trace.index, nullptr, {}, {}})
        .value();
}

// id -> severity and count
std::map<std::string, std::pair<std::string, std::int64_t>> rowsOf(const ReportTable &table)
{
    std::map<std::string, std::pair<std::string, std::int64_t>> rows;
    for (std::size_t row = 0; row < table.rowCount(); ++row)
        rows[std::string(table.text(row, 0))] = {std::string(table.text(row, 1)), table.integer(row, 2)};
    return rows;
}

} // namespace

class TestDiagnosticsTable : public QObject {
    Q_OBJECT
private slots:
    void coverageCountsWhatIsLeftOut();
    void theStepOfTheClockIsFound_data();
    void theStepOfTheClockIsFound();
    void eachShortcomingHasARow();
    void withoutShortcomingsNothingIsSaid();
};

void TestDiagnosticsTable::coverageCountsWhatIsLeftOut()
{
    const test::BuiltTrace trace("7: gemm@0+10 attn@10+10 odd@20+20 copy@40+10", {{0, 0}, {0, 0}, {0, 0}, {kNoPass, kNoLayer}});
    const Coverage c = coverage(*trace.document, *trace.names, *trace.segmentation);
    QCOMPARE(c.gpuWork, std::uint64_t{4});
    QCOMPARE(c.outsidePasses, std::uint64_t{1});
    QCOMPARE(c.unnamed, std::uint64_t{1});
    QCOMPARE(c.withoutLaunch, std::uint64_t{4});
    QCOMPARE(c.inPassesShare(), 0.8);
    QCOMPARE(c.unnamedShare(), 0.4);
}

void TestDiagnosticsTable::theStepOfTheClockIsFound_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("step");
    QTest::newRow("no kernels") << QByteArray() << qint64{0};
    QTest::newRow("one nanosecond") << QByteArray("7: a@0+1000 b@1000+333 c@2000+1000") << qint64{1};
    QTest::newRow("one microsecond") << QByteArray("7: a@0+1000 b@3000+2000 c@8000+4000") << qint64{1000};
    QTest::newRow("offset of the clock") << QByteArray("7: a@123+1000 b@3123+2000") << qint64{1000};
}

void TestDiagnosticsTable::theStepOfTheClockIsFound()
{
    QFETCH(QByteArray, text);
    const test::BuiltTrace trace(text.toStdString(), {});
    QTEST(static_cast<qint64>(coverage(*trace.document, *trace.names, *trace.segmentation).resolutionNs), "step");
}

void TestDiagnosticsTable::eachShortcomingHasARow()
{
    const test::BuiltTrace trace(
        "7: gemm@0+1000 attn@10000+1000 odd@20000+1000 copy@40000+1000", {{0, 0}, {0, 0}, {0, 0}, {kNoPass, kNoLayer}});
    const auto rows = rowsOf(diagnosticsOf(trace));
    QCOMPARE(rows.at("time_outside_passes"), (std::pair<std::string, std::int64_t>("notice", 1)));
    QCOMPARE(rows.at("unnamed_time"), (std::pair<std::string, std::int64_t>("notice", 1)));
    QCOMPARE(rows.at("kernels_without_launch"), (std::pair<std::string, std::int64_t>("info", 4)));
    QCOMPARE(rows.at("coarse_timestamps"), (std::pair<std::string, std::int64_t>("notice", 4)));
}

void TestDiagnosticsTable::withoutShortcomingsNothingIsSaid()
{
    const test::BuiltTrace trace("7: gemm@0+10", {{0, 0}});
    EventChunk call;
    call.start.push_back(0);
    call.duration.push_back(1);
    call.name.emplace_back();
    call.category.push_back(StringId());
    call.track.push_back(TrackId());
    call.offset.push_back(0);
    call.length.push_back(0);
    call.phase.push_back('X');
    std::vector<EventChunk> chunks;
    chunks.push_back(std::move(call));
    trace.document->events = EventTable(std::move(chunks));
    trace.document->kernels.launch[0] = EventId{0};
    const ReportTable table = diagnosticsOf(trace);
    QCOMPARE(table.rowCount(), std::size_t{0});
    QCOMPARE(table.notes().size(), std::size_t{1});
}

LAMELLA_TEST(TestDiagnosticsTable)
#include "tst_DiagnosticsTable.moc"
