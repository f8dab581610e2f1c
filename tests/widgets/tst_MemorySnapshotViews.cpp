// SPDX-License-Identifier: GPL-3.0-or-later
// What the view of memory draws of snapshots and raw timelines that record little: no times, no history, no blocks.
#include "core/base/Format.h"
#include "tests/support/SnapshotPickle.h"
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/memory/BlockMap.h"
#include "widgets/memory/MemoryChart.h"
#include "widgets/memory/MemoryOverview.h"
#include "widgets/memory/MemoryPanel.h"
#include "widgets/memory/MemoryPicture.h"
#include "widgets/memory/MemoryTables.h"
#include "widgets/models/ReportTableModel.h"

#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

using namespace lamella;
using namespace lamella::ui;
using test::PickledFrame;
using test::SnapshotPickle;

namespace {

constexpr qint64 kMiB = SnapshotPickle::kMiB;
constexpr qint64 kBase = qint64{0x7f00} << 32;
constexpr PickledFrame kForward{"/home/me/model.py", 7, "forward"};

std::vector<std::int64_t> part(const MemoryPicture &picture, MemoryPart part)
{
    const MemoryBand *band = picture.lifetimes.lifetime(part);
    return band == nullptr ? std::vector<std::int64_t>(picture.time.size(), 0) : band->held;
}

} // namespace

class TestMemorySnapshotViews : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }
    void eventsWithoutTimes();
    void blocksWithoutAHistory();
    void timelineByCategory();
    void everyCategoryOfATimeline();
    void mostBeforeTheFirstEvent();
    void blocksByLine();
    void lostEventsAreSaid();
    void segmentsOfTheDevice();

private:
    QTemporaryDir m_folder;
};

// Older snapshots and those of other producers record no time_us: the number of the event stands for it.
void TestMemorySnapshotViews::eventsWithoutTimes()
{
    SnapshotPickle pickle;
    pickle.device().event("alloc", kBase, kMiB, {}, {kForward}).event("alloc", kBase + kMiB, 2 * kMiB, {}, {kForward});
    pickle.event("oom", 0, 90 * kMiB, {}, {kForward}).event("free_completed", kBase, kMiB, {});
    pickle.segment(0, kBase, 4 * kMiB)
        .unused(kBase, kMiB)
        .used(kBase + kMiB, 2 * kMiB, {kForward})
        .unused(kBase + 3 * kMiB, kMiB);
    test::LoadedTrace trace;
    QVERIFY(trace.load(pickle.done().toStdString()));
    MemoryPanel panel(trace.controller, trace.bus, trace.range);
    panel.resize(900, 700);
    panel.show();
    QTRY_VERIFY_WITH_TIMEOUT(!panel.picture().empty(), test::kWaitMs);
    const MemoryPicture &picture = panel.picture();
    QVERIFY(picture.byNumber);
    QCOMPARE(picture.allocated, (std::vector<std::int64_t>{kMiB, 3 * kMiB, 3 * kMiB, 2 * kMiB}));
    QCOMPARE(picture.time, (std::vector<std::int64_t>{0, momentOfEvent(1), momentOfEvent(2), momentOfEvent(3)}));
    QCOMPARE(picture.failures, (std::vector<std::size_t>{2}));
    QCOMPARE(part(picture, MemoryPart::Temporary), (std::vector<std::int64_t>{kMiB, kMiB, kMiB, 0}));
    QCOMPARE(part(picture, MemoryPart::Kept), (std::vector<std::int64_t>{0, 2 * kMiB, 2 * kMiB, 2 * kMiB}));
    const auto *what = panel.findChild<ElidedLabel *>(QStringLiteral("memoryWhat"));
    const QString peak = memoryCells(picture).front().tip;
    QVERIFY2(peak.contains(QStringLiteral("at event 1")), qPrintable(peak));
    QVERIFY2(what->text().contains(QStringLiteral("records no times")), qPrintable(what->text()));
    QTRY_COMPARE_WITH_TIMEOUT(panel.tables()->blocks()->rowCount(), 2, test::kWaitMs); // at the peak
    panel.setCursor(momentOfEvent(3));
    QTRY_COMPARE_WITH_TIMEOUT(panel.tables()->blocks()->rowCount(), 1, test::kWaitMs);
    panel.tables()->choose(MemoryTables::Failures);
    QTRY_COMPARE_WITH_TIMEOUT(panel.tables()->failures()->rowCount(), 1, test::kWaitMs);
}

void TestMemorySnapshotViews::blocksWithoutAHistory()
{
    SnapshotPickle pickle;
    pickle.device().segment(0, kBase, 7 * kMiB).used(kBase, kMiB, {kForward}).unused(kBase + kMiB, 3 * kMiB);
    pickle.used(kBase + 4 * kMiB, 3 * kMiB, {{"/home/me/model.py", 9, "load_weights"}});
    test::LoadedTrace trace;
    QVERIFY(trace.load(pickle.done().toStdString()));
    MemoryPanel panel(trace.controller, trace.bus, trace.range);
    panel.resize(900, 700);
    panel.show();
    QTRY_COMPARE_WITH_TIMEOUT(panel.tables()->blocks()->rowCount(), 2, test::kWaitMs);
    QVERIFY(panel.picture().empty());
    QCOMPARE(panel.picture().device, std::string("0"));
    QVERIFY(!panel.chart()->isVisible());
    const auto *blocks = panel.findChild<QWidget *>(QStringLiteral("memoryGroups"));
    QTRY_VERIFY(blocks->mapTo(&panel, QPoint()).y() < panel.height() / 4); // no room is left for the curve
}

// Its rows are changes of categories, not blocks.
void TestMemorySnapshotViews::timelineByCategory()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load("[[-1, 1, 1000, 0], [5000, 2, 300, 4], [6000, 3, -300, 4], [6000, 3, 300, 3], [7000, 4, -300, 3]]"));
    const auto picture = loadMemoryPicture(*trace.controller.session(), {}, {});
    QVERIFY(picture);
    QCOMPARE(part(*picture, MemoryPart::Weights), std::vector<std::int64_t>(5, 1000));
    QCOMPARE(part(*picture, MemoryPart::Activation), (std::vector<std::int64_t>{0, 300, 0, 0, 0}));
    QCOMPARE(part(*picture, MemoryPart::Temporary), (std::vector<std::int64_t>{0, 0, 0, 300, 0}));
    QCOMPARE(part(*picture, MemoryPart::Before), std::vector<std::int64_t>(5, 0));
}

// Each has its own area and words, as the table has its rows.
void TestMemorySnapshotViews::everyCategoryOfATimeline()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load("[[-1, 1, 1000, 0], [-1, 1, 200, 1], [10, 2, 50, 2], [20, 2, 60, 5], [30, 2, 70, 6], [40, 2, 80, 7]]"));
    const auto picture = loadMemoryPicture(*trace.controller.session(), {}, {});
    QVERIFY(picture);
    std::map<QString, std::int64_t> held;
    for (const MemoryBand &band : picture->lifetimes.bands)
        held[memoryPartText(band.part)] = band.held.back();
    const std::map<QString, std::int64_t> expected{{QStringLiteral("weights"), 1000}, {QStringLiteral("optimizer state"), 200},
        {QStringLiteral("inputs"), 50}, {QStringLiteral("gradients"), 60}, {QStringLiteral("autograd details"), 70},
        {QStringLiteral("of unknown purpose"), 80}};
    QCOMPARE(held, expected);
    std::set<QRgb> colors;
    for (std::size_t p = 0; p < kMemoryParts; ++p)
        colors.insert(memoryColor(static_cast<MemoryPart>(p)).rgb());
    QCOMPARE(colors.size(), kMemoryParts);
}

// 8 MiB are freed by the first event: the peak is before it, as info says.
void TestMemorySnapshotViews::mostBeforeTheFirstEvent()
{
    SnapshotPickle pickle;
    pickle.device().freed(kBase, 8 * kMiB, 1000).event("alloc", kBase + 12 * kMiB, kMiB, 1002, {kForward});
    pickle.segment(0, kBase, 14 * kMiB)
        .unused(kBase, 12 * kMiB)
        .used(kBase + 12 * kMiB, kMiB, {kForward})
        .used(kBase + 13 * kMiB, kMiB);
    test::LoadedTrace trace;
    QVERIFY(trace.load(pickle.done().toStdString()));
    const auto picture = loadMemoryPicture(*trace.controller.session(), {}, {});
    QVERIFY(picture);
    QCOMPARE(picture->allocated, (std::vector<std::int64_t>{9 * kMiB, kMiB, kMiB, 2 * kMiB}));
    QCOMPARE(picture->peak, std::size_t{0});
    QCOMPARE(picture->blocksAt(picture->time.front()).size(), std::size_t{2}); // the one that is freed lives there
    QCOMPARE(picture->eventCount, std::size_t{3});
    core::TableRequest request;
    request.table = "info";
    const auto info = trace.controller.session()->table(request);
    QVERIFY(info);
    for (std::size_t row = 0; row < (*info)->rowCount(); ++row)
        if ((*info)->text(row, 0) == "allocated_peak_bytes")
            QCOMPARE((*info)->text(row, 1), std::string_view("9437184"));
}

// Three blocks of one line and one of another live at the end.
void TestMemorySnapshotViews::blocksByLine()
{
    SnapshotPickle pickle;
    pickle.device().segment(0, kBase, 8 * kMiB);
    for (int i = 0; i < 3; ++i)
        pickle.used(kBase + i * kMiB, kMiB, {kForward});
    pickle.used(kBase + 3 * kMiB, 4 * kMiB, {{"/home/me/model.py", 9, "load_weights"}}).used(kBase + 7 * kMiB, kMiB);
    test::LoadedTrace trace;
    QVERIFY(trace.load(pickle.done().toStdString()));
    MemoryPanel panel(trace.controller, trace.bus, trace.range);
    panel.resize(1200, 700);
    panel.show();
    QTRY_COMPARE_WITH_TIMEOUT(panel.tables()->groups()->rowCount(), 3, test::kWaitMs);
    const auto groups = panel.tables()->groups()->table();
    QCOMPARE(groups->text(0, groups->columnIndex("name")), std::string_view("/home/me/model.py(9): load_weights"));
    QCOMPARE(groups->integer(1, groups->columnIndex("blocks")), std::int64_t{3});
    QCOMPARE(groups->integer(1, groups->columnIndex("bytes")), std::int64_t{3 * kMiB});
    QVERIFY(groups->isMissing(2, groups->columnIndex("name")));
    QVERIFY2(panel.tables()->sumText().contains(QStringLiteral("5 blocks")), qPrintable(panel.tables()->sumText()));
    QVERIFY(panel.findChild<QWidget *>(QStringLiteral("memoryGroups"))->isVisible());
    panel.tables()->group(false);
    QVERIFY(panel.findChild<QWidget *>(QStringLiteral("memoryBlocks"))->isVisible());
    QCOMPARE(panel.tables()->blocks()->rowCount(), 5);
}

void TestMemorySnapshotViews::lostEventsAreSaid()
{
    SnapshotPickle pickle;
    pickle.device().event("alloc", kBase + kMiB, kMiB, 1000, {kForward});
    pickle.segment(0, kBase, 2 * kMiB).used(kBase, kMiB, {kForward}).used(kBase + kMiB, kMiB, {kForward});
    test::LoadedTrace trace;
    QVERIFY(trace.load(pickle.done().toStdString()));
    QVERIFY(trace.controller.document()->diagnostics.anyDataLoss());
    MemoryPanel panel(trace.controller, trace.bus, trace.range);
    panel.resize(900, 700);
    panel.show();
    QTRY_VERIFY_WITH_TIMEOUT(panel.findChild<QWidget *>(QStringLiteral("memoryWarning")) != nullptr, test::kWaitMs);
    QVERIFY(panel.findChild<QWidget *>(QStringLiteral("memoryWarning"))->isVisible());
    QVERIFY(panel.findChild<QWidget *>(QStringLiteral("memoryWarning"))->toolTip().contains(QStringLiteral("max_entries")));
}

// Two hundred segments of device 1, one of device 0 with a block at no address of it.
void TestMemorySnapshotViews::segmentsOfTheDevice()
{
    SnapshotPickle pickle;
    pickle.device().event("alloc", kBase, kMiB, 1, {kForward}).device().event("alloc", 2 * kBase, 2 * kMiB, 2, {kForward});
    pickle.segment(0, kBase, kMiB).used(-5, kMiB, {kForward});
    for (int i = 0; i < 200; ++i)
        pickle.segment(1, 2 * kBase + i * 4 * kMiB, 4 * kMiB)
            .used(2 * kBase + i * 4 * kMiB, 2 * kMiB)
            .unused(2 * kBase + (4 * i + 2) * kMiB, 2 * kMiB);
    test::LoadedTrace trace;
    QVERIFY(trace.load(pickle.done().toStdString()));
    BlockMap zero;
    zero.setDocument(trace.controller.document(), 0);
    zero.resize(500, zero.sizeHint().height());
    QCOMPARE(zero.partCount(), 1);
    QVERIFY(!zero.grab().isNull());
    MemoryPanel panel(trace.controller, trace.bus, trace.range);
    panel.resize(900, 700);
    panel.show();
    QTRY_VERIFY_WITH_TIMEOUT(!panel.picture().empty(), test::kWaitMs);
    auto *map = panel.findChild<BlockMap *>();
    QCOMPARE(map->partCount(), 200); // device 1 holds most
    QVERIFY2(map->summary().contains(QStringLiteral("fragmented")), qPrintable(map->summary()));
    auto *scroll = panel.findChild<QScrollArea *>();
    QCOMPARE(scroll->verticalScrollBar()->value(), 0);
    map->setFocus();
    QTest::keyClick(map, Qt::Key_End);
    QCOMPARE(map->selectedPart(), 199);
    QVERIFY(scroll->verticalScrollBar()->value() > 0);
    QVERIFY(map->partName(199).contains(QStringLiteral("largest free")));
    QTest::keyClick(map, Qt::Key_Up);
    QCOMPARE(map->selectedPart(), 198);
}

LAMELLA_WIDGET_TEST(TestMemorySnapshotViews)
#include "tst_MemorySnapshotViews.moc"
