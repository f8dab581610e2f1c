// SPDX-License-Identifier: GPL-3.0-or-later
// The views of memory, roofline and the history of runs, and what they draw.
#include "core/analysis/roofline/Roofline.h"
#include "core/base/Format.h"
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/charts/PlotChart.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/PictureExport.h"
#include "widgets/common/UiText.h"
#include "widgets/diff/HistoryPanel.h"
#include "widgets/memory/LivingRows.h"
#include "widgets/memory/MemoryChart.h"
#include "widgets/memory/MemoryLanes.h"
#include "widgets/memory/MemoryPanel.h"
#include "widgets/memory/MemoryPicture.h"
#include "widgets/memory/MemoryTables.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/plot/AxisPlot.h"
#include "widgets/roofline/RooflinePanel.h"
#include "widgets/session/JobSlot.h"

#include <QAccessible>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
#include <set>
#include <string>

using namespace lamella;
using namespace lamella::ui;

namespace {

std::string memoryEvent(int us, int bytes, int address, int total)
{
    return R"({"ph":"i","s":"t","cat":"cpu_instant_event","name":"[memory]","pid":9,"tid":9,"ts":)" + std::to_string(us)
        + R"(,"args":{"Total Reserved":5000,"Total Allocated":)" + std::to_string(total) + R"(,"Bytes":)" + std::to_string(bytes)
        + R"(,"Addr":)" + std::to_string(address) + R"(,"Device Id":0,"Device Type":1}})";
}

// 500 bytes from before; 100 from 12 to 40 us, 200 from 30 us on.
std::string memoryTraceText()
{
    return R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":10,"dur":1,"args":{"device":0,"stream":7}},)"
        + memoryEvent(12, 100, 1, 600) + "," + memoryEvent(30, 200, 2, 800) + "," + memoryEvent(40, -100, 1, 700) + "]}";
}

// Three products of different sizes, launched by operators with shapes; the device is not named.
std::string productsText()
{
    std::string text = R"({"traceEvents":[)";
    int number = 0;
    for (const int size : {64, 512, 2048}) {
        ++number;
        const std::string id = std::to_string(number);
        const std::string at = std::to_string(number * 100);
        const std::string n = std::to_string(size);
        text += number > 1 ? "," : "";
        text += R"({"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":)" + at + R"(,"dur":20,"args":{"External id":)"
            + id + R"(,"Input Dims":[[)" + n + "," + n + "],[" + n + "," + n
            + R"(]],"Input type":["c10::BFloat16","c10::BFloat16"]}},)"
            + R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":)" + at
            + R"(,"dur":5,"args":{"External id":)" + id + R"(,"correlation":)" + id + "}},"
            + R"({"ph":"X","cat":"kernel","name":"gemm_)" + n + R"(","pid":0,"tid":7,"ts":)" + std::to_string(number * 100 + 30)
            + R"(,"dur":)" + std::to_string(number * 10) + R"(,"args":{"device":0,"stream":7,"External id":)" + id
            + R"(,"correlation":)" + id + "}}";
    }
    return text + "]}";
}

// Passes of four layers with four kernels each, a pass each millisecond. Each kernel's operator allocates 1000 bytes that are
// freed at the end of the pass, the first of each pass 50,000 that stay.
std::string growingText(int passes)
{
    std::string text = R"({"traceEvents":[)";
    int number = 0;
    int total = 0;
    const char *const names[] = {"rms_norm_kernel", "gemm_qkv", "flash_fwd_kernel", "gemm_down"};
    const auto add = [&text](const std::string &event) { text += (text.back() == '[' ? "" : ",") + event; };
    for (int pass = 0; pass < passes; ++pass) {
        const int begin = 100 + pass * 1000;
        for (int k = 0; k < 16; ++k) {
            const int op = begin + k * 20;
            const std::string id = R"(,"args":{"correlation":)" + std::to_string(++number);
            add(R"({"ph":"X","cat":"cpu_op","name":"aten::op","pid":9,"tid":9,"ts":)" + std::to_string(op) + R"(,"dur":15})");
            const int bytes = k == 0 ? 50'000 : 1000;
            add(memoryEvent(op + 1, bytes, 5000 + number, total += bytes));
            add(R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":9,"ts":)" + std::to_string(op + 5)
                + R"(,"dur":3)" + id + "}}");
            add(R"({"ph":"X","cat":"kernel","name":")" + std::string(names[k % 4]) + R"(","pid":0,"tid":7,"ts":)"
                + std::to_string(op + 10) + R"(,"dur":4)" + id + R"(,"device":0,"stream":7}})");
        }
        for (int k = 1; k < 16; ++k)
            add(memoryEvent(begin + 320 + k, -1000, 5000 + number - 15 + k, total -= 1000));
    }
    return text + "]}";
}

} // namespace

class TestMemoryViews : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }
    void partsAddUpToTheTotal();
    void thePeakIsInEveryPicture();
    void blocksAtTheCursor();
    void theCursorStandsAtAnEvent();
    void whatIsShownIsExported();
    void marksFollowTheSelection();
    void thePointerIsDescribed();
    void withoutLayersTheBarsSayWhy();
    void rowsThatLive();
    void theAxisIsThatOfTheTimeline();
    void aLogBeyondTheTraceHasItsOwnAxis();
    void anotherPassLoadsNothing();
    void passesAndLayersOfTheHost();
    void growthFromPassToPass();
    void failedAllocationsAreExplained();
    void withoutEvents();
    void totalsAlone();
    void inputsApplyToEveryView();
    void theStatementIsAboutTheWall();
    void theRooflineFollowsTheLayer();
    void withoutLayersTheRooflineSaysWhy();
    void dotsAreWalkedByKeys();
    void aHistoryHasADotForEachRun();

private:
    QTemporaryDir m_folder;
};

void TestMemoryViews::partsAddUpToTheTotal()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(memoryTraceText()));
    const auto picture = loadMemoryPicture(*trace.controller.session(), {}, {});
    QVERIFY(picture);
    QCOMPARE(picture->time.size(), std::size_t{3});
    QCOMPARE(picture->peak, std::size_t{1});
    const std::int64_t before[] = {500, 500, 500};
    const std::int64_t temporary[] = {100, 100, 0};
    const std::int64_t kept[] = {0, 200, 200};
    for (std::size_t i = 0; i < 3; ++i) {
        QCOMPARE(picture->lifetimes.lifetime(MemoryPart::Before)->held[i], before[i]);
        QCOMPARE(picture->lifetimes.lifetime(MemoryPart::Temporary)->held[i], temporary[i]);
        QCOMPARE(picture->lifetimes.lifetime(MemoryPart::Kept)->held[i], kept[i]);
    }
    const MemorySamples samples = picture->samples(picture->lifetimes, 0, 50'000, 50);
    QCOMPARE(samples.upper.back().back(), 700.0);
    QCOMPARE(samples.reserved.front(), 5000.0);
}

// However few columns there are, the largest total is in one of them.
void TestMemoryViews::thePeakIsInEveryPicture()
{
    std::string events;
    int total = 0;
    for (int i = 0; i < 3000; ++i) {
        const int bytes = i == 1717 ? 1'000'000 : i == 1718 ? -1'000'000 : 1;
        total += bytes;
        events += (i > 0 ? "," : "") + memoryEvent(10 + i, bytes, i == 1718 ? 1717 : i, total);
    }
    test::LoadedTrace trace;
    QVERIFY(trace.load(
        R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":1,"args":{"device":0,"stream":7}},)"
        + events + "]}"));
    const auto picture = loadMemoryPicture(*trace.controller.session(), {}, {});
    QVERIFY(picture);
    for (const int columns : {1, 2, 7, 100, 1500}) {
        const MemorySamples samples = picture->samples(picture->lifetimes, 0, 4'000'000, columns);
        double most = 0;
        for (const double upper : samples.upper.back())
            most = std::max(most, upper);
        QCOMPARE(most, 1'001'717.0);
    }
}

void TestMemoryViews::blocksAtTheCursor()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(memoryTraceText()));
    MemoryPanel panel(trace.controller, trace.bus, trace.range);
    panel.resize(900, 600);
    panel.show();
    QTRY_VERIFY(!panel.picture().empty());
    QCOMPARE(panel.cursor(), std::int64_t{20'000}); // the peak; zero is the kernel at 10 us
    QTRY_COMPARE(panel.tables()->blocks()->rowCount(), 2);
    QVERIFY2(
        panel.tables()->sumText().contains(QStringLiteral("more, from before the trace")), qPrintable(panel.tables()->sumText()));
    panel.setCursor(31'000);
    QCOMPARE(panel.tables()->blocks()->rowCount(), 2); // those of before, until the others are found
    QVERIFY(!panel.tables()->sumText().isEmpty());
    QTRY_COMPARE(panel.tables()->blocks()->rowCount(), 1);
    QSignalSpy changed(panel.tables()->groups(), &QAbstractItemModel::modelReset);
    panel.setCursor(20'000);
    panel.setCursor(31'000); // the newest counts, and nothing of those before it is shown
    QTRY_VERIFY(JobSlot::awaited() == 0 && changed.size() > 0);
    QCOMPARE(panel.tables()->blocks()->rowCount(), 1);
    QSignalSpy selected(&trace.bus, &NavigationBus::selectionChanged);
    emit panel.chart()->plot()->positionPicked(0.0201);
    QCOMPARE(selected.size(), 1);
    QVERIFY(std::holds_alternative<core::EventSelection>(trace.bus.selection()));
}

// Chart and lists stand at the same event, also between events and after the last.
void TestMemoryViews::theCursorStandsAtAnEvent()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(memoryTraceText()));
    MemoryPanel panel(trace.controller, trace.bus, trace.range);
    panel.resize(900, 600);
    panel.show();
    QTRY_VERIFY(!panel.picture().empty());
    for (const auto &[asked, at] : {std::pair(25'000, 20'000), std::pair(900'000, 30'000), std::pair(-5, 2'000)}) {
        panel.setCursor(asked);
        QCOMPARE(panel.cursor(), std::int64_t{at});
        QTRY_COMPARE(JobSlot::awaited(), 0);
        const auto *title = panel.findChild<ElidedLabel *>(QStringLiteral("memoryListTitle"));
        QVERIFY2(title->text().contains(durationText(at)), qPrintable(title->text()));
    }
}

// The rows of a list of blocks, in its order; of the others a request.
void TestMemoryViews::whatIsShownIsExported()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(memoryTraceText()));
    MemoryPanel panel(trace.controller, trace.bus, trace.range);
    panel.resize(900, 600);
    panel.show();
    QTRY_COMPARE(panel.tables()->blocks()->rowCount(), 2); // at the peak
    std::shared_ptr<const core::ReportTable> written;
    connect(&panel, &MemoryPanel::tableExportRequested, this, [&written](const ShownRows &rows) { written = *rows.make({}); });
    QSignalSpy requests(&panel, &MemoryPanel::exportRequested);
    panel.tables()->group(true);
    QCOMPARE(PanelExport::run(&panel), PanelExport::Outcome::Asked);
    QCOMPARE(written->id(), std::string("memory_groups"));
    panel.tables()->group(false);
    panel.tables()->blocks()->sort(4, Qt::AscendingOrder); // by bytes
    QTRY_COMPARE(panel.tables()->blocks()->order().descending, false);
    QCOMPARE(PanelExport::run(&panel), PanelExport::Outcome::Asked);
    QCOMPARE(written->id(), std::string("memory_block"));
    QCOMPARE(written->rowCount(), std::size_t{2});
    QCOMPARE(written->integer(0, written->columnIndex("bytes")), std::int64_t{100});
    QCOMPARE(written->integer(1, written->columnIndex("bytes")), std::int64_t{200});
    QCOMPARE(requests.size(), 0);
    panel.tables()->choose(MemoryTables::Largest);
    QTRY_COMPARE(JobSlot::awaited(), 0);
    QCOMPARE(PanelExport::run(&panel), PanelExport::Outcome::Asked);
    QCOMPARE(requests.size(), 1);
    QCOMPARE(requests.front().front().value<core::TableRequest>().sort, std::string("bytes"));
    QCOMPARE(PanelExport::placeOf(&panel, {core::DeviceId{0}, 1}).pass, core::kNoPass); // of the whole trace
}

// Of what was chosen before, no list, bar or event stays marked.
void TestMemoryViews::marksFollowTheSelection()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(growingText(3)));
    MemoryPanel panel(trace.controller, trace.bus, trace.range);
    panel.resize(1400, 800);
    panel.show();
    QTRY_VERIFY(!panel.picture().empty());
    trace.bus.select(panel.picture().layers.front().target, nullptr);
    QTRY_VERIFY(panel.bars()->selectedBar() >= 0);
    panel.tables()->group(false);
    panel.tables()->choose(MemoryTables::Largest);
    QTRY_VERIFY(panel.tables()->blocks()->rowCount() > 3);
    auto *list = panel.findChild<QTableView *>(QStringLiteral("memoryBlocks"));
    list->selectRow(1);
    emit list->clicked(list->model()->index(1, 0));
    QVERIFY(std::holds_alternative<core::EventSelection>(trace.bus.selection()));
    QCOMPARE(panel.bars()->selectedBar(), -1); // a block is no layer
    QCOMPARE(list->selectionModel()->selectedRows().size(), 1);
    emit panel.chart()->plot()->positionPicked(static_cast<double>(panel.picture().time.back()) / 1e6);
    const core::Selection moment = panel.picture().targets.back();
    QVERIFY(trace.bus.selection() == moment);
    QCOMPARE(list->selectionModel()->selectedRows().size(), 0);
    trace.bus.select(core::PassSelection{trace.device().device, 1}, nullptr);
    QCOMPARE(list->selectionModel()->selectedRows().size(), 0);
}

void TestMemoryViews::thePointerIsDescribed()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(memoryTraceText()));
    MemoryPanel panel(trace.controller, trace.bus, trace.range);
    panel.resize(900, 600);
    panel.show();
    QTRY_VERIFY(!panel.picture().empty());
    QSignalSpy pointed(&panel, &MemoryPanel::cursorTimeChanged);
    AxisPlot *plot = panel.chart()->plot();
    auto *inner = plot->findChild<QWidget *>();
    QVERIFY(inner != nullptr);
    const QPoint at(plot->plotRect().left() + plot->plotRect().width() / 2, plot->plotRect().top() + 3);
    QMouseEvent move(QEvent::MouseMove, QPointF(inner->mapFrom(plot, at)), inner->mapToGlobal(inner->mapFrom(plot, at)),
        Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(inner, &move);
    QCOMPARE(pointed.size(), 1);
    QCOMPARE(pointed.front().at(1).toBool(), true);
    const std::int64_t ns = pointed.front().at(0).toLongLong() - trace.controller.document()->zero();
    const std::size_t row = panel.picture().rowAt(ns);
    const QString tip = inner->toolTip();
    QVERIFY2(
        tip.contains(QString::fromStdString(core::formatBytes(panel.picture().allocated[row])) + QStringLiteral(" allocated")),
        qPrintable(tip));
    QVERIFY(tip.contains(QStringLiteral(" reserved")));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(inner, &leave);
    QCOMPARE(pointed.back().at(1).toBool(), false);
}

void TestMemoryViews::withoutLayersTheBarsSayWhy()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(memoryTraceText())); // one kernel
    MemoryPanel panel(trace.controller, trace.bus, trace.range);
    panel.resize(900, 600);
    panel.show();
    QTRY_VERIFY(!panel.picture().empty());
    QTRY_VERIFY(!panel.bars()->isVisible());
    QSignalSpy asked(&panel, &MemoryPanel::boundaryRequested);
    LinkButton *link = nullptr;
    for (LinkButton *one : panel.findChildren<LinkButton *>())
        if (one->isVisible() && one->text() == QStringLiteral("Choose a boundary…"))
            link = one;
    QVERIFY(link != nullptr);
    link->click();
    QCOMPARE(asked.size(), 1);
}

// The tree finds the rows that a look at each of them finds.
void TestMemoryViews::rowsThatLive()
{
    std::mt19937 random(7);
    for (const int count : {0, 1, 2, 3, 64, 65, 300}) {
        std::vector<std::int64_t> begins;
        std::vector<std::int64_t> ends;
        for (int i = 0; i < count; ++i) {
            begins.push_back(random() % 5 == 0 ? LivingRows::kAlways : static_cast<std::int64_t>(random() % 100));
            ends.push_back(random() % 5 == 0
                    ? LivingRows::kNever
                    : std::max<std::int64_t>(begins.back(), 0) + static_cast<std::int64_t>(random() % 30));
        }
        const LivingRows living(begins, ends);
        for (std::int64_t time = -1; time <= 130; ++time) {
            std::vector<std::uint32_t> rows;
            for (std::uint32_t i = 0; i < begins.size(); ++i)
                if (begins[i] <= time && ends[i] > time)
                    rows.push_back(i);
            QCOMPARE(living.at(time), rows);
        }
        std::vector<std::uint32_t> held;
        for (std::uint32_t i = 0; i < begins.size(); ++i)
            if (ends[i] == LivingRows::kNever)
                held.push_back(i);
        QCOMPARE(living.toTheEnd(), held);
    }
}

void TestMemoryViews::theAxisIsThatOfTheTimeline()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(growingText(4)));
    MemoryPanel panel(trace.controller, trace.bus, trace.range);
    panel.resize(900, 600);
    panel.show();
    QTRY_VERIFY(!panel.picture().empty());
    AxisPlot *plot = panel.chart()->plot();
    const std::int64_t zero = trace.controller.document()->zero();
    const auto visible = [&] { return trace.range.visibleRange(); };
    const auto beginNs = [&] { return std::llround(plot->viewBegin() * kMemoryNsPerMs) + zero; };
    const auto endNs = [&] { return std::llround(plot->viewEnd() * kMemoryNsPerMs) + zero; };
    QTRY_COMPARE(beginNs(), visible().begin.value);
    QCOMPARE(endNs(), visible().end.value);
    const core::TimeRange part{{zero + 1'000'000}, {zero + 2'000'000}};
    trace.range.setVisibleRange(part); // as the timeline does
    QCOMPARE(beginNs(), part.begin.value);
    QCOMPARE(endNs(), part.end.value);
    QCOMPARE(panel.chart()->lanes()->view(), (core::TimeRange{{1'000'000}, {2'000'000}}));
    plot->zoom(2);
    QCOMPARE(visible(), (core::TimeRange{{zero + 1'250'000}, {zero + 1'750'000}}));
    panel.resize(1000, 640); // which changes no range
    QCOMPARE(visible(), (core::TimeRange{{zero + 1'250'000}, {zero + 1'750'000}}));
    trace.bus.select(core::RangeSelection{part}, this);
    QCOMPARE(panel.cursor(), std::int64_t{335'000}); // the last event until then
    QCOMPARE(panel.chart()->band(), (core::TimeRange{{1'000'000}, {2'000'000}}));
    MemoryPanel later(trace.controller, trace.bus, trace.range); // opens at what is selected
    later.resize(900, 600);
    later.show();
    QTRY_VERIFY(!later.picture().empty());
    QCOMPARE(later.cursor(), std::int64_t{335'000});
}

// All of it can be seen, and it is not left by zooming.
void TestMemoryViews::aLogBeyondTheTraceHasItsOwnAxis()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(growingText(4)));
    const core::TimeRange whole = trace.range.traceRange();
    const core::TimeRange half{whole.begin, {whole.begin.value + whole.length().value / 2}};
    trace.range.setTraceRange(half);
    MemoryPanel panel(trace.controller, trace.bus, trace.range);
    panel.resize(900, 600);
    panel.show();
    QTRY_VERIFY(!panel.picture().empty());
    AxisPlot *plot = panel.chart()->plot();
    const double first = static_cast<double>(panel.picture().time.front()) / kMemoryNsPerMs;
    const double last = static_cast<double>(panel.picture().time.back()) / kMemoryNsPerMs;
    QVERIFY(plot->viewBegin() <= first && plot->viewEnd() >= last);
    const double length = plot->viewEnd() - plot->viewBegin();
    for (int i = 0; i < 40; ++i)
        plot->zoom(0.01);
    QCOMPARE(plot->viewEnd() - plot->viewBegin(), length);
    for (int i = 0; i < 40; ++i)
        plot->zoom(100);
    QVERIFY(std::abs(plot->viewEnd() - plot->viewBegin() - 20e-6) < 1e-9); // ms
    QVERIFY(plot->viewBegin() >= first - length && plot->viewEnd() <= last + length);
    QCOMPARE(trace.range.visibleRange(), half);
}

// The bars show the layers of the pass at once, and the lists stay as they are.
void TestMemoryViews::anotherPassLoadsNothing()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(growingText(4)));
    MemoryPanel panel(trace.controller, trace.bus, trace.range);
    panel.resize(1400, 800);
    panel.show();
    QTRY_VERIFY(!panel.picture().empty());
    panel.tables()->choose(MemoryTables::Growth);
    QTRY_COMPARE(panel.tables()->growth()->rowCount(), 1);
    const auto list = panel.tables()->growth()->table();
    for (const int pass : {2, 1}) {
        trace.bus.select(core::PassSelection{panel.picture().host.device, pass}, this);
        QCOMPARE(panel.barsTitle(), QStringLiteral("Memory per layer, P%1").arg(pass));
        QCOMPARE(panel.bars()->barCount(), 4);
        QCOMPARE(panel.tables()->growth()->table(), list);
    }
}

// The host allocates for a layer from the begin of its first operator until the next layer begins.
void TestMemoryViews::passesAndLayersOfTheHost()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(growingText(4)));
    MemoryPanel panel(trace.controller, trace.bus, trace.range);
    panel.resize(1400, 800);
    panel.show();
    QTRY_VERIFY(!panel.picture().empty());
    const core::DeviceSegmentation &host = panel.picture().host;
    QCOMPARE(host.passes.size(), std::size_t(4));
    QCOMPARE(host.layers.size(), std::size_t(16));
    const std::int64_t zero = trace.controller.document()->zero();
    for (const core::LayerSpan &layer : host.layers) {
        const std::int64_t begin = (100 + layer.pass * 1000 + layer.layer * 80 + 1) * 1000 - zero;
        QCOMPARE(layer.range.begin.value, begin);
        QCOMPARE(layer.range.length().value, layer.layer < 3 ? 80'000 : 94'000);
    }
    MemoryLanes *lanes = panel.chart()->lanes();
    trace.range.setVisibleRange({{zero}, {zero + 1'000'000}});
    QTRY_COMPARE(lanes->partCount(), 1 + 4);
    QCOMPARE(lanes->targetOf(0), core::Selection(core::PassSelection{host.device, 0}));
    const core::Selection layer = core::LayerSelection{host.device, 0, 2};
    QCOMPARE(lanes->targetOf(3), layer);
    QCOMPARE(lanes->partAt(lanes->partRect(3).center()), 3);
    QTest::mouseClick(lanes, Qt::LeftButton, Qt::NoModifier, lanes->partRect(3).center());
    QCOMPARE(trace.bus.selection(), layer);
    QCOMPARE(lanes->selectedPart(), 3);
    QCOMPARE(panel.chart()->band(), panel.picture().hostRange(layer));
    QTest::keyClick(lanes, Qt::Key_Right);
    QCOMPARE(trace.bus.selection(), core::Selection(core::LayerSelection{host.device, 0, 3}));
}

void TestMemoryViews::growthFromPassToPass()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(growingText(5)));
    MemoryPanel panel(trace.controller, trace.bus, trace.range);
    panel.resize(1400, 800);
    panel.show();
    QTRY_COMPARE(panel.picture().passes.size(), std::size_t(5));
    for (std::size_t i = 0; i < 5; ++i) {
        QCOMPARE(panel.picture().passes[i].begin, std::int64_t(i) * 50'000);
        QCOMPARE(panel.picture().passes[i].end, std::int64_t(i + 1) * 50'000);
        QCOMPARE(panel.picture().passes[i].peak, std::int64_t(i + 1) * 50'000 + 15'000);
    }
    QVERIFY(panel.picture().growing); // as the table `memory --by growth` says below
    QCOMPARE(panel.picture().growing->count, std::size_t(1));
    QCOMPARE(panel.picture().growing->bytes, std::int64_t(250'000));
    panel.chooseBars(MemoryPanel::Passes);
    QCOMPARE(panel.bars()->barCount(), 5);
    QVERIFY2(panel.barsTitle().startsWith(QString::fromStdString(core::formatBytes(250'000)) + QStringLiteral(" more after P4")),
        qPrintable(panel.barsTitle()));
    emit panel.bars()->barPicked(2);
    QCOMPARE(trace.bus.focus().pass, panel.picture().passes[2].pass);
    panel.tables()->choose(MemoryTables::Growth);
    QTRY_COMPARE(panel.tables()->growth()->rowCount(), 1);
    const auto table = panel.tables()->growth()->table();
    QCOMPARE(table->integer(0, table->columnIndex("kept_bytes")), std::int64_t(250'000));
    QCOMPARE(panel.tables()->request().by, std::string("growth"));
}

// What was asked for, what was free, and what is in the way; its row leads to the moment.
void TestMemoryViews::failedAllocationsAreExplained()
{
    test::LoadedTrace trace;
    trace.controller.open(QStringLiteral(LAMELLA_TEST_DATA "/snapshots/small_5.pickle"));
    QTRY_VERIFY_WITH_TIMEOUT(trace.controller.session() != nullptr, test::kWaitMs);
    const auto &bounds = trace.controller.document()->bounds;
    trace.range.setTraceRange({{bounds.exactBegin}, {bounds.exactEnd}});
    MemoryPanel panel(trace.controller, trace.bus, trace.range);
    panel.resize(1400, 800);
    panel.show();
    QTRY_COMPARE(panel.picture().failures.size(), std::size_t(1));
    QCOMPARE(panel.chart()->plot()->dotCount(), 2); // with the peak
    panel.setCursor(0);
    panel.tables()->choose(MemoryTables::Failures);
    QTRY_COMPARE(panel.tables()->failures()->rowCount(), 1);
    QTRY_VERIFY(panel.tables()->explanation().contains(QStringLiteral("and the largest free block has")));
    QVERIFY(panel.tables()->explanation().contains(QStringLiteral("Most is held by")));
    QCOMPARE(panel.cursor(), std::int64_t{15'000}); // at 15 us
    const auto table = panel.tables()->failures()->table();
    QCOMPARE(table->integer(0, table->columnIndex("asked_bytes")), std::int64_t{1} << 40);
    QCOMPARE(panel.tables()->request().by, std::string("oom"));
}

void TestMemoryViews::withoutEvents()
{
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense());
    MemoryPanel panel(trace.controller, trace.bus, trace.range);
    panel.resize(900, 600);
    panel.show();
    const auto *sentence = panel.findChild<QWidget *>(QStringLiteral("memoryBlocks"));
    QVERIFY(sentence != nullptr);
    QTRY_VERIFY(!sentence->isVisible());
    QVERIFY(panel.picture().empty());
}

// A raw memory timeline knows neither blocks nor layers: the totals have all the room, and the bar says so.
void TestMemoryViews::totalsAlone()
{
    test::LoadedTrace trace;
    MemoryPanel panel(trace.controller, trace.bus, trace.range);
    panel.resize(900, 600);
    panel.show();
    QVERIFY(trace.load(R"([[-1, 1, 4096, 7], [1000, 2, 8192, 2], [2000, 1, 512, 4], [3000, 3, 8192, 2]])"));
    QTRY_VERIFY(!panel.picture().empty());
    QCOMPARE(panel.picture().blocks->rowCount(), std::size_t{0});
    const auto *blocks = panel.findChild<QWidget *>(QStringLiteral("memoryBlocks"));
    const auto *layers = panel.findChild<QWidget *>(QStringLiteral("memoryLayers"));
    QTRY_VERIFY(!blocks->isVisible() && !layers->isVisible());
    const auto labels = panel.findChildren<ElidedLabel *>();
    QVERIFY(std::any_of(labels.begin(), labels.end(),
        [](const ElidedLabel *label) { return label->text().contains(QStringLiteral("the file records no blocks")); }));
}

// What is typed in the fields goes to the session, where all tables find it.
void TestMemoryViews::inputsApplyToEveryView()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(productsText()));
    RooflinePanel panel(trace.controller, trace.bus);
    panel.resize(1000, 700);
    panel.show();
    QTRY_COMPARE(panel.picture().dots.size(), std::size_t(3));
    QVERIFY(panel.picture().roofs.empty());
    for (const int width : {1000, 700, 560, 420}) { // a label goes to the next line with its field
        panel.resize(width, 700);
        QCoreApplication::processEvents();
        for (const QLabel *label : panel.findChildren<QLabel *>())
            if (const QWidget *field = label->buddy(); field != nullptr) {
                const auto middle = [&panel](
                                        const QWidget *widget) { return widget->mapTo(&panel, widget->rect().center()).y(); };
                QVERIFY2(std::abs(middle(label) - middle(field)) <= 2, qPrintable(label->text()));
            }
    }
    panel.resize(1000, 700);
    core::RooflineInputs chosen;
    connect(&panel, &RooflinePanel::inputsChosen, &panel, [&](const core::RooflineInputs &inputs) { chosen = inputs; });
    const auto type = [&panel](const QString &text) {
        auto *field = panel.findChild<QLineEdit *>();
        field->setFocus();
        field->setText(text);
        QTest::keyClick(field, Qt::Key_Return);
    };
    type(QStringLiteral("H100 SXM"));
    QCOMPARE(chosen.peaks, std::string("H100 SXM"));
    const auto use = [&trace](const core::RooflineInputs &inputs) {
        core::SessionOptions options = trace.controller.session()->options();
        options.roofline = inputs;
        QSignalSpy changed(&trace.controller, &SessionController::sessionChanged);
        QSignalSpy refused(&trace.controller, &SessionController::segmentationFailed);
        trace.controller.segmentAgain(options);
        return QTest::qWaitFor([&] { return changed.count() + refused.count() > 0; }, test::kWaitMs) && refused.isEmpty();
    };
    QVERIFY(use(chosen));
    QTRY_COMPARE(panel.picture().roofs.size(), std::size_t(1));
    QCOMPARE(panel.findChild<QLineEdit *>()->text(), QStringLiteral("H100 SXM"));
    core::TableRequest request;
    request.table = "roofline";
    const auto table = trace.controller.session()->table(request);
    QVERIFY(static_cast<bool>(table));
    const std::size_t floor = (*table)->columnIndex("floor_ns");
    QVERIFY(floor != core::ReportTable::npos);
    QVERIFY(!(*table)->isMissing(0, floor));
    const auto roofline = trace.controller.session()->roofline();
    QVERIFY(static_cast<bool>(roofline));
    QVERIFY((*roofline)->peaks.front().known);
    QVERIFY(!use({.peaks = "no such device"})); // and the one before stays
    QCOMPARE(trace.controller.session()->options().roofline.peaks, std::string("H100 SXM"));
}

void TestMemoryViews::theStatementIsAboutTheWall()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(productsText()));
    RooflinePanel panel(trace.controller, trace.bus);
    QStringList said{QStringLiteral("not asked")};
    connect(&panel, &RooflinePanel::statusChanged, &panel, [&](const QStringList &parts) { said = parts; });
    panel.show();
    QTRY_COMPARE(panel.picture().dots.size(), std::size_t(3));
    QVERIFY(said.isEmpty()); // the limit of the pass is not known

    trace.controller.open(QStringLiteral(LAMELLA_SOURCE_DIR "/resources/sample/lamella-sample.trace.json.gz"));
    QTRY_COMPARE_WITH_TIMEOUT(panel.picture().layers.size(), std::size_t(32), test::kWaitMs);
    QVERIFY(said.isEmpty()); // no data sheet of the device
    core::SessionOptions options = trace.controller.session()->options();
    options.configPath = LAMELLA_SOURCE_DIR "/resources/sample/config.json";
    options.roofline.peaks = "H100 SXM";
    trace.controller.segmentAgain(options);
    QTRY_VERIFY_WITH_TIMEOUT(!said.isEmpty(), 20'000);
    // Pass 7 of `lamella-cli passes`: 862.6 of 6,010 us; 2.89 GB in 6.010 ms are 14.4 % of 3.35 TB/s, 0.0153 TFLOP 0.3 % of 989.4.
    said.replaceInStrings(QString(QChar(QChar::Nbsp)), QStringLiteral(" "));
    QCOMPARE(said.front(), QStringLiteral("decode: roofline 862.6 µs, measured 6.010 ms (×6.97), MBU 14.4 %, MFU 0.3 %"));
    QCOMPARE(said.value(1), QStringLiteral("2.89 GB and 0.0153 TFLOP at least"));
    panel.hide();
    QVERIFY(said.isEmpty());
}

// The layer that is selected, its operators by their roles; a click in the list keeps the scope, and without layers it says why.
void TestMemoryViews::theRooflineFollowsTheLayer()
{
    test::LoadedTrace trace;
    trace.controller.open(QStringLiteral(LAMELLA_SOURCE_DIR "/resources/sample/lamella-sample.trace.json.gz"));
    QTRY_VERIFY_WITH_TIMEOUT(trace.controller.session() != nullptr, test::kWaitMs);
    core::SessionOptions options = trace.controller.session()->options();
    options.configPath = LAMELLA_SOURCE_DIR "/resources/sample/config.json";
    options.roofline.peaks = "H100 SXM";
    QSignalSpy changed(&trace.controller, &SessionController::sessionChanged);
    trace.controller.segmentAgain(options);
    QTRY_VERIFY_WITH_TIMEOUT(!changed.isEmpty(), test::kWaitMs);
    RooflinePanel panel(trace.controller, trace.bus);
    QStringList said;
    connect(&panel, &RooflinePanel::statusChanged, &panel, [&](const QStringList &parts) { said = parts; });
    panel.resize(1100, 700);
    panel.show();
    trace.bus.select(core::LayerSelection{trace.device().device, 6, 22}, nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(panel.picture().part.layer == 22 && !said.isEmpty(), test::kWaitMs);
    QCOMPARE(panel.request().layer, std::string("22"));
    QVERIFY2(said.front().startsWith(QStringLiteral("L22: ")), qPrintable(said.front()));
    QCOMPARE(panel.picture().layers.size(), std::size_t(32)); // the bars are those of the pass
    std::set<std::string> names;
    for (const RooflineDot &dot : panel.picture().dots)
        QVERIFY2(names.insert(dot.name).second, dot.name.c_str()); // no two of one name
    QVERIFY(names.contains("qkv") && names.contains("o_proj") && names.contains("router"));
    auto *view = panel.findChild<QTableView *>(QStringLiteral("rooflineTable"));
    QVERIFY(view->isColumnHidden(1)); // the layer is the same in all rows
    QVERIFY(!view->horizontalScrollBar()->isVisible());
    trace.bus.select(core::PassSelection{trace.device().device, 6}, nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(!panel.picture().part.layer && panel.rows()->rowCount() > 20, test::kWaitMs);
    QCOMPARE(panel.request().layer, std::string("all"));
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(panel.rows()->index(0, 0)).center());
    QVERIFY(trace.bus.focus().layer != core::kNoLayer);
    QCOMPARE(panel.request().layer, std::string("all"));
}

void TestMemoryViews::withoutLayersTheRooflineSaysWhy()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(productsText()));
    RooflinePanel panel(trace.controller, trace.bus);
    panel.resize(1000, 700);
    panel.show();
    QTRY_COMPARE(panel.picture().dots.size(), std::size_t(3));
    if (!panel.picture().layers.empty())
        QSKIP("the trace has layers");
    QVERIFY(!panel.layers()->isVisible());
}

// Each dot is a part for screen readers; the picture of the chart is vectors with its legend.
void TestMemoryViews::dotsAreWalkedByKeys()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(productsText()));
    RooflinePanel panel(trace.controller, trace.bus);
    panel.resize(1000, 700);
    panel.show();
    QTRY_COMPARE(panel.picture().dots.size(), std::size_t(3));
    PlotChart *chart = panel.chart();
    QCOMPARE(chart->partCount(), 3);
    QAccessibleInterface *whole = QAccessible::queryAccessibleInterface(chart);
    QVERIFY(whole != nullptr);
    int dots = 0;
    for (int child = 0; child < whole->childCount(); ++child)
        dots += whole->child(child)->text(QAccessible::Name).contains(QStringLiteral("mm")) ? 1 : 0;
    QCOMPARE(dots, 3);
    QTest::keyClick(chart, Qt::Key_Home);
    QCOMPARE(chart->selectedPart(), 0);
    QTest::keyClick(chart, Qt::Key_Right);
    QCOMPARE(chart->selectedPart(), 1);
    QTest::keyClick(chart, Qt::Key_End);
    QCOMPARE(chart->selectedPart(), 2);
    QVERIFY(chart->accessibleDescription().contains(QStringLiteral("mm")));
    QVERIFY(!chart->partRect(2).isEmpty());
    QCOMPARE(chart->partAt(chart->partRect(2).center()), 2);

    // The device is not known: the link leads to the field of its peaks.
    LinkButton *ask = nullptr;
    for (LinkButton *link : panel.findChildren<LinkButton *>())
        ask = link->text() == QStringLiteral("enter peaks…") ? link : ask;
    QVERIFY(ask != nullptr && ask->isVisible());
    QVERIFY(panel.picture().roofs.empty());
    ask->click();
    QCOMPARE(panel.focusWidget(), panel.findChild<QLineEdit *>());

    const QString path = m_folder.filePath(QStringLiteral("roofline.svg"));
    QVERIFY(savePicture(*chart, path, QSize(700, 500), 1, {QStringLiteral("trace"), QStringLiteral("Roofline"), panel.legend()}));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString picture = QString::fromUtf8(file.readAll());
    QVERIFY(picture.contains(QStringLiteral("FLOP per byte")));
    QVERIFY(!picture.contains(QStringLiteral("<image")));
    QVERIFY(!panel.legend().empty());
    QVERIFY(picture.contains(panel.legend().front().second));
}

void TestMemoryViews::aHistoryHasADotForEachRun()
{
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense({.passes = 4}));
    QStringList runs;
    for (int run = 0; run < 3; ++run) {
        runs << m_folder.filePath(QStringLiteral("run%1.json").arg(run));
        QFile::remove(runs.back());
        QVERIFY(QFile::copy(trace.controller.path(), runs.back()));
    }
    HistoryPanel panel(trace.controller);
    panel.resize(900, 600);
    panel.show();
    QCOMPARE(panel.chart()->partCount(), 0);
    panel.open(runs);
    QTRY_COMPARE_WITH_TIMEOUT(panel.chart()->partCount(), 3, 60'000);
    const std::vector<HistoryRun> drawn = panel.picture().runsOf(0);
    QCOMPARE(drawn.size(), std::size_t(3));
    for (const HistoryRun &run : drawn) {
        QCOMPARE(run.ns, drawn.front().ns); // the same trace
        QCOMPARE(run.levelNs, run.ns);
        QVERIFY(!run.change);
    }
    QVERIFY(panel.chart()->partName(2).contains(QStringLiteral("run2.json")));
    // A single run is no history; what is wrong is said.
    panel.open({runs.front()});
    QTRY_COMPARE_WITH_TIMEOUT(panel.chart()->isVisible(), false, 60'000);
}

LAMELLA_WIDGET_TEST(TestMemoryViews)
#include "tst_MemoryViews.moc"
