// SPDX-License-Identifier: GPL-3.0-or-later
// A grid of runs written by this test: names, statuses, cells with a value, out of memory, or missing.
#include "core/import/ImporterRegistry.h"
#include "core/session/AnalysisSession.h"
#include "core/session/matrix/GridMarkdown.h"
#include "core/session/matrix/ModelSize.h"
#include "core/session/matrix/RunFacts.h"
#include "core/session/matrix/RunGrid.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>
#include <random>
#include <sqlite3.h>

using namespace lamella::core;

namespace {

// Three forward passes of 100, 60 and 80 ns, each with a GEMM and a softmax; the first one is the warm-up.
const char *const kRun =
    "CREATE TABLE StringIds(id INTEGER, value TEXT);"
    "INSERT INTO StringIds VALUES(1,'ampere_sgemm_128x64_tn'),(2,'softmax_warp_forward'),(3,'cudaLaunchKernel');"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, \"end\" INTEGER, deviceId INTEGER, contextId INTEGER, streamId "
    "INTEGER,"
    "correlationId INTEGER, globalPid INTEGER, demangledName INTEGER);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(1000,1060,0,1,7,1,16777216,1),(1060,1100,0,1,7,2,16777216,2),"
    "(2000,2050,0,1,7,3,16777216,1),(2050,2060,0,1,7,4,16777216,2),(3000,3060,0,1,7,5,16777216,1),(3060,3080,0,1,7,6,16777216,2);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER, \"end\" INTEGER, globalTid INTEGER, correlationId INTEGER, nameId "
    "INTEGER);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(910,911,16777217,1,3),(920,921,16777217,2,3),(1910,1911,16777217,3,3),"
    "(1920,1921,16777217,4,3),(2910,2911,16777217,5,3),(2920,2921,16777217,6,3);"
    "CREATE TABLE NVTX_EVENTS(start INTEGER, \"end\" INTEGER, eventType INTEGER, text TEXT, globalTid INTEGER);"
    "INSERT INTO NVTX_EVENTS VALUES(900,1200,59,'forward',16777217),(1900,2200,59,'forward',16777217),(2900,3200,59,'forward',"
    "16777217),(1915,1925,59,'computing softmax',16777217),(1905,1912,59,'final matmul',16777217),"
    "(2915,2925,59,'computing softmax',16777217);";

std::string cell(const ReportTable &table, std::size_t row, std::string_view column)
{
    return std::string(table.text(row, table.columnIndex(column)));
}

} // namespace

class tst_RunGrid : public QObject {
    Q_OBJECT
private slots:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }
    void fileNames_data();
    void fileNames();
    void ownPattern();
    void badPatterns_data();
    void badPatterns();
    void statuses();
    void tables_data();
    void tables();
    void whyACellHasNoValue();
    void warmUpIsFound();
    void warmUpOfRandomRanges();
    void noRunAtAll();
    void filesThatFitNoPatternAreNamed();
    void modesThatMarkdownLeavesOutAreNamed();
    void smallestModelFirst();
    void modelSizes_data();
    void modelSizes();
    void timesForPeopleAreMilliseconds();
    void flopRatioNeedsTheHeadDimension();
    void publicGrid();

private:
    void write(const QString &name)
    {
        sqlite3 *database = nullptr;
        sqlite3_open(m_dir->filePath(name).toUtf8().constData(), &database);
        char *message = nullptr;
        if (sqlite3_exec(database, kRun, nullptr, nullptr, &message) != SQLITE_OK)
            qFatal("%s", message);
        sqlite3_close(database);
    }
    RunGrid open(const RunGridOptions &options = {})
    {
        auto grid = RunGrid::open({m_dir->path().toStdString()}, options);
        if (!grid)
            qFatal("%s", grid.error().message().c_str());
        return std::move(*grid);
    }
    std::unique_ptr<QTemporaryDir> m_dir; // of one test
};

void tst_RunGrid::fileNames_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("mode");
    QTest::addColumn<int>("sequence");
    QTest::addColumn<int>("warmUp");
    QTest::newRow("full") << "benchmark__new_base__2.7B__FWD__seq128__warm5.sqlite"
                          << "2.7B"
                          << "FWD" << 128 << 5;
    QTest::newRow("training") << "benchmark__x__small__FWD_BWD__seq1024__warm3.nsys-rep"
                              << "small"
                              << "FWD_BWD" << 1024 << 3;
    QTest::newRow("no warm-up") << "x__small__FWD__seq64.sqlite"
                                << "small"
                                << "FWD" << 64 << -1;
    QTest::newRow("mode in lower case") << "x__small__fwd_bwd__seq64.sqlite"
                                        << "small"
                                        << "FWD_BWD" << 64 << -1;
    QTest::newRow("something else") << "trace.json"
                                    << ""
                                    << "" << 0 << -1;
}

void tst_RunGrid::fileNames()
{
    QFETCH(QString, file);
    QFETCH(QString, model);
    const auto name = RunNamePattern::parse({})->match(file.toStdString());
    QCOMPARE(name.has_value(), !model.isEmpty());
    if (!name)
        return;
    QCOMPARE(QString::fromStdString(name->model), model);
    QTEST(QString::fromStdString(name->mode), "mode");
    QTEST(static_cast<int>(name->sequence), "sequence");
    QTEST(name->warmUp ? static_cast<int>(*name->warmUp) : -1, "warmUp");
}

void tst_RunGrid::ownPattern()
{
    const auto pattern = RunNamePattern::parse(R"(run-(?<model>\w+)-(?<seq>\d+)\.sqlite)");
    QVERIFY(pattern.has_value());
    QCOMPARE(pattern->match("run-llama-512.sqlite")->sequence, 512);
    QVERIFY(!pattern->match("run-llama-512.sqlite.bak"));
    // The text of a group stands in neither classes nor escapes.
    const auto literal = RunNamePattern::parse(R"([(?<x>]\(\?<y>(?P<model>\W+)(?<seq>\d+))");
    QVERIFY(literal.has_value());
    QCOMPARE(literal->match("<(?<y>模型7")->model, std::string("模型"));
    QVERIFY(!pattern->match("run-llama-99999999999999999999.sqlite")); // the number is out of range
}

void tst_RunGrid::badPatterns_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("word");
    QTest::newRow("broken") << "(?<model>a"
                            << "'(' without ')'";
    QTest::newRow("at a character") << R"((?<model>a)(?<seq>\d+)[z-a])"
                                    << "character 24";
    QTest::newRow("look-ahead") << R"((?<model>a)(?=b)(?<seq>\d+))"
                                << "look-around";
    QTest::newRow("back reference") << R"((?<model>a)\1(?<seq>\d+))"
                                    << "back references";
    QTest::newRow("group twice") << R"((?<model>a)(?<model>b)(?<seq>\d+))"
                                 << "once";
    QTest::newRow("no model") << R"((?<seq>\d+))"
                              << "model";
    QTest::newRow("no seq") << "(?<model>a)"
                            << "seq";
}

void tst_RunGrid::badPatterns()
{
    QFETCH(QString, pattern);
    QFETCH(QString, word);
    const auto parsed = RunNamePattern::parse(pattern.toStdString());
    QVERIFY(!parsed);
    QVERIFY(parsed.error().detail.english().find(word.toStdString()) != std::string::npos);
}

void tst_RunGrid::statuses()
{
    const RunStatus status =
        RunStatus::parse("# Results\n\nsome text | with a bar\n| Seq Len | Config | Status FWD+BWD | Status FWD |\n"
                         "| -: | :- | :- | :- |\n| 128 | small | OOM | OK |\r\n| x | small | OK | OK |\n");
    QCOMPARE(status.all().size(), std::size_t{2});
    QCOMPARE(status.of("small", 128, "FWD"), std::string("OK"));
    QCOMPARE(status.of("small", 128, "FWD_BWD"), std::string("OOM"));
    QCOMPARE(status.of("large", 128, "FWD"), std::string());
}

void tst_RunGrid::tables_data()
{
    QTest::addColumn<QString>("table");
    QTest::addColumn<int>("row");
    QTest::addColumn<QString>("statistic");
    QTest::addColumn<QString>("value");
    QTest::newRow("median of all") << "a" << 0 << "forward_median_ns"
                                   << "80";
    QTest::newRow("mean after warm-up") << "a" << 1 << "forward_mean_after_warm_up_ns"
                                        << "70";
    QTest::newRow("mean of all") << "a" << 2 << "forward_mean_of_all_ns"
                                 << "80";
    QTest::newRow("top kernel") << "b" << 0 << "top_kernel_forward"
                                << "ampere_sgemm_128x64_tn (83.3 %)";
    QTest::newRow("top but GEMM") << "c" << 0 << "top_kernel_no_gemm"
                                  << "softmax_warp_forward (29.2 %), 70 ns, 3 times";
    QTest::newRow("GEMM") << "d" << 0 << "gemm_share"
                          << "0.708333";
    QTest::newRow("GEMM of ten") << "d" << 1 << "gemm_share_top_10"
                                 << "0.708333";
    QTest::newRow("softmax") << "e" << 0 << "softmax_ns"
                             << "10";
    QTest::newRow("matmul") << "e" << 1 << "matmul_ns"
                            << "50";
    QTest::newRow("ratio") << "e" << 2 << "softmax_to_matmul"
                           << "0.200000";
}

void tst_RunGrid::tables()
{
    QFETCH(QString, table);
    QFETCH(int, row);
    write(QStringLiteral("a__small__FWD__seq128__warm1.sqlite"));
    const auto built = open().table(table.toStdString());
    QVERIFY(built.has_value());
    const auto at = static_cast<std::size_t>(row);
    QCOMPARE(cell(*built, at, "model"), std::string("small"));
    QTEST(QString::fromStdString(cell(*built, at, "statistic")), "statistic");
    QTEST(QString::fromStdString(cell(*built, at, "seq128")), "value");
}

void tst_RunGrid::whyACellHasNoValue()
{
    write(QStringLiteral("a__small__FWD__seq128__warm9.sqlite"));
    QFile broken(m_dir->filePath(QStringLiteral("a__small__FWD__seq256__warm1.sqlite")));
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("SQLite format 3");
    broken.close();
    QFile status(m_dir->filePath(QStringLiteral("results.md")));
    QVERIFY(status.open(QIODevice::WriteOnly));
    status.write("| Config | Seq Len | Status FWD |\n| small | 512 | OOM |\n| small | 1024 | OK |\n");
    status.close();
    const auto table = *open().table("a");
    QCOMPARE(cell(table, 1, "seq128"), std::string("n/a (nothing after the warm-up)"));
    QVERIFY(cell(table, 0, "seq256").starts_with("n/a ("));
    QCOMPARE(cell(table, 0, "seq512"), std::string("OOM"));
    QCOMPARE(cell(table, 0, "seq1024"), std::string("n/a (no profile, status OK)"));
    QCOMPARE(table.notes().size(), std::size_t{1});
}

void tst_RunGrid::warmUpIsFound()
{
    // No warm-up in the name: found by a range of that name around the first step, else by steps far above the median.
    write(QStringLiteral("a__small__FWD__seq128.sqlite"));
    QCOMPARE(open().facts("small", "FWD", 128)->warmUp, std::size_t{0});
    sqlite3 *database = nullptr;
    sqlite3_open(m_dir->filePath(QStringLiteral("a__small__FWD__seq128.sqlite")).toUtf8().constData(), &database);
    sqlite3_exec(database, "INSERT INTO NVTX_EVENTS VALUES(850,1250,59,'Warmup',16777217)", nullptr, nullptr, nullptr);
    const RunGrid marked = open();
    QCOMPARE(marked.facts("small", "FWD", 128)->warmUp, std::size_t{1});
    QVERIFY(marked.facts("small", "FWD", 128)->warmUpRule == WarmUpRule::Range);
    sqlite3_exec(database,
        "DELETE FROM NVTX_EVENTS WHERE text = 'Warmup'; UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET \"end\" = 1900 WHERE start = 1060",
        nullptr, nullptr, nullptr);
    sqlite3_close(database);
    const RunGrid slow = open();
    QCOMPARE(slow.facts("small", "FWD", 128)->warmUp, std::size_t{1});
    QVERIFY(slow.facts("small", "FWD", 128)->warmUpRule == WarmUpRule::Gap);
    QCOMPARE(slow.notes().size(), std::size_t{2}); // one about the warm-up, one about the longest step
}

void tst_RunGrid::warmUpOfRandomRanges()
{
    struct Range {
        int start = 0;
        int end = 0;
    };
    std::mt19937 random(5);
    int rounds = 0;
    for (int i = 0; i < 40; ++i) {
        std::vector<Range> forward;
        std::vector<Range> warmUps;
        QByteArray text = R"([{"ph":"X","name":"k","cat":"kernel","pid":0,"tid":7,"ts":1,"dur":1})";
        const auto add = [&](std::vector<Range> &to, const char *name, int start, int length) {
            to.push_back({start, start + length});
            text += R"(,{"ph":"X","cat":"user_annotation","pid":1,"tid":)" + QByteArray::number(random() % 1000 + 1)
                + R"(,"name":")" + name + R"(","ts":)" + QByteArray::number(start) + R"(,"dur":)" + QByteArray::number(length)
                + "}";
        };
        for (int step = 0; step < 12; ++step)
            add(forward, "forward", 100 * step + 100, 50);
        for (int range = 0; range < 3; ++range)
            add(warmUps, "warmup", static_cast<int>(random() % 300), 60 + static_cast<int>(random() % 700));
        std::size_t expected = 0;
        while (expected < forward.size() && std::any_of(warmUps.begin(), warmUps.end(), [&](const Range &w) {
            return w.start <= forward[expected].start && forward[expected].end <= w.end;
        }))
            ++expected;
        QFile file(m_dir->filePath(QStringLiteral("ranges.json")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text + "]") > 0);
        file.close();
        const auto session = *AnalysisSession::create(*openTrace(file.fileName().toStdString(), {}, {}), {});
        const auto facts = runFacts(*session, {});
        QVERIFY(facts);
        QCOMPARE(facts->forwardRanges, forward.size());
        QCOMPARE(facts->warmUpRule == WarmUpRule::Range, expected > 0);
        if (expected > 0)
            QCOMPARE(facts->warmUp, expected);
        rounds += expected > 0 ? 1 : 0;
    }
    QVERIFY(rounds > 10);
}

void tst_RunGrid::noRunAtAll()
{
    QTemporaryDir empty;
    QFile file(empty.filePath(QStringLiteral("trace.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("[]");
    file.close();
    const auto grid = RunGrid::open({empty.path().toStdString()}, {});
    QVERIFY(!grid);
    for (const char *said : {"pattern", "trace.json", "the whole of any file name"})
        QVERIFY2(grid.error().detail.english().find(said) != std::string::npos, said);
}

void tst_RunGrid::filesThatFitNoPatternAreNamed()
{
    write(QStringLiteral("a__small__FWD__seq128__warm1.sqlite"));
    write(QStringLiteral("small-128.sqlite"));
    const auto notes = open().notes();
    QVERIFY(std::any_of(notes.begin(), notes.end(), [](const Message &note) {
        return note.english().find("One file is not in the grid") != std::string::npos
            && note.english().find("small-128.sqlite") != std::string::npos;
    }));
}

void tst_RunGrid::modesThatMarkdownLeavesOutAreNamed()
{
    write(QStringLiteral("run-small-128-infer.sqlite"));
    RunGridOptions options;
    options.pattern = R"(run-(?<model>\w+)-(?<seq>\d+)-(?<mode>\w+)\.sqlite)";
    const std::string text = gridMarkdown(open(options));
    QVERIFY2(text.find("Mode INFER is neither FWD") != std::string::npos, text.c_str());
}

void tst_RunGrid::smallestModelFirst()
{
    for (const char *model : {"custom", "xl", "2.7B", "small", "medium", "large"})
        write(QStringLiteral("a__%1__FWD__seq128__warm1.sqlite").arg(QLatin1String(model)));
    const std::vector<std::string> expected{"small", "medium", "large", "xl", "2.7B", "custom"};
    QCOMPARE(open().models(), expected);
}

void tst_RunGrid::modelSizes_data()
{
    QTest::addColumn<double>("size"); // 0: none
    QTest::newRow("2.7B") << 2.7e9;
    QTest::newRow("opt-2_7B") << 2.7e9;
    QTest::newRow("qwen2_7b") << 7e9;
    QTest::newRow("560m") << 560e6;
    QTest::newRow("Llama-3.1-70B-Instruct") << 70e9;
    QTest::newRow("Qwen3-30B-A3B") << 30e9;
    QTest::newRow("Mixtral-8x7B") << 56e9;
    QTest::newRow("gpt2-medium") << 355e6;
    QTest::newRow("bf16") << 0.0;
    QTest::newRow("run 12") << 0.0;
    QTest::newRow("") << 0.0;
}

void tst_RunGrid::modelSizes()
{
    QFETCH(double, size);
    QCOMPARE(modelSizeFromName(QTest::currentDataTag()).value_or(0), size);
}

void tst_RunGrid::timesForPeopleAreMilliseconds()
{
    write(QStringLiteral("a__small__FWD__seq128__warm1.sqlite"));
    const RunGrid grid = open();
    const auto times = *grid.table("a", RunGrid::TimeUnit::Milliseconds);
    QCOMPARE(cell(times, 0, "statistic"), std::string("forward_median"));
    QCOMPARE(cell(times, 0, "seq128"), std::string("0.000 ms"));
    QCOMPARE(cell(*grid.table("c", RunGrid::TimeUnit::Milliseconds), 0, "seq128"),
        std::string("softmax_warp_forward (29.2 %), 0.000 ms, 3 times"));
}

void tst_RunGrid::flopRatioNeedsTheHeadDimension()
{
    write(QStringLiteral("a__medium__FWD__seq128__warm1.sqlite"));
    QCOMPARE(cell(*open().table("e"), 3, "seq128"), std::string("n/a (head_dim is not known; give --config)"));
    RunGridOptions options;
    options.session.configPath = m_dir->filePath(QStringLiteral("config.json")).toStdString();
    QFile config(m_dir->filePath(QStringLiteral("config.json")));
    QVERIFY(config.open(QIODevice::WriteOnly));
    config.write(R"({"num_hidden_layers":24,"hidden_size":1024,"num_attention_heads":16})");
    config.close();
    QCOMPARE(cell(*open(options).table("e"), 3, "seq128"), std::string("0.019531")); // 5 : 4 * 64
}

void tst_RunGrid::publicGrid()
{
    const QString folder = QStringLiteral(LAMELLA_SHARED_TRACES "/nsys/synth");
    LAMELLA_NEED_SHARED(folder);
    const auto grid = RunGrid::open({folder.toStdString()}, {});
    QVERIFY(grid.has_value());
    const auto time = *grid->table("a");
    QCOMPARE(cell(time, 0, "model"), std::string("small")); // smallest first
    const auto rowOf = [](const ReportTable &table, std::string_view model, std::string_view mode, std::string_view statistic) {
        for (std::size_t row = 0; row < table.rowCount(); ++row)
            if (cell(table, row, "model") == model && cell(table, row, "mode") == mode
                && cell(table, row, "statistic") == statistic)
                return row;
        return ReportTable::npos;
    };
    QCOMPARE(cell(time, rowOf(time, "small", "FWD_BWD", "forward_median_ns"), "seq128"), std::string("4239682"));
    QCOMPARE(cell(time, rowOf(time, "large", "FWD", "forward_median_ns"), "seq512"), std::string("OOM"));
    const auto gemm = *grid->table("d", RunGrid::TimeUnit::Milliseconds);
    QCOMPARE(cell(gemm, rowOf(gemm, "small", "FWD_BWD", "gemm_share"), "seq128"), std::string("68.0 %"));
    QCOMPARE(cell(gemm, rowOf(gemm, "small", "FWD_BWD", "gemm_share_top_10"), "seq128"), std::string("66.4 %"));
    // A run without backward ranges still has kernels.
    const auto top = *grid->table("b");
    QCOMPARE(cell(top, rowOf(top, "small", "FWD_BWD", "top_kernel_backward"), "seq256"), std::string("n/a (no such range)"));
    const std::string text = gridMarkdown(*grid);
    for (const char *line : {"#### (b) Dominant Kernels (iteration 6)", "| medium | 73.96 ", "| seq1024 | OOM ",
             "| Seq Len | Inference Forward                    | Training Forward                     | Training Backward  ",
             "| seq128  | void at::native::elementwise_kernel<(int... | 13.5% | 3.20 ms | 672  |"})
        QVERIFY2(text.find(line) != std::string::npos, line);
    QVERIFY(cell(top, rowOf(top, "small", "FWD_BWD", "top_kernel_forward"), "seq128").ends_with("(55.3 %)"));
}

LAMELLA_TEST(tst_RunGrid)
#include "tst_RunGrid.moc"
