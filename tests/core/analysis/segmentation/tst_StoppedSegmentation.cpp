// SPDX-License-Identifier: GPL-3.0-or-later
// Every stage of the cut looks at the stop request while it works. What counts is the work done after it (names, passes,
// proposals), not the time it took.
#include "core/analysis/segmentation/DeviceSegmenter.h"
#include "core/analysis/segmentation/KernelTokens.h"
#include "core/analysis/segmentation/LayerHypothesis.h"
#include "core/analysis/segmentation/evidence/LayerEvidence.h"
#include "tests/core/analysis/segmentation/NamedLetters.h"
#include "tests/support/HostText.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <algorithm>

using namespace lamella;
using namespace lamella::core;
using namespace lamella::test;

class TestStoppedSegmentation : public QObject {
    Q_OBJECT
private slots:
    void tokensOfNames();
    void catalogueOfCalls();
    void stepsOfKernels();
    void proposals_data();
    void proposals();
    void hypotheses();
    void layoutOfPasses();
    void wholeTrace();
};

namespace {

JobControl stopped()
{
    std::stop_source source;
    source.request_stop();
    return {source.get_token(), {}};
}

// 20 passes of 30 layers, 5000 kernels.
NamedLetters &trace()
{
    static NamedLetters built([] {
        std::string letters;
        for (int pass = 0; pass < 20; ++pass) {
            letters += "HE";
            for (int layer = 0; layer < 30; ++layer)
                letters += "RGAGRGFG";
            letters += "RGS ";
        }
        return letters;
    }());
    return built;
}

} // namespace

void TestStoppedSegmentation::tokensOfNames()
{
    TraceDocument document;
    for (int i = 0; i < 5000; ++i)
        document.kernels.name.push_back(document.strings.intern("attn_norm_" + std::to_string(i)));
    const KernelNames names(document, testProfiles(), nullptr);
    const auto named = [&](const KernelTokens &tokens) {
        return std::count_if(
            document.kernels.name.begin(), document.kernels.name.end(), [&](StringId id) { return tokens[id] != 0; });
    };
    QCOMPARE(named(KernelTokens(document, names)), std::ptrdiff_t{5000});
    QCOMPARE(named(KernelTokens(document, names, stopped())), std::ptrdiff_t{0});
}

void TestStoppedSegmentation::catalogueOfCalls()
{
    const std::shared_ptr<TraceDocument> document = documentFromText("7: a@0+1 b@2+1");
    addHost(*document, "1: range:forward@0+9 range:layer.0@1+2 range:layer.1@4+2 cudaLaunchKernel>0@1+1");
    QVERIFY(!CallCatalogue(*document).steps().empty() && !CallCatalogue(*document).layers().empty());
    const CallCatalogue none(*document, stopped());
    QVERIFY(none.steps().empty() && none.layers().empty());
}

void TestStoppedSegmentation::stepsOfKernels()
{
    const std::shared_ptr<TraceDocument> document = documentFromText("7: a@0+1 b@2+1");
    addHost(*document, "1: range:forward@0+9 cudaLaunchKernel>0@1+1 cudaLaunchKernel>1@3+1");
    const KernelNames names(*document, testProfiles(), nullptr);
    const MainSequence sequence = mainSequence(*document, KernelTokens(*document, names), DeviceId{0}, {0, 1});
    const CallCatalogue calls(*document);
    QCOMPARE(StepCalls(*document, sequence, calls.steps()).kinds().size(), std::size_t{1});
    QVERIFY(StepCalls(*document, sequence, calls.steps(), stopped()).kinds().empty());
}

void TestStoppedSegmentation::proposals_data()
{
    QTest::addColumn<bool>("stop");
    QTest::newRow("asked to stop") << true;
    QTest::newRow("not asked") << false;
}

// Names one by one are what takes long among the proposals.
void TestStoppedSegmentation::proposals()
{
    QFETCH(bool, stop);
    const JobControl control = stop ? stopped() : JobControl{};
    const NamedLetters &built = trace();
    const EvidenceContext context{
        built.trace.document, built.names, built.trace.sequence, built.options, nullptr, built.calls, built.steps, 0, 0, control};
    QCOMPARE(proposeRepeatedNames(context).empty(), stop);
}

void TestStoppedSegmentation::hypotheses()
{
    const JobControl control = stopped();
    const NamedLetters &built = trace();
    const EvidenceContext context{
        built.trace.document, built.names, built.trace.sequence, built.options, nullptr, built.calls, built.steps, 0, 0, control};
    QVERIFY(strongestHypothesis(context).cores.empty());
    QCOMPARE(strongestHypothesis(built.context()).runs.runs.size(), std::size_t{20});
}

void TestStoppedSegmentation::layoutOfPasses()
{
    NamedLetters &built = trace();
    const LayerHypothesis found = strongestHypothesis(built.context());
    TraceDocument &document = built.trace.document; // where the stream of the letters is looked up
    if (document.streams.empty()) {
        document.devices.push_back({0, {}});
        document.streams.push_back({DeviceId{0}, 7, {}});
        const std::vector<StreamId> streams(document.kernels.size(), StreamId{0});
        document.kernels.stream.assign(streams.begin(), streams.end());
    }
    LayoutInput input{document, built.trace.sequence, found.cores, found.runs.runs, found.steps.step, found.runs.layers,
        found.usualOpenings, found.role, found.leadIn};
    QCOMPARE(layoutPasses(input).size(), std::size_t{20});
    const JobControl control = stopped();
    input.control = &control;
    QVERIFY(layoutPasses(input).empty());
}

void TestStoppedSegmentation::wholeTrace()
{
    const std::shared_ptr<TraceDocument> document =
        documentFromText("7: norm@0+1 attn@2+5 gemm@8+4 norm@20+1 attn@22+5 gemm@28+4");
    const KernelNames names(*document, testProfiles(), nullptr);
    SegmentationOptions options;
    options.profiles = &testProfiles();
    const Result<Segmentation> found = segmentTrace(*document, names, options, stopped());
    QVERIFY(!found);
    QCOMPARE(found.error().code, ErrorCode::Cancelled);
}

LAMELLA_TEST(TestStoppedSegmentation)
#include "tst_StoppedSegmentation.moc"
