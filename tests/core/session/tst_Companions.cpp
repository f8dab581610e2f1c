// SPDX-License-Identifier: GPL-3.0-or-later
// Names for the kernels of graph replays from captures, annotations and eager traces, on traces that the test writes.
#include "core/import/ImporterRegistry.h"
#include "core/session/AnalysisSession.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <map>
#include <string>
#include <vector>

using namespace lamella::core;
using namespace lamella::test;

namespace {

using Names = std::vector<std::string>;

std::string number(int value)
{
    return std::to_string(value);
}

std::string span(const char *category, const std::string &name, int start, int length, const std::string &args, int thread = 1)
{
    return "{\"ph\":\"X\",\"cat\":\"" + std::string(category) + "\",\"name\":\"" + name + "\",\"pid\":1,\"tid\":" + number(thread)
        + ",\"ts\":" + number(start) + ",\"dur\":" + number(length) + ",\"args\":{" + args + "}},\n";
}

// Each replay: its kernels, in the step of that many tokens (0: no annotation).
struct Replay {
    Names kernels;
    int tokens = 0;
};

std::string replayTrace(const std::vector<Replay> &replays, bool nodes = false, int streams = 1)
{
    std::string text = "{\"traceEvents\":[\n";
    int time = 1000;
    int correlation = 1;
    for (const Replay &replay : replays) {
        if (replay.tokens > 0)
            text += span("user_annotation", "step[DECODE bs=" + number(replay.tokens) + "]", time - 10, 500, "");
        text += span("cuda_runtime", "hipGraphLaunch", time, 5, "\"correlation\":" + number(correlation));
        for (std::size_t i = 0; i < replay.kernels.size(); ++i) {
            std::string args = "\"device\":0,\"stream\":" + number(7 + static_cast<int>(i) % streams)
                + ",\"correlation\":" + number(correlation);
            if (nodes)
                args += ",\"graph node id\":" + number(100 + static_cast<int>(i));
            text += span("kernel", replay.kernels[i], time + 20 + 10 * static_cast<int>(i), 4 + static_cast<int>(i), args,
                7 + static_cast<int>(i) % streams);
        }
        time += 1000;
        ++correlation;
    }
    return text + "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"args\":{\"name\":\"python\"}}]}";
}

// A capture of these graphs, under an annotation of that batch size. Each launch stands in an operator of its own number, in a
// function of the user and a module. named: HIP records the names.
std::string captureTrace(const std::vector<Names> &graphs, int batch, bool named = true, bool ends = true)
{
    std::string text = "{\"traceEvents\":[\n";
    int time = 100;
    int launch = 0;
    std::string inside;
    for (const Names &graph : graphs) {
        inside += span("cuda_runtime", "hipStreamBeginCapture", time, 2, "\"correlation\":9000");
        time += 10;
        for (const std::string &kernel : graph) {
            const std::string n = number(launch++);
            inside += span("python_function", "/home/me/model.py(" + number(10 + launch) + "): step", time, 20, "");
            inside += span("python_function", "nn.Module: Block_" + n, time + 1, 18, "");
            inside += span("cpu_op", "aten::op" + n, time + 2, 16,
                "\"Input Dims\":[[" + number(batch) + "," + n + "]],\"Input type\":[\"c10::BFloat16\"]");
            inside += span("cuda_runtime", "hipLaunchKernel", time + 4, 2,
                (named ? "\"kernel\":\"" + kernel + "\"," : std::string()) + "\"correlation\":" + number(100 + launch));
            time += 30;
        }
        if (ends)
            inside += span("cuda_runtime", "hipStreamEndCapture", time, 2, "\"correlation\":9001");
        time += 10;
    }
    if (batch > 0)
        text += span("user_annotation", "capture_" + number(batch) + "_DECODE", 50, time, "");
    return text + inside + "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"args\":{\"name\":\"python\"}}]}";
}

QStringList words(const char *text)
{
    return QString::fromLatin1(text).split(u' ');
}

const Names kGraph{"norm", "gemm", "attn", "gemm", "act"};

} // namespace

class tst_Companions : public QObject {
    Q_OBJECT

private slots:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }

    void everyKernelHasItsLaunch();
    void refused_data();
    void refused();
    void sizeOfTheStep();
    void piecesInOrder();
    void otherOrderOnTwoStreams();
    void countsAlone();
    void cutReplays();
    void detailsOfAFolder();
    void annotations();
    void eager();
    void rowsAddUp();
    void shapesAndRoles();
    void found();
    void publicShapes();
    void publicReplays_data();
    void publicReplays();

private:
    std::string write(const char *name, const std::string &text)
    {
        return writeFile(m_dir->filePath(QString::fromUtf8(name)), text).toStdString();
    }
    Result<std::shared_ptr<AnalysisSession>> open(const std::string &trace, const CompanionPaths &companions)
    {
        const auto document = openTrace(trace, {}, {});
        if (!document)
            return document.error();
        SessionOptions options;
        options.companions = companions;
        return AnalysisSession::create(*document, options);
    }
    // cpu_op of each kernel; the error's text in its place.
    QStringList ops(const std::string &trace, const CompanionPaths &companions, const char *column = "cpu_op")
    {
        const auto session = open(trace, companions);
        if (!session)
            return {QString::fromStdString(session.error().message())};
        TableRequest request;
        request.table = "kernels";
        request.each = true;
        request.pass = "trace";
        const auto table = (*session)->table(request);
        if (!table)
            return {QString::fromStdString(table.error().message())};
        QStringList all;
        const std::size_t at = (*table)->columnIndex(column);
        for (std::size_t row = 0; row < (*table)->rowCount(); ++row)
            all << (((*table)->isMissing(row, at)) ? QStringLiteral("-")
                                                   : QString::fromStdString(std::string((*table)->text(row, at))));
        return all;
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

void tst_Companions::everyKernelHasItsLaunch()
{
    const std::string trace = write("t.json", replayTrace({{kGraph, 4}, {kGraph, 4}}));
    const std::string capture = write("c.json", captureTrace({kGraph}, 4));
    const QStringList names = words("aten::op0 aten::op1 aten::op2 aten::op3 aten::op4");
    QCOMPARE(ops(trace, {}), QStringList(10, QStringLiteral("-")));
    QCOMPARE(ops(trace, {capture, {}, {}}), names + names);
    QCOMPARE(ops(trace, {capture, {}, {}}, "module").first(), QStringLiteral("nn.Module: Block_0"));
    QCOMPARE(ops(trace, {capture, {}, {}}, "input_dims").at(1), QStringLiteral("[[4, 1]]"));
    QCOMPARE(ops(trace, {capture, {}, {}}, "input_types").at(1), QStringLiteral("[\"c10::BFloat16\"]"));
    QCOMPARE(ops(trace, {capture, {}, {}}, "source_line").at(2), QStringLiteral("/home/me/model.py:13 step"));
    QCOMPARE(ops(trace, {capture, {}, {}}, "origin"), QStringList(10, QStringLiteral("order")));
    QCOMPARE(ops(trace, {}, "origin"), QStringList(10, QStringLiteral("graph")));
}

void tst_Companions::refused_data()
{
    QTest::addColumn<QString>("capture");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const std::string &capture, const char *says) {
        QTest::newRow(name) << QString::fromStdString(capture) << QString::fromUtf8(says);
    };
    row("other model", captureTrace({{"norm", "gemm", "conv", "gemm", "act"}}, 4),
        "a replay of 5 kernels does not fit the capture of 5 launches: 4 names agree");
    row("one launch less", captureTrace({{"norm", "gemm", "attn", "gemm"}}, 4),
        "a replay of 5 kernels does not fit the capture of 4 launches: 4 names agree");
    row("other batch size", captureTrace({kGraph}, 8), "captured for batch size 8, but the step here computes 4 tokens");
    row("cut", captureTrace({kGraph}, 4, true, false), "the capture is partial: 5 launches are recorded");
    row("no capture", replayTrace({{kGraph, 4}}), "no graph was captured while it was recorded");
    row("no trace", "not a trace", "c.json");
}

void tst_Companions::refused()
{
    QFETCH(QString, capture);
    QFETCH(QString, says);
    const std::string trace = write("t.json", replayTrace({{kGraph, 4}}));
    const std::string path = write("c.json", capture.toStdString());
    const QStringList answer = ops(trace, {path, {}, {}});
    QCOMPARE(answer.size(), 1);
    QVERIFY2(answer.first().contains(says), qPrintable(answer.first()));
    // Nothing is joined, whichever table is asked for.
    const auto session = open(trace, {path, {}, {}});
    QVERIFY(session);
    TableRequest request;
    request.table = "passes";
    const auto table = (*session)->table(request);
    QVERIFY(!table);
    QVERIFY(table.error().code != ErrorCode::BadRequest); // the file cannot be used; the request was right
}

// The graph of batch size 8 serves steps of 5 to 8 tokens, that of 4 those of 3 and 4.
void tst_Companions::sizeOfTheStep()
{
    const std::string trace = write("t.json", replayTrace({{kGraph, 5}, {kGraph, 3}, {kGraph, 8}}));
    QDir(m_dir->path()).mkpath(QStringLiteral("captures"));
    write("captures/a.json", captureTrace({kGraph}, 8));
    write("captures/b.json", captureTrace({kGraph}, 4));
    const QStringList dims = ops(trace, {m_dir->filePath(QStringLiteral("captures")).toStdString(), {}, {}}, "input_dims");
    QCOMPARE(dims.at(0), QStringLiteral("[[8, 0]]"));
    QCOMPARE(dims.at(5), QStringLiteral("[[4, 0]]"));
    QCOMPARE(dims.at(10), QStringLiteral("[[8, 0]]"));
}

// The middle pieces have equal names: only the order tells them apart.
void tst_Companions::piecesInOrder()
{
    const Names first{"embed"};
    const Names middle{"gemm", "act"};
    const Names last{"head"};
    const std::string capture = write("c.json", captureTrace({first, middle, middle, last}, 0));
    const std::string trace =
        write("t.json", replayTrace({{first}, {middle}, {middle}, {last}, {first}, {middle}, {middle}, {last}}));
    const QStringList step = words("aten::op0 aten::op1 aten::op2 aten::op3 aten::op4 aten::op5");
    QCOMPARE(ops(trace, {capture, {}, {}}), step + step);
    // A recording that began between the pieces and ended between them.
    const std::string inside = write("i.json", replayTrace({{middle}, {last}, {first}, {middle}}));
    QCOMPARE(ops(inside, {capture, {}, {}}), words("aten::op3 aten::op4 aten::op5 aten::op0 aten::op1 aten::op2"));
    // One piece less than was captured: every following piece would be another one's.
    const std::string less = write("l.json", captureTrace({first, middle, last}, 0));
    const QStringList refusal = ops(trace, {less, {}, {}});
    QCOMPARE(refusal.size(), 1);
    QVERIFY2(refusal.first().contains(QStringLiteral("not in its order: 3 graphs were captured")), qPrintable(refusal.first()));
}

void tst_Companions::otherOrderOnTwoStreams()
{
    const std::string trace = write("t.json", replayTrace({{{"norm", "gemm", "gemm", "attn", "act"}, 0}}, false, 2));
    const std::string capture = write("c.json", captureTrace({kGraph}, 0));
    QCOMPARE(ops(trace, {capture, {}, {}}), words("aten::op0 aten::op1 aten::op3 aten::op2 aten::op4"));
    QCOMPARE(ops(trace, {capture, {}, {}}, "origin"), QStringList(5, QStringLiteral("names")));
}

void tst_Companions::countsAlone()
{
    const std::string trace = write("t.json", replayTrace({{kGraph, 4}}));
    const std::string capture = write("c.json", captureTrace({kGraph}, 4, false));
    QCOMPARE(ops(trace, {capture, {}, {}}, "origin"), QStringList(5, QStringLiteral("counts")));
    QCOMPARE(ops(trace, {capture, {}, {}}).last(), QStringLiteral("aten::op4"));
    // With several streams the order of the launches says nothing about that of the work.
    const std::string streams = write("s.json", replayTrace({{kGraph, 4}}, false, 2));
    QVERIFY(ops(streams, {capture, {}, {}}).first().contains(QStringLiteral("records no names for its 5 launches")));
}

void tst_Companions::cutReplays()
{
    const std::string trace = write("t.json", replayTrace({{{"gemm", "act"}}, {kGraph}, {{"norm", "gemm", "attn"}}}));
    const std::string capture = write("c.json", captureTrace({kGraph}, 0));
    QCOMPARE(ops(trace, {capture, {}, {}}),
        words("aten::op3 aten::op4 aten::op0 aten::op1 aten::op2 aten::op3 aten::op4 aten::op0 aten::op1 aten::op2"));
}

void tst_Companions::detailsOfAFolder()
{
    const std::string trace = write("t.json", replayTrace({{kGraph, 4}}));
    QDir(m_dir->path()).mkpath(QStringLiteral("captures"));
    write("captures/c.json", captureTrace({kGraph}, 0));
    const std::string folder = m_dir->filePath(QStringLiteral("captures")).toStdString();
    write("captures/execution_details.json", "[{\"file\": \"/somewhere/else/c.json\", \"batch_size\": 4, \"mode\": \"FULL\"}]");
    QCOMPARE(ops(trace, {folder, {}, {}}).first(), QStringLiteral("aten::op0"));
    QCOMPARE(ops(trace, {folder + "/execution_details.json", {}, {}}).first(), QStringLiteral("aten::op0"));
    write("captures/execution_details.json", "[{\"file\": \"c.json\", \"batch_size\": 64}]");
    QVERIFY(ops(trace, {folder, {}, {}}).first().contains(QStringLiteral("batch sizes 64")));
    QVERIFY(ops(trace, {folder + "/c.json", {}, {}}).first().contains(QStringLiteral("batch sizes 64")));
    // The list and the trace contradict each other.
    write("captures/c.json", captureTrace({kGraph}, 16));
    write("captures/execution_details.json", "[{\"file\": \"c.json\", \"batch_size\": 4}]");
    QVERIFY(ops(trace, {folder, {}, {}}).first().contains(QStringLiteral("states batch size 4, but")));
    write("captures/execution_details.json", "[{\"file\": \"..\", \"batch_size\": 4}]");
    QVERIFY(ops(trace, {folder, {}, {}}).first().contains(QStringLiteral("without the name of a capture")));
}

void tst_Companions::annotations()
{
    const std::string trace = write("t.json", replayTrace({{kGraph}, {kGraph}}, true));
    const std::string file = write("kernel_annotations_rank0.json",
        "{\"100\": [{\"name\": \"input norm\", \"module_fqn\": \"layers.0.norm\"}], \"101\": [\"qkv\"], \"999\": "
        "[\"elsewhere\"]}");
    QCOMPARE(ops(trace, {{}, file, {}}, "module"), words("layers.0.norm qkv - - - layers.0.norm qkv - - -"));
    QCOMPARE(ops(trace, {{}, file, {}}, "origin").mid(0, 3), words("nodes nodes graph"));
    const std::string other = write("o.json", "{\"7\": [\"x\"]}");
    QVERIFY(ops(trace, {{}, other, {}}).first().contains(QStringLiteral("none of its 1 graph nodes")));
    const std::string plain = write("p.json", replayTrace({{kGraph}}));
    QVERIFY(ops(plain, {{}, file, {}}).first().contains(QStringLiteral("records no graph node ids")));
}

void tst_Companions::eager()
{
    // An eager run: two passes of the same kernels, each with its own operator.
    std::string text = "{\"traceEvents\":[\n";
    Names all{"warmup"};
    all.insert(all.end(), kGraph.begin(), kGraph.end());
    all.insert(all.end(), kGraph.begin(), kGraph.end());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const int time = 100 + 20 * static_cast<int>(i);
        const std::string n = number(static_cast<int>(i));
        text += span("cpu_op", "aten::eager" + n, time, 10, "\"Input Dims\":[[1]]");
        text += span("cuda_runtime", "cudaLaunchKernel", time + 2, 3, "\"correlation\":" + n + "1");
        text += span("kernel", all[i], time + 6, 3, "\"device\":0,\"stream\":7,\"correlation\":" + n + "1", 7);
    }
    const std::string run = write("e.json", text + "{\"ph\":\"M\",\"name\":\"x\",\"pid\":1}]}");
    const std::string trace = write("t.json", replayTrace({{kGraph}}));
    QCOMPARE(ops(trace, {{}, {}, run}), words("aten::eager1 aten::eager2 aten::eager3 aten::eager4 aten::eager5"));
    QCOMPARE(ops(trace, {{}, {}, run}, "origin"), QStringList(5, QStringLiteral("eager")));
    const std::string other = write("o.json", replayTrace({{{"gemm", "conv"}}}));
    QVERIFY(ops(other, {{}, {}, run}).first().contains(QStringLiteral("do not follow one another in its 11 launches; 1 of")));
}

// GPU times add up to all GPU work, however they are grouped: 4 + 5 + 6 + 7 + 8 µs in each of two replays.
void tst_Companions::rowsAddUp()
{
    const std::string trace = write("t.json", replayTrace({{kGraph, 4}, {kGraph, 4}}));
    const std::string capture = write("c.json", captureTrace({kGraph}, 4));
    const std::map<std::string, std::size_t> rows{
        {"line", 5}, {"function", 1}, {"file", 1}, {"module", 1}, {"op", 5}, {"stack", 5}};
    for (const auto &[by, expected] : rows) {
        for (const CompanionPaths &companions : {CompanionPaths{}, CompanionPaths{capture, {}, {}}}) {
            const auto session = open(trace, companions);
            QVERIFY(session);
            TableRequest request;
            request.table = "source";
            request.pass = "trace";
            request.by = by;
            const auto table = (*session)->table(request);
            QVERIFY2(table, table ? "" : table.error().message().c_str());
            std::int64_t sum = 0;
            for (std::size_t row = 0; row < (*table)->rowCount(); ++row)
                sum += (*table)->integer(row, (*table)->columnIndex("self_ns"));
            QCOMPARE(sum, std::int64_t(60'000));
            if (companions.any())
                QCOMPARE((*table)->rowCount(), expected);
        }
    }
}

// Kernels of one name fall apart by the shapes that the capture tells, and one name can have several roles by its modules.
void tst_Companions::shapesAndRoles()
{
    const Names graph{"rms_norm_kernel", "gemm_kernel", "flash_fwd_kernel", "gemm_kernel"};
    const std::string trace = write("t.json", replayTrace({{graph, 4}, {graph, 4}}));
    std::string text = captureTrace({graph}, 4);
    for (const auto &[from, to] : {std::pair{"Block_1", "QKVParallelLinear_0"}, {"Block_3", "RowParallelLinear_0"}})
        text.replace(text.find(from), std::string_view(from).size(), to);
    const std::string capture = write("c.json", text);
    const auto rows = [&](const CompanionPaths &companions) {
        TableRequest request;
        request.table = "kernels";
        request.group = "shape";
        request.pass = "trace";
        const auto session = open(trace, companions);
        const auto table = (*session)->table(request);
        QStringList all;
        for (std::size_t row = 0; table && row < (*table)->rowCount(); ++row) {
            const std::size_t dims = (*table)->columnIndex("input_dims");
            all << QString::fromStdString(std::string((*table)->text(row, (*table)->columnIndex("short_name")))) + u' '
                    + QString::number((*table)->integer(row, (*table)->columnIndex("count"))) + u' '
                    + ((*table)->isMissing(row, dims) ? QStringLiteral("-")
                                                      : QString::fromStdString(std::string((*table)->text(row, dims))));
        }
        all.sort();
        return all;
    };
    QCOMPARE(rows({}),
        QStringList(
            {QStringLiteral("flash_fwd_kernel 2 -"), QStringLiteral("gemm_kernel 4 -"), QStringLiteral("rms_norm_kernel 2 -")}));
    QCOMPARE(rows({capture, {}, {}}),
        QStringList({QStringLiteral("flash_fwd_kernel 2 [[4, 2]]"), QStringLiteral("gemm_kernel 2 [[4, 1]]"),
            QStringLiteral("gemm_kernel 2 [[4, 3]]"), QStringLiteral("rms_norm_kernel 2 [[4, 0]]")}));
}

// The sizes of the products that the capture records are those that follow from the config of the model.
void tst_Companions::publicShapes()
{
    const QString folder = QStringLiteral(LAMELLA_SHARED_TRACES "/roofline/inference/sglang_decode/");
    const QString config = QStringLiteral(LAMELLA_SHARED_CONFIGS "/Qwen--Qwen3-8B_config.json");
    LAMELLA_NEED_SHARED(folder);
    LAMELLA_NEED_SHARED(config);
    const auto document = openTrace(QString(folder + QStringLiteral("sglang_Qwen3-8B_decode.json.gz")).toStdString(), {}, {});
    QVERIFY(document);
    const auto sizes = [&](const SessionOptions &options, std::string_view route) {
        const auto session = AnalysisSession::create(*document, options);
        TableRequest request;
        request.table = "roofline";
        request.by = "op";
        const auto table = (*session)->table(request);
        QStringList all;
        for (std::size_t row = 0; table && row < (*table)->rowCount(); ++row) {
            const auto at = [&](const char *column) { return (*table)->columnIndex(column); };
            if ((*table)->text(row, at("category")) != "gemm" || (*table)->isMissing(row, at("source"))
                || (*table)->text(row, at("source")) != route || (*table)->isMissing(row, at("n")))
                continue;
            QStringList numbers;
            for (const char *size : {"m", "n", "k"})
                numbers << QString::number((*table)->integer(row, at(size)));
            all << numbers.join(u' ');
        }
        all.removeDuplicates();
        all.sort();
        return all;
    };
    SessionOptions captured;
    captured.companions.capture = QString(folder + QStringLiteral("capture_traces")).toStdString();
    SessionOptions configured;
    configured.configPath = config.toStdString();
    const QStringList byCapture = sizes(captured, "capture");
    QVERIFY(byCapture.size() >= 4);
    QCOMPARE(sizes(configured, "config"), byCapture);
}

void tst_Companions::found()
{
    const std::string trace = write("t.json", replayTrace({{kGraph, 4}}));
    QCOMPARE(companionsBeside(trace, 3).any(), false);
    write("kernel_annotations_rank31.json", "{}");
    QCOMPARE(companionsBeside(trace, 3).any(), false);
    write("kernel_annotations_rank3_fwd.json", "{}");
    QCOMPARE(companionsBeside(trace, 3).annotations,
        m_dir->filePath(QStringLiteral("kernel_annotations_rank3_fwd.json")).toStdString());
    QDir(m_dir->path()).mkpath(QStringLiteral("capture_traces"));
    write("capture_traces/execution_details.json", "[]");
    QCOMPARE(companionsBeside(trace, 3).capture, m_dir->filePath(QStringLiteral("capture_traces")).toStdString());
}

void tst_Companions::publicReplays_data()
{
    QTest::addColumn<QString>("trace");
    QTest::addColumn<QString>("captures");
    QTest::addColumn<int>("joined");
    const QString folder = QStringLiteral(LAMELLA_SHARED_TRACES "/roofline/inference/");
    QTest::newRow("SGLang decode") << folder + QStringLiteral("sglang_decode/sglang_Qwen3-8B_decode.json.gz")
                                   << folder + QStringLiteral("sglang_decode/capture_traces") << 544;
    QTest::newRow("vLLM pieces") << folder + QStringLiteral("vllm_prefilldecode_piecewise/graph_execution.json.gz")
                                 << folder + QStringLiteral("vllm_prefilldecode_piecewise/capture_traces") << 361;
}

void tst_Companions::publicReplays()
{
    QFETCH(QString, trace);
    QFETCH(QString, captures);
    QFETCH(int, joined);
    LAMELLA_NEED_SHARED(trace);
    const CompanionPaths companions{captures.toStdString(), {}, {}};
    QCOMPARE(ops(trace.toStdString(), companions, "origin").count(QStringLiteral("order")), joined);
}

LAMELLA_TEST(tst_Companions)
#include "tst_Companions.moc"
