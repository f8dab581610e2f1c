// SPDX-License-Identifier: GPL-3.0-or-later
// Counters of Perfetto traces, and events that are too large or of kinds that are not shown.
#include "core/import/ImporterRegistry.h"
#include "core/import/pftrace/PftraceText.h"
#include "tests/support/PftraceParts.h"
#include "tests/support/TestMain.h"

#include <QtTest>

#include <string>

using namespace lamella::core;
using namespace lamella::test;
using namespace pb;

class tst_PftraceCounters : public QObject {
    Q_OBJECT

private slots:
    void valuesOfOneTrack();
    void multipliersAndDifferences();
    void countersBesideEvents();
    void countersWithoutValue();
    void countersOfGpus();
    void kindsOfOldChrome();
    void manyArguments();
    void textsWithoutEnd();
    void manyLaunchesOfOneEvent();
    void bundlesWithMoreBehind();
};

namespace {

QByteArray counter(quint64 track, const QByteArray &description = {}, const QByteArray &name = "counter track")
{
    return descriptor(track, bytes(2, name) + bytes(8, description));
}

QByteArray count(quint64 track, quint64 value)
{
    return bytes(11, number(9, 4) + number(11, track) + number(30, value));
}

// The values of the counters, as they stand in the text.
QByteArray valuesOf(const QByteArray &text)
{
    QByteArray all;
    for (const QByteArray &line : text.split('\n')) {
        const qsizetype at = line.indexOf("\"value\": ");
        if (line.startsWith("{\"ph\": \"C\"") && at >= 0)
            all += line.mid(at + 9, line.indexOf('}', at) - at - 9) + ' ';
    }
    return all.trimmed();
}

} // namespace

void tst_PftraceCounters::valuesOfOneTrack()
{
    const QByteArray trace = counter(5, {}, "power") + packet(10, count(5, 100)) + packet(11, count(5, ~quint64(0)))
        + packet(12, bytes(11, number(9, 4) + number(11, 5) + fixed64(44, 0x3FF8'0000'0000'0000))); // 1.5
    const QByteArray text = textOf(trace);
    QCOMPARE(valuesOf(text), QByteArray("100 -1 1.5"));
    QCOMPARE(text.count("\"name\": \"power\", \"args\": {\"value\""), 3);
    QVERIFY(text.count("\"ph\": \"M\"") <= 1); // what is to be said of the track is said once
}

void tst_PftraceCounters::multipliersAndDifferences()
{
    const QByteArray text = textOf(counter(20, number(4, 1'000)) + counter(21, number(5, 1)) + packet(10, count(20, 5))
        + packet(11, count(21, 7)) + packet(12, count(21, 7)) + bytes(1, number(10, 1) + number(13, 1)) + packet(13, count(21, 3))
        + packet(14, count(20, 6)));
    QCOMPARE(valuesOf(text), QByteArray("5000 7 14 3 6000")); // differences begin anew with their sequence
}

// Values on the track of the sequence, and those that another event has with it.
void tst_PftraceCounters::countersBesideEvents()
{
    const QByteArray defaults = bytes(1, number(10, 1) + bytes(59, bytes(11, number(11, 20) + number(31, 21) + number(45, 22))));
    const QByteArray slice = number(9, 1) + number(11, 1) + bytes(23, "slice");
    const QByteArray text = textOf(mainThread() + counter(20, {}, "own") + counter(21, {}, "second") + counter(22, {}, "third")
        + defaults + packet(10, bytes(11, number(9, 4) + number(30, 1))) + packet(20, bytes(11, slice + number(12, 2)))
        + packet(25, bytes(11, number(9, 2) + number(11, 1) + number(12, 3) + fixed64(46, 0x4010'0000'0000'0000)))
        + packet(30, bytes(11, slice + number(31, 22) + number(12, 5))));
    QCOMPARE(valuesOf(text), QByteArray("1 2 3 4 5"));
    QCOMPARE(text.count("\"name\": \"own\", \"args\": {\"value\""), 1);
    QCOMPARE(text.count("\"name\": \"second\", \"args\": {\"value\""), 2);
    QCOMPARE(text.count("\"name\": \"third\", \"args\": {\"value\""), 2);
    QCOMPARE(text.count("\"name\": \"slice\""), 2);
    const auto document =
        documentOf(mainThread() + kernel(1, 1) + packet(30, bytes(11, slice + number(12, 5))) + packet(40, end()));
    QVERIFY(document);
    QCOMPARE(document->diagnostics.count("incomplete_packet"), 1U); // nothing says which counter it is
    // Where the packet is damaged behind them, all of them go; the slice around them keeps its end.
    const QByteArray broken = bytes(53, QByteArray("\x22\x7f"));
    const QByteArray damaged = textOf(mainThread() + counter(22) + packet(5, begin("outer"))
        + packet(10, bytes(11, slice + number(31, 22) + number(12, 5)) + broken) + packet(20, end()) + packet(30, end()));
    QCOMPARE(valuesOf(damaged), QByteArray());
    QCOMPARE(damaged.count("\"name\": \"slice\""), 0);
    QCOMPARE(damaged.count("\"dur\": 0.025, \"name\": \"outer\""), 1);
}

void tst_PftraceCounters::countersWithoutValue()
{
    const auto document = documentOf(kernel(1, 1) + packet(10, bytes(11, number(9, 4) + number(11, 5))));
    QVERIFY(document);
    QCOMPARE(document->diagnostics.count("damaged_packet"), 1U);
}

void tst_PftraceCounters::countersOfGpus()
{
    const QByteArray power = bytes(1, bytes(1, number(1, 1) + bytes(2, "power"))) + bytes(2, number(1, 1) + number(3, 250));
    const auto document = documentOf(kernel(1, 1) + packet(50, bytes(52, power)));
    QVERIFY(document);
    QCOMPARE(document->diagnostics.count("gpu_counters"), 1U);
    QCOMPARE(document->diagnostics.count("other_packets"), 0U);
}

void tst_PftraceCounters::kindsOfOldChrome()
{
    const QByteArray async = bytes(11, number(11, 1) + bytes(23, "a") + bytes(6, number(2, 'b')));
    const auto document = documentOf(kernel(1, 1) + packet(50, async));
    QVERIFY(document);
    QCOMPARE(document->diagnostics.count("other_phases"), 1U);
}

void tst_PftraceCounters::manyArguments()
{
    QByteArray fields;
    for (int i = 0; i < 4'200; ++i)
        fields += bytes(4, bytes(10, "a" + QByteArray::number(i)) + number(4, 1));
    QByteArray extra;
    for (int i = 0; i < 1'100; ++i)
        extra += bytes(6, bytes(1, "a" + QByteArray::number(i)) + bytes(2, "1"));
    const auto document = documentOf(kernel(1, 1) + packet(50, bytes(11, number(9, 3) + number(11, 1) + bytes(23, "i") + fields))
        + packet(60, bytes(53, number(1, 9) + number(2, 1) + bytes(17, "k") + extra)));
    QVERIFY(document);
    QCOMPARE(document->diagnostics.count("cut_arguments"), 104U + 76U);
}

// A text of a megabyte that one event refers to a thousand times.
void tst_PftraceCounters::textsWithoutEnd()
{
    const QByteArray text = bytes(1, number(10, 1) + bytes(12, bytes(29, number(1, 1) + bytes(2, QByteArray(1 << 20, 's')))));
    QByteArray list;
    for (int i = 0; i < 1'000; ++i)
        list += bytes(12, number(17, 1));
    const QByteArray trace = text + kernel(1, 1)
        + packet(10, bytes(11, number(9, 3) + number(11, 1) + bytes(23, "large") + bytes(4, bytes(10, "a") + list)))
        + packet(20, instant("next"));
    const auto document = documentOf(trace);
    QVERIFY(document);
    QVERIFY(document->diagnostics.count("cut_arguments") > 980);
    QVERIFY(document->source.rawBytes < (std::uint64_t{17} << 20));
    QCOMPARE(startsOf(*document)["next"], 20);
}

// In time for any number of stages and of arguments.
void tst_PftraceCounters::manyLaunchesOfOneEvent()
{
    const QByteArray annotation = bytes(4, number(100, 0).repeated(60));
    const QByteArray stages = bytes(3000, bytes(1, QByteArray(4'096, '\1')));
    QByteArray trace;
    for (quint64 i = 0; i < 8; ++i)
        trace += packet(i, bytes(11, number(9, 3) + number(11, 1) + bytes(23, "i") + annotation.repeated(4'000) + stages));
    QCOMPARE(textOf(trace).count("\"i\""), 8 * 2); // phase and name
}

// A second stream in one bundle, and a bundle whose tag takes two bytes.
void tst_PftraceCounters::bundlesWithMoreBehind()
{
    const QByteArray two = deflated(packet(100, instant("one"))) + deflated(packet(110, instant("two")));
    const auto document = documentOf(kernel(1, 1) + bytes(1, bytes(50, two)) + packet(120, instant("after")));
    QVERIFY(document);
    QCOMPARE(document->diagnostics.count("damaged_packet"), 1U);
    QCOMPARE(startsOf(*document)["one"], 100);
    QCOMPARE(startsOf(*document)["after"], 120);
    const QByteArray body = bytes(50, deflated(packet(100, instant("one"))));
    const auto wide = documentOf(kernel(1, 1).repeated(20) + QByteArray("\x8a\x00", 2) + varint(static_cast<quint64>(body.size()))
        + body + packet(120, instant("after")));
    QVERIFY(wide);
    QVERIFY(!wide->diagnostics.anyDataLoss());
    QCOMPARE(startsOf(*wide)["one"], 100);
    QCOMPARE(startsOf(*wide)["after"], 120);
}

LAMELLA_TEST(tst_PftraceCounters)
#include "tst_PftraceCounters.moc"
