// SPDX-License-Identifier: GPL-3.0-or-later
// Segmentation of generated traces whose passes and layers are known: every GPU event must match, except 0.5 % where the capture
// is truncated or kernels are fused. LAMELLA_TRUTH_SEEDS=101-140 uses other seeds.
#include "core/import/ImporterRegistry.h"
#include "core/session/AnalysisSession.h"
#include "tests/support/Sanitizers.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceGenerator.h"
#include "tests/support/TraceGeneratorTruth.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>

using namespace lamella;
using namespace lamella::test;

namespace {

constexpr double kNeededShare = 0.995;

// A kernel at the edge of a truncated or fused layer may be assigned to the neighbour; all others must match.
double neededShare(TraceKind kind)
{
    static constexpr std::array kAlmost = {TraceKind::Truncated, TraceKind::FusedAnchor};
    return std::find(kAlmost.begin(), kAlmost.end(), kind) != kAlmost.end() ? kNeededShare : 1.0;
}

// Under the sanitizers one seed per kind: a second one rarely reaches other code.
struct SeedRange {
    std::uint64_t first = 1;
    std::uint64_t last = kSanitized ? 1 : 5;
};

SeedRange seedRange()
{
    const QStringList ends = qEnvironmentVariable("LAMELLA_TRUTH_SEEDS").split(QLatin1Char('-'));
    SeedRange range;
    if (ends.size() == 2)
        range = {ends.front().toULongLong(), ends.back().toULongLong()};
    return range;
}

std::vector<FoundRow> foundRows(const core::TraceDocument &document, const core::Segmentation &segmentation)
{
    std::vector<FoundRow> rows(document.kernels.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = {document.kernels.start[i], segmentation.passOf[i], segmentation.layerOf[i], segmentation.side[i] != 0};
    return rows;
}

QString percent(std::size_t part, std::size_t whole)
{
    return QString::number(whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole), 'f', 2);
}

QString tableRow(TraceKind kind, const QString &seed, const TruthComparison &c)
{
    return QStringLiteral("%1 seed %2 %3 (%4 / %5 / %6)")
        .arg(QString::fromStdString(std::string(traceKindName(kind))), -16)
        .arg(seed, 3)
        .arg(percent(c.right, c.rows), 6)
        .arg(percent(c.rightPass, c.rows), percent(c.rightLayer, c.rows), percent(c.rightSide, c.rows));
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
    void cleanupTestCase();
    void kernelsAreInTheirLayers_data();
    void kernelsAreInTheirLayers();
    void draftPassesAreKeptApart();
    void annotatedStepsAgree();
    void stagesOfTrainingAreTold();

private:
    struct Outcome {
        GeneratedTrace trace;
        std::shared_ptr<const core::TraceDocument> document;
        std::shared_ptr<const core::Segmentation> segmentation;
        TruthComparison comparison;
        QString error;
    };
    Outcome analysed(TraceKind kind, const TraceOptions &options) const;
    QTemporaryDir m_folder;
    QStringList m_table; // kind x seed
};

tst_SegmentationTruth::Outcome tst_SegmentationTruth::analysed(TraceKind kind, const TraceOptions &options) const
{
    Outcome outcome;
    outcome.trace = generateTrace(kind, options);
    const QString path = writtenFile(m_folder.path(), QStringLiteral("trace.json"), outcome.trace.json);
    const auto document = core::openTrace(path.toStdString());
    if (!document) {
        outcome.error = QString::fromStdString(document.error().message());
        return outcome;
    }
    outcome.document = *document;
    core::SessionOptions session;
    if (outcome.trace.configExpected)
        session.configPath = writtenFile(m_folder.path(), QStringLiteral("config.json"), outcome.trace.config).toStdString();
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

void tst_SegmentationTruth::cleanupTestCase()
{
    qInfo().noquote() << QStringLiteral("share of GPU events in the right pass, layer and side (pass / layer / side alone, %)");
    for (const QString &row : std::as_const(m_table))
        qInfo().noquote() << row;
}

void tst_SegmentationTruth::kernelsAreInTheirLayers_data()
{
    QTest::addColumn<int>("kind");
    for (const TraceKind kind : kTruthKinds)
        QTest::newRow(std::string(traceKindName(kind)).c_str()) << static_cast<int>(kind);
}

void tst_SegmentationTruth::kernelsAreInTheirLayers()
{
    QFETCH(int, kind);
    TruthComparison all;
    const SeedRange seeds = seedRange();
    for (std::uint64_t seed = seeds.first; seed <= seeds.last; ++seed) {
        TraceOptions options;
        options.seed = seed;
        const Outcome outcome = analysed(static_cast<TraceKind>(kind), options);
        const QString about = QString::fromStdString(outcome.trace.description);
        QVERIFY2(outcome.error.isEmpty(), qPrintable(about + QStringLiteral(": ") + outcome.error));
        qInfo().noquote() << summary(outcome.comparison) << QStringLiteral("in") << about << QStringLiteral("by")
                          << QString::fromStdString(outcome.segmentation->anchorText)
                          << QString::fromStdString(outcome.segmentation->whyNone.english());
        if (outcome.comparison.right != outcome.comparison.rows)
            qInfo().noquote() << QStringLiteral("   first wrong:") << QString::fromStdString(outcome.comparison.firstWrong);
        all.add(outcome.comparison);
        m_table << tableRow(static_cast<TraceKind>(kind), QString::number(seed), outcome.comparison);
    }
    m_table << tableRow(static_cast<TraceKind>(kind), QStringLiteral("all"), all);
    qInfo().noquote() << QStringLiteral("all seeds:") << summary(all);
    QVERIFY2(all.share() >= neededShare(static_cast<TraceKind>(kind)),
        qPrintable(summary(all) + QStringLiteral("; ") + QString::fromStdString(all.firstWrong)));
}

void tst_SegmentationTruth::draftPassesAreKeptApart()
{
    TraceOptions options;
    options.seed = 1;
    const Outcome outcome = analysed(TraceKind::Mla, options);
    QVERIFY2(outcome.error.isEmpty(), qPrintable(outcome.error));
    for (const TruthRow &row : outcome.trace.truth) {
        if (row.pass == core::kNoPass)
            continue;
        const bool draft = stageOf(*outcome.segmentation, row.device, row.pass) == core::Stage::Draft;
        QVERIFY2(draft == (row.stage == core::Stage::Draft), qPrintable(QStringLiteral("pass %1").arg(row.pass)));
    }
}

// Annotations and module frames are stronger evidence than anchors, but must not change any kernel's layer.
void tst_SegmentationTruth::annotatedStepsAgree()
{
    TraceOptions options;
    options.seed = 4;
    options.cpuEvents = true;
    options.annotations = true;
    options.pythonFrames = true;
    const Outcome outcome = analysed(TraceKind::Dense, options);
    QVERIFY2(outcome.error.isEmpty(), qPrintable(outcome.error));
    QVERIFY2(outcome.comparison.share() >= kNeededShare,
        qPrintable(summary(outcome.comparison) + QStringLiteral("; ") + QString::fromStdString(outcome.comparison.firstWrong)));
    QCOMPARE(outcome.segmentation->evidence, core::Evidence::Annotation);
}

// With and without a profiler's ranges around each step of three passes.
void tst_SegmentationTruth::stagesOfTrainingAreTold()
{
    for (const bool annotated : {false, true}) {
        for (std::uint64_t seed = 1; seed <= (kSanitized ? 1 : 4); ++seed) {
            TraceOptions options;
            options.seed = seed;
            options.annotations = annotated;
            const Outcome outcome = analysed(TraceKind::Training, options);
            QVERIFY2(outcome.error.isEmpty(), qPrintable(outcome.error));
            const QString text = summary(outcome.comparison) + QStringLiteral(" in ")
                + QString::fromStdString(outcome.trace.description) + (annotated ? QStringLiteral(", annotated") : QString());
            qInfo().noquote() << text;
            QVERIFY2(outcome.comparison.share() >= kNeededShare,
                qPrintable(text + QStringLiteral("; ") + QString::fromStdString(outcome.comparison.firstWrong)));
            for (const TruthRow &row : outcome.trace.truth)
                QVERIFY2(row.pass == core::kNoPass || stageOf(*outcome.segmentation, row.device, row.pass) == row.stage,
                    qPrintable(text + QStringLiteral("; pass %1").arg(row.pass)));
        }
    }
}

LAMELLA_TEST(tst_SegmentationTruth)
#include "tst_SegmentationTruth.moc"
