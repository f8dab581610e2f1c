// SPDX-License-Identifier: GPL-3.0-or-later
// Choices about the cut: applied in the background, taken back, and dropped where they cannot be applied; the place that is
// looked at stays.
#include "core/report/TableWriters.h"
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/layers/ProfileSaver.h"
#include "widgets/session/ChoiceStack.h"

#include <QProcess>
#include <QSignalSpy>
#include <QTest>

using namespace lamella;
using namespace lamella::ui;

namespace {

std::string csv(core::AnalysisSession &session, const char *table, bool each = false)
{
    core::TableRequest request;
    request.table = table;
    request.each = each;
    request.pass = "all";
    const auto made = session.table(request);
    return made ? core::writeTable(**made, core::TableFormat::Csv) : made.error().message();
}

} // namespace

class TestChoiceStack : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void aChoiceIsAppliedTakenBackAndDoneAgain();
    void theSameChoiceIsNoStep();
    void aBoundaryIsMovedOnce();
    void whatCannotBeAppliedIsDropped();
    void selectionAndRangeStay();
    void aSelectionThatIsGoneFallsBackToItsPass();
    void anotherTraceStartsOver();
    void aSavedProfileGivesTheSameTablesOnTheCommandLine();

private:
    [[nodiscard]] core::BoundaryEdit laterStart(int layer) const; // of the first pass, by one kernel
    [[nodiscard]] std::shared_ptr<const core::Segmentation> segmentation() const { return m_trace->controller.segmentation(); }
    void settle() { QTRY_VERIFY_WITH_TIMEOUT(!m_trace->controller.isSegmenting(), 60'000); }
    std::unique_ptr<test::LoadedTrace> m_trace;
    std::unique_ptr<ChoiceStack> m_choices;
};

void TestChoiceStack::init()
{
    m_trace = std::make_unique<test::LoadedTrace>();
    m_choices = std::make_unique<ChoiceStack>(m_trace->controller);
    QVERIFY(m_trace->loadDense({.passes = 3}));
}

void TestChoiceStack::cleanup()
{
    m_choices.reset();
    m_trace.reset();
}

core::BoundaryEdit TestChoiceStack::laterStart(int layer) const
{
    const core::TraceDocument &document = *m_trace->controller.document();
    const int pass = m_trace->firstPass();
    int seen = 0;
    for (std::uint32_t k = 0; k < document.kernels.size(); ++k) {
        if (segmentation()->passOf[k] == pass && segmentation()->layerOf[k] == layer && segmentation()->side[k] == 0
            && ++seen == 2)
            return {document.devices[0].number, pass, core::BoundaryPart::LayerStart, layer,
                document.kernels.start[k] - document.zero()};
    }
    return {};
}

void TestChoiceStack::aChoiceIsAppliedTakenBackAndDoneAgain()
{
    const std::string before = csv(*m_trace->controller.session(), "layers");
    m_choices->moveBoundary(laterStart(2), QStringLiteral("Move"));
    settle();
    const std::string after = csv(*m_trace->controller.session(), "layers");
    QVERIFY(after != before);
    QCOMPARE(m_choices->undoStack().undoText(), QStringLiteral("Move"));
    m_choices->undoStack().undo();
    settle();
    QCOMPARE(csv(*m_trace->controller.session(), "layers"), before);
    m_choices->undoStack().redo();
    settle();
    QCOMPARE(csv(*m_trace->controller.session(), "layers"), after);
}

void TestChoiceStack::theSameChoiceIsNoStep()
{
    m_choices->choose(m_choices->choices(), QStringLiteral("Nothing"));
    QCOMPARE(m_choices->undoStack().count(), 0);
    QVERIFY(!m_trace->controller.isSegmenting());
}

void TestChoiceStack::aBoundaryIsMovedOnce()
{
    const core::BoundaryEdit first = laterStart(2);
    core::BoundaryEdit second = first;
    second.startNs = laterStart(3).startNs; // too far: it stops before layer 3
    m_choices->moveBoundary(first, QStringLiteral("One"));
    m_choices->moveBoundary(second, QStringLiteral("Two")); // before the first segmentation exists
    settle();
    QCOMPARE(m_choices->choices().boundaries.size(), std::size_t{1});
    QCOMPARE(m_choices->choices().boundaries.front().startNs, second.startNs);
    QCOMPARE(m_choices->undoStack().count(), 2);
    m_choices->undoStack().undo();
    settle();
    QCOMPARE(m_choices->choices().boundaries.front().startNs, first.startNs);
}

void TestChoiceStack::whatCannotBeAppliedIsDropped()
{
    m_choices->moveBoundary(laterStart(2), QStringLiteral("Move"));
    settle();
    const auto shown = m_trace->controller.session();
    QSignalSpy failed(&m_trace->controller, &SessionController::segmentationFailed);
    core::SessionOptions wrong = m_choices->choices();
    wrong.anchor = "no kernel is called like this";
    m_choices->choose(wrong, QStringLiteral("Wrong"));
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 60'000);
    QCOMPARE(m_trace->controller.session(), shown);
    QVERIFY(!m_choices->choices().anchor);
    QCOMPARE(m_choices->choices().boundaries.size(), std::size_t{1});
    QCOMPARE(m_choices->undoStack().undoText(), QStringLiteral("Move"));
}

void TestChoiceStack::selectionAndRangeStay()
{
    const core::Selection layer = core::LayerSelection{m_trace->device().device, m_trace->firstPass(), 2};
    m_trace->bus.select(layer, nullptr);
    m_trace->range.setVisibleRange(m_trace->bus.selectedRange());
    const core::TimeRange range = m_trace->range.visibleRange();
    QSignalSpy changed(&m_trace->bus, &NavigationBus::selectionChanged);
    m_choices->moveBoundary(laterStart(2), QStringLiteral("Move"));
    settle();
    QVERIFY(m_trace->bus.selection() == layer);
    QCOMPARE(changed.count(), 0);
    QCOMPARE(m_trace->range.visibleRange().begin.value, range.begin.value);
    QVERIFY(m_trace->bus.selectedRange().begin.value > range.begin.value); // that of the new segmentation
}

void TestChoiceStack::aSelectionThatIsGoneFallsBackToItsPass()
{
    const int last = m_trace->device().modelLayers - 1;
    m_trace->bus.select(core::LayerSelection{m_trace->device().device, m_trace->firstPass(), last}, nullptr);
    core::SessionOptions other = m_choices->choices();
    other.layers = 2; // passes of two layers
    m_choices->choose(other, QStringLiteral("Two layers"));
    settle();
    const bool there = segmentation()->layer(m_trace->device().device, m_trace->firstPass(), last) != nullptr;
    const bool onPass = std::holds_alternative<core::PassSelection>(m_trace->bus.selection());
    QCOMPARE(onPass, !there);
}

void TestChoiceStack::anotherTraceStartsOver()
{
    m_choices->moveBoundary(laterStart(2), QStringLiteral("Move"));
    settle();
    QVERIFY(m_trace->load(test::TraceKind::KernelsOnly));
    QCOMPARE(m_choices->undoStack().count(), 0);
    QVERIFY(m_choices->choices().boundaries.empty());
}

void TestChoiceStack::aSavedProfileGivesTheSameTablesOnTheCommandLine()
{
    m_choices->moveBoundary(laterStart(2), QStringLiteral("Move"));
    settle();
    core::SessionOptions next = m_choices->choices();
    next.selectedPass = m_trace->firstPass() + 1;
    m_choices->choose(next, QStringLiteral("Pass"));
    settle();
    ProfileSaver saver(m_trace->controller, *m_choices);
    QSignalSpy written(&saver, &ProfileSaver::written);
    const QString profile = m_trace->folder.filePath(QStringLiteral("mine.json"));
    saver.write(profile);
    QTRY_COMPARE_WITH_TIMEOUT(written.count(), 1, 60'000);
    const QStringList tables{QStringLiteral("info"), QStringLiteral("passes"), QStringLiteral("layers"),
        QStringLiteral("clusters"), QStringLiteral("kernels"), QStringLiteral("heatmap")};
    for (const QString &table : tables) {
        core::TableRequest request;
        request.table = table.toStdString();
        const auto shown = m_trace->controller.session()->table(request);
        QVERIFY(shown.has_value());
        for (const auto &[format, name] :
            {std::pair(core::TableFormat::Csv, "csv"), std::pair(core::TableFormat::Json, "json")}) {
            QProcess cli;
            cli.start(QStringLiteral(LAMELLA_CLI),
                {table, m_trace->controller.path(), QStringLiteral("--profile"), profile, QStringLiteral("--format"),
                    QString::fromLatin1(name)});
            QVERIFY(cli.waitForFinished(60'000));
            QVERIFY2(cli.exitCode() == 0, cli.readAllStandardError().constData());
            QCOMPARE(QString::fromUtf8(cli.readAllStandardOutput()), QString::fromStdString(core::writeTable(**shown, format)));
        }
    }
}

LAMELLA_WIDGET_TEST(TestChoiceStack)
#include "tst_ChoiceStack.moc"
