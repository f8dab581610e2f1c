// SPDX-License-Identifier: GPL-3.0-or-later
// The comparison in the window: what is compared with what, its table, and a click in it.
#include "tests/support/TestMain.h"
#include "tests/widgets/ClippedTexts.h"
#include "tests/widgets/Compared.h"
#include "tests/widgets/LoadedTrace.h"
#include "tests/widgets/PaintedTexts.h"
#include "widgets/common/EmptyView.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/TableTools.h"
#include "widgets/diff/CompareInspector.h"
#include "widgets/diff/CompareResults.h"
#include "widgets/diff/DiffLanes.h"
#include "widgets/diff/DiffTableModel.h"
#include "widgets/session/CompareController.h"
#include "widgets/session/JobSlot.h"
#include "widgets/theme/Theme.h"
#include "widgets/window/Breadcrumb.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>
#include <cstdlib>

using namespace lamella;
using namespace lamella::ui;

namespace {

using test::Compared;
using test::kWaitMs;

} // namespace

class TestDiffPanel : public QObject {
    Q_OBJECT
private slots:
    void init() { QSettings().remove(QStringLiteral("tables/diffTable")); }

    void saysWhatIsMissing()
    {
        Compared trace;
        QVERIFY(!trace.compare.request().has_value());
        trace.panel.show();
        QVERIFY(trace.panel.shown() == nullptr);
        QVERIFY(trace.open());
        QVERIFY(!trace.compare.request().has_value()); // nothing is selected
        trace.bus.select(core::PassSelection{trace.device().device, 1}, nullptr);
        QVERIFY(trace.compare.request().has_value());
        QVERIFY(trace.settled());
    }

    // The head of the workspace says what is compared though another panel is in front.
    void theHeadIsServedWhileThePanelIsHidden()
    {
        Compared trace;
        trace.panel.setPartOfWorkspace(new QWidget);
        CompareResults &results = CompareResults::of(trace.compare);
        QVERIFY(trace.open());
        trace.bus.select(core::PassSelection{trace.device().device, 1}, nullptr);
        QVERIFY(test::settled());
        QVERIFY(results.shown() == nullptr); // nobody looks
        results.setWatched(true);
        QTRY_VERIFY(results.shown() != nullptr);
    }

    // There is something to export once something is compared; till then the button says why not.
    void exportsWhatIsCompared()
    {
        Compared trace;
        trace.panel.show();
        const CompareInspector inspector(CompareResults::of(trace.compare), trace.bus);
        const auto buttons = inspector.findChildren<QPushButton *>();
        const auto found = std::find_if(buttons.begin(), buttons.end(),
            [](const QPushButton *one) { return one->text().startsWith(QStringLiteral("Export")); });
        QVERIFY(found != buttons.end());
        QVERIFY(!(*found)->isEnabled());
        QVERIFY2((*found)->toolTip().contains(QStringLiteral("Nothing is compared")), qPrintable((*found)->toolTip()));
        QVERIFY(trace.openAt(1));
        QVERIFY((*found)->isEnabled());
        QVERIFY(!(*found)->toolTip().contains(QStringLiteral("Nothing")));
    }

    // The selection is B; A is the median pass of its stage, or what is picked or pinned.
    void comparesWithTheMedianOrWithWhatIsPicked()
    {
        Compared trace;
        QVERIFY(trace.open());
        const core::DeviceId device = trace.device().device;
        const auto words = [&trace] {
            const auto r = trace.compare.request();
            return r ? QString::fromStdString(r->pass + "/" + r->layer + " " + r->withPass + "/" + r->withLayer) : QString();
        };
        const int median = trace.device().selectedPass;
        const int other = median == 1 ? 2 : 1;
        trace.bus.select(core::PassSelection{device, other}, nullptr);
        QCOMPARE(words(), QStringLiteral("%1/all %2/all").arg(median).arg(other));
        trace.bus.select(core::LayerSelection{device, other, 4}, nullptr);
        QCOMPARE(words(), QStringLiteral("%1/4 %2/4").arg(median).arg(other));
        trace.compare.compareWith(core::LayerSelection{device, 0, 7});
        QCOMPARE(words(), QStringLiteral("0/7 %1/4").arg(other));
        trace.compare.swapSides();
        QCOMPARE(words(), QStringLiteral("%1/4 0/7").arg(other));
        trace.compare.swapSides();
        trace.bus.select(core::LayerSelection{device, other, 5}, nullptr);
        QCOMPARE(words(), QStringLiteral("0/7 %1/5").arg(other));
        trace.compare.setPlaceA({0, std::nullopt, device});
        QCOMPARE(words(), QStringLiteral("0/5 %1/5").arg(other));
        trace.compare.setPlaceB({median, std::nullopt, device});
        QCOMPARE(trace.bus.focus().pass, median);
        QCOMPARE(words(), QStringLiteral("0/all %1/all").arg(median));
        trace.compare.setPlaceA({0, 3, device}); // a layer against a whole pass: the same layer of that
        QCOMPARE(words(), QStringLiteral("0/3 %1/3").arg(median));
    }

    void theSwitchComparesPassesOrLayers()
    {
        Compared trace;
        trace.panel.resize(1200, 700);
        trace.panel.show();
        QVERIFY(trace.open());
        const core::DeviceId device = trace.device().device;
        const int other = trace.device().selectedPass == 1 ? 2 : 1;
        trace.bus.select(core::PassSelection{device, other}, nullptr);
        QVERIFY(trace.settled());
        auto *scope = trace.panel.findChild<SegmentedControl *>(QStringLiteral("diffScope"));
        const auto segments = scope->findChildren<QAbstractButton *>();
        QCOMPARE(segments.size(), 2);
        QCOMPARE(scope->current(), 0);
        // Nothing was compared by layer yet: the one that changed most.
        const CompareResults &results = CompareResults::of(trace.compare);
        QTRY_VERIFY(results.verdict() && !results.verdict()->layers.empty() && segments[1]->isEnabled());
        const auto &layers = results.verdict()->layers;
        const auto most =
            std::max_element(layers.begin(), layers.end(), [](const core::LayerDelta &a, const core::LayerDelta &b) {
                return std::abs(a.figure->deltaNs()) < std::abs(b.figure->deltaNs());
            });
        const int wanted = most->layerB;
        segments[1]->click();
        QCOMPARE(trace.bus.selection(), core::Selection(core::LayerSelection{device, other, wanted}));
        QCOMPARE(QString::fromStdString(trace.compare.request()->layer), QString::number(most->layerA));
        const int last = wanted == 3 ? 4 : 3;
        trace.bus.select(core::LayerSelection{device, other, last}, nullptr);
        trace.compare.compareWith(core::LayerSelection{device, 0, 7});
        QVERIFY(trace.settled());
        segments[0]->click(); // both sides are whole passes
        QCOMPARE(trace.bus.selection(), core::Selection(core::PassSelection{device, other}));
        QCOMPARE(trace.compare.request()->pass + trace.compare.request()->layer, std::string("0all"));
        QCOMPARE(trace.compare.request()->withLayer, std::string("all"));
        QVERIFY(trace.settled());
        QTRY_VERIFY(segments[1]->isEnabled());
        segments[1]->click(); // the layer compared last
        QCOMPARE(trace.bus.selection(), core::Selection(core::LayerSelection{device, other, last}));
        QCOMPARE(scope->current(), 1);
    }

    // Above the table: its rows are of the layer that is compared, or of the passes around it. What is compared stays.
    void theTableShowsTheLayerOrTheStep()
    {
        Compared trace;
        trace.panel.resize(1200, 700);
        const int other = 2;
        QVERIFY(trace.openAt(other));
        const core::DeviceId device = trace.device().device;
        const core::Selection layer = core::LayerSelection{device, other, 3};
        trace.bus.select(layer, nullptr);
        QVERIFY(trace.settled());
        auto *scope = trace.panel.findChild<SegmentedControl *>(QStringLiteral("diffRowScope"));
        const auto segments = scope->findChildren<QAbstractButton *>();
        QCOMPARE(segments.size(), 2);
        QCOMPARE(segments[0]->text(), QStringLiteral("L3"));
        QCOMPARE(scope->current(), 0);
        QVERIFY(segments[0]->focusPolicy() & Qt::TabFocus);
        QVERIFY(trace.panel.rows() == trace.panel.shown());
        const auto compared = trace.compare.request();
        segments[1]->click();
        QVERIFY(trace.settled());
        QCOMPARE(scope->current(), 1);
        QCOMPARE(trace.bus.selection(), layer);
        QVERIFY(trace.compare.request() == compared);
        QVERIFY(trace.panel.shown()->outcome->oneLayerPair); // the lanes show the layer
        QVERIFY(!trace.panel.rows()->outcome->oneLayerPair);
        QVERIFY(trace.panel.rows()->rows.view == core::DiffView::Kernel);
        const auto *table = trace.panel.findChild<QTableView *>(QStringLiteral("diffTable"));
        QCOMPARE(table->model()->rowCount(), static_cast<int>(trace.panel.rows()->rows.groups.size()));
        // A row of the step is a name, which has no bar of its own in the lanes.
        emit const_cast<QTableView *>(table)->clicked(table->model()->index(0, 0));
        QVERIFY(std::holds_alternative<core::NameSelection>(trace.bus.selection()));
        QCOMPARE(trace.panel.lanes()->selectedPart(), -1);
        trace.bus.select(layer, nullptr);
        segments[0]->click();
        QVERIFY(trace.settled());
        QVERIFY(trace.panel.rows() == trace.panel.shown());
    }

    // Where whole passes are compared, the table is of them, and the layer above it leads to its comparison.
    void theLayerAboveTheTableComparesIt()
    {
        Compared trace;
        trace.panel.resize(1200, 700);
        const int other = 2;
        QVERIFY(trace.openAt(other));
        auto *scope = trace.panel.findChild<SegmentedControl *>(QStringLiteral("diffRowScope"));
        const auto segments = scope->findChildren<QAbstractButton *>();
        const CompareResults &results = CompareResults::of(trace.compare);
        QTRY_VERIFY(results.verdict() && !results.verdict()->layers.empty() && segments[0]->isEnabled());
        QCOMPARE(scope->current(), 1);
        QVERIFY(trace.panel.rows() == trace.panel.shown());
        const QString named = segments[0]->text();
        segments[0]->click();
        QVERIFY(trace.settled());
        QCOMPARE(scope->current(), 0);
        QVERIFY(trace.panel.shown()->outcome->oneLayerPair);
        QCOMPARE(layerText(trace.compare.placeB().layer.value_or(-9)), named);
    }

    // A place that is selected already, after the other side made it a layer or a pass.
    void theSwitchTakesThePlaceThatIsSelected()
    {
        Compared trace;
        trace.panel.resize(1200, 700);
        const int other = 2;
        QVERIFY(trace.openAt(other));
        const core::DeviceId device = trace.device().device;
        auto *scope = trace.panel.findChild<SegmentedControl *>(QStringLiteral("diffScope"));
        const auto segments = scope->findChildren<QAbstractButton *>();
        trace.compare.compareWith(core::LayerSelection{device, 0, 7});
        QVERIFY(trace.settled());
        QCOMPARE(scope->current(), 1);
        QCOMPARE(trace.bus.selection(), core::Selection(core::PassSelection{device, other}));
        QSignalSpy changed(&trace.compare, &CompareController::changed);
        segments[0]->click();
        QVERIFY(changed.count() > 0);
        QCOMPARE(trace.compare.placeA(), (ComparePlace{0, std::nullopt, device}));
        QCOMPARE(trace.compare.placeB(), (ComparePlace{other, std::nullopt, device}));
        QCOMPARE(trace.compare.request()->layer + trace.compare.request()->withLayer, std::string("allall"));
        QCOMPARE(scope->current(), 0);
        const core::LayerSelection layer{device, other, 3};
        trace.bus.select(layer, nullptr);
        QVERIFY(trace.settled());
        trace.compare.compareWith(core::PassSelection{device, 0});
        QVERIFY(trace.settled());
        QCOMPARE(trace.bus.selection(), core::Selection(layer));
        QCOMPARE(scope->current(), 0);
        const CompareResults &results = CompareResults::of(trace.compare);
        QTRY_VERIFY(results.verdict() && !results.verdict()->layers.empty() && segments[1]->isEnabled());
        segments[1]->click();
        QCOMPARE(trace.compare.placeB(), (ComparePlace{other, 3, device}));
        QCOMPARE(scope->current(), 1);
    }

    void aPinnedBaselineStays()
    {
        Compared trace;
        QVERIFY(trace.open());
        const core::DeviceId device = trace.device().device;
        trace.compare.pinBaseline(core::LayerSelection{device, 0, 2});
        trace.bus.select(core::LayerSelection{device, 1, 4}, nullptr);
        QCOMPARE(trace.compare.request()->pass, std::string("0"));
        QCOMPARE(trace.compare.request()->layer, std::string("2"));
        QCOMPARE(trace.compare.request()->withLayer, std::string("4"));
        trace.bus.select(core::LayerSelection{device, 2, 6}, nullptr);
        QCOMPARE(trace.compare.request()->layer, std::string("2"));
        QCOMPARE(trace.compare.request()->withPass, std::string("2"));
        trace.bus.select(core::PassSelection{device, 1}, nullptr); // a pass is compared with the pass of the baseline
        QCOMPARE(trace.compare.request()->pass, std::string("0"));
        QCOMPARE(trace.compare.request()->layer, std::string("all"));
        trace.compare.dropOther();
        QVERIFY(!trace.compare.baseline());
        trace.bus.select(core::LayerSelection{device, 1, 4}, nullptr);
        QVERIFY(trace.compare.request()->layer != "2");
    }

    // A is what was pinned, also where that is selected: then there is nothing to compare, rather than the median.
    void thePinnedBaselineIsNotComparedWithItself()
    {
        Compared trace;
        QVERIFY(trace.openAt(1, 4));
        const core::DeviceId device = trace.device().device;
        trace.compare.pinBaseline(core::LayerSelection{device, 1, 4});
        QVERIFY(trace.compare.isAtBaseline());
        QVERIFY(!trace.compare.request().has_value());
        QVERIFY(trace.panel.shown() == nullptr);
        trace.bus.select(core::PassSelection{device, 1}, nullptr); // the pass of that layer
        QVERIFY(!trace.compare.request().has_value());
        trace.bus.select(core::LayerSelection{device, 1, 5}, nullptr);
        QVERIFY(!trace.compare.isAtBaseline());
        QCOMPARE(trace.compare.request()->layer, std::string("4"));
    }

    // Where the baseline is a layer and its pass is selected, or the other way round, the empty view says which is part of which.
    void saysWhatOfTheBaselineIsSelected()
    {
        Compared trace;
        QVERIFY(trace.openAt(1, 4));
        const core::DeviceId device = trace.device().device;
        const auto *empty = trace.panel.findChild<EmptyView *>();
        const auto said = [&]() -> QString { return empty->accessibleName() + empty->accessibleDescription(); };
        trace.compare.pinBaseline(core::LayerSelection{device, 1, 4});
        QVERIFY2(said().contains(QStringLiteral("is the baseline itself")), qPrintable(said()));
        trace.bus.select(core::PassSelection{device, 1}, nullptr);
        QVERIFY2(said().contains(QStringLiteral("The baseline is a layer of the selected pass")), qPrintable(said()));
        trace.compare.pinBaseline(core::PassSelection{device, 1});
        trace.bus.select(core::LayerSelection{device, 1, 4}, nullptr);
        QVERIFY2(said().contains(QStringLiteral("The selection is a layer of the baseline")), qPrintable(said()));
    }

    // What the selection is compared with stays beside the path, pinned or chosen, until it is dropped there.
    void theChosenSideStaysBesideThePath()
    {
        Compared trace;
        Breadcrumb path(trace.controller, trace.bus, trace.compare);
        QVERIFY(trace.open());
        const core::DeviceId device = trace.device().device;
        auto *chip = path.findChild<QToolButton *>(QStringLiteral("crumbBaseline"));
        QVERIFY(chip != nullptr && chip->isHidden());
        trace.bus.select(core::LayerSelection{device, 1, 4}, nullptr);
        trace.compare.compareWith(core::LayerSelection{device, 2, 5});
        QVERIFY(!chip->isHidden());
        QCOMPARE(chip->text(), QStringLiteral("A: P2 L5"));
        trace.compare.pinBaseline(core::PassSelection{device, 0});
        QCOMPARE(chip->text(), QStringLiteral("A: P0"));
        chip->menu()->actions().constLast()->trigger();
        QVERIFY(chip->isHidden());
        QVERIFY(!trace.compare.keptOther());
    }

    // The entry for no choice names what it leads to, also while a place is chosen.
    void theEntryWithoutAChoiceStaysTheMedian()
    {
        Compared trace;
        QVERIFY(trace.openAt(1));
        const core::DeviceId device = trace.device().device;
        const int median = trace.device().selectedPass;
        trace.bus.select(core::PassSelection{device, median == 1 ? 2 : 1}, nullptr);
        QVERIFY(trace.settled());
        const auto *passes = trace.panel.findChild<QComboBox *>(QStringLiteral("diffPassA"));
        QVERIFY(passes != nullptr);
        QCOMPARE(passes->itemText(0), QStringLiteral("median of the stage"));
        trace.compare.compareWith(core::PassSelection{device, median});
        QVERIFY(trace.settled());
        QCOMPARE(passes->itemText(0), QStringLiteral("median of the stage"));
    }

    // Rows of one name each are sorted by their difference; the switch says so.
    void theOrderSaysHowRowsAreSorted()
    {
        Compared trace;
        QVERIFY(trace.openAt(1)); // passes: kernels by name
        const auto *order = trace.panel.findChild<SegmentedControl *>(QStringLiteral("diffOrder"));
        QVERIFY(order != nullptr);
        QVERIFY(trace.panel.shown()->rows.view == core::DiffView::Kernel);
        QCOMPARE(order->current(), 1);
        QVERIFY(!order->findChildren<QAbstractButton *>()[0]->isEnabled());
        trace.bus.select(core::LayerSelection{trace.device().device, 1, 3}, nullptr); // a layer: in order
        QTRY_VERIFY(trace.panel.shown()->rows.view == core::DiffView::Sequence);
        QCOMPARE(order->current(), 0);
        QVERIFY(order->findChildren<QAbstractButton *>()[0]->isEnabled());
    }

    // The common tools of tables: order by a column, copied rows, columns.
    void theTableHasTheToolsOfTables()
    {
        Compared trace;
        QVERIFY(trace.openAt(1, 3));
        auto *table = trace.panel.findChild<QTableView *>(QStringLiteral("diffTable"));
        const auto *model = qobject_cast<const DiffTableModel *>(table->model());
        TableTools *tools = TableTools::of(*table);
        QVERIFY(tools != nullptr);
        const auto &groups = trace.panel.shown()->rows.groups;
        table->sortByColumn(DiffTableModel::kTimeB, Qt::DescendingOrder);
        for (int row = 1; row < model->rowCount(); ++row)
            QVERIFY(groups[model->tableRow(row - 1)].bNs >= groups[model->tableRow(row)].bNs);
        QCOMPARE(tools->order(), QStringLiteral("-b_ns"));
        const auto *order = trace.panel.findChild<SegmentedControl *>(QStringLiteral("diffOrder"));
        QTest::mouseClick(order->findChildren<QAbstractButton *>()[1], Qt::LeftButton);
        for (int row = 1; row < model->rowCount(); ++row)
            QVERIFY(std::abs(groups[model->tableRow(row - 1)].deltaNs()) >= std::abs(groups[model->tableRow(row)].deltaNs()));
        QCOMPARE(order->current(), 1);
        QTest::mouseClick(order->findChildren<QAbstractButton *>()[0], Qt::LeftButton);
        QCOMPARE(model->tableRow(0), std::size_t{0});
        QCOMPARE(order->current(), 0);
        table->clearSelection();
        table->selectionModel()->select(model->index(1, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        table->selectionModel()->select(model->index(2, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        tools->copyTsv();
        const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
        QCOMPARE(lines.size(), 4); // with the names of the columns and the last line end
        QVERIFY(lines[0].split(u'\t').contains(QStringLiteral("delta_ns")));
        QVERIFY(lines[1].contains(QString::number(groups[1].deltaNs())));
        const auto *totals = trace.panel.findChild<QTableView *>(QStringLiteral("diffTotals"));
        tools->setShown(DiffTableModel::kTimeA, false);
        QTRY_VERIFY(table->isColumnHidden(DiffTableModel::kTimeA) && totals->isColumnHidden(DiffTableModel::kTimeA));
        tools->setShown(DiffTableModel::kTimeA, true);
        QTRY_VERIFY(!totals->isColumnHidden(DiffTableModel::kTimeA));
    }

    void aClickSelectsTheKernelEverywhere()
    {
        Compared trace;
        QVERIFY(trace.openAt(1, 3));
        QVERIFY(trace.panel.shown()->outcome->oneLayerPair);
        auto *table = trace.panel.findChild<QTableView *>(QStringLiteral("diffTable"));
        QVERIFY(table != nullptr && table->model()->rowCount() > 3);
        const QModelIndex cell = table->model()->index(2, DiffTableModel::kNameA);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(cell).center());
        const auto *kernel = std::get_if<core::KernelSelection>(&trace.bus.selection());
        QVERIFY(kernel != nullptr);
        QVERIFY(kernel->kernel == trace.panel.shown()->rows.groups[2].kernelA);
        // The same kernels run in both: one column has the names of both.
        QVERIFY(table->isColumnHidden(DiffTableModel::kNameB));
        // In B's column it is B's kernel, and B stays what it was.
        QTest::mouseClick(
            table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(2, DiffTableModel::kTimeB)).center());
        kernel = std::get_if<core::KernelSelection>(&trace.bus.selection());
        QVERIFY(kernel != nullptr && kernel->kernel == trace.panel.shown()->rows.groups[2].kernelB);
        QCOMPARE(trace.compare.placeB().layer.value_or(-9), 3);
        // A kernel that is selected elsewhere is found.
        trace.bus.select(core::KernelSelection{trace.panel.shown()->rows.groups[1].kernelA}, nullptr);
        QTRY_COMPARE(table->currentIndex().row(), 1);
    }

    // As the timeline: the wheel zooms at the pointer, keys zoom and move; what is selected comes into view.
    void theLanesZoom()
    {
        Compared trace;
        QVERIFY(trace.openAt(1, 3));
        DiffLanes &lanes = *trace.panel.lanes();
        const TimeRangeControl &range = lanes.range();
        const core::TimeRange whole = range.visibleRange();
        const int last = static_cast<int>(trace.panel.shown()->picture.a.size()) - 1;
        const QRect before = lanes.barRect(true, last);
        const QPointF pointer = before.center();
        QWheelEvent wheel(
            pointer, lanes.mapToGlobal(pointer), {}, {0, 1200}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&lanes, &wheel);
        QVERIFY(range.visibleRange().length().value < whole.length().value / 4);
        QVERIFY(lanes.barRect(true, last).width() > before.width());
        QVERIFY(lanes.barRect(true, last).contains(before.center()));
        QVERIFY(lanes.barRect(true, 0).isEmpty()); // out of view
        QVERIFY(lanes.hitAt({lanes.barRect(true, last).left() - 1'000, before.center().y()}) != 0);
        const core::TimeRange zoomed = range.visibleRange();
        QTest::keyClick(&lanes, Qt::Key_A);
        QVERIFY(range.visibleRange().begin < zoomed.begin);
        QCOMPARE(range.visibleRange().length().value, zoomed.length().value);
        QTest::keyClick(&lanes, Qt::Key_W);
        QVERIFY(range.visibleRange().length().value < zoomed.length().value);
        lanes.pressPart(0);
        QVERIFY(!lanes.barRect(true, 0).isEmpty());
        QTest::keyClick(&lanes, Qt::Key_0);
        QVERIFY(range.visibleRange() == whole);
        QTest::keyClick(&lanes, Qt::Key_F); // the selected one
        QVERIFY(range.visibleRange().length().value < whole.length().value);
    }

    // Numbers on neighbouring links stand apart; names of layers that changed much are readable.
    void textsOfTheLanesAreReadable()
    {
        auto shown = std::make_shared<DiffShown>();
        constexpr int kLayers = 12;
        for (int i = 0; i < kLayers; ++i) {
            DiffBar bar;
            bar.beginNs = i * 100'000;
            bar.endNs = bar.beginNs + 95'000;
            bar.row = bar.partner = i;
            bar.label = "L" + std::to_string(i);
            shown->picture.a.push_back(bar);
            bar.endNs -= 46'570;
            shown->picture.b.push_back(bar);
        }
        for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
            Theme::apply(kind);
            DiffLanes lanes;
            lanes.setShown(shown, QStringLiteral("A"), QStringLiteral("B"));
            lanes.show();
            const auto numbers = [&lanes] {
                const auto texts = test::paintedTexts(lanes);
                return std::count_if(
                    texts.begin(), texts.end(), [](const auto &text) { return text.text.startsWith(QChar(0x2212)); });
            };
            for (const int width : {700, 1000, 1060, 1120, 1180, 1300, 1600}) {
                lanes.resize(width, lanes.height());
                QCOMPARE(test::crowdedTexts(QString::number(width), lanes), QStringList());
            }
            QCOMPARE(numbers(), kLayers);
            for (int width = 260; width < 700; width += 20) { // a name is whole or left out: "L…" would be that of several layers
                lanes.resize(width, lanes.height());
                for (const test::PaintedText &text : test::paintedTexts(lanes))
                    QVERIFY2(!text.text.contains(QChar(0x2026)), qPrintable(text.text));
            }
            lanes.resize(1600, lanes.height());
            const QImage picture = lanes.grab().toImage();
            const QRect bar = lanes.barRect(true, 1);
            const int ground = qGray(picture.pixel(bar.right() - 4, bar.center().y()));
            int most = 0;
            for (int x = bar.left(); x < bar.left() + 20; ++x)
                for (int y = bar.top(); y <= bar.bottom(); ++y)
                    most = std::max(most, std::abs(qGray(picture.pixel(x, y)) - ground));
            QVERIFY2(most > 100, qPrintable(QString::number(most)));
        }
        Theme::apply(ThemeKind::Light);
    }

    void sumsStayBelow()
    {
        Compared trace;
        QVERIFY(trace.openAt(1, 3));
        auto *totals = trace.panel.findChild<QTableView *>(QStringLiteral("diffTotals"));
        QVERIFY(totals != nullptr);
        QCOMPARE(totals->model()->rowCount(), 3);
        const core::DiffSummary &rows = trace.panel.shown()->rows;
        QCOMPARE(
            totals->model()->index(2, DiffTableModel::kDelta).data().toString(), signedDuration(rows.b.wallNs - rows.a.wallNs));
        auto *table = trace.panel.findChild<QTableView *>(QStringLiteral("diffTable"));
        const int all = table->model()->rowCount();
        auto *same = trace.panel.findChild<QToolButton *>(QStringLiteral("diffSame"));
        QVERIFY(same != nullptr);
        same->setChecked(false);
        QVERIFY(table->model()->rowCount() < all);
        QCOMPARE(totals->model()->rowCount(), 3);
    }

    // Half a number misleads: where the share of the sum has no room, it is left out.
    void sharesOfSumsAreWholeOrLeftOut()
    {
        Compared trace;
        QVERIFY(trace.openAt(1, 3));
        auto *totals = trace.panel.findChild<QTableView *>(QStringLiteral("diffTotals"));
        int whole = 0;
        int leftOut = 0;
        for (const int width : {1200, 900, 700, 620, 560, 520, 480, 440, 400}) {
            trace.panel.resize(width, 600);
            QCoreApplication::processEvents();
            for (const test::PaintedText &one : test::paintedTexts(*totals->viewport())) {
                QVERIFY2(!one.text.contains(u'%') || !one.text.contains(QChar(0x2026)), qPrintable(one.text));
                whole += one.text.contains(u'%') ? 1 : 0;
                leftOut += one.text == QStringLiteral("Kernel time") ? 1 : 0;
            }
        }
        QVERIFY(whole > 0);
        QVERIFY(leftOut > 0);
    }

    // Bars of differences give way to names.
    void namesHaveRoom()
    {
        Compared trace;
        QVERIFY(trace.openAt(1));
        const auto *header = trace.panel.findChild<QTableView *>(QStringLiteral("diffTable"))->horizontalHeader();
        for (const int width : {380, 460, 540, 1200}) {
            trace.panel.resize(width, 600);
            const int delta = header->sectionSize(DiffTableModel::kDelta);
            QVERIFY2(delta <= 92 || header->sectionSize(DiffTableModel::kNameA) >= 150, qPrintable(QString::number(width)));
        }
        QVERIFY(header->sectionSize(DiffTableModel::kDelta) > 120);
    }

    void viewsOfAPass()
    {
        Compared trace;
        QVERIFY(trace.openAt(1));
        auto *view = trace.panel.findChild<QComboBox *>(QStringLiteral("diffView"));
        QVERIFY(view != nullptr);
        QVERIFY(test::missingPx(*view) <= -4); // the style leaves two pixels beside the text, whose width is rounded
        for (const auto &[id, expected] : {std::pair("auto", core::DiffView::Kernel), std::pair("layer", core::DiffView::Layer),
                 std::pair("category", core::DiffView::Category), std::pair("replaced", core::DiffView::Replaced)}) {
            const int index = view->findData(QString::fromLatin1(id));
            QVERIFY(index >= 0);
            view->setCurrentIndex(index);
            emit view->activated(index);
            QTRY_VERIFY(JobSlot::awaited() == 0);
            QCOMPARE(trace.panel.shown()->rows.view, expected);
            QCOMPARE(trace.panel.shown()->table->rowCount(), trace.panel.shown()->rows.groups.size() + 2);
        }
        QVERIFY(!trace.panel.shown()->picture.kernels);
        QVERIFY(trace.panel.shown()->picture.a.size() > 10);
        QVERIFY(trace.panel.lanes()->isVisible());
    }
};

LAMELLA_WIDGET_TEST(TestDiffPanel)
#include "tst_DiffPanel.moc"
