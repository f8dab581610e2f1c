// SPDX-License-Identifier: GPL-3.0-or-later
// The table `memory` of snapshots made by hand: histories that begin or end in the middle of something, and what PyTorch records
// in special cases.
#include "core/import/ImporterRegistry.h"
#include "core/session/AnalysisSession.h"
#include "tests/support/SnapshotPickle.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QTemporaryDir>
#include <QtTest>

#include <string>

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

} // namespace

class tst_MemorySnapshots : public QObject {
    Q_OBJECT

private slots:
    void freedBeforeTheHistory();
    void unmappedAfterTheFailure();

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

// 4 MiB that the program gave up before the history begins, and the allocator took back in it: active until then, never allocated.
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
    QCOMPARE(sum(table(*session, "peak"), "bytes"), kMiB);
    QCOMPARE(sum(table(*session, "category"), "at_peak_bytes"), kMiB);
    QCOMPARE(table(*session, "block")->rowCount(), 1u);
    const Table failed = table(*session, "oom");
    QCOMPARE(at(failed, 0, "free_bytes"), 19 * kMiB); // the 4 MiB are free by then
    QCOMPARE(at(failed, 0, "largest_free_bytes"), 11 * kMiB);
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

LAMELLA_TEST(tst_MemorySnapshots)
#include "tst_MemorySnapshots.moc"
