// SPDX-License-Identifier: GPL-3.0-or-later
// What packets of a Perfetto trace refer to: clocks, names, defaults, and what the recorder lost.
#include "core/import/ImporterRegistry.h"
#include "core/import/pftrace/PftracePackets.h"
#include "tests/support/PftraceParts.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <map>
#include <string>

using namespace lamella::core;
using namespace lamella::test;
using namespace pb;

class tst_PftraceStates : public QObject {
    Q_OBJECT

private slots:
    void severalSnapshots();
    void snapshotsOfSeveralSequences();
    void clocksThatGoBack();
    void damagedPacketsOfIncrementalClocks();
    void defaultsAreReplaced();
    void firstPacketsAreNotLost();
    void missingNames();
    void statesWithoutEvents();
    void statesWithManyNames();
    void defaultsWithManyTracks();
};

namespace {

QByteArray clock(quint64 id, quint64 time, const QByteArray &more = {})
{
    return bytes(1, number(1, id) + number(2, time) + more);
}

QByteArray snapshot(const QByteArray &clocks, quint64 sequence = 1)
{
    return bytes(1, number(10, sequence) + bytes(6, clocks));
}

QByteArray name(quint64 id, const QByteArray &text)
{
    return bytes(2, number(1, id) + bytes(2, text));
}

QByteArray interned(const QByteArray &entries, quint64 sequence = 1)
{
    return bytes(1, number(10, sequence) + bytes(12, entries));
}

QByteArray namedBy(quint64 id)
{
    return bytes(11, number(9, 3) + number(11, 1) + number(10, id));
}

} // namespace

// A time counts by the snapshot before it, not by the newest one of the file; one before all of them by the first.
void tst_PftraceStates::severalSnapshots()
{
    const auto document = documentOf(mainThread() + kernel(1, 10) + snapshot(clock(6, 1'000) + clock(3, 1'000))
        + snapshot(clock(6, 1'000'000) + clock(3, 500'000)) + packet(500, instant("first"), {3})
        + packet(2'000, instant("before"), {3}) + packet(600'000, instant("after"), {3}));
    QVERIFY(document);
    auto starts = startsOf(*document);
    QCOMPARE(starts["first"], 500);
    QCOMPARE(starts["before"], 2'000);
    QCOMPARE(starts["after"], 1'100'000);
    QVERIFY(!document->diagnostics.anyDataLoss());
}

// A sequence writes its own snapshot later than it took it.
void tst_PftraceStates::snapshotsOfSeveralSequences()
{
    const QByteArray own = clock(64, 300, number(3, 1));
    const auto document = documentOf(mainThread() + kernel(1, 10) + snapshot(clock(6, 2'000) + clock(3, 1'000))
        + snapshot(clock(3, 300) + own) + packet(50, instant("a"), {64}) + packet(1'500, instant("b"), {3}));
    QVERIFY(document);
    auto starts = startsOf(*document);
    QCOMPARE(starts["a"], 1'350);
    QCOMPARE(starts["b"], 2'500);
    QVERIFY(!document->diagnostics.anyDataLoss());
}

// As in Perfetto, a time of a clock that was set back may be any of two.
void tst_PftraceStates::clocksThatGoBack()
{
    const auto document = documentOf(mainThread() + kernel(1, 10) + snapshot(clock(6, 1'000) + clock(1, 5'000))
        + packet(5'500, instant("known"), {1}) + snapshot(clock(6, 2'000) + clock(1, 4'000))
        + packet(5'500, instant("lost"), {1}));
    QVERIFY(document);
    auto starts = startsOf(*document);
    QCOMPARE(starts["known"], 1'500);
    QVERIFY(!starts.contains("lost"));
    QCOMPARE(document->diagnostics.count("unknown_clock"), 1U);
}

void tst_PftraceStates::damagedPacketsOfIncrementalClocks()
{
    const QByteArray start = bytes(1,
        number(10, 1) + number(13, 1) + bytes(59, number(58, 64)) + bytes(6, clock(6, 1'000'000) + clock(64, 0, number(3, 1))));
    const QByteArray broken = bytes(12, bytes(2, bytes(1, "x") + QByteArray("\x0b")));
    const auto document = documentOf(mainThread() + kernel(1, 10) + start + packet(1'000, instant("a"))
        + packet(5'000, broken + instant("bad")) + packet(1'000, instant("b")));
    QVERIFY(document);
    auto starts = startsOf(*document);
    QCOMPARE(starts["a"], 1'001'000);
    QCOMPARE(starts["b"], 1'007'000);
    QVERIFY(!starts.contains("bad"));
    QCOMPARE(document->diagnostics.count("damaged_packet"), 1U);
}

void tst_PftraceStates::defaultsAreReplaced()
{
    const auto defaults = [](const QByteArray &fields) { return bytes(1, number(10, 1) + bytes(59, fields)); };
    const QByteArray slice = bytes(11, number(9, 3) + bytes(23, "x"));
    const QByteArray text = textOf(descriptor(30, bytes(2, "T30")) + defaults(bytes(11, number(11, 30))) + packet(100, slice)
        + defaults({}) + packet(110, slice));
    QCOMPARE(text.count("\"tid\": \"T30\", \"ts\": 0.100"), 1);
    QCOMPARE(text.count("\"T30\", \"ts\": 0.110"), 0);
}

// A recorder says of the first packet of a sequence that there were none before.
void tst_PftraceStates::firstPacketsAreNotLost()
{
    const auto document = documentOf(mainThread() + kernel(10, 1) + bytes(1, number(10, 44) + number(42, 1) + number(87, 1))
        + bytes(1, number(10, 45) + number(42, 1)) + bytes(1, number(10, 1) + number(42, 1) + number(87, 1)));
    QVERIFY(document);
    QCOMPARE(document->diagnostics.count("lost_packets"), 0U);
    const auto lost = documentOf(mainThread() + kernel(10, 1) + bytes(1, number(10, 1) + number(42, 1)));
    QCOMPARE(lost->diagnostics.count("lost_packets"), 1U);
}

void tst_PftraceStates::missingNames()
{
    const QByteArray lonely = bytes(53, number(1, 4) + number(2, 5) + number(13, 99) + number(14, 98) + number(20, 97));
    const auto document = documentOf(mainThread() + kernel(1, 1) + packet(10, namedBy(77)) + packet(20, lonely));
    QVERIFY(document);
    QCOMPARE(document->diagnostics.count("incomplete_packet"), 2U);
    // Names that a sequence without names declares after it has been cleared are not those of the event before.
    const QByteArray text = textOf(packet(10, namedBy(3), {0, 7}) + bytes(1, number(10, 7) + number(13, 1))
        + interned(name(3, "later"), 7) + packet(20, namedBy(3), {0, 7}));
    QCOMPARE(text.count("\"later\""), 1);
}

// What no event refers to takes no memory, however often it is declared anew.
void tst_PftraceStates::statesWithoutEvents()
{
    QByteArray all;
    for (int i = 0; i < 4'000; ++i)
        all += name(static_cast<quint64>(1'000'000 + i), "x");
    QByteArray trace = mainThread() + kernel(1, 1) + interned(all);
    for (int i = 0; i < 4'000; ++i)
        trace += interned(name(1'000'000, i % 2 == 0 ? "y" : "z"));
    const QByteArray cleared = bytes(1, number(10, 2) + number(13, 1) + bytes(12, name(1, "a")));
    for (int i = 0; i < 100'000; ++i)
        trace += cleared;
    trace += packet(100, namedBy(1'000'000));
    pftrace::PacketStates states;
    std::uint64_t most = 0;
    for (std::string_view rest(trace.constData(), static_cast<std::size_t>(trace.size())); !rest.empty();) {
        const pftrace::TraceField field(rest);
        rest.remove_prefix(field.bytes);
        static_cast<void>(states.take(pftrace::PacketFields(field.packet)));
        most = std::max(most, states.bytes());
    }
    QVERIFY(most < 1'000'000);
    QCOMPARE(textOf(trace).count("\"z\""), 1);
}

// A copy of 4,000 names for each of 4,000 events: as much memory as a file of this size may ask for.
void tst_PftraceStates::statesWithManyNames()
{
    QByteArray all;
    for (int i = 0; i < 4'000; ++i)
        all += name(static_cast<quint64>(1'000'000 + i), "x");
    QByteArray trace = mainThread() + kernel(1, 1) + interned(all) + packet(50, namedBy(1'000'000));
    for (int i = 0; i < 4'000; ++i)
        trace += packet(100, bytes(12, name(1'000'000, i % 2 == 0 ? "y" : "z")) + namedBy(1'000'000));
    const QTemporaryDir dir;
    const QString path = writeFile(dir.filePath(QStringLiteral("t.pftrace")), trace);
    ImportOptions options;
    options.limits.maxMemoryBytes = std::uint64_t{100} << 20;
    const auto document = openTrace(path.toStdString(), options, {});
    QVERIFY(!document);
    QCOMPARE(document.error().code, ErrorCode::Limit);
}

// As many as an event has counts, and counted as memory, in copies of the state as well.
void tst_PftraceStates::defaultsWithManyTracks()
{
    constexpr std::uint64_t kLists = 2 * 4096 * sizeof(std::uint64_t);
    const QByteArray tracks(100'000, '\x01');
    const QByteArray defaults = bytes(59, bytes(11, bytes(31, tracks) + bytes(45, tracks)));
    pftrace::PacketStates states;
    const auto take = [&states](const QByteArray &one) {
        const pftrace::TraceField field(std::string_view(one.constData(), static_cast<std::size_t>(one.size())));
        return states.take(pftrace::PacketFields(field.packet));
    };
    const pftrace::Packet first = take(packet(10, defaults + bytes(12, name(1, "a")) + namedBy(1)));
    QCOMPARE(first.sequence->countTracks.size(), std::size_t{4096});
    QCOMPARE(first.sequence->realTracks.size(), std::size_t{4096});
    const std::uint64_t one = states.bytes();
    QVERIFY(one >= kLists && one < 2 * kLists);
    static_cast<void>(take(packet(20, bytes(12, name(1, "b")))));
    QVERIFY(states.bytes() >= one + kLists);
    static_cast<void>(take(packet(30, number(13, 1)))); // no event refers to the copy
    QVERIFY(states.bytes() < one + kLists);
}

LAMELLA_TEST(tst_PftraceStates)
#include "tst_PftraceStates.moc"
