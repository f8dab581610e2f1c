// SPDX-License-Identifier: GPL-3.0-or-later
// What is made of the generated traces for tests: fewer and more passes, and GPU events alone.
#include "tests/support/GeneratedTraces.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace lamella;
using namespace lamella::test;

namespace {

int passesOf(const GeneratedTrace &trace)
{
    int last = core::kNoPass;
    for (const TruthRow &row : trace.truth)
        last = std::max(last, row.pass);
    return last + 1;
}

bool everyKernelIsLaunched(const core::TraceDocument &document)
{
    return std::all_of(
        document.kernels.launch.begin(), document.kernels.launch.end(), [](core::EventId id) { return id.valid(); });
}

std::set<core::Stage> stagesOf(TraceKind kind)
{
    std::set<core::Stage> stages;
    for (const TruthRow &row : generatedTrace(kind).truth)
        stages.insert(row.stage);
    return stages;
}

std::size_t sideRows(const GeneratedTrace &trace)
{
    return static_cast<std::size_t>(
        std::count_if(trace.truth.begin(), trace.truth.end(), [](const TruthRow &row) { return row.side; }));
}

} // namespace

class tst_GeneratedTraces : public QObject {
    Q_OBJECT

private slots:
    void firstPassesAreThose();
    void lastPassIsRepeated();
    void hostEventsAreLeftOut();
    void kindsShowWhatTheyAreFor();
};

void tst_GeneratedTraces::firstPassesAreThose()
{
    const GeneratedTrace whole = generatedTrace(TraceKind::Dense);
    const GeneratedTrace few = generatedTrace(TraceKind::Dense, {.passes = 3});
    QCOMPARE(passesOf(few), 3);
    QVERIFY(passesOf(whole) > 3);
    for (std::size_t row = 0; row < few.truth.size(); ++row)
        QCOMPARE(few.truth[row].startNs, whole.truth[row].startNs);
    const auto document = openText(few.json);
    QCOMPARE(document->kernels.size(), few.truth.size());
    QVERIFY(everyKernelIsLaunched(*document));
    QVERIFY(!document->diagnostics.anyDataLoss());
}

void tst_GeneratedTraces::lastPassIsRepeated()
{
    const GeneratedTrace whole = generatedTrace(TraceKind::Dense);
    const int held = passesOf(whole);
    const GeneratedTrace more = generatedTrace(TraceKind::Dense, {.passes = held + 2});
    QCOMPARE(passesOf(more), held + 2);
    std::vector<std::vector<std::string>> names(static_cast<std::size_t>(held) + 2);
    std::int64_t before = 0;
    for (const TruthRow &row : more.truth) {
        QVERIFY(row.startNs >= before);
        before = row.startNs;
        if (row.pass != core::kNoPass)
            names[static_cast<std::size_t>(row.pass)].push_back(row.name);
    }
    QVERIFY(names.back() == names[static_cast<std::size_t>(held) - 1]);
    const auto document = openText(more.json);
    QCOMPARE(document->kernels.size(), more.truth.size());
    QVERIFY(everyKernelIsLaunched(*document));
}

void tst_GeneratedTraces::hostEventsAreLeftOut()
{
    const GeneratedTrace alone = generatedTrace(TraceKind::Dense, {.hostEvents = false});
    QCOMPARE(alone.truth.size(), generatedTrace(TraceKind::Dense).truth.size());
    QVERIFY(alone.json.find("cpu_op") == std::string::npos && alone.json.find("cuda_runtime\"") == std::string::npos);
    QCOMPARE(openText(alone.json)->kernels.size(), alone.truth.size());
}

void tst_GeneratedTraces::kindsShowWhatTheyAreFor()
{
    using core::Stage;
    const std::set<Stage> dense = stagesOf(TraceKind::Dense);
    QVERIFY(dense.contains(Stage::Prefill) && dense.contains(Stage::Decode) && dense.contains(Stage::Mixed));
    QVERIFY(stagesOf(TraceKind::ChunkedPrefill).contains(Stage::Mixed));
    QVERIFY(stagesOf(TraceKind::Mla).contains(Stage::Draft));
    for (const TraceKind kind : {TraceKind::Training, TraceKind::AnnotatedTraining})
        for (const Stage stage : {Stage::Forward, Stage::Backward, Stage::Optimizer})
            QVERIFY(stagesOf(kind).contains(stage));
    QVERIFY(sideRows(generatedTrace(TraceKind::Moe)) > 0 && sideRows(generatedTrace(TraceKind::MoeKernels)) > 0);
    QVERIFY(generatedTrace(TraceKind::CudaGraph).json.find("GraphLaunch") != std::string::npos);
    for (const TraceKind kind : {TraceKind::TwoDevices, TraceKind::TwoRanks})
        QCOMPARE(openText(generatedTrace(kind).json)->devices.size(), std::size_t{2});
    QVERIFY(generatedTrace(TraceKind::KernelsOnly).json.find("cpu_op") == std::string::npos);
    for (const TraceKind kind : {TraceKind::Annotated, TraceKind::EagerFrames})
        QVERIFY(generatedTrace(kind).json.find("nn.Module: ") != std::string::npos);
}

LAMELLA_TEST(tst_GeneratedTraces)
#include "tst_GeneratedTraces.moc"
