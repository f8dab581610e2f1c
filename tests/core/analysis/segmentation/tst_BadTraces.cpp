// SPDX-License-Identifier: GPL-3.0-or-later
// Traces without the structure of a model: an honest answer with a reason, never a table without warning, never a hang.
#include "core/analysis/Segmentation.h"
#include "core/analysis/segmentation/Confidence.h"
#include "core/import/DiagnosticKinds.h"
#include "core/profile/KernelNames.h"
#include "core/profile/ModelProfile.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"
#include "tests/support/TraceText.h"

#include <QTest>

#include <algorithm>
#include <stop_token>
#include <string>

using namespace lamella;
using namespace lamella::core;

class TestBadTraces : public QObject {
    Q_OBJECT
private slots:
    void noLayers_data();
    void noLayers();
    void onePassIsEnough();
    void manyDistinctNames();
    void aConfigOfAnotherModelIsSaid();
    void moreLayersThanAModelHas();
    void aStopRequestEndsIt();
    void choicesOfTheUserCount();
    void aCutFileHasNoWholeLastPass();
    void whatEndsARecordEarly_data();
    void whatEndsARecordEarly();
    void aDamagedRowMakesItsPassPartial();
    void theReasonForNoGpuWorkIsTheTrueOne();
    void aLonePassOfACutFileTellsNoLayerCount();
};

namespace {

class TextTrace {
public:
    void add(const std::string &name, int gap = 10)
    {
        m_now += gap;
        m_text += (m_text.empty() ? "7: " : " ") + name + "@" + std::to_string(m_now) + "+100";
        m_now += 100;
    }
    void pass(int layers)
    {
        add("embedding_kernel", 50'000);
        for (int l = 0; l < layers; ++l) {
            for (const char *name :
                {"norm_add", "gemm_qkv", "attn_core", "gemm_o", "norm_add", "gemm_up", "silu_and_mul", "gemm_down"})
                add(name);
        }
        for (const char *name : {"norm_add", "gemm_head", "argmax_sampling"})
            add(name);
    }
    [[nodiscard]] std::shared_ptr<TraceDocument> document() const { return test::documentFromText(m_text); }

private:
    std::string m_text;
    std::int64_t m_now = 0;
};

Segmentation cut(const TraceDocument &document, SegmentationOptions options = {})
{
    options.profiles = &test::testProfiles();
    const KernelNames names(document, *options.profiles, nullptr);
    const Result<Segmentation> found = segmentTrace(document, names, options);
    return found ? *found : Segmentation{};
}

std::shared_ptr<TraceDocument> cutFile(const TextTrace &trace)
{
    auto document = trace.document();
    document->diagnostics.add(diagnostics::kTruncatedEvent);
    return document;
}

} // namespace

void TestBadTraces::noLayers_data()
{
    QTest::addColumn<QString>("kind");
    QTest::newRow("no GPU work") << "nothing";
    QTest::newRow("memory copies only") << "copies";
    QTest::newRow("nothing repeats") << "distinct";
    QTest::newRow("a handful of kernels") << "few";
}

void TestBadTraces::noLayers()
{
    QFETCH(QString, kind);
    TextTrace trace;
    for (int i = 0; i < 400; ++i) {
        if (kind == QStringLiteral("copies"))
            trace.add("Memcpy_copy", i % 7 == 0 ? 40'000 : 10);
        else if (kind == QStringLiteral("distinct"))
            trace.add("kernel_" + std::to_string(i));
        else if (kind == QStringLiteral("few") && i < 5)
            trace.add("attn_core");
    }
    const Segmentation found = cut(*trace.document());
    QVERIFY(!found.whyNone.empty());
    QCOMPARE(found.confidence, 0.0);
    for (const DeviceSegmentation &device : found.devices)
        QVERIFY(device.passes.empty());
    for (const std::int32_t pass : found.passOf)
        QCOMPARE(pass, kNoPass);
}

void TestBadTraces::onePassIsEnough()
{
    TextTrace trace;
    trace.pass(6);
    const Segmentation found = cut(*trace.document());
    QCOMPARE(found.devices.front().passes.size(), std::size_t{1});
    QCOMPARE(found.devices.front().passes.front().layers, 6);
}

// Bounded by the number of kernels: anything quadratic in the names would run for hours here.
void TestBadTraces::manyDistinctNames()
{
    constexpr std::uint32_t kNames = 1'000'000;
    TraceDocument document;
    document.devices.push_back({0, {}});
    document.streams.push_back({DeviceId{0}, 7, {}});
    KernelTable &kernels = document.kernels;
    std::int64_t now = 0;
    for (std::uint32_t i = 0; i < kNames; ++i) {
        now += i % 97 == 0 ? 30'000 : 10;
        kernels.event.push_back(EventId(i));
        kernels.start.push_back(now);
        kernels.duration.push_back(100);
        kernels.name.push_back(document.strings.intern("k" + std::to_string(i)));
        kernels.stream.push_back(StreamId{0});
        kernels.kind.push_back(KernelKind::Kernel);
        kernels.shape.push_back({});
        kernels.correlation.push_back(0);
        kernels.launch.emplace_back();
        now += 100;
    }
    const Segmentation found = cut(document);
    QVERIFY(found.whyNone.english().find("no kernel repeats") != std::string::npos);
    QCOMPARE(found.confidence, 0.0);
    QVERIFY(std::all_of(found.passOf.begin(), found.passOf.end(), [](std::int32_t pass) { return pass == kNoPass; }));
}

void TestBadTraces::aConfigOfAnotherModelIsSaid()
{
    TextTrace trace;
    for (int p = 0; p < 4; ++p)
        trace.pass(6);
    ModelConfig config;
    config.layers = 80;
    SegmentationOptions options;
    options.config = &config;
    const Segmentation found = cut(*trace.document(), options);
    QCOMPARE(found.devices.front().modelLayers, 6);
    QVERIFY(found.confidence < kLowConfidence);
    const bool said = std::any_of(found.checks.begin(), found.checks.end(),
        [](const SegmentationCheck &check) { return !check.ok && check.sentence.english().find("80") != std::string::npos; });
    QVERIFY(said);
}

void TestBadTraces::moreLayersThanAModelHas()
{
    TextTrace trace;
    for (int p = 0; p < 3; ++p)
        trace.pass(300);
    const Segmentation found = cut(*trace.document());
    QCOMPARE(found.devices.front().modelLayers, 300);
    QVERIFY(found.confidence < kLowConfidence);
    const bool said = std::any_of(found.checks.begin(), found.checks.end(),
        [](const SegmentationCheck &check) { return !check.ok && check.sentence.english().starts_with("300 layers"); });
    QVERIFY(said);
}

void TestBadTraces::aStopRequestEndsIt()
{
    TextTrace trace;
    trace.pass(6);
    std::stop_source source;
    source.request_stop();
    const auto document = trace.document();
    SegmentationOptions options;
    options.profiles = &test::testProfiles();
    const KernelNames names(*document, *options.profiles, nullptr);
    const Result<Segmentation> found = segmentTrace(*document, names, options, {source.get_token(), {}});
    QVERIFY(!found);
    QCOMPARE(found.error().code, ErrorCode::Cancelled);
}

void TestBadTraces::choicesOfTheUserCount()
{
    TextTrace trace;
    for (int p = 0; p < 6; ++p)
        trace.pass(5);
    const auto document = trace.document();
    SegmentationOptions options;
    options.selectedPass = 4;
    options.steadyPasses = PassRange{2, 3};
    const Segmentation found = cut(*document, options);
    const DeviceSegmentation &device = found.devices.front();
    QCOMPARE(device.selectedPass, 4);
    QCOMPARE(QString::fromStdString(device.selectedWhy.english()), QStringLiteral("chosen by the user"));
    QCOMPARE(device.passes[2].state, PassState::Steady);
    QVERIFY(device.stateRule.english().find("P2-P3 by the user") != std::string::npos);
    for (const Pass &pass : device.passes) {
        QVERIFY(pass.confidence > kLowConfidence);
        QVERIFY(!pass.confidenceWhy.empty());
    }
}

// Sixteen layers of sixteen, as far as the kernels tell; but the file stops there.
void TestBadTraces::aCutFileHasNoWholeLastPass()
{
    TextTrace trace;
    for (int pass = 0; pass < 5; ++pass)
        trace.pass(16);
    const Segmentation whole = cut(*trace.document());
    const DeviceSegmentation &before = whole.devices[0];
    QCOMPARE(before.passes.size(), std::size_t(5));
    QVERIFY(before.passes.back().complete);
    QCOMPARE(before.passes.back().state, PassState::Steady);

    const Segmentation stopped = cut(*cutFile(trace));
    const DeviceSegmentation &after = stopped.devices[0];
    QCOMPARE(after.passes.size(), std::size_t(5));
    QVERIFY(after.passes[3].complete);
    QVERIFY(!after.passes.back().complete);
    QVERIFY(after.passes.back().note.english().find("partial: the file stops here") != std::string::npos);
    QCOMPARE(after.passes.back().state, PassState::Unknown); // in no median
    QCOMPARE(after.modelLayers, 16); // which the others tell
    QVERIFY2(stopped.confidence < whole.confidence, std::to_string(stopped.confidence).c_str());
    QVERIFY(std::any_of(stopped.checks.begin(), stopped.checks.end(), [](const SegmentationCheck &check) {
        return !check.ok && check.sentence.english().find("the file stops") != std::string::npos;
    }));
}

void TestBadTraces::whatEndsARecordEarly_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("sample");
    QTest::addColumn<bool>("partial");
    QTest::newRow("list of events not closed") << QByteArray("truncated_array") << QByteArray() << true;
    QTest::newRow("damaged gzip") << QByteArray("damaged_gzip") << QByteArray() << true;
    QTest::newRow("table cut off") << QByteArray("truncated_table") << QByteArray() << true;
    QTest::newRow("damaged table of kernels") << QByteArray("damaged_table") << QByteArray("CUPTI_ACTIVITY_KIND_KERNEL") << true;
    QTest::newRow("damaged table of calls") << QByteArray("damaged_table") << QByteArray("CUPTI_ACTIVITY_KIND_RUNTIME") << false;
    QTest::newRow("keys behind the events missing") << QByteArray("truncated_object") << QByteArray() << false;
    QTest::newRow("somewhere in the file") << QByteArray("damaged_event") << QByteArray() << false;
}

void TestBadTraces::whatEndsARecordEarly()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, sample);
    QFETCH(bool, partial);
    TextTrace trace;
    for (int pass = 0; pass < 5; ++pass)
        trace.pass(16);
    auto document = trace.document();
    document->diagnostics.add(*findDiagnosticKind(kind.toStdString()), -1, sample.toStdString());
    const Segmentation found = cut(*document);
    QCOMPARE(found.devices[0].passes.back().complete, !partial);
    QVERIFY(found.devices[0].passes[3].complete);
}

// A table of an Ascend device: where a row is missing is known by its neighbours.
void TestBadTraces::aDamagedRowMakesItsPassPartial()
{
    TextTrace trace;
    for (int pass = 0; pass < 5; ++pass)
        trace.pass(16);
    const auto kernels = trace.document();
    const std::uint32_t ofPass = kernels->kernels.size() / 5;
    const auto table = [&](std::uint32_t damaged) {
        std::string text = "Step Id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block Dim\n";
        for (std::uint32_t k = 0; k < kernels->kernels.size(); ++k) {
            const std::string name(kernels->text(kernels->kernels.name[k]));
            text += "0," + name + "," + name + ",AI_CORE," + (k == damaged ? "?" : std::to_string(kernels->kernels.start[k]))
                + ",100,0,1\n";
        }
        return text;
    };
    const auto opened = [](const std::string &text) {
        return *test::TraceText(text, QStringLiteral("kernel_details.csv")).open();
    };
    const auto wholePasses = [](const TraceDocument &document) {
        std::vector<bool> whole;
        const Segmentation found = cut(document);
        for (const Pass &pass : found.devices[0].passes)
            whole.push_back(pass.complete);
        return whole;
    };
    QCOMPARE(wholePasses(*opened(table(UINT32_MAX))), std::vector<bool>(5, true));
    QCOMPARE(wholePasses(*opened(table(2 * ofPass + 60))), (std::vector<bool>{true, true, false, true, true}));
    std::string cutOff = table(UINT32_MAX);
    cutOff.resize(cutOff.size() - 12);
    const auto stopped = opened(cutOff);
    QCOMPARE(stopped->diagnostics.count("truncated_table"), std::uint64_t{1});
    QCOMPARE(wholePasses(*stopped), (std::vector<bool>{true, true, true, true, false}));
}

// What is missing is not what was switched off while recording.
void TestBadTraces::theReasonForNoGpuWorkIsTheTrueOne()
{
    const auto why = [](const DiagnosticKind *kind) {
        auto document = test::documentFromText("");
        if (kind != nullptr)
            document->diagnostics.add(*kind);
        return cut(*document).whyNone.english();
    };
    QVERIFY(why(nullptr).find("record with GPU activities") != std::string::npos);
    QVERIFY(why(&diagnostics::kSummaryOnly).find("summary tables") != std::string::npos);
    QVERIFY(why(&diagnostics::kTruncatedEvent).find("stops in the middle") != std::string::npos);
}

void TestBadTraces::aLonePassOfACutFileTellsNoLayerCount()
{
    TextTrace trace;
    trace.pass(11); // of perhaps forty
    const Segmentation stopped = cut(*cutFile(trace));
    const DeviceSegmentation &device = stopped.devices[0];
    QCOMPARE(device.passes.size(), std::size_t(1));
    QCOMPARE(device.passes[0].layers, 11);
    QCOMPARE(device.passes[0].expectedLayers, 0);
    QVERIFY(!device.passes[0].complete);
    QCOMPARE(device.modelLayers, 0);
    QVERIFY2(stopped.confidence < kLowConfidence, std::to_string(stopped.confidence).c_str());
    // Who was told the count keeps it.
    SegmentationOptions given;
    given.layers = 11;
    const Segmentation told = cut(*cutFile(trace), given);
    QCOMPARE(told.devices[0].passes.size(), std::size_t(1));
    QCOMPARE(told.devices[0].passes[0].expectedLayers, 11);
}

LAMELLA_TEST(TestBadTraces)
#include "tst_BadTraces.moc"
