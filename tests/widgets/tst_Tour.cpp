// SPDX-License-Identifier: GPL-3.0-or-later
// The way a performance engineer goes, with mouse or keys alone: open, the steady pass, its worst layer, the hottest kernel of
// that, what another layer does instead, the gaps of the layer, Perfetto, and the figures as CSV with the bytes of the command
// line. What is to be met on the way is asked of core, where to click or press is read from the window.
#include "core/report/TableWriters.h"
#include "tests/support/TestMain.h"
#include "tests/widgets/Hands.h"
#include "tests/widgets/RedirectPage.h"
#include "tests/widgets/WindowTest.h"
#include "widgets/charts/LayerBarsChart.h"
#include "widgets/common/MessageStrip.h"
#include "widgets/diff/DiffPanel.h"
#include "widgets/idle/GapPanel.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/panels/KernelTablePanel.h"
#include "widgets/panels/TablePane.h"
#include "widgets/passes/PassStrip.h"
#include "widgets/window/PerfettoWiring.h"

#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTableView>
#include <QToolButton>
#include <QUrlQuery>

#include <algorithm>

// A step of the way: what fails in it ends the tour.
#define STEP(step)                                                                                                               \
    do {                                                                                                                         \
        step;                                                                                                                    \
        if (QTest::currentTestFailed())                                                                                          \
            return;                                                                                                              \
    } while (false)

using namespace lamella;
using namespace lamella::ui;
using namespace lamella::test;

class TestTour : public QObject, protected test::WindowTest {
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void byMouse();
    void byKeys();

private:
    // What there is to find, from the tables of core.
    struct Truth {
        int pass = -1;
        int worst = -1; // layer with most work
        int other = -1; // the next one
        QString hottest; // kernel of the worst layer
        int gaps = 0; // rows of the gap table of that layer
    };
    void findTruth();
    void checkPass();
    void checkWorst();
    void checkHottest();
    void checkComparison();
    void checkPerfetto();
    void checkFile(const QString &path, const QStringList &arguments);
    [[nodiscard]] std::shared_ptr<const core::ReportTable> table(const core::TableRequest &request);
    [[nodiscard]] int steadyPart() const;
    QString m_trace;
    QList<QUrl> m_opened; // by the browser
    Truth m_truth;
};

void TestTour::initTestCase()
{
    m_trace = write(QStringLiteral("tour.json"), generatedTrace(TraceKind::Moe, {.passes = 6}).json);
}

void TestTour::init()
{
    m_opened.clear();
    m_truth = {};
    QVERIFY(showWindow({1280, 800}));
    test::recordJumps(m_window->perfetto().linker(), m_opened);
    QApplication::setActiveWindow(m_window.get());
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

std::shared_ptr<const core::ReportTable> TestTour::table(const core::TableRequest &request)
{
    auto made = m_window->controller().session()->table(request);
    return made ? *made : nullptr;
}

// The steady pass that stands first in the strip: its part; -1 = there is none.
int TestTour::steadyPart() const
{
    const std::vector<StripPass> &passes = find<PassStrip>().data().passes;
    const auto steady =
        std::find_if(passes.begin(), passes.end(), [](const StripPass &pass) { return pass.state == core::PassState::Steady; });
    return steady == passes.end() ? -1 : static_cast<int>(steady - passes.begin());
}

void TestTour::findTruth()
{
    const int part = steadyPart();
    QVERIFY(part >= 0);
    m_truth.pass = std::get<core::PassSelection>(find<PassStrip>().targetOf(part)).pass;
    core::TableRequest request;
    request.table = "layers";
    request.pass = std::to_string(m_truth.pass);
    request.sort = "-sum_ns";
    const auto layers = table(request);
    QVERIFY(layers && layers->rowCount() > 2);
    m_truth.worst = static_cast<int>(layers->integer(0, layers->columnIndex("layer")));
    m_truth.other = static_cast<int>(layers->integer(1, layers->columnIndex("layer")));
    request.table = "kernels";
    request.layer = std::to_string(m_truth.worst);
    request.each = true;
    request.sort = "-dur_ns";
    const auto kernels = table(request);
    QVERIFY(kernels && kernels->rowCount() > 0);
    m_truth.hottest = QString::fromStdString(std::string(kernels->text(0, kernels->columnIndex("short_name"))));
    request.table = "gaps";
    request.each = false;
    request.sort.clear();
    const auto gaps = table(request);
    QVERIFY(gaps && gaps->rowCount() > 0);
    m_truth.gaps = static_cast<int>(gaps->rowCount());
}

void TestTour::checkPass()
{
    QVERIFY(settled());
    QCOMPARE(m_window->bus().focus().pass, m_truth.pass);
    QCOMPARE(m_window->windowTitle(), QStringLiteral("tour.json — P%1 — Explore — Lamella").arg(m_truth.pass));
}

void TestTour::checkWorst()
{
    QVERIFY(settled());
    QCOMPARE(m_window->bus().focus().pass, m_truth.pass);
    QCOMPARE(m_window->bus().focus().layer, m_truth.worst);
    // The timeline is there too.
    QVERIFY(m_window->timeRange().visibleRange().begin <= m_window->bus().selectedRange().begin);
    QVERIFY(m_window->bus().selectedRange().end <= m_window->timeRange().visibleRange().end);
}

void TestTour::checkHottest()
{
    QVERIFY(settled());
    const auto &view = find<QTableView>("kernelTable");
    QVERIFY(view.selectionModel()->isRowSelected(0));
    QCOMPARE(view.model()->index(0, 1).data().toString(), m_truth.hottest);
    QCOMPARE(m_window->bus().focus().layer, m_truth.worst); // still in that layer
}

void TestTour::checkComparison()
{
    QVERIFY(settled());
    const auto &panel = find<DiffPanel>();
    QVERIFY(panel.isVisible() && panel.shown());
    core::DiffRequest request;
    request.pass = std::to_string(m_truth.pass);
    request.layer = std::to_string(m_truth.other); // A is what was picked, B the selection
    request.withPass = request.pass;
    request.withLayer = std::to_string(m_truth.worst);
    const auto expected = panel.shown()->session->table(request);
    QVERIFY(expected.has_value());
    QCOMPARE(
        core::writeTable(*panel.shown()->table, core::TableFormat::Csv), core::writeTable(**expected, core::TableFormat::Csv));
}

void TestTour::checkPerfetto()
{
    QTRY_COMPARE(m_opened.size(), 1);
    const QUrlQuery query(m_opened.first().fragment().section(u'?', 1));
    const core::TimeRange range = m_window->bus().selectedRange();
    QVERIFY(range.length().value > 0);
    QVERIFY(query.queryItemValue(QStringLiteral("visStart")).toLongLong() < range.end.value);
    QVERIFY(query.queryItemValue(QStringLiteral("visEnd")).toLongLong() > range.begin.value);
}

void TestTour::checkFile(const QString &path, const QStringList &arguments)
{
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), 60'000);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QProcess cli;
    cli.start(QStringLiteral(LAMELLA_CLI), arguments + QStringList{QStringLiteral("--format"), QStringLiteral("csv")});
    QVERIFY(cli.waitForFinished(60'000));
    QVERIFY2(cli.exitCode() == 0, cli.readAllStandardError().constData());
    const QByteArray expected = cli.readAllStandardOutput();
    QVERIFY(expected.count('\n') > 1);
    QCOMPARE(file.readAll(), expected);
    QTRY_VERIFY(m_window->message().isVisible() && m_window->message().text().contains(QFileInfo(path).fileName()));
}

void TestTour::byMouse()
{
    answerFileDialog(this, m_trace, true);
    QVERIFY(clickMenuBar(*m_window, {QStringLiteral("File"), QStringLiteral("Open…")}));
    QTRY_COMPARE_WITH_TIMEOUT(m_window->controller().state(), SessionController::State::Ready, 60'000);
    QVERIFY(settled());

    STEP(findTruth());
    auto &strip = find<PassStrip>();
    QTest::mouseClick(&strip, Qt::LeftButton, {}, strip.partRect(steadyPart()).center());
    STEP(checkPass());
    QVERIFY(choosePanel(*m_window, QStringLiteral("Layers")));
    QVERIFY(settled());

    auto &bars = find<LayerBarsChart>();
    const auto clickBar = [&bars](int layer, Qt::KeyboardModifiers modifiers = {}) {
        const QRect bar = bars.geometryNow().bar(bars.bars().rowOfLayer(layer));
        QTest::mouseClick(&bars, Qt::LeftButton, modifiers, bar.center());
    };
    clickBar(m_truth.worst);
    STEP(checkWorst());

    QVERIFY(choosePanel(*m_window, QStringLiteral("Kernels")));
    auto &kernels = find<QTableView>("kernelTable");
    QVERIFY(clickButton(find<QWidget>("kernelScope"), QStringLiteral("L%1").arg(m_truth.worst)));
    QVERIFY(settled());
    QVERIFY(clickRow(kernels, kernels.model()->index(0, 1)));
    STEP(checkHottest());

    const QString kernelFile = m_folder.filePath(QStringLiteral("mouse-kernels.csv"));
    answerFileDialog(this, kernelFile, true);
    m_window->findChild<QAction *>(QStringLiteral("file.export-kernel-table"))->trigger();
    const QString pass = QString::number(m_truth.pass);
    const QString layer = QString::number(m_truth.worst);
    STEP(checkFile(kernelFile,
        {QStringLiteral("kernels"), m_trace, QStringLiteral("--pass"), pass, QStringLiteral("--layer"), layer,
            QStringLiteral("--each"), QStringLiteral("--against"), QStringLiteral("type"), QStringLiteral("--sort"),
            QStringLiteral("-dur_ns")}));

    clickBar(m_truth.other, Qt::ControlModifier);
    STEP(checkComparison());

    QVERIFY(clickButton(*m_window, QStringLiteral("Idle")));
    QVERIFY(settled()); // the workspace is made in turns
    QVERIFY(find<QWidget>("gapScope").isVisible());
    QVERIFY(settled());
    QVERIFY(clickButton(find<QWidget>("gapScope"), QStringLiteral("L%1").arg(m_truth.worst)));
    QVERIFY(settled());
    auto &gaps = find<QTableView>("gapTable");
    QCOMPARE(gaps.model()->rowCount(), m_truth.gaps);
    QVERIFY(clickRow(gaps, gaps.model()->index(0, 1)));
    QVERIFY(settled());

    QVERIFY(clickButton(*m_window, QStringLiteral("Show in Perfetto")));
    STEP(checkPerfetto());

    const QString gapFile = m_folder.filePath(QStringLiteral("mouse-gaps.csv"));
    answerMenu(this, QStringLiteral("Export this table"), true);
    answerFileDialog(this, gapFile, true);
    askForMenu(*gaps.viewport(), gaps.visualRect(gaps.model()->index(0, 1)).center());
    STEP(checkFile(gapFile, {QStringLiteral("gaps"), m_trace, QStringLiteral("--pass"), pass, QStringLiteral("--layer"), layer}));
}

void TestTour::byKeys()
{
    answerFileDialog(this, m_trace, false);
    QVERIFY(press(Qt::Key_O, Qt::ControlModifier));
    QTRY_COMPARE_WITH_TIMEOUT(m_window->controller().state(), SessionController::State::Ready, 60'000);
    QVERIFY(settled());

    STEP(findTruth());
    auto &passes = find<PassStrip>();
    for (int i = 0; i < 10 && !passes.hasFocus(); ++i)
        press(Qt::Key_F6);
    QVERIFY(passes.hasFocus());
    press(Qt::Key_Home);
    for (int i = 0; i < 50 && passes.selectedPart() != steadyPart(); ++i)
        press(Qt::Key_Right);
    STEP(checkPass());

    m_window->findChild<QAction *>(QStringLiteral("go.view-layers"))->trigger();
    QVERIFY(settled());
    QVERIFY(find<LayerBarsChart>().hasFocus());
    press(Qt::Key_Home);
    for (int i = 0; i < 200 && m_window->bus().focus().layer != m_truth.worst; ++i)
        press(Qt::Key_Up); // the next one that takes longer
    STEP(checkWorst());

    QVERIFY(press(Qt::Key_1, Qt::ControlModifier)); // Explore: the kernels
    auto &kernels = find<QTableView>("kernelTable");
    QVERIFY(kernels.hasFocus());
    const auto isOn = [](const QString &text) {
        const auto *button = qobject_cast<QAbstractButton *>(QApplication::focusWidget());
        return button != nullptr && button->text() == text;
    };
    const auto chooseScope = [&](QWidget &scope) { // in the bar above the table: back with Tab, then the arrows
        for (int i = 0; i < 20 && QApplication::focusWidget()->parentWidget() != &scope; ++i)
            press(Qt::Key_Backtab, Qt::ShiftModifier);
        for (int i = 0; i < 3 && !isOn(QStringLiteral("L%1").arg(m_truth.worst)); ++i)
            press(Qt::Key_Left);
        press(Qt::Key_Space);
        return isOn(QStringLiteral("L%1").arg(m_truth.worst));
    };
    QVERIFY(chooseScope(find<QWidget>("kernelScope")));
    QVERIFY(settled());
    for (int i = 0; i < 20 && !kernels.hasFocus(); ++i)
        press(Qt::Key_Tab);
    QVERIFY(kernels.hasFocus());
    press(Qt::Key_Down);
    press(Qt::Key_Up);
    STEP(checkHottest());

    const QString pass = QString::number(m_truth.pass);
    const QString layer = QString::number(m_truth.worst);
    const QString kernelFile = m_folder.filePath(QStringLiteral("keys-kernels.csv"));
    answerFileDialog(this, kernelFile, false);
    QVERIFY(press(Qt::Key_E, Qt::ControlModifier));
    STEP(checkFile(kernelFile,
        {QStringLiteral("kernels"), m_trace, QStringLiteral("--pass"), pass, QStringLiteral("--layer"), layer,
            QStringLiteral("--each"), QStringLiteral("--against"), QStringLiteral("type"), QStringLiteral("--sort"),
            QStringLiteral("-dur_ns")}));

    QVERIFY(press(Qt::Key_D, Qt::ControlModifier)); // what to compare with: the pass, then the layer
    QVERIFY(settled());
    auto &otherPass = find<QComboBox>("diffPassA");
    const QString passText = QStringLiteral("P%1 ").arg(m_truth.pass);
    for (int i = 0; i < 50 && !otherPass.view()->currentIndex().data().toString().startsWith(passText); ++i)
        QTest::keyClick(otherPass.view(), Qt::Key_Down);
    QTest::keyClick(otherPass.view(), Qt::Key_Return);
    QTRY_VERIFY(otherPass.hasFocus());
    press(Qt::Key_Tab);
    auto &otherLayer = find<QComboBox>("diffLayerA");
    QVERIFY(otherLayer.hasFocus());
    for (int i = 0; i < 200 && otherLayer.currentText().section(u' ', 0, 0) != QStringLiteral("L%1").arg(m_truth.other); ++i)
        press(Qt::Key_Down);
    STEP(checkComparison());

    QVERIFY(press(Qt::Key_3, Qt::ControlModifier)); // Idle: the gaps
    QVERIFY(settled()); // they are fetched when they come to the front
    auto &gaps = find<QTableView>("gapTable");
    QVERIFY(gaps.hasFocus());
    QVERIFY(chooseScope(find<QWidget>("gapScope")));
    QVERIFY(settled());
    QCOMPARE(gaps.model()->rowCount(), m_truth.gaps);
    for (int i = 0; i < 20 && !gaps.hasFocus(); ++i)
        press(Qt::Key_Tab);
    QVERIFY(gaps.hasFocus());
    press(Qt::Key_Down);
    press(Qt::Key_Up);
    QVERIFY(settled());

    QVERIFY(press(Qt::Key_Return, Qt::ControlModifier));
    STEP(checkPerfetto());

    const QString gapFile = m_folder.filePath(QStringLiteral("keys-gaps.csv"));
    answerFileDialog(this, gapFile, false);
    QVERIFY(walkMenuBar(*m_window, QStringLiteral("File"), QStringLiteral("Export Gaps"))); // the one that has the keys
    STEP(checkFile(gapFile, {QStringLiteral("gaps"), m_trace, QStringLiteral("--pass"), pass, QStringLiteral("--layer"), layer}));
}

LAMELLA_WIDGET_TEST(TestTour)
#include "tst_Tour.moc"
