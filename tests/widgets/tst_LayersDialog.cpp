// SPDX-License-Identifier: GPL-3.0-or-later
// The anchor picker: candidates, a preview before anything is applied, and the way back.
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/layers/AnchorForm.h"
#include "widgets/layers/BoundaryStrip.h"
#include "widgets/layers/FiguresTable.h"
#include "widgets/layers/LayersDialog.h"
#include "widgets/session/ChoiceStack.h"
#include "widgets/theme/Theme.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTest>

using namespace lamella;
using namespace lamella::ui;

class TestLayersDialog : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::apply(ThemeKind::Light); }
    void init();
    void cleanup();
    void candidatesAreThoseOfTheTable();
    void aCandidateIsShownBeforeItIsApplied();
    void applyAndUndo();
    void whatIsShownCannotBeApplied();
    void anAnchorThatMatchesNothingIsSaid();
    void onlyTheLastInputIsWorkedOut();
    void anotherCutTakesMovedBoundariesBack();
    void resetForgetsEverything();
    void theFieldsFollowUndo();
    void figuresCountWhatIsLeftOver();

private:
    [[nodiscard]] QPushButton *button(const char *name) const { return m_dialog->findChild<QPushButton *>(QLatin1String(name)); }
    void settle()
    {
        QTRY_VERIFY_WITH_TIMEOUT(!m_dialog->isBusy() && !m_trace->controller.isSegmenting(), 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(
            m_dialog->figures().text(FiguresTable::kNow, FiguresTable::kLayers) != QStringLiteral("…"), 60'000);
    }
    std::unique_ptr<test::LoadedTrace> m_trace;
    std::unique_ptr<ChoiceStack> m_choices;
    std::unique_ptr<LayersDialog> m_dialog;
};

void TestLayersDialog::init()
{
    m_trace = std::make_unique<test::LoadedTrace>();
    m_choices = std::make_unique<ChoiceStack>(m_trace->controller);
    QVERIFY(m_trace->loadDense({.passes = 3}));
    m_dialog = std::make_unique<LayersDialog>(m_trace->controller, *m_choices, m_trace->bus, m_trace->range);
    m_dialog->show();
    settle();
}

void TestLayersDialog::cleanup()
{
    m_dialog.reset();
    m_choices.reset();
    m_trace.reset();
}

void TestLayersDialog::candidatesAreThoseOfTheTable()
{
    const auto &anchors = m_trace->controller.segmentation()->anchors;
    QVERIFY(!anchors.empty());
    QTRY_COMPARE(m_dialog->candidates()->model()->rowCount(), static_cast<int>(anchors.size()));
    QCOMPARE(m_dialog->candidates()->model()->index(0, 0).data().toString(), QString::fromStdString(anchors.front().anchor));
}

void TestLayersDialog::aCandidateIsShownBeforeItIsApplied()
{
    const auto before = m_trace->controller.segmentation();
    QTRY_VERIFY(m_dialog->candidates()->model()->rowCount() > 0);
    const auto &anchor = before->anchors.front();
    QTest::mouseClick(m_dialog->candidates()->viewport(), Qt::LeftButton, {},
        m_dialog->candidates()->visualRect(m_dialog->candidates()->model()->index(0, 0)).center());
    QCOMPARE(m_dialog->form().anchorField()->text(), QString::fromStdString(anchor.anchor));
    settle();
    QVERIFY(m_dialog->figures().text(FiguresTable::kProposed, FiguresTable::kHits).startsWith(QString::number(anchor.count))
        || anchor.count >= 1000);
    QVERIFY(m_dialog->figures().text(FiguresTable::kProposed, FiguresTable::kPasses) != QStringLiteral("…"));
    QCOMPARE(m_trace->controller.segmentation(), before); // nothing was applied
    QVERIFY(button("layersApply")->isEnabled());
    QVERIFY(!m_dialog->grab().isNull());
}

void TestLayersDialog::applyAndUndo()
{
    const auto before = m_trace->controller.segmentation();
    m_dialog->propose(before->anchors.front());
    settle();
    const QString layers = m_dialog->figures().text(FiguresTable::kProposed, FiguresTable::kLayers);
    QTest::mouseClick(button("layersApply"), Qt::LeftButton);
    QVERIFY(m_trace->controller.segmentation() != before); // the preview was at hand
    QCOMPARE(m_trace->controller.segmentation()->evidence, core::Evidence::User);
    settle();
    QCOMPARE(m_dialog->figures().text(FiguresTable::kNow, FiguresTable::kLayers), layers);
    m_choices->undoStack().undo();
    settle();
    QCOMPARE(m_trace->controller.segmentation()->evidence, before->evidence);
    QCOMPARE(m_trace->controller.segmentation()->anchorText, before->anchorText);
}

void TestLayersDialog::whatIsShownCannotBeApplied()
{
    QVERIFY(!button("layersApply")->isEnabled());
    m_dialog->apply();
    QCOMPARE(m_choices->undoStack().count(), 0);
}

void TestLayersDialog::anAnchorThatMatchesNothingIsSaid()
{
    m_dialog->form().anchorField()->setText(QStringLiteral("no kernel is called like this"));
    settle();
    QVERIFY2(m_dialog->status().contains(QStringLiteral("no kernel name matches")), qPrintable(m_dialog->status()));
    QVERIFY(!button("layersApply")->isEnabled());
    QVERIFY(m_dialog->form().anchorField()->property("invalid").toBool());
    m_dialog->form().anchorField()->setText(QStringLiteral("/(/"));
    settle();
    QVERIFY(m_dialog->form().anchorField()->property("invalid").toBool());
    m_dialog->form().anchorField()->clear();
    settle();
    QVERIFY(!m_dialog->form().anchorField()->property("invalid").toBool());
}

void TestLayersDialog::onlyTheLastInputIsWorkedOut()
{
    const std::vector<core::AnchorCandidate> anchors = m_trace->controller.segmentation()->anchors;
    QVERIFY(anchors.size() >= 2);
    m_dialog->propose(anchors[0]);
    m_dialog->propose(anchors[1]);
    settle();
    m_dialog->apply();
    QCOMPARE(*m_choices->choices().anchor, anchors[1].anchor);
    QCOMPARE(m_trace->controller.segmentation()->anchorText, anchors[1].anchor);
    QCOMPARE(m_choices->undoStack().count(), 1);
}

void TestLayersDialog::anotherCutTakesMovedBoundariesBack()
{
    const core::TraceDocument &document = *m_trace->controller.document();
    const core::KernelId kernel = m_trace->kernelInLayer(2);
    m_choices->moveBoundary({document.devices[0].number, m_trace->firstPass(), core::BoundaryPart::LayerStart, 2,
                                document.kernels.start[kernel.value] - document.zero()},
        QStringLiteral("Move"));
    settle();
    m_dialog->propose(m_trace->controller.segmentation()->anchors.front());
    settle();
    QVERIFY2(m_dialog->status().contains(QStringLiteral("1 will be reset")), qPrintable(m_dialog->status()));
    m_dialog->apply();
    QVERIFY(m_choices->choices().boundaries.empty());
    m_choices->undoStack().undo();
    QCOMPARE(m_choices->choices().boundaries.size(), std::size_t{1});
}

void TestLayersDialog::resetForgetsEverything()
{
    const auto before = m_trace->controller.segmentation();
    m_dialog->propose(before->anchors.front());
    settle();
    m_dialog->apply();
    settle();
    QTest::mouseClick(button("layersReset"), Qt::LeftButton);
    QVERIFY(m_dialog->form().anchorField()->text().isEmpty());
    settle();
    m_dialog->apply();
    settle();
    QVERIFY(!m_choices->choices().anchor);
    QCOMPARE(m_trace->controller.segmentation()->anchorText, before->anchorText);
    QCOMPARE(m_trace->controller.segmentation()->evidence, before->evidence);
}

void TestLayersDialog::theFieldsFollowUndo()
{
    auto *blocks = m_dialog->findChild<QSpinBox *>(QStringLiteral("blocksPerLayer"));
    m_dialog->propose(m_trace->controller.segmentation()->anchors.front());
    settle();
    m_dialog->apply();
    settle();
    QVERIFY(blocks->value() > 0);
    m_choices->undoStack().undo();
    settle();
    QCOMPARE(blocks->value(), 0);
    QVERIFY(m_dialog->form().anchorField()->text().isEmpty());
}

void TestLayersDialog::figuresCountWhatIsLeftOver()
{
    const auto segmentation = m_trace->controller.segmentation();
    const SegmentationFigures figures =
        segmentationFigures(*m_trace->controller.document(), *m_trace->controller.names(), *segmentation);
    std::uint64_t outside = 0;
    for (const std::int32_t pass : segmentation->passOf)
        outside += pass == core::kNoPass ? 1 : 0;
    QCOMPARE(figures.leftKernels, outside);
    QCOMPARE(figures.kernels, static_cast<std::uint64_t>(segmentation->passOf.size()));
    QCOMPARE(figures.passes, static_cast<int>(m_trace->device().passes.size()));
    QCOMPARE(figures.layers, m_trace->device().modelLayers);
    QVERIFY(figures.hitsInLayers <= figures.anchorHits);
}

LAMELLA_WIDGET_TEST(TestLayersDialog)
#include "tst_LayersDialog.moc"
