// SPDX-License-Identifier: GPL-3.0-or-later
// Passes that the ranges of the recorded program tell, and the launches of compiled programs on a device's own lines.
#include "core/analysis/segmentation/Annotations.h"
#include "core/analysis/segmentation/CallCatalogue.h"
#include "tests/support/HostText.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

#include <numeric>

using namespace lamella;
using namespace lamella::core;
using namespace lamella::test;

class TestRangePasses : public QObject {
    Q_OBJECT
private slots:
    void passes_data();
    void passes();
    void namesOfOnePass_data();
    void namesOfOnePass();
    void workBetweenForwardPasses();
    void programsOfADevice();
    void callsNamedBackward();
};

namespace {

struct Ranges {
    explicit Ranges(std::shared_ptr<TraceDocument> built)
        : document(std::move(built))
        , names(*document, testProfiles(), nullptr)
        , tokens(*document, names)
        , sequence(mainSequence(*document, tokens, DeviceId{0}, all(*document)))
        , calls(*document)
        , steps(*document, sequence, calls.steps())
    {
    }
    static std::vector<std::uint32_t> all(const TraceDocument &document)
    {
        std::vector<std::uint32_t> work(document.kernels.size());
        std::iota(work.begin(), work.end(), 0U);
        return work;
    }
    // "0 0 - 1": pass of each kernel.
    [[nodiscard]] QString found(std::vector<Pass> *rows = nullptr) const
    {
        DeviceSegmentation device;
        Segmentation segmentation;
        segmentation.passOf.assign(document->kernels.size(), kNoPass);
        segmentation.layerOf.assign(document->kernels.size(), kNoLayer);
        const bool any = passesByRanges(*document, sequence, steps, device, segmentation);
        if (any == device.passes.empty())
            return QStringLiteral("contradiction");
        QStringList words;
        for (const std::int32_t pass : segmentation.passOf)
            words << (pass == kNoPass ? QStringLiteral("-") : QString::number(pass));
        if (rows != nullptr)
            *rows = device.passes;
        return words.join(QLatin1Char(' '));
    }

    std::shared_ptr<TraceDocument> document;
    KernelNames names;
    KernelTokens tokens;
    MainSequence sequence;
    CallCatalogue calls;
    StepCalls steps;
};

// Kernels k0 .. k7 run long after their launches at 10, 20, ... 80.
Ranges traceWith(const QString &ranges)
{
    QString kernels = QStringLiteral("7:");
    QString host = QStringLiteral("1:");
    for (int k = 0; k < 8; ++k) {
        kernels += QStringLiteral(" k%1@%2+5").arg(k).arg(1000 + 10 * k);
        host += QStringLiteral(" cudaLaunchKernel>%1@%2+2").arg(k).arg(10 + 10 * k);
    }
    const std::shared_ptr<TraceDocument> document = documentFromText(kernels.toStdString());
    const QString all = host + QLatin1Char(' ') + ranges;
    addHost(*document, all.toStdString());
    return Ranges(document);
}

} // namespace

void TestRangePasses::passes_data()
{
    QTest::addColumn<QString>("ranges");
    QTest::addColumn<QString>("passes");
    QTest::newRow("by launch, not by time") << "range:forward@5+40 range:forward@48+40"
                                            << "0 0 0 0 1 1 1 1";
    QTest::newRow("work between belongs to nobody") << "range:forward@5+30 range:forward@58+40"
                                                    << "0 0 0 - - 1 1 1";
    QTest::newRow("numbered steps are one kind") << "range:step_1@5+40 range:step_2@48+40"
                                                 << "0 0 0 0 1 1 1 1";
    QTest::newRow("a forward in each step") << "range:step_1@5+40 range:forward@6+38 range:step_2@48+40 range:forward@49+38"
                                            << "0 0 0 0 1 1 1 1";
    QTest::newRow("too little of the trace") << "range:forward@5+10 range:forward@18+10"
                                             << "- - - - - - - -";
    QTest::newRow("other names") << "range:allocate@5+40 range:allocate@48+40"
                                 << "- - - - - - - -";
    QTest::newRow("no ranges") << ""
                               << "- - - - - - - -";
}

void TestRangePasses::passes()
{
    QFETCH(QString, ranges);
    QFETCH(QString, passes);
    std::vector<Pass> rows;
    QCOMPARE(traceWith(ranges).found(&rows), passes);
    for (const Pass &pass : rows) {
        QCOMPARE(pass.evidence, Evidence::Annotation);
        QCOMPARE(pass.layers, 0);
        QVERIFY(pass.range.begin.value >= 1000 && pass.range.end.value > pass.range.begin.value && pass.kernels > 0);
    }
}

void TestRangePasses::namesOfOnePass_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("onePass");
    QTest::newRow("forward") << "forward" << true;
    QTest::newRow("numbered") << "forward_3" << true;
    QTest::newRow("of the model") << "model_forward" << true;
    QTest::newRow("one of several things") << "forward_batch_extend" << false;
    QTest::newRow("a step may hold drafts") << "step" << false;
    QTest::newRow("of one operator") << "attention_forward" << false;
}

void TestRangePasses::namesOfOnePass()
{
    QFETCH(QString, name);
    QFETCH(bool, onePass);
    const Ranges trace = traceWith(QStringLiteral("range:%1@5+40").arg(name));
    QCOMPARE(trace.calls.steps().size(), std::size_t{1});
    QCOMPARE(trace.calls.steps().front().onePass, onePass);
}

void TestRangePasses::workBetweenForwardPasses()
{
    const Ranges apart = traceWith(QStringLiteral("range:forward@5+20 range:forward@68+20"));
    const MainSequence rest = partOf(apart.sequence, insideForward(apart.sequence, apart.steps));
    QVERIFY(rest.kernel == (std::vector<std::uint32_t>{0, 1, 6, 7}));
    QCOMPARE(rest.names, 4U);
    // A little of it (sampling) belongs to the passes.
    const Ranges near = traceWith(QStringLiteral("range:forward@5+30 range:forward@48+40"));
    QVERIFY(insideForward(near.sequence, near.steps).empty());
}

void TestRangePasses::programsOfADevice()
{
    const std::shared_ptr<TraceDocument> document =
        documentFromText("3: fusion.1@100+5 fusion.2@110+5 copy.1@150+2 fusion.3@200+5 fusion.4@210+5");
    const auto track = [&](const char *thread) {
        Track row;
        row.process = "9";
        row.thread = thread;
        row.processName = "/device:TPU:0";
        row.threadName = thread;
        document->tracks.push_back(row);
        return TrackId{static_cast<std::uint32_t>(document->tracks.size() - 1)};
    };
    document->streams.front().track = track("XLA Ops");
    const TrackId modules = track("XLA Modules");
    EventChunk chunk;
    const auto add = [&](const char *name, std::int64_t start, std::int64_t duration) {
        chunk.start.push_back(start);
        chunk.duration.push_back(duration);
        chunk.name.push_back(document->strings.intern(name));
        chunk.category.push_back(document->strings.intern("xla_module"));
        chunk.track.push_back(modules);
        chunk.offset.push_back(0);
        chunk.length.push_back(0);
        chunk.phase.push_back('X');
    };
    add("jit_decode(17)", 100, 40);
    add("jit_broadcast(3)", 150, 2); // prepares: no pass of its own
    add("jit_decode(17)", 200, 40);
    std::vector<EventChunk> chunks;
    chunks.push_back(std::move(chunk));
    document->events = EventTable(std::move(chunks));
    const Ranges trace(document);
    QCOMPARE(trace.sequence.names, 2U); // numbered operations of one kind
    std::vector<Pass> rows;
    QCOMPARE(trace.found(&rows), QStringLiteral("0 0 - 1 1"));
    QCOMPARE(rows.front().stage, Stage::Decode);
    QCOMPARE(QString::fromStdString(rows.front().note.english()), QStringLiteral("jit_decode(17)"));
}

void TestRangePasses::callsNamedBackward()
{
    QVERIFY(traceWith(QStringLiteral("range:Backward@5+40")).calls.backward());
    QVERIFY(!traceWith(QStringLiteral("range:forward@5+40 py:backward@5+40")).calls.backward());
}

LAMELLA_TEST(TestRangePasses)
#include "tst_RangePasses.moc"
