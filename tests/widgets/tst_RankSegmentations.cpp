// SPDX-License-Identifier: GPL-3.0-or-later
// What the user corrects on one rank stays with that rank: through a switch to another one and back, in a session file, and in
// the comparison of the ranks.
#include "core/report/TableWriters.h"
#include "core/session/SessionFile.h"
#include "tests/support/GeneratedJob.h"
#include "tests/support/TestMain.h"
#include "tests/widgets/WindowTest.h"
#include "widgets/notes/SessionFiles.h"
#include "widgets/ranks/RankController.h"
#include "widgets/timeline/BoundaryEditor.h"
#include "widgets/timeline/TimelinePanel.h"
#include "widgets/timeline/TimelineView.h"
#include "widgets/window/LayerEditing.h"

#include <QComboBox>
#include <QSignalSpy>

using namespace lamella;
using namespace lamella::ui;

class TestRankSegmentations : public QObject, protected test::WindowTest {
    Q_OBJECT
private slots:
    void initTestCase();
    void init()
    {
        QVERIFY(showWindow());
        openRanks(m_files);
    }
    void aBoundaryStaysThroughASwitchOfRank();
    void eachRankHasItsOwnUndo();
    void theComparisonFollowsTheSegmentation();
    void aSessionFileKeepsTheSegmentationOfEachRank();
    void aSwitchKeepsPlaceRangeAndFocus();

private:
    void settle() const { QTRY_VERIFY_WITH_TIMEOUT(m_window->isSettled() && !m_window->controller().isSegmenting(), 60'000); }
    void openRanks(const QStringList &files)
    {
        m_window->openRanks(files);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->ranks().set() != nullptr, 60'000);
        settle();
    }
    void showRank(int row) const // by key, as in the toolbar
    {
        auto *combo = m_window->findChild<QComboBox *>(QStringLiteral("rankSwitch"));
        combo->setFocus();
        const int steps = row - combo->currentIndex();
        for (int i = 0; i < std::abs(steps); ++i)
            QTest::keyClick(combo, steps > 0 ? Qt::Key_Down : Qt::Key_Up);
        settle();
    }
    void moveBoundary(); // of layer 2 of pass 1, one kernel later, by keys
    [[nodiscard]] std::size_t boundaries() const
    {
        return m_window->controller().session()->effectiveOptions().boundaries.size();
    }
    QStringList m_files;
};

void TestRankSegmentations::initTestCase()
{
    for (const test::RankFile &rank : test::generatedJob("named").files)
        m_files << write(QString::fromStdString(rank.fileName), rank.json);
}

void TestRankSegmentations::moveBoundary()
{
    const auto device = m_window->controller().segmentation()->mainDevice;
    m_window->bus().select(core::LayerSelection{device, 1, 2}, nullptr);
    LayerEditing &editing = m_window->layerEditing();
    TimelineView *view = m_window->findChild<TimelinePanel *>()->view();
    view->setFocus();
    QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(editing.boundaryEditor().isEditing());
    QTRY_VERIFY_WITH_TIMEOUT(editing.boundaryEditor().model() != nullptr, 60'000);
    MovableBoundary wanted;
    wanted.pass = 1;
    wanted.layer = 2;
    const auto row = editing.boundaryEditor().model()->rowOf(wanted);
    QVERIFY(row.has_value());
    editing.boundaryEditor().selectRow(*row);
    QTest::keyClick(view, Qt::Key_Right, Qt::AltModifier);
    settle();
    QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
}

void TestRankSegmentations::aBoundaryStaysThroughASwitchOfRank()
{
    moveBoundary();
    QCOMPARE(boundaries(), std::size_t(1));
    const auto segmentation = m_window->controller().segmentation();
    showRank(1);
    QCOMPARE(m_window->ranks().current(), std::size_t(1));
    QCOMPARE(boundaries(), std::size_t(0));
    showRank(0);
    QCOMPARE(boundaries(), std::size_t(1));
    QCOMPARE(m_window->controller().segmentation(), segmentation);
}

void TestRankSegmentations::eachRankHasItsOwnUndo()
{
    QAction *undo = m_window->layerEditing().undo;
    moveBoundary();
    QVERIFY(undo->isEnabled());
    showRank(1);
    QVERIFY(!undo->isEnabled());
    showRank(0);
    QVERIFY(undo->isEnabled());
    undo->trigger();
    settle();
    QCOMPARE(boundaries(), std::size_t(0));
    showRank(1);
    showRank(0);
    QCOMPARE(boundaries(), std::size_t(0));
    QVERIFY(m_window->layerEditing().redo->isEnabled());
}

void TestRankSegmentations::theComparisonFollowsTheSegmentation()
{
    const auto csv = [this] {
        core::RankTableRequest request;
        request.base.pass = "1";
        return core::writeTable(*m_window->ranks().set()->table(request).value(), core::TableFormat::Csv);
    };
    const std::string before = csv();
    moveBoundary();
    QVERIFY(csv() != before);
    m_window->layerEditing().undo->trigger();
    settle();
    QCOMPARE(csv(), before);
}

void TestRankSegmentations::aSessionFileKeepsTheSegmentationOfEachRank()
{
    showRank(1);
    moveBoundary();
    showRank(0);
    auto *sessions = m_window->findChild<SessionFiles *>();
    QSignalSpy saved(sessions, &SessionFiles::saved);
    const QString path = m_folder.filePath(QStringLiteral("job.lamella"));
    sessions->save(path);
    QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 60'000);
    m_window->controller().close();
    m_window->openTrace(path);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->ranks().set() != nullptr, 60'000);
    settle();
    QCOMPARE(boundaries(), std::size_t(0));
    showRank(1);
    QCOMPARE(boundaries(), std::size_t(1));
}

// The layer stays in the middle of the same stretch, and who switched by key can go on.
void TestRankSegmentations::aSwitchKeepsPlaceRangeAndFocus()
{
    const auto device = m_window->controller().segmentation()->mainDevice;
    m_window->bus().select(core::LayerSelection{device, 1, 5}, nullptr);
    TimelineView *view = m_window->findChild<TimelinePanel *>()->view();
    const core::TimeRange layer = m_window->bus().selectedRange();
    const core::DurationNs length = layer.length();
    view->showRange({{layer.begin.value - length.value}, {layer.end.value + length.value}}, false);
    showRank(2);
    QCOMPARE(m_window->bus().focus().layer, 5);
    const core::TimeRange other = m_window->bus().selectedRange();
    QVERIFY(other.begin != layer.begin); // clocks are seconds apart
    QTRY_COMPARE(view->frame().range.begin.value, other.begin.value - length.value);
    QTRY_COMPARE(view->frame().range.length().value, 3 * length.value);
    QVERIFY(m_window->findChild<QComboBox *>(QStringLiteral("rankSwitch"))->hasFocus());
}

LAMELLA_WIDGET_TEST(TestRankSegmentations)
#include "tst_RankSegmentations.moc"
