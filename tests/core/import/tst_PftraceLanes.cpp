// SPDX-License-Identifier: GPL-3.0-or-later
// Tracks and queues of Perfetto traces as processes and threads.
#include "core/import/pftrace/PftraceStage.h"
#include "tests/support/PftraceParts.h"
#include "tests/support/TestMain.h"

#include <QtTest>

#include <map>
#include <set>
#include <string>

using namespace lamella::core;
using namespace lamella::test;
using namespace pb;

class tst_PftraceLanes : public QObject {
    Q_OBJECT

private slots:
    void queuesOfSeveralIds();
    void numbersOfQueues();
    void manyQueuesOfOneNumber();
    void namesOfProcesses();
    void describedAgain();
    void siblingsOfOneName();
    void processOfAGpusNumber();
    void longNamesOfParents();
    void threadsWithoutTracks();
};

namespace {

// The threads of the events of this phase, `"pid": 7, "tid": 3`.
std::set<QByteArray> lanesOf(const QByteArray &text, char phase)
{
    std::set<QByteArray> lanes;
    const QByteArray begin = QByteArray("{\"ph\": \"") + phase + "\", ";
    for (const QByteArray &line : text.split('\n'))
        if (line.startsWith(begin))
            lanes.insert(line.mid(begin.size(), line.indexOf(", \"ts\"") - begin.size()));
    return lanes;
}

} // namespace

// An interned queue has an id of its own in each sequence, and another one after the sequence has started anew.
void tst_PftraceLanes::queuesOfSeveralIds()
{
    const auto document = documentOf(mainThread() + kernel(1, 10, "stream 7", 5) + kernel(20, 10, "stream 7", 9)
        + bytes(1, number(10, 1) + number(13, 1)) + kernel(40, 10, "stream 7", 11) + kernel(60, 10, "stream 8", 5));
    QVERIFY(document);
    QCOMPARE(document->streams.size(), std::size_t(2));
    std::set<std::int64_t> numbers;
    for (const Stream &stream : document->streams)
        numbers.insert(stream.number);
    QVERIFY(numbers == (std::set<std::int64_t>{7, 8}));
}

void tst_PftraceLanes::numbersOfQueues()
{
    using pftrace::streamNumber;
    QCOMPARE(streamNumber("[07] stream 7"), 7);
    QCOMPARE(streamNumber("CUDA Stream 13 (Device 0)"), 13);
    QCOMPARE(streamNumber("HIP stream13"), 13);
    QCOMPARE(streamNumber("Device 2 queue 5"), 5);
    QCOMPARE(streamNumber("Device 2 stream"), 2);
    QCOMPARE(streamNumber("4"), 4);
    QVERIFY(!streamNumber("default stream"));
    QVERIFY(!streamNumber(""));
}

// Each has a number of its own; in time for a file with any number of them.
void tst_PftraceLanes::manyQueuesOfOneNumber()
{
    constexpr int kQueues = 40'000;
    QByteArray trace;
    for (int i = 0; i < kQueues; ++i)
        trace += packet(10, bytes(53, number(1, 1) + number(2, 1) + number(3, static_cast<quint64>(i + 1) << 32)));
    QCOMPARE(lanesOf(textOf(trace), 'X').size(), std::size_t(kQueues));
}

void tst_PftraceLanes::namesOfProcesses()
{
    // The thread does not say which track its process is.
    const QByteArray text = textOf(descriptor(40, bytes(3, number(1, 7) + bytes(6, "python3"))) + mainThread()
        + packet(100, begin("a")) + packet(110, end()));
    QCOMPARE(text.count("python3"), 1);
}

void tst_PftraceLanes::describedAgain()
{
    const QByteArray text = textOf(descriptor(70, bytes(2, "Named") + number(5, 71)) + descriptor(71, bytes(3, number(1, 7)))
        + descriptor(70, number(5, 71)) + packet(100, instant("i", 70)));
    QVERIFY(lanesOf(text, 'i') == std::set<QByteArray>{R"("pid": 7, "tid": "Named")"});
}

void tst_PftraceLanes::siblingsOfOneName()
{
    const auto child = [](quint64 track, const QByteArray &name) { return descriptor(track, bytes(2, name) + number(5, 60)); };
    const QByteArray text = textOf(descriptor(60, bytes(3, number(1, 9))) + child(61, "x (2)") + child(62, "x") + child(63, "x")
        + packet(100, instant("a", 61)) + packet(101, instant("b", 62)) + packet(102, instant("c", 63)));
    QCOMPARE(lanesOf(text, 'i').size(), std::size_t(3));
}

// As in a container: the host's process is number 1, and so is a GPU.
void tst_PftraceLanes::processOfAGpusNumber()
{
    const QByteArray stage = bytes(53, number(1, 1) + number(2, 5) + number(11, 1) + bytes(17, "k"));
    const QByteArray text =
        textOf(descriptor(1, bytes(4, number(1, 1) + number(2, 0))) + packet(10, instant("host")) + packet(20, stage));
    QVERIFY(lanesOf(text, 'i') == std::set<QByteArray>{R"("pid": 1, "tid": 0)"});
    QVERIFY(lanesOf(text, 'X') == std::set<QByteArray>{R"("pid": "GPU 1", "tid": 0)"});
}

// A name of a megabyte that each of a thousand tracks would have before its own.
void tst_PftraceLanes::longNamesOfParents()
{
    QByteArray trace = mainThread() + kernel(1, 1) + descriptor(1'000, bytes(2, QByteArray(1 << 20, 'p')));
    for (quint64 i = 0; i < 1'000; ++i)
        trace += descriptor(2'000 + i, number(5, 1'000) + bytes(2, "c")) + packet(100 + i, instant("i", 2'000 + i));
    QVERIFY(textOf(trace).size() < 500'000);
}

// As Chrome wrote before there were tracks: a sequence is about a thread, events have their times in microseconds, absolute or as
// differences, and some are of other threads (thread_descriptor.proto, track_event.proto).
void tst_PftraceLanes::threadsWithoutTracks()
{
    const auto in = [](const QByteArray &body) { return bytes(1, number(10, 4) + body); };
    const auto event = [&](const char *name, const QByteArray &more) { return in(bytes(11, bytes(23, name) + more)); };
    const auto legacy = [](char phase, const QByteArray &more) {
        return bytes(6, number(2, static_cast<quint64>(phase)) + more);
    };
    const QByteArray point = number(9, 3);
    const QByteArray trace = mainThread() + kernel(5, 1)
        + in(bytes(44, number(1, 17) + number(2, 19) + bytes(5, "worker") + number(6, 1000)))
        + in(bytes(43, number(1, 17) + bytes(6, "renderer"))) + event("a", number(1, 5) + point)
        + event("b", number(16, 2000) + point) + event("c", number(1, 1) + point)
        + event("d", number(1, 1) + legacy('X', number(3, 4) + number(18, 70) + number(19, 71)))
        + event("e", number(1, 1) + legacy('i', number(19, 72))) + event("none", point);
    const auto document = documentOf(trace);
    QVERIFY(document);
    std::map<std::string, std::int64_t> starts = startsOf(*document);
    const std::map<std::string, std::int64_t> expected{
        {"a", 1'005'000}, {"b", 2'000'000}, {"c", 1'006'000}, {"d", 1'007'000}, {"e", 1'008'000}};
    for (const auto &[name, start] : expected)
        QCOMPARE(starts[name], start);
    QVERIFY(!starts.contains("none"));
    QCOMPARE(document->diagnostics.count("unknown_clock"), std::uint64_t{1});
    QCOMPARE(durationsOf(*document)["d"], std::int64_t{4'000});
    const QByteArray text = textOf(trace);
    QVERIFY(lanesOf(text, 'i') == (std::set<QByteArray>{R"("pid": 17, "tid": 19)", R"("pid": 17, "tid": 72)"}));
    QVERIFY(lanesOf(text, 'X').contains(R"("pid": 70, "tid": 71)"));
    QVERIFY(text.contains("worker") && text.contains("renderer"));
}

LAMELLA_TEST(tst_PftraceLanes)
#include "tst_PftraceLanes.moc"
