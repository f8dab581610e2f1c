// SPDX-License-Identifier: GPL-3.0-or-later
// The table `memory` of snapshots made by hand: histories that begin or end in the middle of something, and what PyTorch records
// in special cases.
#include "core/analysis/memory/MemoryUse.h"
#include "core/import/ImporterRegistry.h"
#include "core/session/AnalysisSession.h"
#include "tests/support/PeakMemory.h"
#include "tests/support/SnapshotPickle.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QTemporaryDir>
#include <QtTest>

#include <optional>
#include <string>
#include <vector>

using namespace lamella::core;
using namespace lamella::test;

namespace {

constexpr qint64 kMiB = SnapshotPickle::kMiB;
constexpr qint64 kBase = qint64{0x7f00} << 32;
constexpr PickledFrame kForward{"/home/me/model.py", 7, "forward"};

using Table = std::shared_ptr<const ReportTable>;

std::int64_t at(const Table &table, std::size_t row, std::string_view column)
{
    return table->integer(row, table->columnIndex(column));
}

std::string_view textAt(const Table &table, std::size_t row, std::string_view column)
{
    return table->text(row, table->columnIndex(column));
}

std::int64_t sum(const Table &table, std::string_view column)
{
    std::int64_t all = 0;
    for (std::size_t row = 0; row < table->rowCount(); ++row)
        all += at(table, row, column);
    return all;
}

bool warns(const Table &table, std::string_view part)
{
    for (const Message &warning : table->warnings())
        if (warning.english().find(part) != std::string::npos)
            return true;
    return false;
}

} // namespace

class tst_MemorySnapshots : public QObject {
    Q_OBJECT

private slots:
    void blocksFromBeforeHaveLines();
    void freedBeforeTheHistory();
    void freesInTwoStepsCountOnce();
    void unmappedAfterTheFailure();
    void sizesAsRequested();
    void marksOfTheProgram();
    void lifetimesByTheirFunctions();
    void completionIsLost();
    void noSegmentIsLeft();
    void devicesThatLostTheirEvents();
    void listsOfMillionsTakeLittle();
    void timesOutOfOrder_data();
    void timesOutOfOrder();

private:
    std::shared_ptr<AnalysisSession> open(const QByteArray &bytes)
    {
        const QString path = writeFile(m_dir.filePath(QStringLiteral("t.pickle")), bytes);
        const auto document = openTrace(path.toStdString(), {});
        if (!document)
            qFatal("%s", document.error().message().c_str());
        auto session = AnalysisSession::create(*document, {});
        return session ? *session : nullptr;
    }
    static Table table(AnalysisSession &session, const char *by, const char *name = "memory")
    {
        TableRequest request;
        request.table = name;
        request.by = by;
        const auto made = session.table(request);
        if (!made)
            qFatal("%s", made.error().message().c_str());
        return *made;
    }
    QTemporaryDir m_dir;
};

// What the history does not hold is named by the line that the segments record, else it is said to be from before.
void tst_MemorySnapshots::blocksFromBeforeHaveLines()
{
    SnapshotPickle pickle;
    pickle.device().segment(0, kBase, 7 * kMiB).used(kBase, kMiB, {kForward}).unused(kBase + kMiB, 3 * kMiB);
    pickle.used(kBase + 4 * kMiB, 2 * kMiB, {{"/home/me/model.py", 9, "load_weights"}}).used(kBase + 6 * kMiB, kMiB);
    const auto session = open(pickle.done());
    const Table lines = table(*session, "line");
    QCOMPARE(lines->rowCount(), 3u);
    QCOMPARE(textAt(lines, 0, "name"), std::string_view("/home/me/model.py(9): load_weights"));
    QCOMPARE(at(lines, 0, "at_peak_bytes"), 2 * kMiB);
    QCOMPARE(sum(lines, "peak_bytes"), 4 * kMiB);
    const Table operators = table(*session, "op");
    QCOMPARE(operators->rowCount(), 1u);
    QCOMPARE(textAt(operators, 0, "name"), std::string_view("(allocated before the trace)"));
    QCOMPARE(at(operators, 0, "at_peak_bytes"), 4 * kMiB);
}

// 4 MiB that the program gave up before the history begins, and the allocator took back in it: active until then, never
// allocated.
void tst_MemorySnapshots::freedBeforeTheHistory()
{
    SnapshotPickle pickle;
    pickle.device().event("alloc", kBase + 8 * kMiB, kMiB, 10, {kForward}).event("free_completed", kBase, 4 * kMiB, 11);
    pickle.outOfMemory(18 * kMiB, 12, 0).freed(kBase + 8 * kMiB, kMiB, 13);
    pickle.segment(0, kBase, 20 * kMiB).unused(kBase, 20 * kMiB);
    const auto session = open(pickle.done());
    const Table time = table(*session, "time");
    QCOMPARE(at(time, 0, "allocated_bytes"), kMiB);
    QCOMPARE(at(time, 0, "active_bytes"), 5 * kMiB);
    QCOMPARE(at(time, 1, "active_bytes"), kMiB);
    QVERIFY(time->isMissing(1, time->columnIndex("bytes"))); // requested before the history
    QCOMPARE(sum(table(*session, "peak"), "bytes"), kMiB);
    QCOMPARE(sum(table(*session, "category"), "at_peak_bytes"), kMiB);
    QCOMPARE(table(*session, "block")->rowCount(), 1u);
    const Table failed = table(*session, "oom");
    QCOMPARE(at(failed, 0, "free_bytes"), 19 * kMiB); // the 4 MiB are free by then
    QCOMPARE(at(failed, 0, "largest_free_bytes"), 11 * kMiB);
}

// A block is freed by a request and its completion: the bytes of the rows add up to the change of what is allocated. A file
// without GPU work has the devices whose memory it records.
void tst_MemorySnapshots::freesInTwoStepsCountOnce()
{
    SnapshotPickle pickle;
    pickle.device().event("alloc", kBase, 4 * kMiB, 10, {kForward}).event("alloc", kBase + 4 * kMiB, kMiB, 11, {kForward});
    pickle.event("free_requested", kBase, 4 * kMiB, 12).event("free_completed", kBase, 4 * kMiB, 13);
    pickle.segment(0, kBase, 20 * kMiB).unused(kBase, 4 * kMiB).used(kBase + 4 * kMiB, kMiB, {kForward});
    pickle.unused(kBase + 5 * kMiB, 15 * kMiB);
    const auto session = open(pickle.done());
    const Table time = table(*session, "time");
    QCOMPARE(at(time, 2, "bytes"), -4 * kMiB);
    QVERIFY(time->isMissing(3, time->columnIndex("bytes")));
    QCOMPARE(at(time, 0, "bytes") + at(time, 1, "bytes") + at(time, 2, "bytes"), at(time, 3, "allocated_bytes"));
    const Table info = table(*session, "", "info");
    for (std::size_t row = 0; row < info->rowCount(); ++row)
        if (textAt(info, row, "key") == "devices")
            QCOMPARE(textAt(info, row, "value"), std::string_view("1"));
}

// An expandable segment of 60 MiB, of which 20 MiB go back to the driver after the allocation has failed.
void tst_MemorySnapshots::unmappedAfterTheFailure()
{
    SnapshotPickle pickle;
    pickle.device().event("segment_map", kBase, 60 * kMiB, 1).event("alloc", kBase, 30 * kMiB, 2, {kForward});
    pickle.outOfMemory(40 * kMiB, 3, kMiB).event("segment_unmap", kBase + 40 * kMiB, 20 * kMiB, 4);
    pickle.segment(0, kBase, 40 * kMiB, true).used(kBase, 30 * kMiB, {kForward}).unused(kBase + 30 * kMiB, 10 * kMiB);
    const auto session = open(pickle.done());
    const Table failed = table(*session, "oom");
    QCOMPARE(at(failed, 0, "free_bytes"), 30 * kMiB);
    QCOMPARE(at(failed, 0, "largest_free_bytes"), 30 * kMiB);
    QCOMPARE(at(failed, 0, "reserved_bytes"), 60 * kMiB);
}

// What the row `snapshot` states counts rounded sizes, the history those that were asked for.
void tst_MemorySnapshots::sizesAsRequested()
{
    SnapshotPickle pickle;
    pickle.device().event("segment_alloc", kBase, 2 * kMiB, 0).event("alloc", kBase, 100, 1, {kForward});
    pickle.event("snapshot", 0, 512, 2).freed(kBase, 100, 3);
    const auto session = open(pickle.segment(0, kBase, 2 * kMiB).unused(kBase, 2 * kMiB).done());
    QVERIFY(table(*session, "time")->warnings().empty());
}

void tst_MemorySnapshots::marksOfTheProgram()
{
    SnapshotPickle pickle;
    pickle.device().event("alloc", kBase, 512, 10, {kForward}).event("user_defined", 0, 0, 11).freed(kBase, 512, 12);
    const auto session = open(pickle.segment(0, kBase, 2 * kMiB).unused(kBase, 2 * kMiB).done());
    const Table time = table(*session, "time");
    QVERIFY(time->warnings().empty());
    QCOMPARE(textAt(time, 1, "action"), std::string_view("user_defined"));
    QCOMPARE(at(time, 1, "allocated_bytes"), std::int64_t{512});
}

// The functions at both ends of a block say what it is for.
void tst_MemorySnapshots::lifetimesByTheirFunctions()
{
    constexpr PickledFrame kBackward{"/usr/lib/python3/site-packages/torch/autograd/__init__.py", 5, "backward"};
    constexpr PickledFrame kStep{"/usr/lib/python3/site-packages/torch/optim/adam.py", 5, "step"};
    struct Case {
        const char *name;
        PickledFrames made;
        PickledFrames freed;
    };
    const PickledFrames forward{kForward};
    const PickledFrames backward{kBackward, kForward};
    const PickledFrames step{kStep, kForward};
    const PickledFrames none{};
    const Case cases[] = {{"gradient", backward, none}, {"gradient", backward, step}, {"optimizer", step, none},
        {"temporary", step, step}, {"temporary", backward, backward}, {"activation", forward, backward},
        {"temporary", forward, forward}, {"temporary", none, none}};
    SnapshotPickle pickle;
    pickle.device();
    qint64 us = 0;
    for (const Case &each : cases) {
        us += 10;
        pickle.event("alloc", kBase, kMiB, us, each.made).event("free_requested", kBase, kMiB, us + 1, each.freed);
        pickle.event("free_completed", kBase, kMiB, us + 2);
    }
    const auto session = open(pickle.segment(0, kBase, 20 * kMiB).unused(kBase, 20 * kMiB).done());
    const Table blocks = table(*session, "block");
    QCOMPARE(blocks->rowCount(), std::size(cases));
    for (std::size_t row = 0; row < blocks->rowCount(); ++row)
        QCOMPARE(textAt(blocks, row, "category"), std::string_view(cases[row].name));
}

// A block waits to be freed when its address is allocated again: it was free by then.
void tst_MemorySnapshots::completionIsLost()
{
    SnapshotPickle pickle;
    pickle.device().event("segment_alloc", kBase, 2 * kMiB, 9).event("alloc", kBase, kMiB, 10, {kForward});
    pickle.event("free_requested", kBase, kMiB, 12).event("alloc", kBase, kMiB, 13, {kForward});
    pickle.segment(0, kBase, 2 * kMiB).used(kBase, kMiB, {kForward}).unused(kBase + kMiB, kMiB);
    const auto session = open(pickle.done());
    const Table time = table(*session, "time");
    const qint64 active[] = {0, kMiB, kMiB, kMiB};
    const qint64 allocated[] = {0, kMiB, 0, kMiB};
    for (std::size_t row = 0; row < 4; ++row) {
        QCOMPARE(at(time, row, "active_bytes"), active[row]);
        QCOMPARE(at(time, row, "allocated_bytes"), allocated[row]);
    }
}

// All went back to the driver: the snapshot lists no segment, which says that nothing is reserved at the end.
void tst_MemorySnapshots::noSegmentIsLeft()
{
    SnapshotPickle pickle;
    pickle.device().outOfMemory(30 * kMiB, 0, kMiB, {kForward}).freed(kBase, 20 * kMiB, 1);
    const auto session = open(pickle.event("segment_free", kBase, 20 * kMiB, 2).done());
    const Table time = table(*session, "time");
    QCOMPARE(at(time, 0, "reserved_bytes"), 20 * kMiB);
    QCOMPARE(at(time, 0, "allocated_bytes"), 20 * kMiB);
    QCOMPARE(at(time, 3, "reserved_bytes"), std::int64_t{0});
    QCOMPARE(at(table(*session, "oom"), 0, "free_bytes"), std::int64_t{0});
}

// Device 0 begins later than its blocks, device 1 is whole, device 2 has no event at all, device 3 no recorded block.
void tst_MemorySnapshots::devicesThatLostTheirEvents()
{
    SnapshotPickle pickle;
    pickle.device().event("alloc", kBase + kMiB, kMiB, 1000, {kForward});
    pickle.device().event("alloc", 2 * kBase, kMiB, 10, {kForward}).device().device();
    pickle.segment(0, kBase, 2 * kMiB).used(kBase, kMiB, {kForward}).used(kBase + kMiB, kMiB, {kForward});
    pickle.segment(1, 2 * kBase, kMiB).used(2 * kBase, kMiB, {kForward});
    pickle.segment(2, 3 * kBase, kMiB).used(3 * kBase, kMiB, {kForward}).segment(3, 4 * kBase, kMiB).used(4 * kBase, kMiB);
    const auto session = open(pickle.done());
    const Table time = table(*session, "time");
    QCOMPARE(time->warnings().size(), std::size_t{2});
    QVERIFY(warns(time, "Device 0: events before 0.000990000"));
    QVERIFY(warns(time, "Device 2: the history holds none of its events"));
    const Table diagnostics = table(*session, "", "diagnostics");
    QCOMPARE(textAt(diagnostics, 0, "id"), std::string_view("lost_memory_events"));
    QCOMPARE(at(diagnostics, 0, "count"), std::int64_t{2});
}

// What the lists of events and blocks take beside the events themselves: nothing where all rows are asked for, and a number a
// block.
void tst_MemorySnapshots::listsOfMillionsTakeLittle()
{
    constexpr int kBlocks = 200'000;
    QVERIFY(sizeof(MemoryBlock) <= 40);
    SnapshotPickle pickle;
    pickle.device();
    for (int i = 0; i < kBlocks; ++i)
        pickle.event("alloc", kBase + i % 7 * kMiB, 512 * (1 + i % 900), 10 + i)
            .event("free_completed", kBase + i % 7 * kMiB, 512 * (1 + i % 900), 10 + i);
    const auto session = open(pickle.segment(0, kBase, 8 * kMiB).unused(kBase, 8 * kMiB).done());
    QVERIFY(session);
    QCOMPARE(table(*session, "growth")->rowCount(), 0u); // the events are read and paired
    const PeakMemory ofTime;
    QCOMPARE(table(*session, "time")->rowCount(), std::size_t{2 * kBlocks});
    QVERIFY2(ofTime.grownKilobytes() < 1500, QByteArray::number(ofTime.grownKilobytes()).constData());
    const PeakMemory ofBlocks;
    const Table blocks = table(*session, "block");
    QCOMPARE(blocks->rowCount(), std::size_t{kBlocks});
    QVERIFY2(ofBlocks.grownKilobytes() < 2500, QByteArray::number(ofBlocks.grownKilobytes()).constData());
    for (std::size_t row = 1; row < blocks->rowCount(); ++row) // the largest first, of equals the first
        QVERIFY(at(blocks, row - 1, "bytes") > at(blocks, row, "bytes")
            || (at(blocks, row - 1, "bytes") == at(blocks, row, "bytes")
                && at(blocks, row - 1, "allocated_event") < at(blocks, row, "allocated_event")));
}

void tst_MemorySnapshots::timesOutOfOrder_data()
{
    QTest::addColumn<int>("freed"); // its time; -1: none is recorded
    QTest::newRow("in order") << 101;
    QTest::newRow("a microsecond back") << 99;
    QTest::newRow("without a time") << -1;
}

// The list of a device is in the order in which things happened, whatever the clock says.
void tst_MemorySnapshots::timesOutOfOrder()
{
    QFETCH(int, freed);
    const std::optional<qint64> us = freed < 0 ? std::optional<qint64>() : freed;
    SnapshotPickle pickle;
    pickle.device().event("alloc", kBase, kMiB, 100, {kForward}).event("free_requested", kBase, kMiB, us);
    pickle.event("free_completed", kBase, kMiB, us).event("alloc", kBase, 2 * kMiB, 102, {kForward});
    pickle.device().event("alloc", 2 * kBase, kMiB, 100).event("alloc", 2 * kBase + kMiB, kMiB, 101);
    pickle.segment(0, kBase, 2 * kMiB).used(kBase, 2 * kMiB, {kForward});
    const auto session = open(pickle.segment(1, 2 * kBase, 2 * kMiB).used(2 * kBase, kMiB).used(2 * kBase + kMiB, kMiB).done());
    const Table time = table(*session, "time");
    QVERIFY(time->warnings().empty());
    std::vector<std::int64_t> allocated;
    std::int64_t last = INT64_MIN;
    for (std::size_t row = 0; row < time->rowCount(); ++row) {
        QVERIFY(at(time, row, "time_ns") >= last);
        last = at(time, row, "time_ns");
        if (textAt(time, row, "device") == "0")
            allocated.push_back(at(time, row, "allocated_bytes"));
    }
    QCOMPARE(allocated, (std::vector<std::int64_t>{kMiB, 0, 0, 2 * kMiB}));
}

LAMELLA_TEST(tst_MemorySnapshots)
#include "tst_MemorySnapshots.moc"
