// SPDX-License-Identifier: GPL-3.0-or-later
// How many requests and tokens a pass computes: by the name of its step, else by the grid of its norms.
#include "core/analysis/segmentation/PassNumbering.h"
#include "tests/core/analysis/segmentation/LetterSequence.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <array>

using namespace lamella;
using namespace lamella::core;

class TestPassBatch : public QObject {
    Q_OBJECT
private slots:
    void names_data();
    void names();
    void grids_data();
    void grids();
    void shapesBeforeGrids();
    void unreadableShapesContradict();
    void theNameComesFirst();
};

void TestPassBatch::names_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("requests");
    QTest::addColumn<int>("tokens");
    QTest::newRow("prefill of one request") << "step[EXTEND bs=1 toks=4096]" << 1 << 4096;
    QTest::newRow("one token a request") << "step[DECODE bs=32]" << 32 << 32;
    QTest::newRow("speculative tokens are not told") << "step[TARGET_VERIFY bs=8]" << 8 << 0;
    QTest::newRow("both kinds of requests") << "execute_8192_context_9(x)_generation_37(y)" << 46 << 8192;
    QTest::newRow("tokens in brackets") << "execute_context_2(300)_generation_5(5)" << 7 << 305;
    QTest::newRow("a prompt alone") << "execute_context_1(302)_generation_0(0)" << 1 << 302;
    QTest::newRow("many requests, few tokens each") << "execute_context_0(0)_generation_2048(2048)" << 2048 << 2048;
    QTest::newRow("brackets with more in them") << "execute_context_2(sq300sk9)_generation_5(sq5)" << 7 << 0;
    QTest::newRow("brackets of the prompts without a number") << "execute_context_3(-)_generation_2(2)" << 5 << 0;
    QTest::newRow("a limit is no count") << "step[DECODE bs=8 max_tokens=4096]" << 8 << 8;
    QTest::newRow("brackets that do not close") << "execute_context_2(300" << 2 << 0;
    QTest::newRow("new and running requests") << "execute_new_1_cached_15" << 16 << 0;
    QTest::newRow("words of another engine") << "execute_model num_reqs: 3 num_tokens: 77" << 3 << 77;
    QTest::newRow("TensorRT-LLM, both kinds")
        << "[Executor] _forward_step 12: 3 ctx reqs, 1200 ctx tokens, 5 gen reqs" << 8 << 1205;
    QTest::newRow("TensorRT-LLM, prompts") << "[Executor] _forward_step 7: 2 ctx reqs, 77 ctx tokens, 0 gen reqs" << 2 << 77;
    QTest::newRow("TensorRT-LLM, no prompts")
        << "[Executor] _forward_step 60000: 0 ctx reqs, 0 ctx tokens, 32 gen reqs" << 32 << 32;
    QTest::newRow("TensorRT-LLM, tokens of prompts not told") << "[Executor] _forward_step 5: 1 ctx reqs, 4 gen reqs" << 5 << 0;
    QTest::newRow("TensorRT-LLM, older") << "[Executor] _forward_step: 0 ctx reqs, 4 gen reqs" << 4 << 4;
    QTest::newRow("TensorRT-LLM, damaged") << "[Executor] _forward_step 5: ctx reqs, 4 gen reqs" << 0 << 0;
    QTest::newRow("no number") << "forward" << 0 << 0;
    QTest::newRow("a number of something else") << "step 12" << 0 << 0;
    QTest::newRow("the word goes on from another one") << "step[EXTEND obs=4]" << 0 << 0;
    QTest::newRow("a number beyond reason is cut") << "step[DECODE bs=99999999999999999999]" << 1'000'000'000 << 1'000'000'000;
}

void TestPassBatch::names()
{
    QFETCH(QString, name);
    QFETCH(int, requests);
    QFETCH(int, tokens);
    const BatchCounts counts = batchFromStepName(name.toStdString());
    QCOMPARE(counts.requests, std::int64_t{requests});
    QCOMPARE(counts.tokens, std::int64_t{tokens});
}

namespace {

// Two passes of two layers "NA"; grids of the norms in order.
struct TwoPasses {
    explicit TwoPasses(const QList<int> &grids)
        : trace("NANANANA")
    {
        for (std::uint32_t n = 0; n < 4; ++n) {
            trace.document.kernels.shapes.push_back(
                {{static_cast<std::uint32_t>(grids[static_cast<int>(n)]), 1, 1}, {128, 1, 1}});
            trace.document.kernels.shape.set(2 * n, ShapeId{n});
        }
        for (std::uint32_t p = 0; p < 2; ++p) {
            PassLayout layout;
            layout.span = {4 * p, 4 * p + 4};
            for (std::uint32_t l = 0; l < 2; ++l) {
                LayerLayout layer;
                layer.span = {4 * p + 2 * l, 4 * p + 2 * l + 2};
                layout.layers.push_back(layer);
            }
            layouts.push_back(layout);
            device.passes.emplace_back();
        }
    }
    test::LetterSequence trace;
    std::vector<PassLayout> layouts;
    DeviceSegmentation device;
};

} // namespace

void TestPassBatch::grids_data()
{
    QTest::addColumn<QList<int>>("grids");
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("second");
    QTest::newRow("one block a token") << QList<int>{512, 512, 8, 8} << 512 << 8;
    QTest::newRow("the same everywhere: persistent blocks") << QList<int>{132, 132, 132, 132} << 0 << 0;
    QTest::newRow("different between layers: something else") << QList<int>{512, 256, 8, 8} << 0 << 8;
}

void TestPassBatch::grids()
{
    QFETCH(QList<int>, grids);
    QFETCH(int, first);
    QFETCH(int, second);
    TwoPasses passes(grids);
    countBatches(passes.trace.document, passes.trace.sequence, passes.layouts, {}, passes.device);
    QCOMPARE(passes.device.passes[0].tokens, std::int64_t{first});
    QCOMPARE(passes.device.passes[1].tokens, std::int64_t{second});
    QCOMPARE(passes.device.passes[0].note.empty(), first == 0);
}

namespace {

// Of each kernel, the recorded shapes.
void recordShapes(TraceDocument &document, const std::array<const char *, 8> &shapes)
{
    EventChunk chunk;
    SparseColumn dims;
    for (std::uint32_t k = 0; k < 8; ++k) {
        chunk.start.push_back(k);
        chunk.duration.push_back(1);
        chunk.name.emplace_back();
        chunk.category.push_back(StringId());
        chunk.track.push_back(TrackId());
        chunk.offset.push_back(0);
        chunk.length.push_back(0);
        chunk.phase.push_back('X');
        dims.rows.push_back(k);
        dims.values.push_back(document.strings.intern(shapes[k]).value);
    }
    chunk.sparse[static_cast<std::size_t>(SparseKey::InputDims)] = dims;
    std::vector<EventChunk> chunks;
    chunks.push_back(std::move(chunk));
    document.events = EventTable(std::move(chunks));
    document.kernels.event.clear();
    for (std::uint32_t k = 0; k < 8; ++k)
        document.kernels.event.emplace_back(k);
}

constexpr const char *kPrompt = "2,2056,5120;5120";
constexpr const char *kTokens = "16,5120;5120";

} // namespace

void TestPassBatch::shapesBeforeGrids()
{
    TwoPasses passes({24, 24, 24, 24}); // cores, the same everywhere
    recordShapes(passes.trace.document, {kPrompt, kPrompt, kPrompt, kPrompt, kTokens, kTokens, kTokens, kTokens});
    countBatches(passes.trace.document, passes.trace.sequence, passes.layouts, {}, passes.device);
    QCOMPARE(passes.device.passes[0].tokens, std::int64_t{4112});
    QCOMPARE(passes.device.passes[1].tokens, std::int64_t{16});
    for (Pass &pass : passes.device.passes)
        pass.layers = 2;
    fillUnknownStages(passes.trace.document, passes.trace.sequence, passes.layouts, passes.device);
    QCOMPARE(passes.device.passes[0].stage, Stage::Prefill);
    QCOMPARE(passes.device.passes[1].stage, Stage::Decode);
}

// The other layers of the pass are not believed then. A grid that is not recorded contradicts none.
void TestPassBatch::unreadableShapesContradict()
{
    for (const char *unreadable : {"", "3000000000,5120;5120"}) {
        TwoPasses passes({24, 24, 24, 24});
        recordShapes(passes.trace.document, {kPrompt, kPrompt, unreadable, kPrompt, kTokens, kTokens, kTokens, kTokens});
        QCOMPARE(
            tokensByShape(passes.trace.document, passes.trace.sequence, passes.layouts), (std::vector<std::uint32_t>{0, 16}));
    }
    TwoPasses passes({512, 512, 8, 8});
    passes.trace.document.kernels.shape.set(2, ShapeId());
    QCOMPARE(tokensByGrid(passes.trace.document, passes.trace.sequence, passes.layouts), (std::vector<std::uint32_t>{512, 8}));
}

void TestPassBatch::theNameComesFirst()
{
    TwoPasses passes({512, 512, 8, 8});
    StepAnnotations steps;
    steps.names = {passes.trace.document.strings.intern("step[EXTEND bs=2 toks=700]")};
    steps.step = {0, 0, 0, 0, -1, -1, -1, -1};
    countBatches(passes.trace.document, passes.trace.sequence, passes.layouts, steps, passes.device);
    QCOMPARE(passes.device.passes[0].requests, std::int64_t{2});
    QCOMPARE(passes.device.passes[0].tokens, std::int64_t{700});
    QCOMPARE(QString::fromStdString(passes.device.passes[0].note.english()), QStringLiteral("2 requests, 700 tokens"));
    QCOMPARE(passes.device.passes[1].tokens, std::int64_t{8});
}

LAMELLA_TEST(TestPassBatch)
#include "tst_PassBatch.moc"
