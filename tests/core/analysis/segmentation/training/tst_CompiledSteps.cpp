// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of compiled programs (XLA): what they say of training and inference, and which line of a device is its main one.
#include "core/analysis/Segmentation.h"
#include "core/analysis/segmentation/CallCatalogue.h"
#include "core/analysis/segmentation/training/TrainingNames.h"
#include "core/session/AnalysisSession.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QTest>

#include <string>

using namespace lamella;
using namespace lamella::core;

namespace {

struct Program {
    std::string name = "_train_step";
    bool scopes = true; // operations say where in the program they stand
    bool trains = true; // gradients and updates follow the forward
    bool updatesBetween = false; // the compiler runs updates as soon as a gradient is there
    int steps = 8;
    int heavy = 3; // every third step takes four times as long
    std::string attention = "ragged_paged_attention"; // of the forward of a program without gradients
    int firstLayer = 0; // number that its scopes begin with
};

constexpr int kLayers = 4;

// One device with the lines of its programs, of its operations, and of copies that are in flight all the time.
class Writer {
public:
    std::string text(const Program &program)
    {
        m_program = program;
        line(2, "XLA Modules");
        line(3, "XLA Ops");
        line(4, "Async XLA Ops");
        for (int step = 0; step < program.steps; ++step) {
            m_factor = step % program.heavy == 2 ? 4 : 1;
            const int begin = m_time;
            m_number = 0;
            forward();
            if (program.trains)
                backward();
            event(2, "jit_" + program.name + "(777)", begin, m_time - begin, "\"run_id\":\"" + std::to_string(step) + "\"");
            event(4, "copy-start." + std::to_string(step), begin, m_time - begin + 5, "\"hlo_category\":\"copy-start\"");
            m_time += 20;
        }
        return "{\"traceEvents\":[" + m_events + "{}]}";
    }

private:
    void line(int tid, const std::string &name)
    {
        if (tid == 2)
            m_events += R"({"ph":"M","pid":3,"name":"process_name","args":{"name":"/device:TPU:0"}},)";
        m_events +=
            R"({"ph":"M","pid":3,"tid":)" + std::to_string(tid) + R"(,"name":"thread_name","args":{"name":")" + name + "\"}},";
    }
    void event(int tid, const std::string &name, int begin, int duration, const std::string &args)
    {
        m_events += R"({"ph":"X","pid":3,"tid":)" + std::to_string(tid) + ",\"ts\":" + std::to_string(begin)
            + ",\"dur\":" + std::to_string(duration) + ",\"name\":\"" + name + "\",\"args\":{" + args + "}},";
    }
    void op(const std::string &kind, const std::string &scope, int duration)
    {
        const std::string said = m_program.scopes ? ",\"tf_op\":\"jit(" + m_program.name + ")/" + scope + ":\"" : "";
        event(
            3, kind + "." + std::to_string(m_number++), m_time, duration * m_factor, "\"hlo_category\":\"" + kind + "\"" + said);
        m_time += duration * m_factor + 1;
    }
    void forward()
    {
        const std::string model = m_program.trains ? "jvp(Model)/" : "Model/";
        op("fusion", model + "embed/take", 3);
        for (int l = 0; l < kLayers; ++l) {
            const std::string layer = model + "layers_" + std::to_string(m_program.firstLayer + l) + "/";
            op("fusion", layer + "norm/mul", 2);
            op("convolution", layer + "attn/qkv/dot_general", 10);
            if (m_program.trains)
                op("fusion", layer + "attn/softmax", 8);
            else
                op(m_program.attention, layer + "attn/" + m_program.attention, 8);
            op("convolution", layer + "mlp/dot_general", 14);
        }
        op("fusion", model + "lm_head/reduce_sum", 4);
    }
    void backward()
    {
        for (int l = kLayers - 1; l >= 0; --l) {
            const std::string layer = "transpose(jvp(Model))/layers_" + std::to_string(l) + "/";
            op("convolution", layer + "mlp/dot_general", 28);
            op("fusion", layer + "attn/softmax", 16);
            op("convolution", layer + "attn/qkv/dot_general", 20);
            op("fusion", layer + "norm/mul", 4);
            op("all-reduce", layer + "psum", 3);
            for (int u = 0; m_program.updatesBetween && u < 4; ++u)
                op("fusion", "adamw/scale_by_adam/mul", 1);
        }
        for (int u = 0; u < 6; ++u)
            op("fusion", "adamw/scale_by_adam/mul", 2);
    }

    Program m_program;
    std::string m_events;
    int m_time = 1000;
    int m_number = 0;
    int m_factor = 1;
};

std::shared_ptr<AnalysisSession> sessionOf(const std::string &text)
{
    const test::TraceText trace(text);
    return *AnalysisSession::create(*trace.open(), {});
}

// "forward*4 backward*4 optimizer*0": stage and layers of the first passes.
QString passesOf(const Segmentation &cut, std::size_t count)
{
    QStringList words;
    const std::vector<Pass> &passes = cut.devices.front().passes;
    for (std::size_t p = 0; p < std::min(count, passes.size()); ++p)
        words << QStringLiteral("%1*%2").arg(QString::fromUtf8(stageName(passes[p].stage).data())).arg(passes[p].layers);
    return words.join(QLatin1Char(' '));
}

std::string lineOfMainStream(const TraceDocument &document, const DeviceSegmentation &device)
{
    return document.tracks[document.streams[device.mainStream.value].track.value].threadName;
}

} // namespace

class TestCompiledSteps : public QObject {
    Q_OBJECT
private slots:
    void scopes_data()
    {
        QTest::addColumn<QByteArray>("scope");
        QTest::addColumn<int>("hint");
        const auto row = [](const char *scope, StageHint hint) {
            QTest::newRow(scope) << QByteArray(scope) << static_cast<int>(hint);
        };
        row("jit(train_step)/jvp(Model)/layers_0/dot_general:", StageHint::Forward);
        row("jit(train_step)/transpose(jvp(Model))/layers_0/dot_general:", StageHint::Backward);
        row("pmap(step)/transpose(checkpoint(jvp(Block)))/mul", StageHint::Backward);
        row("jit(f)/jvp(checkpoint)/rematted_computation/mul", StageHint::Backward);
        row("jit(f)/adamw/scale_by_adam/mul", StageHint::Optimizer);
        row("jit(f)/clip_by_global_norm/sqrt", StageHint::Optimizer);
        row("jit(f)/Model/hadamard/mul", StageHint::None);
        row("jit(f)/Model/attn/transpose:", StageHint::None);
        row("jit(f)/Model/attn/transpose(q)/jvp", StageHint::None);
        row("jit(f)/jvp(M)/add;jit(f)/transpose(jvp(M))/add", StageHint::Backward);
        row("", StageHint::None);
    }
    void scopes()
    {
        QFETCH(QByteArray, scope);
        QTEST(static_cast<int>(hintOfScope(scope.toStdString())), "hint");
    }

    void programs_data()
    {
        QTest::addColumn<int>("use");
        const auto row = [](const char *name, ProgramUse use) { QTest::newRow(name) << static_cast<int>(use); };
        row("jit__train_step(512)", ProgramUse::Training);
        row("pmap_train", ProgramUse::Training);
        row("jit_train_step_context_parallel", ProgramUse::Training);
        row("jit_value_and_grad", ProgramUse::Training);
        row("jit_prefill(1)", ProgramUse::Inference);
        row("jit_constrain", ProgramUse::Unknown); // no word of training
        row("jit_step_fun(train)", ProgramUse::Unknown); // what stands in brackets is a fingerprint
        row("", ProgramUse::Unknown);
    }
    void programs()
    {
        QFETCH(int, use);
        QCOMPARE(static_cast<int>(useOfProgram(QTest::currentDataTag())), use);
    }

    void steps_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<bool>("scopes");
        QTest::addColumn<bool>("trains");
        QTest::addColumn<bool>("updatesBetween");
        QTest::addColumn<QString>("passes");
        QTest::addColumn<QString>("note"); // of the first pass
        const QString three = QStringLiteral("forward*4 backward*4 optimizer*0 forward*4");
        const QString whole = QStringLiteral("unknown*0 unknown*0 unknown*0 unknown*0");
        QTest::newRow("scopes of gradients") << "_train_step" << true << true << false << three << "";
        QTest::newRow("scopes alone") << "f" << true << true << false << three << "";
        QTest::newRow("updates between gradients") << "f" << true << true << true << three << "";
        QTest::newRow("the name of the program alone")
            << "_train_step" << false << true << false << whole
            << "jit__train_step(777); training step: nothing recorded distinguishes forward from backward";
        QTest::newRow("nothing tells") << "f" << false << true << false << whole << "jit_f(777)";
        QTest::newRow("inference") << "step_fun" << true << false << false << "decode*4 decode*4 prefill*4 decode*4"
                                   << "";
    }
    void steps()
    {
        QFETCH(QString, program);
        QFETCH(bool, scopes);
        QFETCH(bool, trains);
        QFETCH(bool, updatesBetween);
        const auto session = sessionOf(Writer().text({program.toStdString(), scopes, trains, updatesBetween, 10, 3}));
        const auto cut = session->segmentation();
        QVERIFY(cut.has_value());
        QTEST(passesOf(**cut, 4), "passes");
        QTEST(QString::fromStdString((*cut)->devices.front().passes.front().note.english()), "note");
        QCOMPARE(lineOfMainStream(*session->sharedDocument(), (*cut)->devices.front()), std::string("XLA Ops"));
    }

    // Forward scopes and attention in every layer, every third step heavier: what weight alone would call prefill and decode.
    void weightTellsNothing_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("passes");
        QTest::addColumn<QString>("note");
        const QString unknown = QStringLiteral("unknown*4 unknown*4 unknown*4 unknown*4");
        QTest::newRow("training") << "_train_step" << unknown
                                  << "training step: nothing recorded distinguishes forward from backward";
        QTest::newRow("training of long contexts")
            << "train_step_context" << unknown << "training step: nothing recorded distinguishes forward from backward";
        QTest::newRow("nothing tells") << "step" << unknown << "stage unknown: neither programs nor operations indicate it";
        QTest::newRow("a program that generates") << "generate"
                                                  << "decode*4 decode*4 prefill*4 decode*4"
                                                  << "";
    }
    void weightTellsNothing()
    {
        QFETCH(QString, program);
        const auto session = sessionOf(Writer().text({program.toStdString(), true, false, false, 10, 3, "flash_attention"}));
        const auto cut = session->segmentation();
        QVERIFY(cut.has_value());
        QTEST(passesOf(**cut, 4), "passes");
        QTEST(QString::fromStdString((*cut)->devices.front().passes.front().note.english()), "note");
    }

    // Layers of a gradient descend, and what names no layer belongs to the one before.
    void layersOfGradients()
    {
        const auto session = sessionOf(Writer().text({"f", true, true, false, 4, 9}));
        const auto cut = session->segmentation();
        QVERIFY(cut.has_value());
        QString layers;
        const TraceDocument &document = *session->sharedDocument();
        for (std::uint32_t k = 0; k < document.kernels.size(); ++k)
            if ((*cut)->passOf[k] == 1 && (*cut)->side[k] == 0)
                layers += QString::number((*cut)->layerOf[k]);
        QCOMPARE(layers, QStringLiteral("33333222221111100000"));
    }

    // Where no later pass has a lower number, what stands before the first one is no layer that the capture cut.
    void scopesThatCountFromOne()
    {
        const auto session = sessionOf(Writer().text({"generate", true, false, false, 4, 9, "ragged_paged_attention", 1}));
        const auto cut = session->segmentation();
        QVERIFY(cut.has_value());
        QCOMPARE(passesOf(**cut, 2), QStringLiteral("unknown*4 unknown*4"));
    }

    void publicTraces_data()
    {
        QTest::addColumn<QString>("file");
        for (const char *file : {"/jax/tpu_inference_20260111_212641.trace.json.gz",
                 "/jax/tpu_inference_20260112_002620.trace.json.gz", "/jax/xprof_tpu_inference_2.xplane.pb"})
            QTest::newRow(file) << QStringLiteral(LAMELLA_SHARED_TRACES) + QString::fromLatin1(file);
    }
    void publicTraces()
    {
        QFETCH(QString, file);
        LAMELLA_NEED_SHARED(file);
        const auto document = openTrace(file.toStdString());
        QVERIFY(document.has_value());
        const auto session = *AnalysisSession::create(*document, {});
        const auto cut = session->segmentation();
        QVERIFY(cut.has_value());
        for (const DeviceSegmentation &device : (*cut)->devices)
            QCOMPARE(lineOfMainStream(**document, device), std::string("XLA Ops"));
    }
};

LAMELLA_TEST(TestCompiledSteps)
#include "tst_CompiledSteps.moc"
