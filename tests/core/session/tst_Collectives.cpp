// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes, groups and rates of collectives from all places where they are recorded. Expected values are computed by hand with the
// formulas of nccl-tests (doc/PERFORMANCE.md).
#include "core/session/AnalysisSession.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QTest>

#include <array>

using namespace lamella::core;
using namespace lamella::test;

namespace {

std::shared_ptr<const ReportTable> collectivesOf(const std::shared_ptr<const TraceDocument> &document, const std::string &name)
{
    const auto session = *AnalysisSession::create(document, {});
    TableRequest request;
    request.table = name;
    const auto table = session->table(request);
    if (!table)
        qFatal("%s", table.error().message().c_str());
    return *table;
}

std::shared_ptr<const ReportTable> collectivesOf(const std::string &events)
{
    return collectivesOf(openText(traceObject(lamella::test::quoted(events) + "{}")), "collectives");
}

// A kernel on stream 7; times in microseconds.
std::string kernel(const std::string &name, int start, int duration, const std::string &args)
{
    return "{'ph':'X','cat':'kernel','pid':0,'tid':7,'ts':" + std::to_string(start) + ",'dur':" + std::to_string(duration)
        + ",'name':'" + name + "','args':{'device':0,'stream':7" + (args.empty() ? "" : "," + args) + "}},";
}

std::string recorded(const std::string &name, const std::string &type, std::int64_t in, std::int64_t out, int size)
{
    return "'Collective name':'" + name + "','In msg nelems':" + std::to_string(in) + ",'Out msg nelems':" + std::to_string(out)
        + ",'dtype':'" + type + "','Group size':" + std::to_string(size) + ",'Process Group Ranks':'[0, 1, 2, 3]'";
}

QString cellText(const ReportTable &table, std::size_t row, const char *column)
{
    const std::size_t c = table.columnIndex(column);
    if (table.isMissing(row, c))
        return QStringLiteral("n/a: ") + QString::fromStdString(std::string(table.missingReason(row, c).english()));
    switch (table.columns()[c].kind) {
    case CellKind::Text:
        return QString::fromStdString(std::string(table.text(row, c)));
    case CellKind::Real:
        return QString::number(table.real(row, c), 'g', 9);
    default:
        return QString::number(table.integer(row, c));
    }
}

} // namespace

class tst_Collectives : public QObject {
    Q_OBJECT
private slots:
    void sizesOfEachKind_data();
    void sizesOfEachKind();
    void bytesWithoutTimeAreInNoRate();
    void operatorsSayWhatKernelsDoNot();
    void shapesAndNamesOfOldTraces();
    void groupsAndTypesAreRows();
    void sumsSayWhatTheyLeaveOut();
    void compiledOnesFollowTheSameRules();
    void manyGroupsAddUp();
    void publicTraces_data();
    void publicTraces();
};

void tst_Collectives::sizesOfEachKind_data()
{
    QTest::addColumn<QString>("args");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("bytes");
    QTest::addColumn<QString>("algbw"); // over 10 us
    QTest::addColumn<QString>("busbw");
    const auto row = [](const char *name, const std::string &args, const char *kind, const char *bytes, const char *algbw,
                         const char *busbw) {
        QTest::newRow(name) << QString::fromStdString(args) << kind << bytes << algbw << busbw;
    };
    row("all-reduce", recorded("allreduce", "Float", 1000, 1000, 4), "all-reduce", "4000", "0.4", "0.6");
    row("all-gather counts its output", recorded("_allgather_base", "BFloat16", 1000, 4000, 4), "all-gather", "8000", "0.8",
        "0.6");
    row("reduce-scatter counts its input", recorded("_reduce_scatter_base", "Half", 4000, 1000, 4), "reduce-scatter", "8000",
        "0.8", "0.6");
    row("all-to-all", recorded("all_to_allv", "Double", 1000, 1000, 4), "all-to-all", "8000", "0.8", "0.6");
    row("broadcast", recorded("broadcast", "Long", 500, 500, 4), "broadcast", "4000", "0.4", "0.4");
    row("reduce", recorded("reduce", "Int", 1000, 1000, 4), "reduce", "4000", "0.4", "0.4");
    row("gather", recorded("gather", "Byte", 1000, 4000, 4), "gather", "4000", "0.4", "0.3");
    row("scatter", recorded("scatter", "Bool", 4000, 1000, 4), "scatter", "4000", "0.4", "0.3");
    row("send", recorded("send", "Float8_e4m3fn", 4000, 4000, 4), "send-recv", "4000", "0.4", "0.4");
    row("barrier moves nothing", recorded("barrier", "Byte", 0, 0, 4), "barrier", "0", "0", "n/a: not defined for this kind");
    row("one process sends nothing", recorded("allreduce", "Float", 1000, 1000, 1), "all-reduce", "4000", "0.4", "0");
    const std::string parts = "'Collective name':'_allgather_base','In msg nelems':1000,'dtype':'Float'";
    row("the part of one process, and how many", parts + ",'Group size':4", "all-gather", "16000", "1.6", "1.2");
    const char *noGroup = "n/a: the size of the group is not recorded";
    row("the part of one process alone", parts, "all-gather", noGroup, noGroup, noGroup);
    row("a list of ranks is a size", parts + ",'Process Group Ranks':[3,5]", "all-gather", "8000", "0.8", "0.4");
    row("a shortened list is none", parts + ",'Process Group Ranks':'[0, 1, ..., 127]'", "all-gather", noGroup, noGroup, noGroup);
    row("bytes without a group", "'Collective name':'allreduce','In msg nelems':1000,'dtype':'Float'", "all-reduce", "4000",
        "0.4", noGroup);
    const char *unknownType = "n/a: the size of this type is not known";
    row("a type that nobody knows", recorded("allreduce", "QUInt4x2", 1000, 1000, 4), "all-reduce", unknownType, unknownType,
        unknownType);
    const char *noType = "n/a: elements are recorded, but not their type";
    row("no type", "'Collective name':'broadcast','In msg nelems':1000,'Group size':4", "broadcast", noType, noType, noType);
    const char *contradiction = "n/a: the recorded sizes contradict one another";
    row("an output that does not fit", recorded("_allgather_base", "Float", 1000, 3000, 4), "all-gather", contradiction,
        contradiction, contradiction);
    row("a reduction that grows", recorded("allreduce", "Float", 1000, 2000, 4), "all-reduce", contradiction, contradiction,
        contradiction);
    row("more than there can be", recorded("allreduce", "Double", INT64_MAX / 2, INT64_MAX / 2, 4), "all-reduce", contradiction,
        contradiction, contradiction);
    const char *none = "n/a: no sizes recorded";
    row("nothing", "", "other-collective", none, none, none);
    row("fewer than none", recorded("allreduce", "Float", -5, -5, 4), "all-reduce", none, none, none);
}

void tst_Collectives::sizesOfEachKind()
{
    QFETCH(QString, args);
    QFETCH(QString, kind);
    // RCCL's kernel name does not state the kind of collective.
    const auto table = collectivesOf(kernel("ncclDevKernel_Generic(ncclDevKernelArgsStorage)", 0, 10, args.toStdString()));
    QCOMPARE(table->rowCount(), std::size_t{1});
    QCOMPARE(cellText(*table, 0, "kind"), kind);
    QTEST(cellText(*table, 0, "bytes"), "bytes");
    QTEST(cellText(*table, 0, "algbw_gb_per_s"), "algbw");
    QTEST(cellText(*table, 0, "busbw_gb_per_s"), "busbw");
    QCOMPARE(
        cellText(*table, 0, "sized"), cellText(*table, 0, "bytes").startsWith(u'n') ? QStringLiteral("0") : QStringLiteral("1"));
}

// One of 10 us and one of none, 4000 bytes each.
void tst_Collectives::bytesWithoutTimeAreInNoRate()
{
    const std::string args = recorded("allreduce", "Float", 1000, 1000, 4);
    const std::string timed = kernel("ncclDevKernel_Generic(ncclDevKernelArgsStorage)", 0, 10, args);
    const std::string untimed = kernel("ncclDevKernel_Generic(ncclDevKernelArgsStorage)", 20, 0, args);
    const auto both = collectivesOf(timed + untimed);
    QCOMPARE(both->rowCount(), std::size_t{1});
    QCOMPARE(cellText(*both, 0, "count"), QStringLiteral("2"));
    QCOMPARE(cellText(*both, 0, "bytes"), QStringLiteral("8000"));
    QCOMPARE(cellText(*both, 0, "algbw_gb_per_s"), QStringLiteral("0.4"));
    QCOMPARE(cellText(*both, 0, "busbw_gb_per_s"), QStringLiteral("0.6"));
    QCOMPARE(cellText(*collectivesOf(untimed), 0, "algbw_gb_per_s"), QStringLiteral("n/a: they take no time"));
}

void tst_Collectives::operatorsSayWhatKernelsDoNot()
{
    const std::string op = "{'ph':'X','cat':'cpu_op','pid':9,'tid':9,'name':'record_param_comms','ts':";
    const std::string launch = "{'ph':'X','cat':'cuda_runtime','pid':9,'tid':9,'name':'cudaLaunchKernel','ts':";
    // The first is found by its id, the second by the launch inside the operator, the third has no operator.
    const auto table = collectivesOf(op + "1,'dur':2,'args':{'External id':5," + recorded("allreduce", "Float", 1000, 1000, 4)
        + "}}," + op + "11,'dur':4,'args':{'External id':6," + recorded("allreduce", "Float", 3000, 3000, 4) + "}}," + launch
        + "12,'dur':1,'args':{'correlation':77}}," + launch + "32,'dur':1,'args':{'correlation':78}},"
        + kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)", 20, 10, "'External id':5")
        + kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)", 40, 10, "'correlation':77")
        + kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)", 60, 10, "'correlation':78"));
    QCOMPARE(table->rowCount(), std::size_t{2});
    QCOMPARE(cellText(*table, 0, "count"), QStringLiteral("2"));
    QCOMPARE(cellText(*table, 0, "bytes"), QStringLiteral("16000"));
    QCOMPARE(cellText(*table, 0, "dtype"), QStringLiteral("f32"));
    QCOMPARE(cellText(*table, 0, "group_size"), QStringLiteral("4"));
    QCOMPARE(cellText(*table, 0, "groups"), QStringLiteral("[0, 1, 2, 3]"));
    QCOMPARE(cellText(*table, 0, "busbw_gb_per_s"), QStringLiteral("1.2"));
    QCOMPARE(cellText(*table, 1, "count"), QStringLiteral("1"));
    QCOMPARE(cellText(*table, 1, "bytes"), QStringLiteral("n/a: no sizes recorded"));
}

// PyTorch before 2.2 records only shapes; names of reductions contain the type.
void tst_Collectives::shapesAndNamesOfOldTraces()
{
    const auto sizeOf = [](const char *name, const char *dims) {
        const auto table = collectivesOf(
            std::string(
                "{'ph':'X','cat':'cpu_op','pid':9,'tid':9,'name':'record_param_comms','ts':1,'dur':5,'args':{'Input Dims':")
            + dims
            + "}},{'ph':'X','cat':'cuda_runtime','pid':9,'tid':9,'name':'cudaLaunchKernel','ts':2,'dur':1,'args':{'correlation':"
              "7}},"
            + kernel(name, 20, 10, "'correlation':7"));
        return cellText(*table, 0, "bytes");
    };
    QCOMPARE(sizeOf("ncclDevKernel_AllReduce_Sum_f16_RING_LL(x)", "[[[4, 2048, 4096]], [], []]"), QStringLiteral("67108864"));
    QCOMPARE(sizeOf("ncclKernel_AllReduce_RING_LL_Sum_float(x)", "[[[10], [5, 2]], [7]]"), QStringLiteral("80"));
    QCOMPARE(sizeOf("ncclKernel_ReduceScatter_TREE_LL_SumPostDiv_half(x)", "[[8, 8], []]"), QStringLiteral("128"));
    QCOMPARE(sizeOf("ncclKernel_AllReduce_RING_LL_Sum___nv_bfloat16(x)", "[[[16]]]"), QStringLiteral("32"));
    // Copies move bytes, whatever the type.
    QCOMPARE(sizeOf("ncclKernel_Broadcast_RING_LL_Sum_int8_t(x)", "[[[16]]]"),
        QStringLiteral("n/a: elements are recorded, but not their type"));
    QCOMPARE(sizeOf("ncclKernel_AllReduce_RING_LL_Sum_float(x)", "[[[10], []], [7]]"), QStringLiteral("n/a: no sizes recorded"));
    QCOMPARE(sizeOf("ncclKernel_AllReduce_RING_LL_Sum_float(x)", "[[[10"), QStringLiteral("n/a: no sizes recorded"));
}

void tst_Collectives::groupsAndTypesAreRows()
{
    const auto all = [](int start, int duration, const char *type, const char *ranks) {
        return kernel("ncclDevKernel_Generic(x)", start, duration,
            std::string("'Collective name':'allreduce','In msg nelems':1000,'dtype':'") + type
                + "','Group size':2,'Process Group Ranks':'" + ranks + "'");
    };
    const auto table = collectivesOf(all(0, 10, "Float", "[0, 1]") + all(10, 20, "Float", "[0, 2]")
        + all(30, 30, "Half", "[0, 1]") + all(60, 5, "Float", "[0, 1]"));
    QCOMPARE(table->rowCount(), std::size_t{3});
    QStringList rows;
    for (std::size_t r = 0; r < 3; ++r)
        rows << cellText(*table, r, "dtype") + u' ' + cellText(*table, r, "groups") + u' ' + cellText(*table, r, "sum_ns") + u' '
                + cellText(*table, r, "bytes");
    QCOMPARE(rows,
        (QStringList{QStringLiteral("f16 [0, 1] 30000 2000"), QStringLiteral("f32 [0, 2] 20000 4000"),
            QStringLiteral("f32 [0, 1] 15000 8000")}));
}

void tst_Collectives::sumsSayWhatTheyLeaveOut()
{
    const std::string group = "'Collective name':'allreduce','dtype':'Float','Group size':4,'Process Group Ranks':'[0, 1, 2, 3]'";
    const std::string name = "ncclDevKernel_Generic(x)";
    const auto table = collectivesOf(
        kernel(name, 0, 10, group + ",'In msg nelems':1000") + kernel(name, 20, 90, group) + kernel(name, 200, 50, group));
    QCOMPARE(table->rowCount(), std::size_t{1});
    QCOMPARE(cellText(*table, 0, "count"), QStringLiteral("3"));
    QCOMPARE(cellText(*table, 0, "sized"), QStringLiteral("1"));
    QCOMPARE(cellText(*table, 0, "bytes"), QStringLiteral("4000"));
    QCOMPARE(cellText(*table, 0, "algbw_gb_per_s"), QStringLiteral("0.4")); // time of transfers without a size is not counted
    QCOMPARE(table->notes().size(), std::size_t{1});
    QVERIFY(table->notes().front().english().find("exclude 2 transfers") != std::string::npos);
}

void tst_Collectives::compiledOnesFollowTheSameRules()
{
    const auto op = [](int start, const char *name, const std::string &text) {
        return "{'ph':'X','pid':3,'tid':3,'ts':" + std::to_string(start) + ",'dur':10,'name':'" + name
            + "','args':{'long_name':'%" + name + " = " + text + "'}},";
    };
    const auto table = collectivesOf("{'ph':'M','pid':3,'name':'process_name','args':{'name':'/device:TPU:0'}},"
                                     "{'ph':'M','pid':3,'tid':3,'name':'thread_name','args':{'name':'XLA Ops'}},"
        + op(0, "all-gather.1", "bf16[64,8]{1,0} all-gather(bf16[16,8]{1,0} %p), replica_groups=[2,4]<=[8], dimensions={0}")
        + op(20, "reduce-scatter.1", "f32[16]{0} reduce-scatter(f32[64]{0} %p), replica_groups={{0,1,2,3},{4,5,6,7}}")
        + op(40, "reduce-scatter.2", "s32[16]{0} reduce-scatter(s32[64]{0} %p), replica_groups={}")
        + op(60, "collective-permute.1", "pred[100]{0} collective-permute(pred[100]{0} %p), source_target_pairs={{0,1}}"));
    const auto line = [&](const char *kind, const char *type) -> QString {
        for (std::size_t r = 0; r < table->rowCount(); ++r)
            if (cellText(*table, r, "kind") == QLatin1String(kind) && cellText(*table, r, "dtype") == QLatin1String(type))
                return cellText(*table, r, "group_size") + u' ' + cellText(*table, r, "bytes") + u' '
                    + cellText(*table, r, "busbw_gb_per_s");
        return QStringLiteral("no row");
    };
    QCOMPARE(line("all-gather", "bf16"), QStringLiteral("4 1024 0.0768"));
    QCOMPARE(line("reduce-scatter", "f32"), QStringLiteral("4 256 0.0192"));
    QCOMPARE(line("reduce-scatter", "i32"),
        QStringLiteral("n/a: not recorded n/a: the size of the group is not recorded n/a: the "
                       "size of the group is not recorded"));
    QCOMPARE(line("collective-permute", "bool"), QStringLiteral("n/a: not recorded 100 0.01"));
}

// Each has its own group and is half hidden by other work.
void tst_Collectives::manyGroupsAddUp()
{
    constexpr int kMany = 3000;
    std::string events;
    for (int i = 0; i < kMany; ++i) {
        events += kernel("ncclDevKernel_Generic(x)", i * 10, 8,
            "'Collective name':'allreduce','In msg nelems':1,'dtype':'Float','Group size':2,'Process Group Ranks':'[0, "
                + std::to_string(i + 1) + "]'");
        events += "{'ph':'X','cat':'kernel','pid':0,'tid':8,'ts':" + std::to_string(i * 10 + 4)
            + ",'dur':4,'name':'gemm','args':{'device':0,'stream':8}},";
    }
    const auto table = collectivesOf(events);
    QCOMPARE(table->rowCount(), std::size_t{kMany});
    std::int64_t exposed = 0;
    std::int64_t hidden = 0;
    for (std::size_t r = 0; r < table->rowCount(); ++r) {
        exposed += table->integer(r, table->columnIndex("exposed_ns"));
        hidden += table->integer(r, table->columnIndex("hidden_ns"));
    }
    QCOMPARE(exposed, 4000 * kMany);
    QCOMPARE(hidden, 4000 * kMany);
}

void tst_Collectives::publicTraces_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>(
        "expected"); // count, bytes, sum_ns and group_size over the rows of the kind; computed from the file by a Python script
    QTest::newRow("NCCL, all-reduce") << "hta_nccl_data.json.gz"
                                      << "all-reduce"
                                      << "15 306684384 46762159 2";
    QTest::newRow("NCCL, broadcast") << "hta_nccl_data.json.gz"
                                     << "broadcast"
                                     << "6 638712 114334 2";
    QTest::newRow("RCCL, all-reduce") << "tl_mi300_resnet_act_checkpoint.json.gz"
                                      << "all-reduce"
                                      << "6 70137072 47137038 8";
    QTest::newRow("RCCL, broadcast") << "tl_mi300_resnet_act_checkpoint.json.gz"
                                     << "broadcast"
                                     << "6 58080 63272 8";
}

void tst_Collectives::publicTraces()
{
    QFETCH(QString, file);
    QFETCH(QString, kind);
    const QString path = QStringLiteral(LAMELLA_SHARED_TRACES "/chrome/") + file;
    LAMELLA_NEED_SHARED(path);
    const auto opened = openTrace(path.toStdString(), {}, {});
    QVERIFY(opened.has_value());
    const auto table = collectivesOf(*opened, "collectives");
    std::array<std::int64_t, 3> sums{};
    QString groupSize;
    for (std::size_t r = 0; r < table->rowCount(); ++r) {
        if (cellText(*table, r, "kind") != kind)
            continue;
        for (std::size_t i = 0; i < sums.size(); ++i)
            sums[i] += table->integer(r, table->columnIndex(std::array{"count", "bytes", "sum_ns"}[i]));
        groupSize = cellText(*table, r, "group_size");
    }
    QTEST(QStringLiteral("%1 %2 %3 %4").arg(sums[0]).arg(sums[1]).arg(sums[2]).arg(groupSize), "expected");
}

LAMELLA_TEST(tst_Collectives)
#include "tst_Collectives.moc"
