// SPDX-License-Identifier: GPL-3.0-or-later
// Several selected together, by mouse and keys, in each view: what is added, what is taken away, and what all views show of it.
#include "core/base/Format.h"
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/charts/HeatMapChart.h"
#include "widgets/charts/HeatMapPanel.h"
#include "widgets/charts/LayerBarsChart.h"
#include "widgets/charts/LayerBarsPanel.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/UiText.h"
#include "widgets/inspector/InspectorContent.h"
#include "widgets/models/Roles.h"
#include "widgets/panels/KernelTablePanel.h"
#include "widgets/passes/PassStrip.h"
#include "widgets/session/CompareController.h"
#include "widgets/theme/Theme.h"
#include "widgets/timeline/TimelinePanel.h"
#include "widgets/timeline/TimelineView.h"

#include <QAccessible>
#include <QItemSelectionModel>
#include <QMainWindow>
#include <QStandardItemModel>
#include <QStatusBar>
#include <QTableView>
#include <QTest>

#include <memory>
#include <vector>

using namespace lamella;
using namespace lamella::ui;

class TestSelectingSeveral : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::apply(ThemeKind::Light); }
    void init()
    {
        m_trace = std::make_unique<test::LoadedTrace>();
        QVERIFY(m_trace->loadDense({.passes = 4}));
        m_pass = m_trace->device().passes[1].number;
        m_trace->bus.select(layer(1), nullptr);
    }
    void cleanup() { m_trace.reset(); }

    void barsAreAddedByClick();
    void barsAreAddedByKey();
    void cellsAreAdded();
    void passesAreAdded();
    void kernelsOfTheTimelineAreAdded();
    void rowsAreSelectedTogether();
    void rowsFollow();
    void twoAreCompared();
    void onlyTheFirstThousandRowsAreSelected();
    void aNameKeepsItsPass();

private:
    [[nodiscard]] core::LayerSelection layer(int number) const { return {m_trace->device().device, m_pass, number}; }
    [[nodiscard]] bool showsLayer(const QTableView &table, int number) const
    {
        const auto target = table.model()->index(0, 0).data(kTargetRole).value<core::Selection>();
        const auto *kernel = std::get_if<core::KernelSelection>(&target);
        const auto segmentation = m_trace->controller.segmentation();
        return kernel != nullptr && segmentation->passOf[kernel->kernel.value] == m_pass
            && segmentation->layerOf[kernel->kernel.value] == number;
    }
    [[nodiscard]] std::size_t count() const { return core::partsOf(m_trace->bus.selection()).size(); }
    [[nodiscard]] bool isSelected(const core::Selection &part) const { return core::isSelected(m_trace->bus.selection(), part); }

    std::unique_ptr<test::LoadedTrace> m_trace;
    int m_pass = 0;
};

void TestSelectingSeveral::barsAreAddedByClick()
{
    LayerBarsPanel panel(m_trace->controller, m_trace->bus);
    panel.resize(520, 300);
    panel.show();
    QTRY_VERIFY(!panel.isBusy() && panel.chart()->partCount() > 3);
    LayerBarsChart *chart = panel.chart();
    QTest::mouseClick(chart, Qt::LeftButton, Qt::ShiftModifier, chart->geometryNow().bar(3).center());
    QCOMPARE(count(), std::size_t{2});
    QVERIFY(isSelected(layer(1)) && isSelected(layer(3)));
    QCOMPARE(chart->selectedPart(), 3); // the last one
    QVERIFY(chart->isPartSelected(1) && chart->isPartSelected(3) && !chart->isPartSelected(2));
    QAccessibleInterface *parts = QAccessible::queryAccessibleInterface(chart);
    QVERIFY(parts->child(1)->state().selected && parts->child(3)->state().selected && !parts->child(2)->state().selected);
    QTest::mouseClick(chart, Qt::LeftButton, Qt::ShiftModifier, chart->geometryNow().bar(1).center());
    QVERIFY(m_trace->bus.selection() == core::Selection(layer(3)));
    QVERIFY(!chart->isPartSelected(1));
    QTest::mouseClick(chart, Qt::LeftButton, {}, chart->geometryNow().bar(0).center()); // without Shift: that alone
    QVERIFY(m_trace->bus.selection() == core::Selection(layer(0)));
}

void TestSelectingSeveral::barsAreAddedByKey()
{
    LayerBarsPanel panel(m_trace->controller, m_trace->bus);
    panel.resize(520, 300);
    panel.show();
    QTRY_VERIFY(!panel.isBusy() && panel.chart()->partCount() > 3);
    QTest::keyClick(panel.chart(), Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(panel.chart(), Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(count(), std::size_t{3});
    QVERIFY(isSelected(layer(1)) && isSelected(layer(2)) && isSelected(layer(3)));
    QTest::keyClick(panel.chart(), Qt::Key_Left, Qt::ShiftModifier); // back over one that was added
    QCOMPARE(count(), std::size_t{2});
    QVERIFY(!isSelected(layer(3)));
    QCOMPARE(panel.chart()->selectedPart(), 2);
    QTest::keyClick(panel.chart(), Qt::Key_Right);
    QVERIFY(m_trace->bus.selection() == core::Selection(layer(3)));
}

void TestSelectingSeveral::cellsAreAdded()
{
    HeatMapPanel panel(m_trace->controller, m_trace->bus);
    panel.resize(600, 500);
    panel.show();
    QTRY_VERIFY(!panel.isBusy() && panel.chart()->partCount() > 0);
    HeatMapChart *chart = panel.chart();
    const core::Selection cell = chart->map().targetOf(3, 2);
    QTest::mouseClick(chart, Qt::LeftButton, Qt::ShiftModifier, chart->geometryNow().cell(3, 2).center());
    QCOMPARE(count(), std::size_t{2});
    QVERIFY(isSelected(cell) && isSelected(layer(1)));
    int selected = 0;
    for (int part = 0; part < chart->partCount(); ++part)
        selected += chart->isPartSelected(part) ? 1 : 0;
    QCOMPARE(selected, 2);
    QVERIFY(!panel.grab().isNull());
}

void TestSelectingSeveral::passesAreAdded()
{
    PassStrip strip(m_trace->controller, m_trace->bus);
    strip.resize(1100, strip.height());
    strip.show();
    const auto pass = [this](std::size_t row) {
        return core::Selection(core::PassSelection{m_trace->device().device, m_trace->device().passes[row].number});
    };
    m_trace->bus.select(pass(1), nullptr);
    QTest::mouseClick(&strip, Qt::LeftButton, Qt::ShiftModifier, strip.partRect(3).center());
    QCOMPARE(count(), std::size_t{2});
    QVERIFY(isSelected(pass(1)) && isSelected(pass(3)));
    QVERIFY(strip.isPartSelected(1) && strip.isPartSelected(3) && !strip.isPartSelected(2));
    const QImage both = strip.grab().toImage();
    m_trace->bus.select(pass(3), nullptr);
    QVERIFY(strip.grab().toImage() != both); // the first one was drawn as selected, too
}

void TestSelectingSeveral::kernelsOfTheTimelineAreAdded()
{
    TimelinePanel panel(m_trace->controller, m_trace->bus, m_trace->range);
    panel.resize(1200, 700);
    panel.show();
    QTRY_VERIFY_WITH_TIMEOUT(!panel.isBusy(), 30'000);
    const core::KernelSelection first{m_trace->kernelInLayer(1)};
    const core::KernelSelection second{m_trace->kernelInLayer(2)};
    m_trace->bus.select(first, nullptr);
    m_trace->range.setVisibleRange({m_trace->bus.rangeOf(core::LayerSelection{layer(1).device, m_trace->firstPass(), 1}).begin,
        m_trace->bus.rangeOf(core::LayerSelection{layer(1).device, m_trace->firstPass(), 2}).end});
    QTest::mouseClick(panel.view(), Qt::LeftButton, Qt::ShiftModifier, panel.view()->rectOf(second).center());
    QCOMPARE(count(), std::size_t{2});
    QVERIFY(isSelected(first) && isSelected(second));
    const QImage both = panel.view()->grab().toImage();
    QTest::mouseClick(panel.view(), Qt::LeftButton, Qt::ShiftModifier, panel.view()->rectOf(second).center());
    QVERIFY(m_trace->bus.selection() == core::Selection(first));
    QVERIFY(panel.view()->grab().toImage() != both);
    // Passes and layers in the bands: both are marked.
    m_trace->bus.select(core::LayerSelection{layer(1).device, m_trace->firstPass(), 1}, nullptr);
    m_trace->bus.toggle(core::LayerSelection{layer(1).device, m_trace->firstPass(), 2}, nullptr);
    int selected = 0;
    for (int part = 0; part < panel.view()->partCount(); ++part)
        selected += panel.view()->isPartSelected(part) ? 1 : 0;
    QCOMPARE(selected, 2);
}

void TestSelectingSeveral::rowsAreSelectedTogether()
{
    KernelTablePanel panel(m_trace->controller, m_trace->bus);
    panel.resize(700, 400);
    panel.show();
    auto *table = panel.findChild<QTableView *>(QStringLiteral("kernelTable"));
    m_trace->bus.select(layer(2), nullptr);
    m_trace->bus.select(layer(1), nullptr); // it follows from when it is there
    QTRY_VERIFY(table->model()->rowCount() > 4 && showsLayer(*table, 1));
    table->setFocus();
    QTRY_VERIFY(table->hasFocus());
    const auto click = [table](int row, Qt::KeyboardModifiers with) {
        QTest::mouseClick(table->viewport(), Qt::LeftButton, with, table->visualRect(table->model()->index(row, 1)).center());
    };
    click(0, {});
    QCOMPARE(count(), std::size_t{0});
    click(2, Qt::ControlModifier);
    QCOMPARE(count(), std::size_t{2});
    click(3, Qt::ControlModifier);
    QCOMPARE(count(), std::size_t{3});
    click(2, Qt::ControlModifier);
    click(3, Qt::ControlModifier);
    QCOMPARE(count(), std::size_t{0}); // the one that is left
    const auto first = table->model()->index(0, 0).data(kTargetRole).value<core::Selection>();
    QVERIFY(core::sameSubject(m_trace->bus.selection(), first)); // not the one that was clicked last
    click(0, {});
    QTest::keyClick(table, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(table, Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(count(), std::size_t{3});
    QTest::keyClick(table, Qt::Key_Up, Qt::ShiftModifier);
    QCOMPARE(count(), std::size_t{2});
}

void TestSelectingSeveral::rowsFollow()
{
    KernelTablePanel panel(m_trace->controller, m_trace->bus);
    panel.resize(700, 400);
    panel.show();
    auto *table = panel.findChild<QTableView *>(QStringLiteral("kernelTable"));
    m_trace->bus.select(layer(2), nullptr);
    m_trace->bus.select(layer(1), nullptr); // it follows from when it is there
    QTRY_VERIFY(table->model()->rowCount() > 4 && showsLayer(*table, 1));
    std::vector<core::Selection> kernels;
    const auto segmentation = m_trace->controller.segmentation();
    for (std::uint32_t k = 0; k < m_trace->controller.document()->kernels.size() && kernels.size() < 2; ++k)
        if (segmentation->passOf[k] == m_pass && segmentation->layerOf[k] == 1)
            kernels.emplace_back(core::KernelSelection{core::KernelId(k)});
    QCOMPARE(kernels.size(), std::size_t{2});
    m_trace->bus.select(kernels[0], nullptr);
    m_trace->bus.toggle(kernels[1], nullptr);
    QTRY_COMPARE(table->selectionModel()->selectedRows().size(), 2);
    m_trace->bus.toggle(kernels[1], nullptr);
    QTRY_COMPARE(table->selectionModel()->selectedRows().size(), 1);
}

void TestSelectingSeveral::twoAreCompared()
{
    CompareController compare(m_trace->controller, m_trace->bus);
    m_trace->bus.toggle(layer(3), nullptr);
    QVERIFY(compare.firstOfTwo().has_value());
    const auto request = compare.request();
    QVERIFY(request.has_value());
    QCOMPARE(request->layer, std::string("1")); // A is the first one
    QCOMPARE(request->withLayer, std::string("3"));
    compare.pinBaseline(layer(0)); // what is selected counts more
    QCOMPARE(compare.request()->layer, std::string("1"));
    m_trace->bus.toggle(layer(2), nullptr); // three: no pair
    QVERIFY(!compare.firstOfTwo().has_value());
    QCOMPARE(compare.request()->layer, std::string("0"));
    m_trace->bus.select(layer(1), nullptr);
    m_trace->bus.toggle(core::PassSelection{m_trace->device().device, m_trace->firstPass()}, nullptr); // a layer and a pass
    QVERIFY(!compare.firstOfTwo().has_value());
}

void TestSelectingSeveral::onlyTheFirstThousandRowsAreSelected()
{
    QMainWindow window;
    auto *view = new QTableView(&window);
    window.setCentralWidget(view);
    constexpr int kRows = static_cast<int>(core::SeveralSelection::kMaxParts) + 200;
    QStandardItemModel model(kRows, 1);
    for (int row = 0; row < kRows; ++row)
        model.setData(model.index(row, 0),
            QVariant::fromValue(core::Selection(core::KernelSelection{core::KernelId(static_cast<std::uint32_t>(row))})),
            kTargetRole);
    view->setModel(&model);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->selectAll();
    const core::Selection several = selectedTogether(*view);
    QCOMPARE(core::partsOf(several).size(), core::SeveralSelection::kMaxParts);
    QVERIFY(core::isSelected(several, core::KernelSelection{core::KernelId(0)}));
    QVERIFY(!core::isSelected(several, core::KernelSelection{core::KernelId(kRows - 1)}));
    const QString said = window.statusBar()->currentMessage();
    QVERIFY2(said.contains(qtext(core::formatCount(1000))) && said.contains(qtext(core::formatCount(kRows))), qPrintable(said));
    view->selectRow(3);
    QVERIFY(window.statusBar()->currentMessage().isEmpty());
}

// Chosen in one pass, then selected with something of another: what the inspector is asked about it is that of its pass.
void TestSelectingSeveral::aNameKeepsItsPass()
{
    const core::DeviceId device = m_trace->device().device;
    const auto &document = *m_trace->controller.document();
    const core::StringId name = document.kernels.name[m_trace->kernelInLayer(2).value];
    m_trace->bus.select(core::PassSelection{device, m_pass}, nullptr);
    m_trace->bus.select(core::NameSelection{name}, nullptr);
    const core::PassSelection other{device, m_trace->device().passes[2].number};
    m_trace->bus.toggle(other, nullptr);
    const core::Selection inPass = core::NameSelection{name, device, m_pass};
    const std::vector<core::Selection> both{inPass, other};
    QVERIFY(m_trace->bus.selection() == core::severalOf(both));
    // A table of names knows no passes: its rows are selected in the pass shown now, but for the name that is selected already.
    const core::StringId second = document.kernels.name[m_trace->kernelInLayer(1).value + 1];
    QVERIFY(second != name);
    const std::vector<core::Selection> rows{core::NameSelection{name}, core::NameSelection{second}};
    const auto request = inspectRequest(document, m_trace->bus.selection(), core::Against::Type);
    QVERIFY(request.has_value());
    const std::string number = std::to_string(document.devices[device.value].number);
    QCOMPARE(request->select.front(), "P" + std::to_string(m_pass) + "@" + number + ":name=" + std::string(document.text(name)));
    const auto answer = m_trace->controller.session()->table(*request);
    QVERIFY(answer);
    m_trace->bus.select(core::severalOf(rows), nullptr);
    const std::vector<core::Selection> kept{inPass, core::NameSelection{second, device, other.pass}};
    QVERIFY(m_trace->bus.selection() == core::severalOf(kept));
}

LAMELLA_WIDGET_TEST(TestSelectingSeveral)
#include "tst_SelectingSeveral.moc"
