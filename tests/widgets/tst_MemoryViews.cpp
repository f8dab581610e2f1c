// SPDX-License-Identifier: GPL-3.0-or-later
// The views of memory and roofline, and what they draw.
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/memory/MemoryPanel.h"
#include "widgets/memory/MemoryPicture.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/plot/AxisPlot.h"
#include "widgets/roofline/RooflinePanel.h"

#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>

#include <algorithm>
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
std::string traceText()
{
    return R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":10,"dur":1,"args":{"device":0,"stream":7}},)"
        + memoryEvent(12, 100, 1, 600) + "," + memoryEvent(30, 200, 2, 800) + "," + memoryEvent(40, -100, 1, 700) + "]}";
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
    void withoutEvents();
    void fieldsAreRememberedByFile();

private:
    QTemporaryDir m_folder;
};

void TestMemoryViews::partsAddUpToTheTotal()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(traceText()));
    const auto picture = loadMemoryPicture(*trace.controller.session(), {}, std::nullopt, {});
    QVERIFY(picture);
    QCOMPARE(picture->time.size(), std::size_t{3});
    QCOMPARE(picture->peak, std::size_t{1});
    const std::int64_t before[] = {500, 500, 500};
    const std::int64_t temporary[] = {100, 100, 0};
    const std::int64_t kept[] = {0, 200, 200};
    for (std::size_t i = 0; i < 3; ++i) {
        QCOMPARE(picture->parts[std::size_t(MemoryPart::Before)][i], before[i]);
        QCOMPARE(picture->parts[std::size_t(MemoryPart::Temporary)][i], temporary[i]);
        QCOMPARE(picture->parts[std::size_t(MemoryPart::Kept)][i], kept[i]);
    }
    const MemorySamples samples = picture->samples(0, 50'000, 50);
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
    QVERIFY(trace.load(R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":1,"args":{"device":0,"stream":7}},)"
        + events + "]}"));
    const auto picture = loadMemoryPicture(*trace.controller.session(), {}, std::nullopt, {});
    QVERIFY(picture);
    for (const int columns : {1, 2, 7, 100, 1500}) {
        const MemorySamples samples = picture->samples(0, 4'000'000, columns);
        double most = 0;
        for (const double upper : samples.upper.back())
            most = std::max(most, upper);
        QCOMPARE(most, 1'001'717.0);
    }
}

void TestMemoryViews::blocksAtTheCursor()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(traceText()));
    MemoryPanel panel(trace.controller, trace.bus);
    panel.resize(900, 600);
    panel.show();
    QTRY_VERIFY(!panel.picture().empty());
    QCOMPARE(panel.cursor(), std::int64_t{20'000}); // the peak; zero is the kernel at 10 us
    QTRY_COMPARE(panel.blocks()->rowCount(), 2);
    panel.setCursor(31'000);
    QTRY_COMPARE(panel.blocks()->rowCount(), 1);
    QSignalSpy selected(&trace.bus, &NavigationBus::selectionChanged);
    emit panel.chart()->positionPicked(0.0201);
    QCOMPARE(selected.size(), 1);
    QVERIFY(std::holds_alternative<core::EventSelection>(trace.bus.selection()));
}

void TestMemoryViews::withoutEvents()
{
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense());
    MemoryPanel panel(trace.controller, trace.bus);
    panel.resize(900, 600);
    panel.show();
    const auto *sentence = panel.findChild<QWidget *>(QStringLiteral("memoryBlocks"));
    QVERIFY(sentence != nullptr);
    QTRY_VERIFY(!sentence->isVisible());
    QVERIFY(panel.picture().empty());
}

void TestMemoryViews::fieldsAreRememberedByFile()
{
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense());
    {
        RooflinePanel panel(trace.controller, trace.bus);
        panel.findChildren<QSpinBox *>().first()->setValue(4096);
        QCOMPARE(panel.request().tokens, std::int64_t{4096});
    }
    RooflinePanel again(trace.controller, trace.bus);
    QCOMPARE(again.request().tokens, std::int64_t{4096});
    again.findChildren<QSpinBox *>().first()->setValue(0);
    test::LoadedTrace other;
    QVERIFY(other.loadDense());
    RooflinePanel elsewhere(other.controller, other.bus);
    QCOMPARE(elsewhere.request().tokens, std::int64_t{0});
}

LAMELLA_WIDGET_TEST(TestMemoryViews)
#include "tst_MemoryViews.moc"
