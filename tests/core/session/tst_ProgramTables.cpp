// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of programs and operations: on traces small enough to check by hand, on public captures, and on one capture in both
// formats.
#include "core/base/Format.h"
#include "core/report/CellText.h"
#include "core/report/TableWriters.h"
#include "core/session/AnalysisSession.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"
#include "tests/support/XSpaceToChrome.h"

#include <QTest>

#include <map>
#include <set>

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

class Tables {
public:
    explicit Tables(const std::string &events)
        : Tables(openText(traceObject(lamella::test::quoted(events) + "{}")))
    {
    }
    explicit Tables(std::shared_ptr<const TraceDocument> document)
        : m_session(*AnalysisSession::create(std::move(document), {}))
    {
    }
    [[nodiscard]] std::shared_ptr<const ReportTable> get(
        const std::string &name, std::size_t skip = 0, const std::string &by = {}, const std::string &device = {}) const
    {
        TableRequest request;
        request.table = name;
        request.skip = skip;
        request.by = by;
        request.device = device;
        return get(request);
    }
    [[nodiscard]] std::shared_ptr<const ReportTable> get(const TableRequest &request) const
    {
        const auto table = m_session->table(request);
        if (!table)
            qFatal("%s", table.error().message().c_str());
        return *table;
    }

private:
    std::shared_ptr<AnalysisSession> m_session;
};

// The row with `key` in this text column.
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

// Six marked steps, nested operations, a wait, two collectives, and a host that works and waits.
std::string smallTrace()
{
    std::string events = meta(3, "/device:TPU:0", {{1, "Steps"}, {3, "XLA Ops"}}) + meta(701, "/host:CPU", {{9, "python"}});
    for (int step = 0; step < 6; ++step)
        events += op(3, 1, std::to_string(step), step * 200, 100 + step * 10);
    return events + op(3, 3, "fusion.1", 0, 100) + op(3, 3, "all-reduce.1", 20, 40) + op(3, 3, "softmax", 120, 60)
        + op(3, 3, "dependency-wait", 190, 30) + op(3, 3, "psum.1", 230, 20) + op(701, 9, "python_host_compute", 0, 80)
        + op(701, 9, "threading wait", 90, 20);
}

const QString kJax = QStringLiteral(LAMELLA_SHARED_TRACES "/jax/");

} // namespace

class tst_ProgramTables : public QObject {
    Q_OBJECT
private slots:
    void stepsOfMarks();
    void partsOfADevice();
    void oneWindowForAll();
    void exclusiveTimes();
    void regionsAndGaps();
    void aRegionSelectsItsOperations();
    void splitTransfers();
    void doneAndStartOfOneMoment();
    void programsAreToldApart();
    void launchWithoutLength();
    void peaksAndRates();
    void scopesAreLayers();
    void everyOtherTraceHasThem();
    void findingsOfEveryDevice();
    void communicationGainsOnlyFreeCompute();
    void dataMovedOnTheCoresComputes();
    void hotOperationOfKnownPart_data();
    void hotOperationOfKnownPart();
    void copiesAreHotOperations();
    void peaksOfFp32Products();
    void publicCaptures_data();
    void publicCaptures();
    void layersOfDecoders_data();
    void layersOfDecoders();
    void bothFormatsAgree_data();
    void bothFormatsAgree();
};

void tst_ProgramTables::stepsOfMarks()
{
    const Tables tables(smallTrace());
    const auto classes = tables.get("step-classes", 2);
    QCOMPARE(cell(*classes, "class", "steady", "steps"), 4);
    QCOMPARE(cell(*classes, "class", "steady", "median_ns"), 135'000);
    QCOMPARE(cell(*classes, "class", "all", "steps"), 6);
    QCOMPARE(cell(*classes, "class", "typical", "representative"), 3);
    const auto steps = tables.get("steps", 2);
    QCOMPARE(steps->rowCount(), std::size_t{6});
    QCOMPARE(steps->text(0, steps->columnIndex("class")), std::string_view("warm-up"));
    QCOMPARE(steps->integer(0, steps->columnIndex("interval_ns")), 200'000);
    QVERIFY(steps->isMissing(5, steps->columnIndex("interval_ns")));
}

// marin.profiling adds host work (80 + 20) to device work and has no idle time: 310 in all.
void tst_ProgramTables::partsOfADevice()
{
    const auto table = Tables(smallTrace()).get("breakdown");
    QCOMPARE(cell(*table, "part", "compute", "time_ns"), 120'000);
    QCOMPARE(cell(*table, "part", "communication", "time_ns"), 60'000);
    QCOMPARE(cell(*table, "part", "wait", "time_ns"), 30'000);
    QCOMPARE(cell(*table, "part", "idle_inside", "time_ns") + cell(*table, "part", "idle_between", "time_ns"), 40'000);
    QCOMPARE(cell(*table, "part", "compute", "window_ns"), 250'000);
}

// marin.profiling uses one window for all devices; here an idle second device does not affect the first.
void tst_ProgramTables::oneWindowForAll()
{
    const std::string first = meta(3, "/device:TPU:0", {{3, "XLA Ops"}}) + op(3, 3, "fusion.1", 100, 20)
        + op(3, 3, "all-reduce.1", 130, 10) + op(3, 3, "fusion.2", 180, 20) + meta(701, "/host:CPU", {{9, "python"}})
        + op(701, 9, "host", 0, 80);
    const auto one = Tables(first).get("breakdown");
    QCOMPARE(cell(*one, "part", "compute", "window_ns"), 100'000);
    QCOMPARE(cell(*one, "part", "compute", "time_ns"), 40'000);
    QCOMPARE(cell(*one, "part", "communication", "time_ns"), 10'000);
    QCOMPARE(cell(*one, "part", "idle_between", "time_ns"), 50'000);
    const Tables both(first + meta(4, "/device:TPU:1", {{3, "XLA Ops"}}) + op(4, 3, "fusion.1", 100, 100));
    const auto two = both.get("breakdown");
    QCOMPARE(two->rowCount(), std::size_t{8 * (2 + 3)}); // min, median and max besides the two devices
    for (std::size_t r = 0; r < two->rowCount(); ++r)
        QVERIFY(two->real(r, two->columnIndex("share")) <= 1.0);
    QCOMPARE(two->integer(0, two->columnIndex("time_ns")), 40'000);
    QCOMPARE(two->integer(8, two->columnIndex("time_ns")), 100'000);
    // Of two devices the median is their mean: of 40 and 100 us of compute, of 10 us and no communication.
    const auto median = [&](const char *part, const char *column) {
        std::size_t r = 0;
        while (two->text(r, 0) != "median" || two->text(r, 1) != part)
            ++r;
        return column == std::string_view("share") ? two->real(r, two->columnIndex(column))
                                                   : static_cast<double>(two->integer(r, two->columnIndex(column)));
    };
    QCOMPARE(median("compute", "time_ns"), 70'000.0);
    QCOMPARE(median("communication", "time_ns"), 5'000.0);
    const auto odd = Tables(first + meta(4, "/device:TPU:1", {{3, "XLA Ops"}})
        + "{'ph':'X','pid':4,'tid':3,'ts':100,'dur':40.001,'name':'fusion.1','args':{}},").get("breakdown");
    std::size_t row = 0;
    while (odd->text(row, 0) != "median" || odd->text(row, 1) != "compute")
        ++row;
    QCOMPARE(odd->integer(row, odd->columnIndex("time_ns")), 40'001); // 40,000.5, halves away from zero
    QCOMPARE(median("compute", "share"), 0.7);
    // The busiest device computes during all of its window, the other one during 40 of 100 us.
    const auto findings = both.get("findings");
    const std::size_t skew = rowOf(*findings, "finding", "device-skew");
    QVERIFY(skew != ReportTable::npos);
    QCOMPARE(findings->integer(skew, findings->columnIndex("time_ns")), 100'000);
    QCOMPARE(findings->real(skew, findings->columnIndex("share")), 1.0);
}

void tst_ProgramTables::exclusiveTimes()
{
    const auto table = Tables(smallTrace()).get("ops");
    QCOMPARE(cell(*table, "name", "fusion.1", "exclusive_ns"), 60'000);
    QCOMPARE(cell(*table, "name", "fusion.1", "total_ns"), 100'000);
    QCOMPARE(cell(*table, "name", "softmax", "exclusive_ns"), 60'000);
    const auto collectives = Tables(smallTrace()).get("collectives");
    QCOMPARE(cell(*collectives, "kind", "all-reduce", "count"), 2); // psum is one, too
    QCOMPARE(cell(*collectives, "kind", "all-reduce", "busy_ns"), 60'000);
    double shares = 0;
    for (std::size_t r = 0; r < table->rowCount(); ++r)
        shares += table->real(r, table->columnIndex("share"));
    QVERIFY(qAbs(shares - 1) < 1e-9);
}

void tst_ProgramTables::regionsAndGaps()
{
    const Tables tables(meta(3, "/device:TPU:0", {{3, "XLA Ops"}}) + op(3, 3, "train_step=>forward=>matmul", 0, 50)
        + op(3, 3, "fusion.5", 100, 20, "'tf_op':'jit(_train_step)/apply_rotary_embedding/linear_bwd'")
        + op(3, 3, "all-reduce.2", 140, 10));
    const auto regions = tables.get("regions");
    QCOMPARE(cell(*regions, "region", "train_step", "inclusive_ns"), 50'000);
    QCOMPARE(rowOf(*regions, "region", "train_step=>forward"), ReportTable::npos); // its only child covers its whole time
    // marin.profiling keeps depth 3 under depth 1.
    QCOMPARE(cell(*regions, "region", "train_step=>forward=>matmul", "depth"), 2);
    QCOMPARE(cell(*regions, "region", "_train_step=>apply_rotary_embedding=>linear_bwd", "exclusive_ns"), 20'000);
    QCOMPARE(cell(*regions, "region", "all-reduce", "count"), 1);
    const auto gaps = tables.get("gaps", 0, "after");
    QCOMPARE(gaps->integer(0, gaps->columnIndex("sum_ns")), 50'000);
    QVERIFY(gaps->text(0, 0).find("fusion.5") != std::string_view::npos);
    const auto byRegion = tables.get("gaps", 0, "region");
    QCOMPARE(byRegion->text(0, 0), std::string_view("_train_step=>apply_rotary_embedding=>linear_bwd"));
}

void tst_ProgramTables::aRegionSelectsItsOperations()
{
    const auto document = openText(traceObject(lamella::test::quoted(meta(3, "/device:TPU:0", {{3, "XLA Ops"}})
        + op(3, 3, "fusion.5", 0, 20, "'tf_op':'jit(step)/mlp/up'") + op(3, 3, "fusion.6", 30, 50, "'tf_op':'jit(step)/mlp/down'")
        + op(3, 3, "fusion.5", 100, 20, "'tf_op':'jit(step)/mlp/up'") + op(3, 3, "copy.1", 140, 10, "'tf_op':'jit(step)/norm'")
        + "{}")));
    const Tables tables(document);
    const auto regions = tables.get("regions");
    const auto namesOf = [&](const char *region) {
        std::vector<std::string> names;
        const Selection target = regions->target(rowOf(*regions, "region", region));
        if (const auto *one = std::get_if<NameSelection>(&target))
            names.emplace_back(document->text(one->name));
        for (const SelectedPart &part : partsOf(target))
            names.emplace_back(document->text(std::get<NameSelection>(part).name));
        return names;
    };
    QCOMPARE(namesOf("step=>mlp"), (std::vector<std::string>{"fusion.6", "fusion.5"})); // the longest first
    QCOMPARE(namesOf("step=>mlp=>up"), std::vector<std::string>{"fusion.5"});
    QCOMPARE(namesOf("step=>norm"), std::vector<std::string>{"copy.1"});
    QCOMPARE(namesOf("step").size(), std::size_t{3});
}

void tst_ProgramTables::splitTransfers()
{
    const Tables tables(meta(3, "/device:TPU:0", {{3, "XLA Ops"}})
        + op(3, 3, "async-collective-start.4", 0, 1,
            "'long_name':'%async-collective-start.4 = ((f32[8]{0}), f32[16]{0}) async-start(f32[8]{0} %p), calls=%all-gather.3'")
        + op(3, 3, "fusion.1", 1, 10)
        + op(3, 3, "async-collective-done.4", 11, 5,
            "'long_name':'%async-collective-done.4 = f32[1000]{0} async-done(((f32[8]{0})) %async-collective-start.4)'")
        + op(3, 3, "copy-done.9", 20, 4));
    const auto table = tables.get("collectives");
    QCOMPARE(cell(*table, "kind", "all-gather", "count"), 1);
    QCOMPARE(cell(*table, "kind", "all-gather", "split"), 1);
    QCOMPARE(cell(*table, "kind", "all-gather", "busy_ns"), 16'000);
    QCOMPARE(cell(*table, "kind", "all-gather", "exposed_ns"), 6'000);
    QCOMPARE(cell(*table, "kind", "all-gather", "hidden_ns"), 10'000);
    QCOMPARE(cell(*table, "kind", "all-gather", "wait_ns"), 5'000);
    QCOMPARE(cell(*table, "kind", "all-gather", "bytes"), 4'000);
    QCOMPARE(cell(*table, "kind", "copy", "unpaired"), 1);
    QCOMPARE(cell(*table, "kind", "copy", "wait_ns"), 4'000);
}

// A start of length 0 after its done in the file: both begin at the same time. The next pair has the same name.
void tst_ProgramTables::doneAndStartOfOneMoment()
{
    const auto copies = [](const std::string &events) {
        return Tables(meta(3, "/device:TPU:0", {{3, "XLA Ops"}}) + events).get("collectives");
    };
    const auto first = copies(op(3, 3, "copy-done.1", 10, 100) + op(3, 3, "copy-start.1", 10, 0)
        + op(3, 3, "copy-start.1", 500, 1) + op(3, 3, "copy-done.1", 501, 49));
    QCOMPARE(cell(*first, "kind", "copy", "split"), 2);
    QCOMPARE(cell(*first, "kind", "copy", "unpaired"), 0);
    QCOMPARE(cell(*first, "kind", "copy", "sum_ns"), 150'000);
    QCOMPARE(cell(*first, "kind", "copy", "max_ns"), 100'000);
    // A done with an earlier start leaves the start of its own time to the next done.
    const auto chain = copies(op(3, 3, "copy-start.1", 0, 1) + op(3, 3, "copy-done.1", 10, 0) + op(3, 3, "copy-start.1", 10, 0)
        + op(3, 3, "copy-done.1", 30, 5));
    QCOMPARE(cell(*chain, "kind", "copy", "split"), 2);
    QCOMPARE(cell(*chain, "kind", "copy", "unpaired"), 0);
    QCOMPARE(cell(*chain, "kind", "copy", "sum_ns"), 35'000);
    // A done without a recorded start stays unpaired.
    const auto alone = copies(op(3, 3, "copy-done.1", 10, 5) + op(3, 3, "copy-start.1", 20, 1));
    QCOMPARE(cell(*alone, "kind", "copy", "unpaired"), 2);
    QCOMPARE(cell(*alone, "kind", "copy", "split"), 0);
}

void tst_ProgramTables::programsAreToldApart()
{
    std::string events = meta(3, "/device:TPU:0", {{2, "XLA Modules"}, {3, "XLA Ops"}});
    for (int i = 0; i < 4; ++i)
        events += op(3, 2, "jit_train(11)", i * 100, 50, "'run_id':'" + std::to_string(570 + i) + "'")
            + op(3, 3, "fusion.1", i * 100, 40) + op(3, 2, "jit_copy(22)", i * 100 + 60, 10)
            + op(3, 3, "fusion.1", i * 100 + 60, 10);
    const Tables tables(events);
    const auto steps = tables.get("steps");
    QCOMPARE(steps->rowCount(), std::size_t{4}); // both programs together would be eight
    QCOMPARE(steps->text(1, steps->columnIndex("run_id")), std::string_view("571"));
    QCOMPARE(steps->integer(1, steps->columnIndex("gap_before_ns")), 30'000);
    QCOMPARE(steps->integer(1, steps->columnIndex("idle_ns")), 10'000);
    QVERIFY(std::holds_alternative<RangeSelection>(steps->target(0))); // there are no passes
    const auto programs = tables.get("steps", 0, "program");
    QCOMPARE(programs->text(0, 0), std::string_view("jit_train(11)"));
    QCOMPARE(programs->integer(1, 2), 4);
    const auto ops = tables.get("ops");
    QCOMPARE(ops->rowCount(), std::size_t{2}); // fusion.1 of each program
    QCOMPARE(ops->integer(0, ops->columnIndex("exclusive_ns")), 160'000);
    const auto breakdown = tables.get("breakdown");
    QCOMPARE(cell(*breakdown, "part", "idle_inside", "time_ns"), 40'000);
    QCOMPARE(cell(*breakdown, "part", "idle_between", "time_ns"), 4 * 10'000 + 3 * 30'000);
}

void tst_ProgramTables::peaksAndRates()
{
    const Tables tables(meta(3, "/device:TPU:0", {{3, "XLA Ops"}})
        + op(3, 3, "fusion.1", 0, 100,
            "'hlo_category':'convolution fusion','model_flops':'2000000','bytes_accessed':'50000','source':'m.py:7',"
            "'long_name':'%fusion.1 = bf16[8,4]{1,0} fusion(bf16[8]{0} %a), kind=kOutput'"));
    const auto table = tables.get("ops");
    QCOMPARE(table->real(0, table->columnIndex("tflop_per_s")), 0.02); // 2e6 FLOP in 100 us
    QCOMPARE(table->real(0, table->columnIndex("gb_per_s")), 0.5);
    QVERIFY(table->isMissing(0, table->columnIndex("peak_flops_share")));
    QCOMPARE(table->text(0, table->columnIndex("shape")), std::string_view("8,4"));
    QCOMPARE(table->text(0, table->columnIndex("family")), std::string_view("matmul"));
    QCOMPARE(table->text(0, table->columnIndex("source")), std::string_view("m.py:7"));
    const auto kernels = tables.get("kernels");
    QCOMPARE(kernels->text(0, kernels->columnIndex("category")), std::string_view("gemm"));
}

// Two launches of three layers; some operations have no scope, and one was moved ahead.
void tst_ProgramTables::scopesAreLayers()
{
    std::string events = meta(3, "/device:TPU:0", {{2, "XLA Modules"}, {3, "XLA Ops"}});
    for (int pass = 0; pass < 2; ++pass) {
        const int base = pass * 2000;
        events += op(3, 2, "jit_step(1)", base, 1000) + op(3, 3, "gather.1", base, 5, "'tf_op':'jit(step)/embed/gather'");
        for (int layer = 0; layer < 3; ++layer) {
            const std::string scope = "'tf_op':'jit(step)/Model/layers_" + std::to_string(layer) + "/";
            const std::string ahead = "'tf_op':'jit(step)/Model/layers_" + std::to_string(layer == 2 ? 2 : layer + 1) + "/";
            const std::string number = std::to_string(layer);
            events += op(3, 3, "fusion.1" + number, base + 10 + layer * 100, 5, scope + "norm/mul'")
                + op(3, 3, "fusion.2" + number, base + 20 + layer * 100, 20, scope + "attn/dot_general'")
                + op(3, 3, "copy.3" + number, base + 45 + layer * 100, 5)
                + op(3, 3, "slice.4" + number, base + 55 + layer * 100, 5, ahead + "w'")
                + op(3, 3, "fusion.5" + number, base + 65 + layer * 100, 20, scope + "mlp/dot_general'");
        }
        events += op(3, 3, "fusion.9", base + 400, 30, "'tf_op':'jit(step)/lm_head/dot_general'");
    }
    const Tables tables(events);
    const auto passes = tables.get("passes");
    QCOMPARE(passes->rowCount(), std::size_t{2});
    QCOMPARE(passes->integer(0, passes->columnIndex("layers")), 3);
    QCOMPARE(passes->text(0, passes->columnIndex("evidence")), std::string_view("annotation"));
}

// A launch of no recorded length is a launch too: it is in steps, and the device's window reaches to it.
void tst_ProgramTables::launchWithoutLength()
{
    const Tables tables(meta(3, "/device:TPU:0", {{2, "XLA Modules"}, {3, "XLA Ops"}}) + op(3, 2, "jit_step(1)", 0, 0)
        + op(3, 2, "jit_step(1)", 100, 50) + op(3, 3, "fusion.1", 110, 30) + op(3, 2, "jit_step(1)", 200, 0));
    const auto steps = tables.get("steps");
    QCOMPARE(steps->rowCount(), std::size_t{3});
    QCOMPARE(steps->integer(0, steps->columnIndex("wall_ns")), 0);
    QCOMPARE(steps->integer(1, steps->columnIndex("gap_before_ns")), 100'000);
    const auto breakdown = tables.get("breakdown");
    QCOMPARE(breakdown->integer(0, breakdown->columnIndex("window_ns")), 200'000);
    QCOMPARE(cell(*breakdown, "part", "compute", "time_ns"), 30'000);
    QCOMPARE(cell(*breakdown, "part", "idle_inside", "time_ns"), 20'000);
}

// For a trace of another producer, passes are steps and kernels are operations.
void tst_ProgramTables::everyOtherTraceHasThem()
{
    std::string events;
    for (int i = 0; i < 3; ++i)
        events += "{'ph':'X','cat':'kernel','pid':0,'tid':7,'ts':" + std::to_string(i * 20)
            + ",'dur':10,'name':'ncclDevKernel_AllReduce_Sum_f16','args':{'device':0,'stream':7}},";
    const Tables tables(events);
    const auto collectives = tables.get("collectives");
    QCOMPARE(cell(*collectives, "kind", "all-reduce", "count"), 3);
    QCOMPARE(cell(*collectives, "kind", "all-reduce", "exposed_ns"), 30'000);
    QCOMPARE(tables.get("ops")->rowCount(), std::size_t{1});
    QCOMPARE(tables.get("steps")->rowCount(), std::size_t{0});
    const auto breakdown = tables.get("breakdown");
    QCOMPARE(cell(*breakdown, "part", "communication", "time_ns"), 30'000);
    QCOMPARE(cell(*tables.get("findings"), "finding", "communication-heavy", "gain_ns"), 0); // no compute to hide it behind
    // No device work.
    const Tables none("{'ph':'X','pid':1,'tid':1,'ts':0,'dur':1,'name':'host'},");
    for (const char *name : {"steps", "step-classes", "breakdown", "regions", "ops", "families", "collectives", "findings"})
        QCOMPARE(none.get(name)->rowCount(), std::size_t{0});
    QCOMPARE(none.get("findings")->notes().front().english(), std::string("The chosen part of the trace has no GPU work."));
}

// Compute beside which a collective runs already hides no more of them.
void tst_ProgramTables::communicationGainsOnlyFreeCompute()
{
    const auto work = [](int stream, const char *name, int start, int duration) {
        return "{'ph':'X','cat':'kernel','pid':0,'tid':" + std::to_string(stream) + ",'ts':" + std::to_string(start) + ",'dur':"
            + std::to_string(duration) + ",'name':'" + name + "','args':{'device':0,'stream':" + std::to_string(stream) + "}},";
    };
    const Tables tables(work(7, "gemm_a", 0, 100) + work(8, "ncclDevKernel_AllReduce_Sum_f16", 20, 180));
    const auto findings = tables.get("findings");
    QCOMPARE(cell(*findings, "finding", "communication-heavy", "time_ns"), 100'000);
    QCOMPARE(cell(*findings, "finding", "communication-heavy", "gain_ns"), 20'000);
}

// A copy on the line of operations occupies the cores: overlap, breakdown and collectives agree on what it hides.
void tst_ProgramTables::dataMovedOnTheCoresComputes()
{
    const std::string copy = "'hlo_category':'data formatting','long_name':'%copy.1 = f32[8]{0} copy(f32[8]{0} %a)'";
    const Tables tables(meta(3, "/device:TPU:0", {{3, "XLA Ops"}, {4, "Async XLA Ops"}}) + op(3, 3, "all-reduce-start.1", 0, 1)
        + op(3, 3, "copy.1", 10, 40, copy) + op(3, 3, "all-reduce-done.1", 95, 5) + op(3, 4, "all-reduce-start.1", 0, 100));
    QCOMPARE(cell(*tables.get("breakdown"), "part", "compute", "time_ns"), 40'000);
    QCOMPARE(cell(*tables.get("collectives"), "kind", "all-reduce", "hidden_ns"), 40'000);
    QCOMPARE(cell(*tables.get("overlap"), "category", "communication", "behind_compute_ns"), 40'000);
}

// Device 0 computes all the time. Device 1 computes half of it, then communicates a quarter, then idles a quarter.
void tst_ProgramTables::findingsOfEveryDevice()
{
    std::string events;
    const auto work = [&events](int device, const char *name, int start, int duration) {
        const std::string number = std::to_string(device);
        events += "{'ph':'X','cat':'kernel','pid':" + number + ",'tid':7,'ts':" + std::to_string(start)
            + ",'dur':" + std::to_string(duration) + ",'name':'" + name + "','args':{'device':" + number + ",'stream':7}},";
    };
    for (int i = 0; i < 4; ++i) {
        work(0, "gemm_a", i * 100, 100);
        work(1, "gemm_b", i * 100, 50);
        work(1, "ncclDevKernel_AllReduce_Sum_f16", i * 100 + 50, 25);
    }
    work(1, "gemm_b", 400, 50);
    const auto findings = Tables(events).get("findings");
    const auto at = [&findings](
                        std::size_t row, const char *column) { return findings->integer(row, findings->columnIndex(column)); };
    const std::size_t communication = rowOf(*findings, "finding", "communication-heavy");
    QVERIFY(communication != ReportTable::npos);
    QCOMPARE(at(communication, "device"), 1);
    QCOMPARE(at(communication, "time_ns"), 100'000);
    QCOMPARE(at(communication, "gain_ns"), 100'000); // it computes for longer
    const std::size_t idle = rowOf(*findings, "finding", "idle-heavy");
    QVERIFY(idle != ReportTable::npos);
    QCOMPARE(at(idle, "device"), 1);
    QCOMPARE(at(idle, "time_ns"), 100'000);
    std::set<std::int64_t> hot;
    for (std::size_t row = 0; row < findings->rowCount(); ++row)
        if (findings->text(row, findings->columnIndex("finding")) == "hot-operation")
            hot.insert(at(row, "device"));
    QCOMPARE(hot, (std::set<std::int64_t>{0, 1}));
}

// Ten products of known shapes at half of the peak, and what else its kernel does: nothing is claimed of what is not known, and
// nothing is gained from what cannot be.
void tst_ProgramTables::hotOperationOfKnownPart_data()
{
    QTest::addColumn<int>("unknown"); // executions without shapes, of half the time
    QTest::addColumn<int>("us"); // of a product whose roofline is 1112 µs
    QTest::addColumn<QString>("says");
    QTest::addColumn<double>("gain"); // in µs
    const auto percent = [](double share) { return QString::fromStdString(formatShare(share)); };
    QTest::newRow("all known") << 0 << 2223 << QStringLiteral("; runs at %1 of the peak").arg(percent(0.5))
                               << 10 * (2223 - 1111.29);
    QTest::newRow("a third unknown")
        << 10 << 2223
        << QStringLiteral("known for %1 of that time, which runs at %2 of the peak").arg(percent(22'230.0 / 33'350), percent(0.5))
        << 10 * (2223 - 1111.29);
    QTest::newRow("impossible") << 0 << 500
                                << QStringLiteral("they need %1 at the peaks of the device, which is longer")
                                       .arg(QString::fromStdString(formatDuration(11'112'938)))
                                << 500.0;
}

void tst_ProgramTables::hotOperationOfKnownPart()
{
    QFETCH(int, unknown);
    QFETCH(int, us);
    QFETCH(QString, says);
    QFETCH(double, gain);
    std::string events;
    int at = 1000;
    const auto product = [&](int number, bool known, int duration) {
        const std::string id = std::to_string(number + 1); // 0 is none
        const auto host = [&](const char *category, const char *name, int from, int length, const std::string &args) {
            events += "{'ph':'X','cat':'" + std::string(category) + "','name':'" + name + "','pid':1,'tid':1,'ts':"
                + std::to_string(100 + number * 10 + from) + ",'dur':" + std::to_string(length) + ",'args':{" + args + "}},";
        };
        if (known)
            host("cpu_op", "aten::mm", 0, 8,
                "'External id':" + id + ",'Input Dims':[[8192,8192],[8192,8192]],'Input type':['c10::BFloat16','c10::BFloat16']");
        host("cuda_runtime", "cudaLaunchKernel", 2, 2, "'correlation':" + id);
        events += "{'ph':'X','cat':'kernel','name':'gemm_bf16','pid':0,'tid':7,'ts':" + std::to_string(at)
            + ",'dur':" + std::to_string(duration) + ",'args':{'device':0,'stream':7,'correlation':" + id + "}},";
        at += duration;
    };
    for (int i = 0; i < 10; ++i)
        product(i, true, us);
    for (int i = 0; i < unknown; ++i)
        product(10 + i, false, us / 2 + 1);
    const std::string device =
        R"({"deviceProperties":[{"id":0,"name":"NVIDIA H100 80GB HBM3","computeMajor":9,"computeMinor":0,"numSms":132}],)";
    const auto findings = Tables(openText(device + "\"traceEvents\":[" + lamella::test::quoted(events) + "{}]}")).get("findings");
    const std::size_t hot = rowOf(*findings, "finding", "hot-operation");
    QVERIFY(hot != ReportTable::npos);
    const std::string evidence(findings->text(hot, findings->columnIndex("evidence")));
    QVERIFY2(evidence.find(withPlainBlanks(says.toStdString())) != std::string::npos, evidence.c_str());
    const auto found = static_cast<double>(findings->integer(hot, findings->columnIndex("gain_ns")));
    QVERIFY2(std::abs(found - gain * 1000) < 0.001 * gain * 1000, qPrintable(QString::number(found)));
}

// Copies that take nine tenths of the window: nothing is gained by their rate, which a link may bound, but by a tenth of their time.
void tst_ProgramTables::copiesAreHotOperations()
{
    std::string events;
    const auto work = [&events](const char *category, const char *name, int at, int duration) {
        events += std::string("{'ph':'X','cat':'") + category + "','name':'" + name + "','pid':0,'tid':7,'ts':" + std::to_string(at)
            + ",'dur':" + std::to_string(duration) + ",'args':{'device':0,'stream':7}},";
    };
    for (int i = 0; i < 10; ++i) {
        work("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", 100 * i, 90);
        work("kernel", "gemm_bf16", 100 * i + 90, 7);
    }
    const auto findings = Tables(openText("{\"traceEvents\":[" + lamella::test::quoted(events) + "{}]}")).get("findings");
    const std::size_t hot = rowOf(*findings, "finding", "hot-operation");
    QVERIFY(hot != ReportTable::npos);
    QVERIFY(std::string(findings->text(hot, findings->columnIndex("subject"))).starts_with("Memcpy HtoD"));
    QCOMPARE(findings->integer(hot, findings->columnIndex("time_ns")), std::int64_t{900'000});
    QCOMPARE(findings->integer(hot, findings->columnIndex("gain_ns")), std::int64_t{90'000});
    QCOMPARE(rowOf(*findings, "finding", "no-dominant-bottleneck"), ReportTable::npos);
}

// A device with a TF32 rate computes products of fp32 at either: the row says which one is meant.
void tst_ProgramTables::peaksOfFp32Products()
{
    std::string events;
    const auto product = [&events](int number, const char *kernel, const char *type) {
        const std::string id = std::to_string(number + 1);
        const std::string at = std::to_string(100 * number + 100);
        events += "{'ph':'X','cat':'cpu_op','name':'aten::mm','pid':1,'tid':1,'ts':" + at + ",'dur':8,'args':{'External id':" + id
            + ",'Input Dims':[[64,64],[64,64]],'Input type':['" + type + "','" + type
            + "']}},{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernel','pid':1,'tid':1,'ts':" + at
            + ",'dur':2,'args':{'correlation':" + id + "}},{'ph':'X','cat':'kernel','name':'" + kernel
            + "','pid':0,'tid':7,'ts':" + at + "1,'dur':5,'args':{'device':0,'stream':7,'correlation':" + id + "}},";
    };
    product(0, "gemm_tf32", "float");
    product(1, "gemm_f32", "float");
    product(2, "gemm_bf16", "c10::BFloat16");
    const auto whyOf = [&events](const char *device, const char *type, std::size_t of) {
        const Tables tables(openText(std::string(R"({"deviceProperties":[{"id":0,"name":")") + device + R"("}],"traceEvents":[)"
            + lamella::test::quoted(events) + "{}]}"));
        const auto table = tables.get("roofline");
        std::vector<std::string> found;
        for (std::size_t r = 0; r < table->rowCount(); ++r)
            if (table->text(r, table->columnIndex("dtype_in")) == type)
                found.emplace_back(table->isMissing(r, table->columnIndex("why")) ? std::string_view("-")
                                                                                  : table->text(r, table->columnIndex("why")));
        std::sort(found.begin(), found.end());
        return of < found.size() ? QString::fromStdString(found[of]) : QString();
    };
    QCOMPARE(whyOf("NVIDIA H100 80GB HBM3", "fp32", 0), QStringLiteral("at the TF32 rate, which the kernel's name shows"));
    QCOMPARE(whyOf("NVIDIA H100 80GB HBM3", "fp32", 1), QStringLiteral("at the fp32 rate: the kernel's name does not show TF32"));
    QCOMPARE(whyOf("NVIDIA H100 80GB HBM3", "bf16", 0), QStringLiteral("-"));
    QCOMPARE(whyOf("AMD Instinct MI210", "fp32", 0), QStringLiteral("-")); // it has none
}

void tst_ProgramTables::publicCaptures_data()
{
    QTest::addColumn<QString>("file");
    for (const char *file : {"tpu_inference_20260111_212641.trace.json.gz", "tpu_inference_20260112_002620.trace.json.gz",
             "tracelens_jax08_gemm_mi300.xplane.pb", "xprof_tpu_inference_2.xplane.pb"})
        QTest::newRow(file) << file;
}

void tst_ProgramTables::publicCaptures()
{
    QFETCH(QString, file);
    LAMELLA_NEED_SHARED(kJax + file);
    const auto opened = openTrace(QString(kJax + file).toStdString(), {}, {});
    QVERIFY(opened.has_value());
    const Tables tables(*opened);
    const auto breakdown = tables.get("breakdown", 0, {}, "all");
    std::map<std::string, std::int64_t> sums;
    for (std::size_t r = 0; r < breakdown->rowCount(); ++r) {
        QVERIFY(breakdown->real(r, breakdown->columnIndex("share")) <= 1.0);
        if (!breakdown->isMissing(r, breakdown->columnIndex("window_ns")))
            sums[std::string(breakdown->text(r, 0))] += breakdown->integer(r, breakdown->columnIndex("time_ns"))
                - (breakdown->text(r, 1) == "compute" ? breakdown->integer(r, breakdown->columnIndex("window_ns")) : 0);
    }
    for (const auto &[device, difference] : sums)
        QCOMPARE(difference, 0); // the parts of each device add up to its window
    for (const char *name : {"ops", "families", "regions"}) {
        const auto table = tables.get(name, 0, {}, "all");
        QVERIFY(table->rowCount() > 0);
        for (std::size_t r = 0; r < table->rowCount(); ++r)
            QVERIFY(table->real(r, table->columnIndex("share")) <= 1.0 + 1e-12);
    }
    QVERIFY(tables.get("findings")->rowCount() > 0);
    if (file.startsWith(QStringLiteral("tpu_inference_20260111"))) {
        // marin.profiling finds 94 % stall: it counts a pseudo event of the counters as computing.
        QVERIFY(breakdown->real(0, breakdown->columnIndex("share")) > 0.9);
        const auto steps = tables.get("steps");
        QCOMPARE(steps->rowCount(), std::size_t{1});
        QVERIFY(steps->text(0, steps->columnIndex("program")).starts_with("jit_step_fun("));
        const Selection own = steps->target(0);
        const auto *pass = std::get_if<PassSelection>(&own); // a row's target is its pass, not a time range
        QVERIFY(pass != nullptr);
        QCOMPARE(pass->pass, 0);
        const auto collectives = tables.get("collectives");
        QCOMPARE(cell(*collectives, "kind", "all-reduce", "count"), 129);
    }
    if (file.startsWith(QStringLiteral("xprof"))) {
        // marin.profiling counts waits for copies as computing: 84.7 %.
        QVERIFY(breakdown->real(0, breakdown->columnIndex("share")) < 0.05);
        QVERIFY(cell(*breakdown, "part", "wait", "time_ns") > 70'000'000'000);
        // Two of the 600 dones precede their starts in the file; these have length 0 at the same time. Expected sum and longest
        // are those of the capture's own line of asynchronous copies: 197.60576183285 s and 791.291902922 ms.
        const auto copies = tables.get("collectives");
        QCOMPARE(cell(*copies, "kind", "copy", "count"), 600);
        QCOMPARE(cell(*copies, "kind", "copy", "split"), 600);
        QCOMPARE(cell(*copies, "kind", "copy", "unpaired"), 0);
        QVERIFY(std::abs(cell(*copies, "kind", "copy", "sum_ns") - 197'605'761'833) <= 600); // each is rounded to ns
        QCOMPARE(cell(*copies, "kind", "copy", "max_ns"), 791'291'903);
        QCOMPARE(cell(*copies, "kind", "copy", "bytes"), std::int64_t{600} * 5 * 1024 * 1024 * 256 * 4);
        QCOMPARE(tables.get("steps")->rowCount(), std::size_t{100});
    }
}

// The captures lack single operations; still all layers begin at their input norm, including the first and the last one.
void tst_ProgramTables::layersOfDecoders_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("projection"); // GEMM of queries, keys and values: the first long operation of each layer
    QTest::newRow("one norm of 128 is not recorded") << "tpu_inference_20260111_212641.trace.json.gz"
                                                     << "add_bitcast_fusion";
    QTest::newRow("only parameters have numbered scopes") << "tpu_inference_20260112_002620.trace.json.gz"
                                                          << "quantized_matmul_kernel_512_5120_2560";
}

void tst_ProgramTables::layersOfDecoders()
{
    QFETCH(QString, file);
    QFETCH(QString, projection);
    LAMELLA_NEED_SHARED(kJax + file);
    const auto opened = openTrace(QString(kJax + file).toStdString(), {}, {});
    QVERIFY(opened.has_value());
    const Tables tables(*opened);
    for (const char *device : {"0", "1"}) {
        TableRequest each;
        each.table = "kernels";
        each.each = true;
        each.device = device;
        const auto kernels = tables.get(each);
        std::map<std::int64_t, std::string_view> first; // by layer
        const std::size_t layer = kernels->columnIndex("layer");
        for (std::size_t r = 0; r < kernels->rowCount(); ++r) {
            if (!kernels->isMissing(r, layer) && kernels->integer(r, layer) >= 0
                && kernels->text(r, kernels->columnIndex("category")) == "gemm")
                first.try_emplace(kernels->integer(r, layer), kernels->text(r, kernels->columnIndex("name")));
        }
        QCOMPARE(std::count_if(
                     first.begin(), first.end(), [&](const auto &f) { return f.second.starts_with(projection.toStdString()); }),
            64);
        const auto layers = tables.get("layers", 0, {}, device);
        QCOMPARE(layers->rowCount(), std::size_t{64});
        for (std::size_t r = 0; r < layers->rowCount(); ++r) {
            const std::int64_t wall = layers->integer(r, layers->columnIndex("wall_ns"));
            QVERIFY2(wall > 990'000 && wall < 1'100'000, qPrintable(QString::number(r)));
        }
    }
}

void tst_ProgramTables::bothFormatsAgree_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("TPU") << "xprof_tpu_inference_2.xplane.pb";
    QTest::newRow("GPU") << "tracelens_jax08_gemm_mi300.xplane.pb";
}

void tst_ProgramTables::bothFormatsAgree()
{
    QFETCH(QString, file);
    LAMELLA_NEED_SHARED(kJax + file);
    QFile source(kJax + file);
    QVERIFY(source.open(QIODevice::ReadOnly));
    const auto proto = openTrace(QString(kJax + file).toStdString(), {}, {});
    QVERIFY(proto.has_value());
    const Tables a(*proto);
    const Tables b(openText(chromeOfXSpace(source.readAll().toStdString())));
    // The Chrome export lacks the peaks of the device, which findings need.
    for (const char *name : {"steps", "step-classes", "breakdown", "regions", "families", "collectives"}) {
        const std::string left = writeTable(*a.get(name, 0, {}, "all"), TableFormat::Csv);
        const std::string right = writeTable(*b.get(name, 0, {}, "all"), TableFormat::Csv);
        QVERIFY2(left == right, name);
    }
    const auto left = a.get("ops", 0, {}, "all");
    const auto right = b.get("ops", 0, {}, "all");
    QCOMPARE(left->rowCount(), right->rowCount());
    for (std::size_t r = 0; r < left->rowCount(); ++r)
        for (const char *column : {"name", "program", "shape", "scope", "hlo_category", "source"})
            QCOMPARE(left->text(r, left->columnIndex(column)), right->text(r, right->columnIndex(column)));
    for (std::size_t r = 0; r < left->rowCount(); ++r)
        for (const char *column : {"count", "exclusive_ns", "total_ns", "flops", "bytes"})
            QCOMPARE(left->integer(r, left->columnIndex(column)), right->integer(r, right->columnIndex(column)));
}

LAMELLA_TEST(tst_ProgramTables)
#include "tst_ProgramTables.moc"
