// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of the Ascend profiler recomputed from a kernel table, and compared with the files beside it.
#include "core/import/ImporterRegistry.h"
#include "core/session/AnalysisSession.h"
#include "core/session/ascend/AscendOutputs.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella::core;

namespace {

// Two multiplications of 4 and 6 µs with 1 µs between them, an addition of 2 µs, a collective of 10 µs of which 3 µs are
// overlapped.
const QByteArray kKernels =
    "Step Id,Device_id,Stream ID,Name,Type,Accelerator Core,Start Time(us),Duration(us),aic_mac_time(us),aic_mac_ratio,"
    "aic_total_cycles\n"
    "7,3,2,mm_1,MatMulV2,AI_CORE,1000.000\t,4.000,3.0,0.750,100\n"
    "7,3,2,mm_2,MatMulV2,AI_CORE,1005.000\t,6.000,1.5,0.250,200\n"
    "7,3,2,add_1,Add,AI_VECTOR_CORE,1011.000\t,2.000,N/A,N/A,N/A\n"
    "7,3,N/A,hcom_allReduce__1_0_1,hcom_allReduce_,HCCL,1010.000\t,10.000,N/A,N/A,N/A\n";

const QByteArray kSteps = "Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
                          "Communication(Not Overlapped and Exclude Receive),Preparing\r\n"
                          "3,7,12.000000000000002,7.0,3.0,10.0,1.0,20.0,0,7.0,5.5\r\n";

const QByteArray kOps = "Device_id,OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)\n"
                        "3,MatMulV2,AI_CORE,2,10.0,4.0,5.0,6.0,83.333\n3,Add,AI_VECTOR_CORE,1,2.0,2.0,2.0,2.0,16.667\n";

std::string cell(const ReportTable &table, std::size_t row, std::string_view column)
{
    return std::string(table.text(row, table.columnIndex(column)));
}

std::int64_t number(const ReportTable &table, std::size_t row, std::string_view column)
{
    return table.integer(row, table.columnIndex(column));
}

std::size_t rowOf(const ReportTable &table, std::string_view column, std::string_view value)
{
    for (std::size_t row = 0; row < table.rowCount(); ++row)
        if (cell(table, row, column) == value)
            return row;
    return ReportTable::npos;
}

} // namespace

class tst_AscendTables : public QObject {
    Q_OBJECT
private slots:
    void init();
    void opStatistic();
    void stepTraceTime();
    void pipes();
    void pipesByCategory();
    void pipesOfManyTypes();
    void pipesSayWhatIsDamaged();
    void cutRowBesideTheTrace();
    void columnsBeyondTheFirst1024();
    void hugeFiguresDoNotWrap();
    void everyFigureIsEqual();
    void whatDiffersIsSaid_data();
    void whatDiffersIsSaid();
    void streamThatIsNotRecorded();
    void nothingBeside();
    void otherTraces();
    void publicCaptures();

private:
    void write(const QString &name, const QByteArray &bytes)
    {
        QFile file(m_dir->filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write");
    }
    static ReportTable table(const QString &path, const char *name, const char *by = "", bool each = false)
    {
        const auto document = openTrace(path.toStdString(), {}, {});
        if (!document)
            qFatal("%s", document.error().message().c_str());
        const auto session = AnalysisSession::create(*document, {});
        TableRequest request;
        request.table = name;
        request.by = by;
        request.each = each;
        const auto made = (*session)->table(request);
        if (!made)
            qFatal("%s", made.error().message().c_str());
        return **made;
    }
    [[nodiscard]] QString kernels() const { return m_dir->filePath(QStringLiteral("kernel_details.csv")); }

    std::unique_ptr<QTemporaryDir> m_dir;
};

void tst_AscendTables::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    write(QStringLiteral("kernel_details.csv"), kKernels);
}

void tst_AscendTables::opStatistic()
{
    const ReportTable ops = table(kernels(), "op-statistic");
    QCOMPARE(ops.rowCount(), std::size_t{2}); // without communication
    QCOMPARE(cell(ops, 0, "type"), std::string("MatMulV2"));
    QCOMPARE(number(ops, 0, "device"), 3);
    QCOMPARE(number(ops, 0, "count"), 2);
    QCOMPARE(number(ops, 0, "sum_ns"), 10000);
    QCOMPARE(number(ops, 0, "min_ns"), 4000);
    QCOMPARE(number(ops, 0, "avg_ns"), 5000);
    QCOMPARE(number(ops, 0, "max_ns"), 6000);
    QCOMPARE(ops.real(0, ops.columnIndex("share")), 10.0 / 12.0);
}

void tst_AscendTables::stepTraceTime()
{
    const ReportTable steps = table(kernels(), "step-trace-time");
    QCOMPARE(steps.rowCount(), std::size_t{1});
    QCOMPARE(cell(steps, 0, "step"), std::string("7"));
    QCOMPARE(number(steps, 0, "computing_ns"), 12000);
    QCOMPARE(number(steps, 0, "communication_ns"), 10000);
    QCOMPARE(number(steps, 0, "communication_not_overlapped_ns"), 7000);
    QCOMPARE(number(steps, 0, "overlapped_ns"), 3000);
    QCOMPARE(number(steps, 0, "stage_ns"), 20000);
    QCOMPARE(number(steps, 0, "free_ns"), 1000);
}

void tst_AscendTables::pipes()
{
    const ReportTable use = table(kernels(), "pipes");
    QCOMPARE(use.rowCount(), std::size_t{2});
    QCOMPARE(number(use, 0, "aic_mac_time_ns"), 4500);
    QCOMPARE(number(use, 0, "aic_total_cycles"), 300);
    QCOMPARE(use.real(0, use.columnIndex("aic_mac_ratio")), (0.75 * 4 + 0.25 * 6) / 10);
    QVERIFY(use.isMissing(1, use.columnIndex("aic_mac_ratio")));
}

void tst_AscendTables::pipesByCategory()
{
    const ReportTable use = table(kernels(), "pipes", "category");
    QVERIFY(rowOf(use, "category", "gemm") != ReportTable::npos);
    QCOMPARE(cell(use, 0, "type"), std::string());
}

void tst_AscendTables::pipesOfManyTypes()
{
    QByteArray text = "Name,Type,Start Time(us),Duration(us),aic_mac_time(us)\n";
    constexpr int kTypes = 100'003;
    for (int i = 0; i < kTypes; ++i)
        text += "n,T" + QByteArray::number(i) + ",1,0.002,0.001\n";
    write(QStringLiteral("kernel_details.csv"), text);
    const ReportTable use = table(kernels(), "pipes");
    QCOMPARE(use.rowCount(), std::size_t{100'001});
    const std::size_t last = use.rowCount() - 1;
    QCOMPARE(cell(use, last, "type"), std::string("(others)"));
    QCOMPARE(number(use, last, "count"), 3);
    QCOMPARE(number(use, last, "sum_ns"), 6);
    QCOMPARE(number(use, last, "aic_mac_time_ns"), 3);
    QVERIFY(use.notes().front().english().find("(others)") != std::string::npos);
}

void tst_AscendTables::pipesSayWhatIsDamaged()
{
    write(QStringLiteral("kernel_details.csv"), kKernels + "7,3,2,bad,Add,AI_CORE,no,2.000\n7,3,2,cut,\"Add,AI_CORE,1020,2.000");
    const ReportTable use = table(kernels(), "pipes");
    QCOMPARE(use.rowCount(), std::size_t{2});
    QCOMPARE(use.notes().back().english(), std::string("2 damaged rows were left out."));
}

void tst_AscendTables::cutRowBesideTheTrace()
{
    write(QStringLiteral("op_statistic.csv"), kOps + "3,\"Sub,AI_CORE,1,2.0,2.0,2.0,2.0,16.667");
    const ReportTable checks = table(kernels(), "consistency");
    QCOMPARE(checks.rowCount(), std::size_t{2});
    QCOMPARE(checks.notes().back().english(), std::string("1 rows of the files beside the trace could not be read."));
}

void tst_AscendTables::columnsBeyondTheFirst1024()
{
    write(QStringLiteral("op_statistic.csv"), QByteArray(1024, ',') + kOps);
    QVERIFY(readAscendFigures(kernels().toStdString(), {})->opsFile.empty());
    write(QStringLiteral("op_statistic.csv"), "OP Type,OP Type \t,Count,Total Time(us),Count\nAdd,Sub,1,2.0,9\n");
    const auto figures = readAscendFigures(kernels().toStdString(), {});
    QCOMPARE(figures->ops.size(), std::size_t{1});
    QCOMPARE(figures->ops.begin()->first.type, std::string("Add")); // the first column of a name is used
    QCOMPARE(figures->ops.begin()->second.count, 1);
}

void tst_AscendTables::hugeFiguresDoNotWrap()
{
    // Five rows near the maximum duration, whose sum overflows.
    QByteArray rows = QByteArray(kKernels)
                          .replace("1000.000\t,4.000", "-2200000000000000,2200000000000000")
                          .replace("1005.000\t,6.000", "-2200000000000000,2200000000000000");
    for (const char *name : {"mm_3", "mm_4", "mm_5"})
        rows += QByteArray("7,3,2,") + name + ",MatMulV2,AI_CORE,0,2200000000000000,N/A,N/A,N/A\n";
    write(QStringLiteral("kernel_details.csv"), rows);
    write(QStringLiteral("op_statistic.csv"), QByteArray(kOps).replace(",2,10.0,", ",5,-2000000000000000,"));
    write(QStringLiteral("step_trace_time.csv"), QByteArray(kSteps).replace("12.000000000000002", "-2000000000000000"));
    const ReportTable checks = table(kernels(), "consistency");
    const std::pair<std::string_view, std::int64_t> expected[] = {
        {"MatMulV2 (AI_CORE)", INT64_MAX}, {"step 7: Computing", 6'400'000'000'000'000'000}};
    for (const auto &[item, delta] : expected) {
        const std::size_t row = rowOf(checks, "item", item);
        QVERIFY(row != ReportTable::npos);
        QCOMPARE(number(checks, row, "delta_ns"), delta);
        QCOMPARE(cell(checks, row, "verdict"), std::string("differs"));
    }
}

void tst_AscendTables::everyFigureIsEqual()
{
    write(QStringLiteral("op_statistic.csv"), kOps);
    write(QStringLiteral("step_trace_time.csv"), kSteps);
    const ReportTable checks = table(kernels(), "consistency");
    QCOMPARE(checks.rowCount(), std::size_t{9}); // two types, seven times
    for (std::size_t row = 0; row < checks.rowCount(); ++row)
        QCOMPARE(cell(checks, row, "verdict"), std::string("equal"));
    QVERIFY(checks.notes().front().english().starts_with("9 of 9 "));
}

void tst_AscendTables::whatDiffersIsSaid_data()
{
    QTest::addColumn<QByteArray>("ops");
    QTest::addColumn<QString>("item");
    QTest::addColumn<QString>("verdict");
    QTest::addColumn<QString>("why");
    const auto changed = [](const char *from, const char *to) { return QByteArray(kOps).replace(from, to); };
    QTest::newRow("sum") << changed(",10.0,", ",11.0,") << "MatMulV2 (AI_CORE)"
                         << "differs"
                         << "sum";
    QTest::newRow("count") << changed(",2,10.0", ",3,10.0") << "MatMulV2 (AI_CORE)"
                           << "differs"
                           << "count";
    QTest::newRow("share") << changed("83.333", "80.000") << "MatMulV2 (AI_CORE)"
                           << "differs"
                           << "share";
    QTest::newRow("only there") << changed("3,Add,", "3,Sub,") << "Sub (AI_VECTOR_CORE)"
                                << "only_recorded"
                                << "type";
    QTest::newRow("only here") << changed("3,Add,", "3,Sub,") << "Add (AI_VECTOR_CORE)"
                               << "only_recomputed"
                               << "row";
}

void tst_AscendTables::whatDiffersIsSaid()
{
    QFETCH(QByteArray, ops);
    QFETCH(QString, item);
    QFETCH(QString, why);
    write(QStringLiteral("op_statistic.csv"), ops);
    const ReportTable checks = table(kernels(), "consistency");
    const std::size_t row = rowOf(checks, "item", item.toStdString());
    QVERIFY(row != ReportTable::npos);
    QTEST(QString::fromStdString(cell(checks, row, "verdict")), "verdict");
    QVERIFY2(QString::fromStdString(cell(checks, row, "why")).contains(why), cell(checks, row, "why").c_str());
}

// The collective has "N/A" as its stream, and begins 7 us after the addition here.
void tst_AscendTables::streamThatIsNotRecorded()
{
    QByteArray later = kKernels;
    write(QStringLiteral("kernel_details.csv"), later.replace("HCCL,1010.000", "HCCL,1020.000"));
    for (const ReportTable &found : {table(kernels(), "kernels", "", true), table(kernels(), "gaps")}) {
        const std::size_t stream = found.columnIndex("stream");
        std::size_t without = 0;
        for (std::size_t row = 0; row < found.rowCount(); ++row) {
            if (!found.isMissing(row, stream)) {
                QCOMPARE(found.integer(row, stream), 2);
                continue;
            }
            ++without;
            QCOMPARE(QString::fromStdString(found.missingReason(row, stream).english()), QStringLiteral("no stream recorded"));
        }
        QCOMPARE(without, std::size_t{1});
    }
}

void tst_AscendTables::nothingBeside()
{
    const ReportTable checks = table(kernels(), "consistency");
    QCOMPARE(checks.rowCount(), std::size_t{0});
    QCOMPARE(checks.notes().size(), std::size_t{2});
}

void tst_AscendTables::otherTraces()
{
    write(QStringLiteral("trace.json"), R"([{"ph":"X","name":"k","cat":"kernel","pid":0,"tid":7,"ts":1,"dur":2}])");
    for (const char *name : {"op-statistic", "step-trace-time", "consistency", "pipes"}) {
        const ReportTable none = table(m_dir->filePath(QStringLiteral("trace.json")), name);
        QCOMPARE(none.rowCount(), std::size_t{0});
        QVERIFY(none.notes().front().english().starts_with("Not a trace of the Ascend profiler"));
    }
}

void tst_AscendTables::publicCaptures()
{
    const QString root = QStringLiteral(LAMELLA_SHARED_TRACES "/ascend");
    LAMELLA_NEED_SHARED(root);
    QDirIterator files(root, {QStringLiteral("kernel_details.csv")}, QDir::Files, QDirIterator::Subdirectories);
    std::size_t figures = 0;
    while (files.hasNext()) {
        const QString path = files.next();
        const auto ours = recomputeAscendFigures(path.toStdString(), {});
        const auto theirs = readAscendFigures(path.toStdString(), {});
        QVERIFY(ours && theirs);
        if (theirs->opsFile.empty() && theirs->stepsFile.empty())
            continue;
        const ReportTable checks = table(path, "consistency");
        for (std::size_t row = 0; row < checks.rowCount(); ++row)
            QVERIFY2(cell(checks, row, "verdict") == "equal",
                qPrintable(QStringLiteral("%1: %2 %3 ns")
                               .arg(path, QString::fromStdString(cell(checks, row, "item")))
                               .arg(number(checks, row, "delta_ns"))));
        figures += checks.rowCount();
    }
    QVERIFY(figures >= 47); // 33 types and two steps of seven times
}

LAMELLA_TEST(tst_AscendTables)
#include "tst_AscendTables.moc"
