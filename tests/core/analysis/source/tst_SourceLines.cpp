// SPDX-License-Identifier: GPL-3.0-or-later
// Whose code a file is, what the names of frames say, and the flame graph of a trace that is written out here.
#include "core/analysis/source/FlameGraph.h"
#include "core/analysis/source/OriginCost.h"
#include "core/analysis/source/SourceRows.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QtTest>

using namespace lamella::core;
using lamella::test::TraceText;

namespace {

// Two layers: step() calls a module that launches gemm and norm; norm once through torch. Times in µs.
const char *const kTrace = R"({"traceEvents":[
{"ph":"X","cat":"python_function","name":"threading.py(9): run","pid":1,"tid":1,"ts":0,"dur":100},
{"ph":"X","cat":"python_function","name":"/home/me/train.py(5): step","pid":1,"tid":1,"ts":10,"dur":80},
{"ph":"X","cat":"python_function","name":"nn.Module: Block_0","pid":1,"tid":1,"ts":20,"dur":20},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":22,"dur":2,"args":{"correlation":1}},
{"ph":"X","cat":"python_function","name":"torch/nn/functional.py(7): norm","pid":1,"tid":1,"ts":28,"dur":10},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":30,"dur":2,"args":{"correlation":2}},
{"ph":"X","cat":"python_function","name":"nn.Module: Block_1","pid":1,"tid":1,"ts":50,"dur":20},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":52,"dur":2,"args":{"correlation":3}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":40,"dur":6,"args":{"device":0,"stream":7,"correlation":1}},
{"ph":"X","cat":"kernel","name":"norm","pid":0,"tid":7,"ts":50,"dur":2,"args":{"device":0,"stream":7,"correlation":2}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":60,"dur":6,"args":{"device":0,"stream":7,"correlation":3}},
{"ph":"X","cat":"kernel","name":"lost","pid":0,"tid":7,"ts":70,"dur":1,"args":{"device":0,"stream":7,"correlation":9}}
]})";

struct Opened {
    Opened()
        : document(*TraceText(kTrace).open())
        , launches(std::make_shared<const LaunchJoin>(joinLaunches(*document)))
        , origins(document, launches)
        , tree(callTree(origins, SourceRule()))
    {
        for (std::uint32_t k = 0; k < document->kernels.size(); ++k)
            kernels.push_back(KernelId(k));
    }
    std::shared_ptr<const TraceDocument> document;
    std::shared_ptr<const LaunchJoin> launches;
    Origins origins;
    CallTree tree;
    std::vector<KernelId> kernels;
    std::vector<std::int32_t> layers{0, 0, 1, -3};
};

} // namespace

class tst_SourceLines : public QObject {
    Q_OBJECT

private slots:
    void rule_data();
    void rule();
    void names();
    void rowsByHand();
    void flameByHand();
    void flameBeginsWithOnesOwn();
    void backward();
    void functionsOfALine();
    void costOfALine();
};

void tst_SourceLines::rule_data()
{
    QTest::addColumn<QString>("parts");
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("yours");
    const auto row = [](const char *parts, const char *path, bool yours) {
        QTest::addRow("%s: %s", parts, path) << QString::fromLatin1(parts) << QString::fromLatin1(path) << yours;
    };
    row("", "/home/me/train.py", true);
    row("", "train.py", true);
    row("", "nanovllm/models/qwen3.py", true); // vllm is a whole name
    row("", "torch/nn/modules/module.py", false);
    row("", "/opt/venv/lib/python3.12/site-packages/foo/bar.py", false);
    row("", "/usr/lib/python3.10/threading.py", false);
    row("", "threading.py", false);
    row("", "/home/me/threading.py", true); // only Python's own has no folder
    row("", "/x/python/sglang/srt/layers/linear.py", false);
    row("", "/x/python/sglang/srt/models/qwen3.py", true);
    row("", "vllm/model_executor/models/gpt_oss.py", true);
    row("", "transformers/models/qwen2/modeling_qwen2.py", true);
    row("", "transformers/trainer.py", false);
    row("", "<string>", false);
    row("models/,train.py", "a/models/b.py", true);
    row("models/,train.py", "a/submodels/b.py", false);
    row("models/,train.py", "/x/train.py", true);
    row("!torch,!site-packages", "triton/jit.py", true);
    row("!torch,!site-packages", "torch/_ops.py", false);
    row("sglang,!sglang/srt/layers", "sglang/srt/layers/linear.py", false);
    row("sglang,!sglang/srt/layers", "sglang/srt/utils.py", true);
    row("!torchinductor_*", "/tmp/torchinductor_me/ab/c.py", false);
}

void tst_SourceLines::rule()
{
    QFETCH(QString, parts);
    QFETCH(QString, path);
    QTEST(SourceRule(parts.toStdString()).isYours(path.toStdString()), "yours");
}

void tst_SourceLines::names()
{
    const SourceRule all;
    const FrameLabel line = labelOfFrame("/a (b)/model.py(12): Net.forward", all);
    QVERIFY(line.kind == FrameKind::Line);
    QCOMPARE(line.file, std::string("/a (b)/model.py"));
    QCOMPARE(line.line, std::int64_t(12));
    QCOMPARE(line.text, std::string("Net.forward"));
    QCOMPARE(line.place(), std::string("model.py:12"));
    const FrameLabel module = labelOfFrame("nn.Module: Qwen3_Block_17", all);
    QVERIFY(module.kind == FrameKind::Module);
    QCOMPARE(module.text, std::string("Qwen3_Block"));
    QCOMPARE(labelOfFrame("nn.Module: Block", all).text, std::string("Block"));
    QCOMPARE(labelOfFrame("<built-in method copy_ of Tensor object at 0x7f12ab>", all).text,
        std::string("<built-in method copy_ of Tensor object>"));
    QVERIFY(labelOfFrame("f(x): y", all).kind == FrameKind::Builtin); // no line number
    QVERIFY(labelOfFrame("", all).kind == FrameKind::Builtin);
}

void tst_SourceLines::rowsByHand()
{
    const Opened t;
    QCOMPARE(t.tree.frames, std::int64_t(5)); // every Python frame of the trace
    const std::vector<SourceRow> rows = sourceRows(t.origins, t.tree, SourceBy::Line, t.kernels, t.layers);
    QCOMPARE(rows.size(), std::size_t(4)); // step, run, norm, and the lost kernel
    QCOMPARE(t.tree.labels[rows[0].label].text, std::string("step"));
    QCOMPARE(rows[0].selfNs, std::int64_t(14000));
    QCOMPARE(rows[0].inclusiveNs, std::int64_t(14000));
    QCOMPARE(rows[0].kernels, std::int64_t(3));
    QCOMPARE(rows[0].layers, std::int64_t(2));
    QCOMPARE(rows[0].hostNs, std::int64_t(80000)); // all that step() called counts to it
    QVERIFY(rows[3].label == CallNode::kNone);
    QCOMPARE(rows[3].selfNs, std::int64_t(1000));
    QCOMPARE(QString::fromUtf8(rows[3].why.data(), static_cast<qsizetype>(rows[3].why.size())), QStringLiteral("no launch recorded"));
    const std::vector<SourceRow> modules = sourceRows(t.origins, t.tree, SourceBy::Module, t.kernels, t.layers);
    QCOMPARE(t.tree.labels[modules[0].label].text, std::string("Block")); // both blocks
    QCOMPARE(modules[0].selfNs, std::int64_t(14000));
    QCOMPARE(modules[0].launches, std::int64_t(3));
}

// step > Block > gemm (12 µs), norm (2 µs); run() is around everything and library code, but the lost kernel is not inside of it.
void tst_SourceLines::flameByHand()
{
    const Opened t;
    const std::vector<KernelId> launched(t.kernels.begin(), t.kernels.begin() + 3);
    const FlameGraph graph = flameGraph(t.origins, t.tree, launched, t.layers);
    QCOMPARE(graph.totalNs, std::int64_t(14000));
    QCOMPARE(graph.depth(), std::size_t(4));
    QCOMPARE(graph.row(1).size(), std::size_t(1));
    QCOMPARE(t.tree.labels[graph.row(1)[0].label].text, std::string("step"));
    QCOMPARE(graph.row(3).size(), std::size_t(2));
    QCOMPARE(graph.row(3)[0].ns(), std::int64_t(12000));
    QCOMPARE(graph.row(3)[1].beginNs, std::int64_t(12000));
    QCOMPARE(graph.row(3)[1].kernels, std::int64_t(1));
    const FlameGraph frames = flameGraph(t.origins, t.tree, launched, t.layers, {false, true});
    QCOMPARE(frames.depth(), std::size_t(5)); // torch's function stands above norm
    const FlameGraph layers = flameGraph(t.origins, t.tree, launched, t.layers, {true, false});
    QCOMPARE(layers.row(1).size(), std::size_t(2));
    QCOMPARE(layers.row(1)[0].layer, 0);
    QCOMPARE(layers.row(1)[0].ns(), std::int64_t(8000));
    const FlameGraph all = flameGraph(t.origins, t.tree, t.kernels, t.layers);
    QCOMPARE(all.totalNs, std::int64_t(15000));
    for (std::size_t depth = 1; depth < all.depth(); ++depth) // children lie within their parents, without overlap
        for (const FlameFrame &frame : all.row(depth)) {
            QVERIFY(frame.beginNs >= all.frames[frame.parent].beginNs && frame.endNs <= all.frames[frame.parent].endNs);
            QVERIFY(&frame == &all.row(depth).front() || (&frame - 1)->endNs <= frame.beginNs);
        }
    QVERIFY(flameGraph(t.origins, t.tree, {}, t.layers).frames.empty());
}

// A server that calls the user's code from two places: above the outermost frame of one's own nothing is shown.
void tst_SourceLines::flameBeginsWithOnesOwn()
{
    const auto kernels = [](int first) {
        std::string text;
        for (int i = first; i < first + 2; ++i) {
            const std::string at = std::to_string(100 * i);
            const std::string id = std::to_string(i);
            text += R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":)" + at
                + R"(,"dur":2,"args":{"correlation":)" + id + R"(}},{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":)"
                + at + R"(,"dur":6,"args":{"device":0,"stream":7,"correlation":)" + id + "}},\n";
        }
        return text;
    };
    const TraceText text(R"({"traceEvents":[
{"ph":"X","cat":"python_function","name":"/usr/lib/python3.12/site-packages/server/loop.py(3): run","pid":1,"tid":1,"ts":10,"dur":980},
{"ph":"X","cat":"python_function","name":"/usr/lib/python3.12/site-packages/server/first.py(4): once","pid":1,"tid":1,"ts":20,"dur":300},
{"ph":"X","cat":"python_function","name":"/home/me/model.py(5): forward","pid":1,"tid":1,"ts":30,"dur":280},
{"ph":"X","cat":"python_function","name":"/usr/lib/python3.12/site-packages/server/next.py(6): again","pid":1,"tid":1,"ts":330,"dur":400},
{"ph":"X","cat":"python_function","name":"/home/me/model.py(5): forward","pid":1,"tid":1,"ts":340,"dur":380},
)" + kernels(1)
        + kernels(4)
        + R"({"ph":"X","cat":"kernel","name":"lost","pid":0,"tid":7,"ts":900,"dur":1,"args":{"device":0,"stream":7}}]})");
    const std::shared_ptr<const TraceDocument> document = *text.open();
    const Origins origins(document, std::make_shared<const LaunchJoin>(joinLaunches(*document)));
    const CallTree tree = callTree(origins, SourceRule());
    std::vector<KernelId> all;
    for (std::uint32_t k = 0; k < document->kernels.size(); ++k)
        all.push_back(KernelId(k));
    const std::vector<std::int32_t> layers(all.size(), 0);
    const FlameGraph graph = flameGraph(origins, tree, all, layers);
    QCOMPARE(graph.row(1).size(), std::size_t(2)); // forward, and what has no launch
    QCOMPARE(tree.labels[graph.row(1)[0].label].text, std::string("forward"));
    QCOMPARE(graph.row(1)[0].ns(), std::int64_t(24'000));
    const FlameGraph frames = flameGraph(origins, tree, all, layers, {false, true});
    QCOMPARE(tree.labels[frames.row(1)[0].label].text, std::string("run"));
}

// The backward of an operator runs on a thread without Python: it counts to the line of the forward.
void tst_SourceLines::backward()
{
    const TraceText text(R"({"traceEvents":[
{"ph":"X","cat":"python_function","name":"/home/me/train.py(5): step","pid":1,"tid":1,"ts":10,"dur":80},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":20,"dur":20,"args":{"Sequence number":4}},
{"ph":"X","cat":"cpu_op","name":"MmBackward0","pid":1,"tid":2,"ts":100,"dur":20,"args":{"Sequence number":4}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":2,"ts":105,"dur":2,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":110,"dur":6,"args":{"device":0,"stream":7,"correlation":1}}
]})");
    const std::shared_ptr<const TraceDocument> document = *text.open();
    const Origins origins(document, std::make_shared<const LaunchJoin>(joinLaunches(*document)));
    const CallTree tree = callTree(origins, SourceRule());
    const std::uint32_t node = tree.sourceLine(tree.nodeOf[0]);
    QVERIFY(node != CallNode::kNone);
    QCOMPARE(tree.labels[tree.nodes[node].label].line, std::int64_t(5));
    QCOMPARE(tree.labels[tree.nodes[tree.nodeOf[0]].label].text, std::string("MmBackward0"));
}

// Two functions on one line cost what their rows of the table `source` say.
void tst_SourceLines::functionsOfALine()
{
    const TraceText text(R"({"traceEvents":[
{"ph":"X","cat":"python_function","name":"/home/me/a.py(5): step","pid":1,"tid":1,"ts":10,"dur":10},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":12,"dur":2,"args":{"correlation":1}},
{"ph":"X","cat":"python_function","name":"/home/me/a.py(5): <lambda>","pid":1,"tid":1,"ts":30,"dur":10},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":32,"dur":2,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"one","pid":0,"tid":7,"ts":50,"dur":6,"args":{"device":0,"stream":7,"correlation":1}},
{"ph":"X","cat":"kernel","name":"two","pid":0,"tid":7,"ts":60,"dur":9,"args":{"device":0,"stream":7,"correlation":2}}
]})");
    const std::shared_ptr<const TraceDocument> document = *text.open();
    const Origins origins(document, std::make_shared<const LaunchJoin>(joinLaunches(*document)));
    const CallTree tree = callTree(origins, SourceRule());
    const std::vector<KernelId> kernels{KernelId(0), KernelId(1)};
    const std::vector<std::int32_t> layers(2, -1);
    for (const std::uint32_t k : {0U, 1U}) {
        const FrameLabel &label = tree.labels[tree.nodes[tree.sourceLine(tree.nodeOf[k])].label];
        const OriginCost cost = originCost(document->kernels, tree, {SourceBy::Line, label}, kernels, layers);
        QCOMPARE(cost.ownNs, document->kernels.duration[k]);
    }
}

// Own work and work of callees, by kernel name, by layer, by the line that has it.
void tst_SourceLines::costOfALine()
{
    const Opened trace;
    const KernelTable &table = trace.document->kernels;
    const auto costOf = [&](SourceBy by, FrameLabel label) {
        return originCost(table, trace.tree, {by, std::move(label)}, trace.kernels, trace.layers);
    };
    const OriginCost step = costOf(SourceBy::Line, {FrameKind::Line, "step", "/home/me/train.py", 5, true});
    QCOMPARE(step.ownNs, std::int64_t{14'000});
    QCOMPARE(step.ownKernels, std::int64_t{3});
    QCOMPARE(step.withNs, std::int64_t{14'000});
    QVERIFY(step.callees.empty());
    QCOMPARE(step.names.size(), std::size_t{2});
    QCOMPARE(step.names[0].ns, std::int64_t{12'000}); // both gemm
    QCOMPARE(step.names[0].kernels, std::int64_t{2});
    QCOMPARE(step.ownOfGroup, (std::map<std::int32_t, std::int64_t>{{0, 8'000}, {1, 6'000}}));
    const OriginCost run = costOf(SourceBy::Line, {FrameKind::Line, "run", "threading.py", 9, false});
    QCOMPARE(run.ownNs, std::int64_t{0});
    QCOMPARE(run.withNs, std::int64_t{14'000});
    QCOMPARE(run.callees.size(), std::size_t{1});
    QCOMPARE(trace.tree.labels[run.callees[0].label].text, std::string("step"));
    QCOMPARE(run.callees[0].ns, std::int64_t{14'000});
    const OriginCost norm = costOf(SourceBy::File, {FrameKind::Line, "", "torch/nn/functional.py", 0, false});
    QCOMPARE(norm.ownNs, std::int64_t{0}); // it belongs to the line of one's own around it
    QCOMPARE(norm.withNs, std::int64_t{2'000});
    const OriginCost block = costOf(SourceBy::Module, {FrameKind::Module, "Block", "", 0, false});
    QCOMPARE(block.ownNs, std::int64_t{14'000});
}

LAMELLA_TEST(tst_SourceLines)
#include "tst_SourceLines.moc"
