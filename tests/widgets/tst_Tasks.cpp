// SPDX-License-Identifier: GPL-3.0-or-later
// Eight tasks of a performance engineer, with mouse and with keys alone, each in no more actions than it may take: a click, a
// drag, a key, or a file dialog answered. What is to be found is asked of core.
#include "core/analysis/StagePasses.h"
#include "tests/support/TestMain.h"
#include "tests/widgets/Hands.h"
#include "tests/widgets/RedirectPage.h"
#include "tests/widgets/WindowTest.h"
#include "widgets/charts/LayerBarsChart.h"
#include "widgets/diff/CompareHead.h"
#include "widgets/diff/DiffPanel.h"
#include "widgets/inspector/InspectorContent.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/overview/TraceOverview.h"
#include "widgets/passes/PassStrip.h"
#include "widgets/timeline/TimelinePanel.h"
#include "widgets/timeline/TimelineView.h"
#include "widgets/window/PerfettoWiring.h"

#include <QFile>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

using namespace lamella;
using namespace lamella::ui;
using namespace lamella::test;

class TestTasks : public QObject, protected test::WindowTest {
    Q_OBJECT
private slots:
    void init();
    void slowestPassToPerfetto_data() { hands(); }
    void slowestPassToPerfetto();
    void largestGapAndItsCause_data() { hands(); }
    void largestGapAndItsCause();
    void twoLayersCompared_data() { hands(); }
    void twoLayersCompared();
    void twoTracesCompared_data() { hands(); }
    void twoTracesCompared();
    void aLayerAsCsv_data() { hands(); }
    void aLayerAsCsv();
    void sumsOfARange_data() { hands(); }
    void sumsOfARange();
    void theOutlier_data() { hands(); }
    void theOutlier();
    void allOfOneKernel_data() { hands(); }
    void allOfOneKernel();

private:
    static void hands()
    {
        QTest::addColumn<bool>("mouse");
        QTest::newRow("mouse") << true;
        QTest::newRow("keys") << false;
    }
    // One action each.
    [[nodiscard]] bool key(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        ++m_count;
        return press(key, modifiers) && settled();
    }
    [[nodiscard]] bool click(QWidget &widget, QPoint at, Qt::KeyboardModifiers modifiers = {})
    {
        ++m_count;
        QTest::mouseClick(&widget, Qt::LeftButton, modifiers, at);
        return settled();
    }
    [[nodiscard]] bool clickFirstRow(const char *table)
    {
        ++m_count;
        auto &view = find<QTableView>(table);
        return clickRow(view, view.model()->index(0, 1)) && settled();
    }
    [[nodiscard]] bool clickWord(const QString &text) // on a button
    {
        ++m_count;
        return clickButton(*m_window, text) && settled();
    }
    [[nodiscard]] bool clickBar(int layer, Qt::KeyboardModifiers modifiers = {})
    {
        auto &bars = find<LayerBarsChart>();
        return click(bars, bars.geometryNow().bar(bars.bars().rowOfLayer(layer)).center(), modifiers);
    }
    void answerFiles(const QString &path, bool mouse)
    {
        ++m_count;
        answerFileDialog(this, path, mouse);
    }
    [[nodiscard]] const core::DeviceSegmentation &device() const
    {
        const auto &segmentation = m_window->controller().segmentation();
        return segmentation->devices[segmentation->mainDevice.value];
    }
    // The decode pass that takes longest, of those that count.
    [[nodiscard]] const core::Pass &slowest() const
    {
        const std::vector<const core::Pass *> passes = core::stagePasses(device(), core::Stage::Decode).settled;
        return **std::max_element(passes.begin(), passes.end(),
            [](const core::Pass *a, const core::Pass *b) { return a->range.length().value < b->range.length().value; });
    }
    // The first row of a table sorted by a column, in the scope.
    [[nodiscard]] core::Selection first(const char *table, const char *sort, int pass, int layer = core::kNoLayer) const
    {
        core::TableRequest request;
        request.table = table;
        request.sort = sort;
        request.pass = std::to_string(pass);
        request.each = request.table == "kernels";
        if (layer != core::kNoLayer)
            request.layer = std::to_string(layer);
        const auto made = m_window->controller().session()->table(request);
        return made && (*made)->rowCount() > 0 ? (*made)->target(0) : core::Selection{};
    }
    [[nodiscard]] bool inspectorHas(const char *id) const
    {
        return QTest::qWaitFor([&] {
            const auto &sections = find<InspectorPanel>().content().sections;
            return std::any_of(sections.begin(), sections.end(), [id](const InspectorSection &section) {
                return section.id == QLatin1String(id) && !(section.rows.empty() && section.marks.empty());
            });
        });
    }
    [[nodiscard]] core::Selection selection() const { return m_window->bus().selection(); }

    QList<QUrl> m_opened; // by the browser
    int m_count = 0; // actions
};

void TestTasks::init()
{
    m_opened.clear();
    QVERIFY(showWindow({1440, 900}));
    recordJumps(m_window->perfetto().linker(), m_opened);
    QApplication::setActiveWindow(m_window.get());
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QVERIFY(open(sampleTrace()));
    m_count = 0;
}

void TestTasks::slowestPassToPerfetto()
{
    QFETCH(bool, mouse);
    const core::Pass &pass = slowest();
    auto &strip = find<PassStrip>();
    const std::vector<StripPass> &passes = strip.data().passes;
    const auto part = std::find_if(passes.begin(), passes.end(), [&](const StripPass &one) { return one.number == pass.number; });
    QVERIFY(part != passes.end());
    QVERIFY(mouse ? click(strip, strip.partRect(static_cast<int>(part - passes.begin())).center()) : key(Qt::Key_F8));
    QCOMPARE(selection(), core::Selection(core::PassSelection{device().device, pass.number}));

    const core::Selection layer = first("layers", "-wall_ns", pass.number);
    const int number = std::get<core::LayerSelection>(layer).layer;
    QVERIFY(mouse ? clickBar(number) : key(Qt::Key_F7));
    QCOMPARE(selection(), layer);
    QVERIFY(inspectorHas("why")); // without a further action

    const core::Selection kernel = first("kernels", "-dur_ns", pass.number, number);
    QVERIFY(mouse ? clickFirstRow("kernelTable") : key(Qt::Key_F7));
    QCOMPARE(selection(), kernel);
    QCOMPARE(m_window->bus().focus().layer, number);
    QVERIFY(inspectorHas("limit"));

    QVERIFY(mouse ? clickWord(QStringLiteral("Show in Perfetto")) : key(Qt::Key_Return, Qt::ControlModifier));
    QTRY_COMPARE(m_opened.size(), 1);
    QVERIFY2(m_count <= 4, qPrintable(QString::number(m_count)));
}

void TestTasks::largestGapAndItsCause()
{
    QFETCH(bool, mouse);
    const core::Selection gap = first("gaps", "-dur_ns", m_window->bus().focus().pass);
    QVERIFY(std::holds_alternative<core::GapSelection>(gap));
    QVERIFY(mouse ? clickWord(QStringLiteral("Idle")) : key(Qt::Key_3, Qt::ControlModifier));
    QVERIFY(mouse ? clickFirstRow("gapTable") : key(Qt::Key_Down));
    QCOMPARE(selection(), gap);
    QVERIFY(inspectorHas("why"));
    QVERIFY2(m_count <= 2, qPrintable(QString::number(m_count)));
}

void TestTasks::twoLayersCompared()
{
    QFETCH(bool, mouse);
    const int pass = m_window->bus().focus().pass;
    QVERIFY(mouse ? clickBar(4) : key(Qt::Key_F7)); // any layer
    const int one = m_window->bus().focus().layer;
    QVERIFY(one >= 0);
    if (mouse) {
        QVERIFY(clickBar(7, Qt::ControlModifier));
    } else {
        m_count = 0; // from a layer on
        QVERIFY(key(Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier));
        QVERIFY(key(Qt::Key_PageUp, Qt::AltModifier));
        QVERIFY(key(Qt::Key_2, Qt::ControlModifier));
    }
    const auto &panel = find<DiffPanel>();
    QTRY_VERIFY(panel.isVisible() && panel.shown());
    core::DiffRequest request; // A is the layer that was chosen apart, B the selection
    request.pass = request.withPass = std::to_string(pass);
    request.layer = std::to_string(mouse ? 7 : one);
    request.withLayer = std::to_string(mouse ? one : one - 1);
    const auto expected = panel.shown()->session->table(request);
    QVERIFY(expected.has_value());
    QCOMPARE(panel.shown()->table->rowCount(), (*expected)->rowCount());
    for (std::uint32_t row = 0; row < (*expected)->rowCount(); ++row)
        QVERIFY(panel.shown()->table->target(row) == (*expected)->target(row));
    QVERIFY2(m_count <= 3, qPrintable(QString::number(m_count)));
}

void TestTasks::twoTracesCompared()
{
    QFETCH(bool, mouse);
    const QString other = writeTrace({.passes = 4}, QStringLiteral("other.json"));
    answerFiles(other, mouse);
    if (mouse) {
        m_count += 2; // the menu, its entry
        QVERIFY(clickMenuBar(*m_window, {QStringLiteral("File"), QStringLiteral("Open to compare")}));
    } else {
        QVERIFY(key(Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier));
    }
    QTRY_VERIFY_WITH_TIMEOUT(
        m_window->findChild<CompareHead *>() != nullptr && !find<CompareHead>().verdict().isEmpty(), kWaitMs);
    QVERIFY(find<CompareHead>().isVisible());
    QVERIFY2(m_count <= 3, qPrintable(QString::number(m_count)));
}

void TestTasks::aLayerAsCsv()
{
    QFETCH(bool, mouse);
    m_window->bus().select(core::LayerSelection{device().device, m_window->bus().focus().pass, 4}, nullptr);
    QVERIFY(settled());
    const QString path = m_folder.filePath(mouse ? QStringLiteral("mouse.csv") : QStringLiteral("keys.csv"));
    answerFiles(path, mouse);
    if (mouse) {
        auto &button = find<QToolButton>("kernelExport");
        QVERIFY(click(button, button.rect().center()));
    } else {
        QVERIFY(key(Qt::Key_E, Qt::ControlModifier));
    }
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), kWaitMs);
    QVERIFY(settled());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const core::LayerSpan &layer =
        *m_window->controller().segmentation()->layer(device().device, m_window->bus().focus().pass, 4);
    QTRY_COMPARE(file.seek(0) ? file.readAll().count('\n') : -1, static_cast<qsizetype>(layer.kernels) + 1);
    QVERIFY2(m_count <= 2, qPrintable(QString::number(m_count)));
}

void TestTasks::sumsOfARange()
{
    QFETCH(bool, mouse);
    auto &view = *find<TimelinePanel>().view();
    if (mouse) { // along the ruler
        ++m_count;
        const QPoint from(view.width() / 3, 8);
        QTest::mousePress(&view, Qt::LeftButton, {}, from);
        for (int x = 10; x <= 200; x += 10)
            QTest::mouseMove(&view, from + QPoint(x, 0));
        QTest::mouseRelease(&view, Qt::LeftButton, {}, from + QPoint(200, 0));
        QVERIFY(settled());
    } else {
        QVERIFY(key(Qt::Key_R));
    }
    QVERIFY(std::holds_alternative<core::RangeSelection>(selection()));
    QVERIFY(inspectorHas("busy"));
    QVERIFY2(m_count <= 1, qPrintable(QString::number(m_count)));
}

void TestTasks::theOutlier()
{
    QFETCH(bool, mouse);
    const std::vector<core::Pass> &passes = device().passes;
    const auto outlier =
        std::find_if(passes.begin(), passes.end(), [](const core::Pass &pass) { return pass.state == core::PassState::Outlier; });
    QVERIFY(outlier != passes.end());
    auto &overview = find<TraceOverview>();
    const QRect cell = mouse ? overview.partRect(overview.partOf(OverviewCell::Id::Outliers)) : QRect();
    QVERIFY(mouse ? click(overview, cell.center()) : key(Qt::Key_PageDown, Qt::ControlModifier | Qt::ShiftModifier));
    QCOMPARE(selection(), core::Selection(core::PassSelection{device().device, outlier->number}));
    QVERIFY2(m_count <= 2, qPrintable(QString::number(m_count)));
}

void TestTasks::allOfOneKernel()
{
    QFETCH(bool, mouse);
    const int pass = m_window->bus().focus().pass;
    if (!mouse) {
        m_window->bus().select(first("kernels", "-dur_ns", pass), nullptr);
        QVERIFY(settled());
    }
    QVERIFY(mouse ? clickFirstRow("kernelTable") : key(Qt::Key_F9));
    const core::Selection chosen = selection();
    QVERIFY(std::holds_alternative<core::NameSelection>(chosen));
    QCOMPARE(m_window->bus().focus().pass, pass);
    QVERIFY(inspectorHas("durations"));
    QVERIFY2(m_count <= 1, qPrintable(QString::number(m_count)));
}

LAMELLA_WIDGET_TEST(TestTasks)
#include "tst_Tasks.moc"
