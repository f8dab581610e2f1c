// SPDX-License-Identifier: GPL-3.0-or-later
// Segmentation of generated traces whose passes and layers are known: every GPU event must match, except 0.5 % where the capture
// is truncated, kernels are fused, or a profiler's ranges stand around steps of training.
#include "core/import/ImporterRegistry.h"
#include "core/session/AnalysisSession.h"
#include "tests/support/GeneratedTraces.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "tests/support/TruthComparison.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>

using namespace lamella;
using namespace lamella::test;

namespace {

constexpr double kNeededShare = 0.995;

// A kernel at the edge of a truncated or fused layer, or of a profiler's range, may be assigned to the neighbour; all others must
// match.
double neededShare(TraceKind kind)
{
    static constexpr std::array kAlmost = {TraceKind::Truncated, TraceKind::FusedAnchor, TraceKind::AnnotatedTraining};
    return std::find(kAlmost.begin(), kAlmost.end(), kind) != kAlmost.end() ? kNeededShare : 1.0;
}

std::vector<FoundRow> foundRows(const core::TraceDocument &document, const core::Segmentation &segmentation)
{
    std::vector<FoundRow> rows(document.kernels.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = {document.kernels.start[i], segmentation.passOf[i], segmentation.layerOf[i], segmentation.side[i] != 0};
    return rows;
}

core::Stage stageOf(const core::Segmentation &segmentation, int device, int pass)
{
    const core::Pass *found = segmentation.pass(core::DeviceId(static_cast<std::uint32_t>(device)), pass);
    return found == nullptr ? core::Stage::Unknown : found->stage;
}

} // namespace

class tst_SegmentationTruth : public QObject {
    Q_OBJECT

private slots:
    void kernelsAreInTheirLayers_data();
    void kernelsAreInTheirLayers();
    void draftPassesAreKeptApart();
    void annotatedStepsAreTheEvidence();
    void stagesOfTrainingAreTold();

private:
    struct Outcome {
        GeneratedTrace trace;
        std::shared_ptr<const core::TraceDocument> document;
        std::shared_ptr<const core::Segmentation> segmentation;
        TruthComparison comparison;
        QString error;
    };
    [[nodiscard]] Outcome analysed(GeneratedTrace trace, bool withConfig) const;
    QTemporaryDir m_folder;
};

tst_SegmentationTruth::Outcome tst_SegmentationTruth::analysed(GeneratedTrace trace, bool withConfig) const
{
    Outcome outcome;
    outcome.trace = std::move(trace);
    const QString path = writeFile(m_folder.filePath(QStringLiteral("trace.json")), outcome.trace.json);
    const auto document = core::openTrace(path.toStdString());
    if (!document) {
        outcome.error = QString::fromStdString(document.error().message());
        return outcome;
    }
    outcome.document = *document;
    core::SessionOptions session;
    if (withConfig)
        session.configPath = writeFile(m_folder.filePath(QStringLiteral("config.json")), outcome.trace.config).toStdString();
    const auto created = core::AnalysisSession::create(outcome.document, session);
    if (!created) {
        outcome.error = QString::fromStdString(created.error().message());
        return outcome;
    }
    const auto segmentation = (*created)->segmentation();
    if (!segmentation) {
        outcome.error = QString::fromStdString(segmentation.error().message());
        return outcome;
    }
    outcome.segmentation = *segmentation;
    outcome.comparison = compared(outcome.trace, foundRows(*outcome.document, *outcome.segmentation));
    outcome.error = QString::fromStdString(outcome.comparison.problem);
    return outcome;
}

void tst_SegmentationTruth::kernelsAreInTheirLayers_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("hostEvents");
    QTest::addColumn<bool>("config");
    for (int kind = 0; kind < kTraceKinds; ++kind) {
        const auto row = [&](const char *about, bool hostEvents, bool config) {
            QTest::addRow("%s%s", traceKindName(static_cast<TraceKind>(kind)), about) << kind << hostEvents << config;
        };
        row("", true, false);
        row(", config", true, true);
        const GeneratedTrace trace = generatedTrace(static_cast<TraceKind>(kind));
        // Launches say more of the layers of side work than its times do: the truth is another one without.
        const bool side = std::any_of(trace.truth.begin(), trace.truth.end(), [](const TruthRow &one) { return one.side; });
        if (!side && trace.json.find("\"cuda_runtime\"") != std::string::npos) {
            row(", GPU events alone", false, false);
            row(", GPU events alone, config", false, true);
        }
    }
}

void tst_SegmentationTruth::kernelsAreInTheirLayers()
{
    QFETCH(int, kind);
    QFETCH(bool, hostEvents);
    QFETCH(bool, config);
    const Outcome outcome = analysed(generatedTrace(static_cast<TraceKind>(kind), {.hostEvents = hostEvents}), config);
    QVERIFY2(outcome.error.isEmpty(), qPrintable(outcome.error));
    const QString about = summary(outcome.comparison) + QStringLiteral(" by ")
        + QString::fromStdString(outcome.segmentation->anchorText + outcome.segmentation->whyNone.english())
        + QStringLiteral("; ") + QString::fromStdString(outcome.comparison.firstWrong);
    qInfo().noquote() << about;
    QVERIFY2(outcome.comparison.share() >= neededShare(static_cast<TraceKind>(kind)), qPrintable(about));
}

void tst_SegmentationTruth::draftPassesAreKeptApart()
{
    const Outcome outcome = analysed(generatedTrace(TraceKind::Mla), false);
    QVERIFY2(outcome.error.isEmpty(), qPrintable(outcome.error));
    for (const TruthRow &row : outcome.trace.truth) {
        if (row.pass == core::kNoPass)
            continue;
        const bool draft = stageOf(*outcome.segmentation, row.device, row.pass) == core::Stage::Draft;
        QVERIFY2(draft == (row.stage == core::Stage::Draft), qPrintable(QStringLiteral("pass %1").arg(row.pass)));
    }
}

// Annotations and module frames are stronger evidence than anchors; that they change no kernel's layer is among the rows above.
void tst_SegmentationTruth::annotatedStepsAreTheEvidence()
{
    const Outcome outcome = analysed(generatedTrace(TraceKind::Annotated), true);
    QVERIFY2(outcome.error.isEmpty(), qPrintable(outcome.error));
    QCOMPARE(outcome.segmentation->evidence, core::Evidence::Annotation);
}

// With and without a profiler's ranges around each step of three passes.
void tst_SegmentationTruth::stagesOfTrainingAreTold()
{
    for (const TraceKind kind : {TraceKind::Training, TraceKind::AnnotatedTraining}) {
        const Outcome outcome = analysed(generatedTrace(kind), false);
        QVERIFY2(outcome.error.isEmpty(), qPrintable(outcome.error));
        for (const TruthRow &row : outcome.trace.truth)
            QVERIFY2(row.pass == core::kNoPass || stageOf(*outcome.segmentation, row.device, row.pass) == row.stage,
                qPrintable(QStringLiteral("%1, pass %2").arg(QLatin1String(traceKindName(kind))).arg(row.pass)));
    }
}

LAMELLA_TEST(tst_SegmentationTruth)
#include "tst_SegmentationTruth.moc"
