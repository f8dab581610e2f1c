// SPDX-License-Identifier: GPL-3.0-or-later
// The edit mode of the timeline: which boundaries there are, where they can go, by mouse and by key, and back.
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/session/ChoiceStack.h"
#include "widgets/session/JobSlot.h"
#include "widgets/theme/Theme.h"
#include "widgets/timeline/BoundaryEditor.h"
#include "widgets/timeline/TimelinePanel.h"
#include "widgets/timeline/TimelineView.h"

#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace lamella;
using namespace lamella::ui;

class TestBoundaryEditor : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::apply(ThemeKind::Light); }
    void init();
    void cleanup();
    void everyLayerHasABoundary();
    void positionsSnapToKernelStarts();
    void dragMovesTheBoundary();
    void escapeLeavesADragAsItWas();
    void keysChooseAndMove();
    void quickKeysGoOnFromEachOther();
    void undoBringsTheBoundaryBack();
    void ordinaryMouseStillReachesTheView();
    void theModeEndsWithTheTrace();

private:
    [[nodiscard]] std::size_t rowOf(int layer) const; // start of a layer of the first pass
    [[nodiscard]] QPoint pointOf(std::uint32_t position) const;
    void settle()
    {
        QTRY_VERIFY_WITH_TIMEOUT(
            !m_trace->controller.isSegmenting() && !m_panel->isBusy() && m_editor->model() != nullptr, 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(JobSlot::awaited() == 0, 60'000);
    }
    [[nodiscard]] int layerAt(std::uint32_t position) const
    {
        return m_trace->controller.segmentation()->layerOf[m_editor->model()->kernels[position]];
    }
    std::unique_ptr<test::LoadedTrace> m_trace;
    std::unique_ptr<ChoiceStack> m_choices;
    std::unique_ptr<TimelinePanel> m_panel;
    BoundaryEditor *m_editor = nullptr;
};

void TestBoundaryEditor::init()
{
    m_trace = std::make_unique<test::LoadedTrace>();
    m_choices = std::make_unique<ChoiceStack>(m_trace->controller);
    m_panel = std::make_unique<TimelinePanel>(m_trace->controller, m_trace->bus, m_trace->range);
    m_editor = new BoundaryEditor(m_trace->controller, m_trace->bus, *m_choices, *m_panel->view());
    m_panel->resize(1200, 500);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    QVERIFY(m_trace->loadDense({.passes = 3}));
    m_trace->bus.select(core::LayerSelection{m_trace->device().device, m_trace->firstPass(), 2}, nullptr);
    const core::TimeRange layer = m_trace->bus.selectedRange();
    const std::int64_t length = layer.length().value;
    m_trace->range.setVisibleRange({{layer.begin.value - length}, {layer.end.value + length}});
    m_editor->setEditing(true);
    settle();
}

void TestBoundaryEditor::cleanup()
{
    m_panel.reset(); // with the editor
    m_choices.reset();
    m_trace.reset();
}

std::size_t TestBoundaryEditor::rowOf(int layer) const
{
    MovableBoundary wanted;
    wanted.pass = m_trace->firstPass();
    wanted.layer = layer;
    return m_editor->model()->rowOf(wanted).value_or(0);
}

QPoint TestBoundaryEditor::pointOf(std::uint32_t position) const
{
    const TimelineFrame frame = m_panel->view()->frame();
    return {kLabelColumnPx + static_cast<int>(std::lround(frame.scale().x(m_editor->model()->timeOf(position)))), 30};
}

void TestBoundaryEditor::everyLayerHasABoundary()
{
    const core::DeviceSegmentation &device = m_trace->device();
    std::size_t expected = device.layers.size();
    expected += device.passes.size() * 3; // start, tail, end
    QCOMPARE(m_editor->model()->boundaries.size(), expected);
    for (std::size_t row = 1; row < m_editor->model()->boundaries.size(); ++row) {
        const MovableBoundary &boundary = m_editor->model()->boundaries[row];
        QVERIFY(boundary.position >= m_editor->model()->boundaries[row - 1].position);
        QVERIFY(boundary.lowest <= boundary.position && boundary.position <= boundary.highest);
    }
    QVERIFY(m_editor->isVisible());
}

void TestBoundaryEditor::positionsSnapToKernelStarts()
{
    const BoundaryModel &model = *m_editor->model();
    const MovableBoundary &boundary = model.boundaries[rowOf(2)];
    const std::uint32_t next = model.stepped(boundary, boundary.position, 1);
    QCOMPARE(next, boundary.position + 1);
    QCOMPARE(model.snapped(boundary, model.timeOf(boundary.position)), boundary.position);
    QCOMPARE(model.snapped(boundary, model.timeOf(next)), next);
    QCOMPARE(model.snapped(boundary, model.timeOf(next) - 1), next); // nearest, not next
    QCOMPARE(model.snapped(boundary, INT64_MIN / 2), boundary.lowest);
    QCOMPARE(model.snapped(boundary, INT64_MAX / 2), boundary.highest);
    QCOMPARE(model.stepped(boundary, boundary.highest, 1), boundary.highest);
    QCOMPARE(model.stepped(boundary, boundary.lowest, -1), boundary.lowest);
}

void TestBoundaryEditor::dragMovesTheBoundary()
{
    const std::size_t row = rowOf(2);
    const std::uint32_t from = m_editor->model()->boundaries[row].position;
    const std::uint32_t to = from + 2;
    TimelineView *view = m_panel->view();
    QTest::mousePress(view, Qt::LeftButton, {}, m_editor->handleCentre(row));
    QTest::mouseMove(view, pointOf(to));
    QTest::mouseRelease(view, Qt::LeftButton, {}, pointOf(to));
    QCOMPARE(m_choices->undoStack().count(), 1);
    settle();
    QCOMPARE(layerAt(from), 1);
    QCOMPARE(layerAt(from + 1), 1);
    QCOMPARE(layerAt(to), 2);
    QCOMPARE(m_editor->model()->boundaries[*m_editor->selectedRow()].position, to); // still the chosen one
    QCOMPARE(
        m_trace->controller.segmentation()->pass(m_trace->device().device, m_trace->firstPass())->evidence, core::Evidence::User);
    QVERIFY(!m_panel->grab().isNull());
}

void TestBoundaryEditor::escapeLeavesADragAsItWas()
{
    const std::size_t row = rowOf(2);
    TimelineView *view = m_panel->view();
    QTest::mousePress(view, Qt::LeftButton, {}, m_editor->handleCentre(row));
    QTest::mouseMove(view, pointOf(m_editor->model()->boundaries[row].position + 2));
    QTest::keyClick(view, Qt::Key_Escape);
    QTest::mouseRelease(view, Qt::LeftButton, {}, m_editor->handleCentre(row));
    QCOMPARE(m_choices->undoStack().count(), 0);
    QVERIFY(m_editor->isEditing());
    QTest::keyClick(view, Qt::Key_Escape);
    QVERIFY(!m_editor->isEditing());
    QVERIFY(!m_editor->isVisible());
}

void TestBoundaryEditor::keysChooseAndMove()
{
    TimelineView *view = m_panel->view();
    m_editor->selectRow(rowOf(2));
    QTest::keyClick(view, Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(*m_editor->selectedRow(), rowOf(3));
    QTest::keyClick(view, Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(*m_editor->selectedRow(), rowOf(2));
    const std::uint32_t from = m_editor->model()->boundaries[rowOf(2)].position;
    QTest::keyClick(view, Qt::Key_Right, Qt::AltModifier);
    settle();
    QCOMPARE(layerAt(from), 1);
    QCOMPARE(m_editor->model()->boundaries[rowOf(2)].position, from + 1);
    QVERIFY(m_editor->accessibleDescription().contains(QStringLiteral("L2")));
}

void TestBoundaryEditor::quickKeysGoOnFromEachOther()
{
    m_editor->selectRow(rowOf(2));
    const std::uint32_t from = m_editor->model()->boundaries[rowOf(2)].position;
    m_editor->moveSelected(1);
    m_editor->moveSelected(1);
    m_editor->moveSelected(1);
    m_editor->moveSelected(-1);
    settle();
    QCOMPARE(m_editor->model()->boundaries[rowOf(2)].position, from + 2);
    QCOMPARE(m_choices->undoStack().count(), 4);
}

void TestBoundaryEditor::undoBringsTheBoundaryBack()
{
    m_editor->selectRow(rowOf(2));
    const std::uint32_t from = m_editor->model()->boundaries[rowOf(2)].position;
    m_editor->moveSelected(1);
    settle();
    m_choices->undoStack().undo();
    settle();
    QCOMPARE(m_editor->model()->boundaries[rowOf(2)].position, from);
    QCOMPARE(layerAt(from), 2);
}

void TestBoundaryEditor::ordinaryMouseStillReachesTheView()
{
    const core::Selection before = m_trace->bus.selection();
    const std::size_t row = rowOf(2);
    const int x = (m_editor->handleCentre(row).x() + m_editor->handleCentre(row + 1).x()) / 2;
    m_trace->bus.select(core::PassSelection{m_trace->device().device, m_trace->firstPass()}, nullptr);
    QTest::mouseClick(m_panel->view(), Qt::LeftButton, {}, QPoint(x, kRulerPx + kBandRowPx / 2));
    QVERIFY(m_trace->bus.selection() == before); // the band of layer 2
    QCOMPARE(m_choices->undoStack().count(), 0);
}

void TestBoundaryEditor::theModeEndsWithTheTrace()
{
    m_trace->controller.close();
    QVERIFY(!m_editor->isEditing());
    m_editor->setEditing(true);
    QVERIFY(!m_editor->isEditing()); // there is nothing to edit
}

LAMELLA_WIDGET_TEST(TestBoundaryEditor)
#include "tst_BoundaryEditor.moc"
