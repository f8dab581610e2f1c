// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/EventTable.h"
#include "core/model/KernelTable.h"
#include "tests/support/TestMain.h"

#include <QTest>

using namespace lamella::core;

namespace {

// Rows start, start+1, ... of length 5 on track `track`; text of each is 10 bytes.
EventChunk chunk(std::int64_t start, std::uint32_t rows, std::int64_t textOffset)
{
    EventChunk c;
    c.textOffset = textOffset;
    for (std::uint32_t i = 0; i < rows; ++i) {
        c.start.push_back(start + i);
        c.duration.push_back(5);
        c.name.push_back(StringId{i});
        c.category.push_back(StringId{0});
        c.track.push_back(TrackId{1});
        c.offset.push_back(i * 10);
        c.length.push_back(10);
        c.phase.push_back('X');
    }
    return c;
}

EventTable table()
{
    std::vector<EventChunk> chunks;
    chunks.push_back(chunk(100, 3, 0));
    chunks.push_back(chunk(0, 0, 0)); // a block of text without events
    chunks.push_back(chunk(200, 2, 5'000'000'000));
    chunks.back().sparse[static_cast<std::size_t>(SparseKey::Correlation)] = {{1}, {-7}};
    return EventTable(std::move(chunks));
}

} // namespace

class TestEventTable : public QObject {
    Q_OBJECT
private slots:
    void emptyTable();
    void rowsAcrossChunks_data();
    void rowsAcrossChunks();
    void emptyChunksVanish();
    void sparseValues();
    void textOffsetsPassFourGigabytes();
    void mutableChunksReachTheRows();
    void kernelShapes();
};

void TestEventTable::emptyTable()
{
    const EventTable empty;
    QCOMPARE(empty.size(), 0u);
    QVERIFY(empty.chunks().empty());
    QCOMPARE(empty.memoryBytes(), std::size_t{0});
}

void TestEventTable::rowsAcrossChunks_data()
{
    QTest::addColumn<quint32>("id");
    QTest::addColumn<qint64>("start");
    QTest::newRow("first row") << 0u << qint64{100};
    QTest::newRow("last of the first chunk") << 2u << qint64{102};
    QTest::newRow("first of the next chunk") << 3u << qint64{200};
    QTest::newRow("last row") << 4u << qint64{201};
}

void TestEventTable::rowsAcrossChunks()
{
    QFETCH(quint32, id);
    const EventTable events = table();
    const EventRow row = events.row(EventId{id});
    QCOMPARE(row.id.value, id);
    QTEST(qint64{row.start}, "start");
    QCOMPARE(row.duration, std::int64_t{5});
    QCOMPARE(row.track.value, 1u);
    QCOMPARE(row.phase, 'X');
}

void TestEventTable::emptyChunksVanish()
{
    const EventTable events = table();
    QCOMPARE(events.size(), 5u);
    QCOMPARE(events.chunks().size(), std::size_t{2});
    QCOMPARE(events.chunks()[1].firstEvent, 3u);
}

void TestEventTable::sparseValues()
{
    const EventTable events = table();
    QVERIFY(!events.sparse(EventId{3}, SparseKey::Correlation).has_value());
    QCOMPARE(events.sparse(EventId{4}, SparseKey::Correlation).value_or(0), std::int64_t{-7});
    QVERIFY(!events.sparse(EventId{4}, SparseKey::ExternalId).has_value());
    QVERIFY(!events.sparse(EventId{1}, SparseKey::Correlation).has_value());
}

void TestEventTable::textOffsetsPassFourGigabytes()
{
    const auto [offset, length] = table().text(EventId{4});
    QCOMPARE(offset, std::int64_t{5'000'000'010});
    QCOMPARE(length, 10u);
}

void TestEventTable::mutableChunksReachTheRows()
{
    EventTable events = table();
    events.mutableChunks()[1].duration[0] = 42;
    QCOMPARE(events.row(EventId{3}).duration, std::int64_t{42});
    // Five events of 25 bytes plus one each for category, track and length; and one sparse value of eight bytes with its row.
    QCOMPARE(events.memoryBytes(), std::size_t{5 * 28 + 9});
}

void TestEventTable::kernelShapes()
{
    KernelTable kernels;
    kernels.start = {10, 20};
    kernels.duration = {5, 0};
    QCOMPARE(kernels.size(), 2u);
    QCOMPARE(kernels.end(0), std::int64_t{15});
    QCOMPARE(kernels.end(1), std::int64_t{20});
    QVERIFY(!LaunchShape{}.recorded());
    QVERIFY((LaunchShape{{1, 1, 1}, {32, 1, 1}}.recorded()));
}

LAMELLA_TEST(TestEventTable)
#include "tst_EventTable.moc"
