// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles of compiled programs: properties that readers of the tables rely on, on traces small enough to check by hand.
#include "core/import/chrome/ExportCap.h"
#include "core/session/AnalysisSession.h"
#include "core/session/summary/SummaryCompare.h"
#include "core/session/summary/TraceReport.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QTemporaryDir>
#include <QTest>

using namespace lamella::core;
using namespace lamella::test;

namespace {

std::string meta(int pid, const std::string &process, const std::vector<std::pair<int, std::string>> &threads)
{
    const std::string p = std::to_string(pid);
    std::string out = "{'ph':'M','pid':" + p + ",'name':'process_name','args':{'name':'" + process + "'}},";
    for (const auto &[tid, name] : threads)
        out +=
            "{'ph':'M','pid':" + p + ",'tid':" + std::to_string(tid) + ",'name':'thread_name','args':{'name':'" + name + "'}},";
    return out;
}

// Times in microseconds, as in the file.
std::string op(int pid, int tid, const std::string &name, int start, int duration, const std::string &args = {})
{
    return "{'ph':'X','pid':" + std::to_string(pid) + ",'tid':" + std::to_string(tid) + ",'ts':" + std::to_string(start)
        + ",'dur':" + std::to_string(duration) + ",'name':'" + name + "','args':{" + args + "}},";
}

std::string traceOf(const std::string &events)
{
    return traceObject(lamella::test::quoted(events) + "{}");
}

std::shared_ptr<AnalysisSession> sessionOf(std::shared_ptr<const TraceDocument> document)
{
    return *AnalysisSession::create(std::move(document), {});
}

std::shared_ptr<const ReportTable> tableOf(AnalysisSession &session, const std::string &name, const std::string &by = {})
{
    TableRequest request;
    request.table = name;
    request.by = by;
    const auto table = session.table(request);
    if (!table)
        qFatal("%s", table.error().message().c_str());
    return *table;
}

std::size_t rowOf(const ReportTable &table, const char *column, std::string_view key)
{
    for (std::size_t r = 0; r < table.rowCount(); ++r)
        if (table.text(r, table.columnIndex(column)) == key)
            return r;
    return ReportTable::npos;
}

std::int64_t cell(const ReportTable &table, const char *keyColumn, std::string_view key, const char *column)
{
    const std::size_t row = rowOf(table, keyColumn, key);
    return row == ReportTable::npos ? -1 : table.integer(row, table.columnIndex(column));
}

const std::string kTpu = meta(3, "/device:TPU:0", {{1, "Steps"}, {3, "XLA Ops"}});

// Six steps of `stepUs`, each with a softmax of `softmaxUs` and a matrix product.
std::string sixSteps(int stepUs, int softmaxUs)
{
    std::string events = kTpu;
    for (int step = 0; step < 6; ++step) {
        const int at = step * 1000;
        events += op(3, 1, std::to_string(step), at, stepUs) + op(3, 3, "softmax.3", at, softmaxUs)
            + op(3, 3, "fusion.7", at + softmaxUs, stepUs - softmaxUs, "'long_name':'%f = f32[8,2]{1,0} fusion()'");
    }
    return traceOf(events);
}

} // namespace

class tst_ProfileOracles : public QObject {
    Q_OBJECT
private slots:
    void aMarkerLeadsToWhatTheGapDelays()
    {
        const auto session = sessionOf(openText(traceOf(kTpu + op(3, 3, "fusion.1", 0, 10) + op(3, 3, "iota.296", 100, 1)
            + op(3, 3, "dot.1", 101, 20) + op(3, 3, "iota.300", 200, 1) + op(3, 3, "dot.2", 300, 5))));
        const auto gaps = tableOf(*session, "gaps", "after");
        const std::size_t marker = gaps->columnIndex("marker");
        QCOMPARE(cell(*gaps, "after", "dot.1", "sum_ns"), 90'000);
        QCOMPARE(gaps->text(rowOf(*gaps, "after", "dot.1"), marker), std::string_view("iota.296"));
        // The search stops at the second gap: each gap keeps the work directly after it.
        QCOMPARE(cell(*gaps, "after", "iota.300", "sum_ns"), 79'000);
        QCOMPARE(cell(*gaps, "after", "dot.2", "sum_ns"), 99'000);
        QVERIFY(gaps->isMissing(rowOf(*gaps, "after", "dot.2"), marker));
        QCOMPARE(cell(*gaps, "after", "dot.2", "avg_ns"), 99'000);
    }
    // marin.profiling has a separate table for an operation's gaps by region.
    void gapsSayTheRegionOfWhatTheyDelay()
    {
        const auto scoped = [](int start, const char *scope) {
            return op(3, 3, "dot.1", start, 10, std::string("'tf_op':'jit(train)/") + scope + ":'");
        };
        const auto session = sessionOf(openText(traceOf(kTpu + op(3, 3, "fusion.1", 0, 10) + scoped(50, "mlp/dot")
            + scoped(90, "attn/dot") + scoped(200, "attn/dot") + op(3, 3, "fusion.2", 300, 10))));
        const auto gaps = tableOf(*session, "gaps", "after");
        const std::size_t dot = rowOf(*gaps, "after", "dot.1");
        QCOMPARE(gaps->text(dot, gaps->columnIndex("region")), std::string_view("train=>attn=>dot"));
        QCOMPARE(gaps->integer(dot, gaps->columnIndex("avg_ns")), 56'667); // 40, 30 and 100 us
        QVERIFY(gaps->isMissing(rowOf(*gaps, "after", "fusion.2"), gaps->columnIndex("region")));
        QCOMPARE(cell(*tableOf(*session, "gaps", "region"), "region", "train=>attn=>dot", "avg_ns"), 65'000);
    }
    void chainsOfMarkersEnd()
    {
        std::string events = kTpu + op(3, 3, "fusion.1", 0, 10);
        for (int i = 0; i < 12; ++i)
            events += op(3, 3, "bitcast." + std::to_string(i), 50 + i, 1);
        const auto session = sessionOf(openText(traceOf(events + op(3, 3, "dot.1", 62, 5))));
        const auto gaps = tableOf(*session, "gaps", "after");
        QCOMPARE(cell(*gaps, "after", "bitcast.0", "sum_ns"), 40'000); // eight markers are too many to be delayed by it
        const auto few = sessionOf(openText(traceOf(kTpu + op(3, 3, "fusion.1", 0, 10) + op(3, 3, "copy-start.4", 50, 1)
            + op(3, 3, "copy-done.4", 51, 3) + op(3, 3, "dot.1", 54, 5))));
        QCOMPARE(cell(*tableOf(*few, "gaps", "after"), "after", "dot.1", "sum_ns"), 40'000);
    }
    void aRoundNumberOfEventsIsSuspicious()
    {
        const std::string three = op(3, 3, "a", 0, 1) + op(3, 3, "b", 2, 1) + op(3, 3, "c", 4, 1);
        constexpr std::array<std::uint64_t, 1> cap{3};
        const auto noted = [&cap](const std::string &events) {
            const auto document = std::const_pointer_cast<TraceDocument>(openText(traceOf(events)));
            noteExportCap(*document, cap);
            for (const auto &found : document->diagnostics.sorted())
                if (found.kind->id == "export_cap")
                    return true;
            return false;
        };
        QVERIFY(noted(kTpu + three));
        QVERIFY(!noted(kTpu + three + op(3, 3, "d", 6, 1))); // more events than the limit: not truncated there
        QVERIFY(!noted(meta(3, "python", {{3, "main"}}) + three)); // other exporters have no such limit
        QCOMPARE(kExportCaps.front(), std::uint64_t{1'000'000});
    }
    void collectivesOnStreamsOfAGpu()
    {
        const auto session = sessionOf(openText(traceOf(
            meta(2, "/device:GPU:0 H100", {{17, "Stream #17(Compute)"}, {20, "Stream #20(AllReduce)"}, {30, "XLA Modules"}})
            + op(2, 17, "gemm_fusion_dot_1", 0, 100) + op(2, 20, "ncclDevKernel_AllReduce_Sum_bf16_RING_LL", 80, 60)
            + op(2, 17, "loop_add_fusion_2", 150, 10))));
        const auto overlap = tableOf(*session, "overlap");
        QCOMPARE(cell(*overlap, "category", "communication", "sum_ns"), 60'000);
        QCOMPARE(cell(*overlap, "category", "communication", "exposed_ns"), 40'000);
        const auto breakdown = tableOf(*session, "breakdown");
        std::int64_t parts = 0;
        for (std::size_t r = 0; r < breakdown->rowCount(); ++r)
            parts += breakdown->integer(r, breakdown->columnIndex("time_ns"));
        QCOMPARE(parts % 160'000, 0); // the parts cover the window of 160 us without duplicates
        const auto collectives = tableOf(*session, "collectives");
        QCOMPARE(collectives->rowCount(), std::size_t{1});
        QCOMPARE(collectives->text(0, collectives->columnIndex("kind")), std::string_view("all-reduce"));
    }
    // compare gives the same figures for two summaries as the tables of the two traces.
    void summariesKeepWhatComparisonsNeed()
    {
        QTemporaryDir folder;
        QVERIFY(folder.isValid());
        const TraceText before(sixSteps(100, 60)); // a summary reads the file again for its hash
        const TraceText after(sixSteps(90, 50));
        std::array<std::shared_ptr<AnalysisSession>, 2> sessions{sessionOf(*before.open()), sessionOf(*after.open())};
        std::array<std::string, 2> files;
        for (std::size_t i = 0; i < 2; ++i) {
            files[i] = folder.filePath(QString::number(i) + QStringLiteral(".json")).toStdString();
            const auto json = summaryJson(*sessions[i], {});
            QVERIFY(json.has_value());
            writeFile(QString::fromStdString(files[i]), QByteArray(json->data(), static_cast<qsizetype>(json->size())));
        }
        const auto compared = compareSummaries(files[0], files[1], {}, 0);
        QVERIFY2(compared.has_value(), compared ? "" : compared.error().message().c_str());
        const ReportTable &table = *compared->table;
        QCOMPARE(cell(table, "name", "median", "delta_ns"), -10'000);
        for (std::size_t r = 0; r < table.rowCount(); ++r) {
            if (table.text(r, table.columnIndex("kind")) != "op"
                || !table.text(r, table.columnIndex("name")).starts_with("softmax"))
                continue;
            QCOMPARE(table.integer(r, table.columnIndex("a_ns")), 60'000);
            QCOMPARE(table.integer(r, table.columnIndex("b_ns")), 50'000); // per step, as in the table ops
        }
        for (std::size_t i = 0; i < 2; ++i) {
            const auto classes = tableOf(*sessions[i], "step-classes");
            QCOMPARE(
                cell(table, "name", "median", i == 0 ? "a_ns" : "b_ns"), classes->integer(0, classes->columnIndex("median_ns")));
        }
        const auto same = compareSummaries(files[0], files[0], {}, 0);
        for (std::size_t r = 0; r < (*same).table->rowCount(); ++r)
            if (!same->table->isMissing(r, same->table->columnIndex("delta_ns")))
                QCOMPARE(same->table->integer(r, same->table->columnIndex("delta_ns")), 0);
    }
};

LAMELLA_TEST(tst_ProfileOracles)
#include "tst_ProfileOracles.moc"
