// SPDX-License-Identifier: GPL-3.0-or-later
// Output of nsys stats as tables, and the same reports computed from a trace.
#include "core/import/ImporterRegistry.h"
#include "core/import/nsys/StatsText.h"
#include "core/report/TableWriters.h"
#include "core/session/AnalysisSession.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella::core;

namespace {

const QByteArray kConsole =
    "Generating SQLite file a.sqlite from a.nsys-rep\n"
    "Processing [a.sqlite] with [/opt/nvidia/reports/nvtx_sum.py]... \n"
    "SKIPPED: a.sqlite does not contain NV Tools Extension (NVTX) data.\n\n"
    "Processing [a.sqlite] with [/opt/nvidia/reports/cuda_gpu_kern_sum.py]... \n\n"
    " ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):\n\n"
    " Time (%)  Total Time (ns)  Instances  Avg (ns)  Med (ns)  Min (ns)  Max (ns)  StdDev (ns)        Name      \n"
    " --------  ---------------  ---------  --------  --------  --------  --------  -----------  ----------------\n"
    "     75.0          300,000         10   30000.0   30000.0    29,000    31,000        418.0  ampere_sgemm_tn \n"
    "     25.0          100,000         20    5000.0    5000.0     4,000     6,000        222.1  void soft, max\xE2\x80\xA6\n"
    "\n";

const QByteArray kCsv = "Processing [a.sqlite] with [cuda_gpu_kern_sum.py]... \n"
                        "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n"
                        "75.0,300000,10,30000.0,30000.0,29000,31000,418.0,ampere_sgemm_tn\n"
                        "25.0,100000,20,5000.0,5000.0,4000,6000,222.1,\"void soft, \"\"max\"\"\"\n";

const QByteArray kOld = "Time(%),Total Time (ns),Instances,Average,Minimum,Maximum,Name\n100.0,500,2,250.0,200,300,gemv\n";

} // namespace

class tst_NsysStats : public QObject {
    Q_OBJECT
private slots:
    void forms_data();
    void forms();
    void otherTextIsNotTaken_data();
    void otherTextIsNotTaken();
    void raggedRows();
    void surplusCells_data();
    void surplusCells();
    void wideDashesAreNoReport();
    void roomForCells();
    void reportsOfOneNameAreNumbered();
    void manyReportsAndSkips();
    void countsAbove63Bits();
    void kernelsOfText();
    void restSaysWhy();
    void ownColumns();
    void reportOfTheFileName();
    void roundingIsAwayFromZero();
    void truncatedAtEveryByte();
    void publicTextIsReproduced();

private:
    std::shared_ptr<AnalysisSession> open(const QByteArray &bytes, const char *name = "stats.txt")
    {
        QFile file(m_dir.filePath(QString::fromLatin1(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write");
        file.close();
        const auto document = openTrace(file.fileName().toStdString(), {}, {});
        if (!document)
            qFatal("%s", document.error().message().c_str());
        return *AnalysisSession::create(*document, {});
    }
    static ReportTable table(AnalysisSession &session, const char *name, const char *by = "")
    {
        TableRequest request;
        request.table = name;
        request.by = by;
        const auto made = session.table(request);
        if (!made)
            qFatal("%s", made.error().message().c_str());
        return **made;
    }
    // Lines after the header.
    static QStringList rows(const ReportTable &table)
    {
        QStringList lines =
            QString::fromStdString(writeTable(table, TableFormat::Csv)).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        lines.removeFirst();
        return lines;
    }
    QTemporaryDir m_dir;
};

void tst_NsysStats::forms_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("rows");
    QTest::newRow("console") << kConsole << 2;
    QTest::newRow("CSV with what the program says") << kCsv << 2;
    QTest::newRow("CSV alone") << kCsv.mid(kCsv.indexOf("Time")) << 2;
    QTest::newRow("CRLF") << QByteArray(kCsv).replace("\n", "\r\n") << 2;
    QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF" + kOld) << 1;
    QTest::newRow("before 2022") << kOld << 1;
}

void tst_NsysStats::forms()
{
    QFETCH(QByteArray, text);
    QVERIFY(looksLikeStatsText(text.toStdString()));
    const StatsText parsed = parseStatsText(text.toStdString(), "x.txt");
    QCOMPARE(parsed.reports.size(), std::size_t{1});
    QCOMPARE(parsed.reports[0].id, std::string("cuda_gpu_kern_sum"));
    QTEST(static_cast<int>(parsed.reports[0].rows.size()), "rows");
    QCOMPARE(parsed.badRows, std::uint64_t{0});
}

void tst_NsysStats::otherTextIsNotTaken_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("JSON") << QByteArray(R"({"traceEvents":[]})");
    QTest::newRow("Ascend table") << QByteArray("Name,Type,Start Time(us),Duration(us)\n");
    QTest::newRow("Ascend statistics") << QByteArray("OP Type,Core Type,Count,Total Time(us),Ratio(%)\n");
    QTest::newRow("prose") << QByteArray("Total Time (ns) of it all, Name, and more\n");
    QTest::newRow("bytes") << QByteArray("Time (%),Total Time (ns),Instances,Name\0", 40);
}

void tst_NsysStats::otherTextIsNotTaken()
{
    QFETCH(QByteArray, text);
    QVERIFY(!looksLikeStatsText(text.toStdString()));
}

void tst_NsysStats::raggedRows()
{
    const StatsText parsed = parseStatsText(QByteArray(kOld + "1.0,2\n3.0,4,5,6,7,8,\"a\",and more\n").toStdString(), {});
    QCOMPARE(parsed.badRows, std::uint64_t{1});
    QCOMPARE(parsed.reports[0].rows.size(), std::size_t{2});
}

void tst_NsysStats::surplusCells_data()
{
    QTest::addColumn<QByteArray>("end");
    QTest::addColumn<QString>("name");
    QTest::newRow("a name without quotes") << QByteArray("gemm<int, 4>,x") << "gemm<int, 4>,x";
    QTest::newRow("a quoted part") << QByteArray("\"a,b\",c") << "a,b,c";
    QTest::newRow("empty cells are nothing") << QByteArray("gemv,, ,") << "gemv";
    QTest::newRow("none") << QByteArray("\"gemv,\"") << "gemv,";
}

void tst_NsysStats::surplusCells()
{
    QFETCH(QByteArray, end);
    const StatsText parsed = parseStatsText(QByteArray(kOld + "3.0,4,5,6,7,8," + end + "\n").toStdString(), {});
    QCOMPARE(parsed.badRows, std::uint64_t{0});
    QTEST(QString::fromStdString(parsed.reports[0].rows[1][6]), "name");
}

void tst_NsysStats::wideDashesAreNoReport()
{
    QByteArray header;
    QByteArray dashes;
    for (int i = 0; i < 10000; ++i) {
        header += i == 0 ? "Name Total Time (ns) " : "Total (ns) ";
        dashes += i == 0 ? "---- --------------- " : "---------- ";
    }
    const StatsText parsed = parseStatsText(QByteArray(header + "\n" + dashes + "\nx\nx\n" + kOld).toStdString(), {});
    QCOMPARE(parsed.reports.size(), std::size_t{1});
    QCOMPARE(parsed.reports[0].rows.size(), std::size_t{1});
}

void tst_NsysStats::roomForCells()
{
    QByteArray text = kOld; // seven columns
    for (int i = 0; i < 9; ++i)
        text += "1.0,500,2,250.0,200,300,gemv\n";
    const StatsText parsed = parseStatsText(text.toStdString(), {}, 30);
    QCOMPARE(parsed.reports[0].rows.size(), std::size_t{4});
    QCOMPARE(parsed.badRows, std::uint64_t{6});
}

void tst_NsysStats::reportsOfOneNameAreNumbered()
{
    const QByteArray second = QByteArray(kOld).replace("gemv", "other");
    const auto session =
        open("** x (cuda_gpu_kern_sum):\n" + kOld + "\n** x (cuda_gpu_kern_sum):\n" + second + "\n** x (\xFF\x01):\n" + kOld);
    QCOMPARE(table(*session, "stats", "cuda_gpu_kern_sum").text(0, 6), std::string_view("gemv"));
    const ReportTable other = table(*session, "stats", "cuda_gpu_kern_sum#2");
    QCOMPARE(other.text(0, 6), std::string_view("other"));
    const QString note = QString::fromStdString(other.notes().front().english());
    QVERIFY2(note.contains(QStringLiteral("cuda_gpu_kern_sum, cuda_gpu_kern_sum#2, ")), qPrintable(note));
    for (const QChar c : note)
        QVERIFY(c.isPrint());
}

void tst_NsysStats::manyReportsAndSkips()
{
    QByteArray text;
    for (int i = 0; i < 1003; ++i)
        text += "SKIPPED: no data\n" + kOld + "\n";
    const StatsText parsed = parseStatsText(text.toStdString(), {});
    QCOMPARE(parsed.reports.size(), std::size_t{1000});
    QCOMPARE(parsed.moreReports, std::uint64_t{3});
    QCOMPARE(parsed.skipped.size(), std::size_t{100});
    QCOMPARE(parsed.moreSkipped, std::uint64_t{903});
    const ReportTable stats = table(*open(text), "stats");
    QVERIFY(stats.notes().back().english().starts_with("3 more reports "));
}

void tst_NsysStats::countsAbove63Bits()
{
    const auto session = open(QByteArray(kOld).replace(",500,2,", ",500,18446744073709551615,"));
    const ReportTable stats = table(*session, "stats");
    QCOMPARE(stats.real(0, 2), 18446744073709551616.0);
    QVERIFY(table(*session, "kernels").isMissing(0, 3));
}

void tst_NsysStats::kernelsOfText()
{
    const auto session = open(kConsole);
    const ReportTable kernels = table(*session, "kernels");
    QCOMPARE(kernels.rowCount(), std::size_t{2});
    QCOMPARE(kernels.text(0, 1), std::string_view("gemm"));
    QCOMPARE(kernels.integer(0, 3), 10);
    QCOMPARE(kernels.integer(0, 4), 300000);
    QCOMPARE(kernels.real(0, 5), 0.75);
    QCOMPARE(kernels.integer(1, 9), 5000);
    QVERIFY(QString::fromStdString(kernels.notes().back().english()).contains(QStringLiteral("shortened by nsys stats")));
    QCOMPARE(table(*open(kOld), "kernels").integer(0, 6), 250);
}

void tst_NsysStats::restSaysWhy()
{
    const auto session = open(kConsole);
    for (const char *name : {"passes", "layers", "gaps", "ranges"}) {
        const ReportTable none = table(*session, name);
        QCOMPARE(none.rowCount(), std::size_t{0});
        QVERIFY2(
            QString::fromStdString(none.notes().back().english()).contains(QStringLiteral("nsys export --type sqlite")), name);
    }
    // The inspector says what the table has, not that there is no work.
    const ReportTable inspect = table(*session, "inspect");
    const auto number = [&inspect](std::string_view section, std::string_view key, const char *column) -> std::int64_t {
        for (std::size_t row = 0; row < inspect.rowCount(); ++row)
            if (inspect.text(row, 0) == section && inspect.text(row, 1) == key)
                return inspect.integer(row, inspect.columnIndex(column));
        return -1;
    };
    QCOMPARE(number("title", "kernels", "count"), std::int64_t{30});
    QCOMPARE(number("figure", "sum", "dur_ns"), std::int64_t{400'000});
    QCOMPARE(number("figure", "duration", "dur_ns"), std::int64_t{-1});
    QCOMPARE(number("kernels", "name", "dur_ns"), std::int64_t{300'000});
    const auto &diagnostics = session->document().diagnostics;
    QCOMPARE(diagnostics.count("summary_only"), std::uint64_t{1});
    QCOMPARE(diagnostics.count("report_skipped"), std::uint64_t{1});
}

void tst_NsysStats::ownColumns()
{
    const auto session = open(kCsv);
    const ReportTable stats = table(*session, "stats");
    QCOMPARE(rows(stats).first(), QStringLiteral("75.0,300000,10,30000.0,30000.0,29000,31000,418.0,ampere_sgemm_tn"));
    QCOMPARE(stats.columns()[0].id, std::string("time_percent"));
    TableRequest request;
    request.table = "stats";
    request.by = "nvtx_sum";
    const auto missing = session->table(request);
    QVERIFY(!missing);
    QVERIFY(missing.error().detail.english().find("cuda_gpu_kern_sum") != std::string::npos);
}

void tst_NsysStats::reportOfTheFileName()
{
    const QByteArray text = "Time (%),Total Time (ns),Num Calls,Avg (ns),Name\n100.0,5,1,5.0,poll\n";
    QCOMPARE(parseStatsText(text.toStdString(), "run_osrt_sum.csv").reports[0].id, std::string("osrt_sum"));
    QCOMPARE(parseStatsText(text.toStdString(), "run.csv").reports[0].id, std::string("cuda_api_sum"));
}

void tst_NsysStats::roundingIsAwayFromZero()
{
    // Four kernels of 347813 ns in sum: the mean ends in .25, which printf would round to .2.
    const auto session = open(R"([{"ph":"X","name":"k","cat":"kernel","pid":0,"tid":7,"ts":1,"dur":86.953},
        {"ph":"X","name":"k","cat":"kernel","pid":0,"tid":7,"ts":100,"dur":86.953},
        {"ph":"X","name":"k","cat":"kernel","pid":0,"tid":7,"ts":200,"dur":86.953},
        {"ph":"X","name":"k","cat":"kernel","pid":0,"tid":7,"ts":300,"dur":86.954}])",
        "trace.json");
    QCOMPARE(rows(table(*session, "stats")), QStringList{QStringLiteral("100.0,347813,4,86953.3,86953.0,86953,86954,0.5,k")});
}

void tst_NsysStats::truncatedAtEveryByte()
{
    for (qsizetype length = 0; length <= kConsole.size(); ++length) {
        const QByteArray truncated = kConsole.left(length);
        const StatsText parsed = parseStatsText(truncated.toStdString(), {});
        std::size_t rows = 0;
        for (const StatsReport &report : parsed.reports)
            rows += report.rows.size();
        QVERIFY(rows <= 2);
    }
}

void tst_NsysStats::publicTextIsReproduced()
{
    const QString trace = QStringLiteral(LAMELLA_SHARED_TRACES "/nsys/zx3xyy_result_2_7B_compile_ro.sqlite");
    const QString text = QStringLiteral(LAMELLA_SHARED_TRACES "/nsys/stats_text/zx3xyy_nsys_stats_compile_ro.txt");
    LAMELLA_NEED_SHARED(trace);
    LAMELLA_NEED_SHARED(text);
    const auto ours = *AnalysisSession::create(*openTrace(trace.toStdString(), {}, {}), {});
    const auto theirs = *AnalysisSession::create(*openTrace(text.toStdString(), {}, {}), {});
    for (const char *report : {"cuda_gpu_kern_sum", "cuda_api_sum", "osrt_sum"}) {
        QStringList expected = rows(table(*theirs, "stats", report));
        QStringList found = rows(table(*ours, "stats", report));
        QVERIFY2(!expected.isEmpty(), report);
        QCOMPARE(found.size(), expected.size());
        for (qsizetype i = 0; i < expected.size(); ++i) {
            // nsys stats shortens names to 99 characters, and Lamella omits the version of calls.
            const auto figures = [](const QString &line) { return line.section(QLatin1Char(','), 0, 7); };
            QCOMPARE(figures(found[i]), figures(expected[i]));
        }
    }
    const ReportTable full = table(*ours, "stats");
    const ReportTable truncated = table(*theirs, "stats");
    for (std::size_t row = 0; row < truncated.rowCount(); ++row) {
        std::string name(truncated.text(row, 8));
        QVERIFY(name.ends_with("\xE2\x80\xA6"));
        name.resize(name.size() - 3);
        QVERIFY(full.text(row, 8).starts_with(name));
    }
}

LAMELLA_TEST(tst_NsysStats)
#include "tst_NsysStats.moc"
