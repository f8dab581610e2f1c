// SPDX-License-Identifier: GPL-3.0-or-later
// Ends of slices and flows of Perfetto traces.
#include "tests/support/PftraceParts.h"
#include "tests/support/TestMain.h"

#include <QtTest>

#include <algorithm>
#include <map>
#include <string>

using namespace lamella::core;
using namespace lamella::test;
using namespace pb;

class tst_PftraceSlices : public QObject {
    Q_OBJECT

private slots:
    void slicesOfOneTime();
    void tracksOutOfOrder_data();
    void tracksOutOfOrder();
    void flowsOfEnds();
    void flowsThatEnd();
};

namespace {

using Durations = std::map<std::string, std::int64_t>;

// How often the text has an arrow's begin ("s"), step ("t") or end ("f") of this flow at this time.
int arrows(const QByteArray &text, char role, const QByteArray &id, const QByteArray &time = {})
{
    const QByteArray begin = QByteArray("{\"ph\": \"") + role;
    const QByteArray flowId = "\"id\": " + id;
    const QByteArray at = "\"ts\": " + time;
    int found = 0;
    for (const QByteArray &line : text.split('\n'))
        found += line.startsWith(begin) && line.contains(flowId) && line.contains(at) ? 1 : 0;
    return found;
}

} // namespace

// Neighbours that touch, and a slice without duration inside another one, in both orders of the file.
void tst_PftraceSlices::slicesOfOneTime()
{
    const auto durations = [](const QByteArray &slices) {
        const auto document = documentOf(mainThread() + slices + kernel(1'000, 1));
        return document ? durationsOf(*document) : Durations();
    };
    auto live = durations(packet(10, begin("outer")) + packet(10, begin("a")) + packet(20, end()) + packet(20, begin("b"))
        + packet(20, begin("none")) + packet(20, end()) + packet(30, end()) + packet(30, end()));
    QCOMPARE(live["outer"], 20);
    QCOMPARE(live["a"], 10);
    QCOMPARE(live["b"], 10);
    QCOMPARE(live["none"], 0);
    auto atEnd = durations(packet(10, begin("outer")) + packet(10, begin("a")) + packet(20, begin("b"))
        + packet(20, begin("none")) + packet(30, end()) + packet(20, end()) + packet(30, end()) + packet(20, end()));
    QCOMPARE(atEnd, live);
}

// Slices of a track that is not in order of time in the file.
void tst_PftraceSlices::tracksOutOfOrder_data()
{
    QTest::addColumn<QByteArray>("slices");
    QTest::addColumn<Durations>("expected");
    const QByteArray late = packet(50, begin("late"), {0, 2}) + packet(60, end(), {0, 2});
    const QByteArray nested = packet(100, begin("outer")) + packet(101, begin("inner")) + packet(105, end()) + packet(110, end());
    QTest::newRow("another sequence behind") << nested + late << Durations{{"outer", 10}, {"inner", 4}, {"late", 10}};
    QTest::newRow("no duration inside") << packet(100, begin("outer")) + packet(120, begin("zero")) + packet(120, end())
            + packet(130, begin("next")) + packet(140, end()) + packet(200, end())
            + late << Durations{{"outer", 100}, {"zero", 0}, {"next", 10}, {"late", 10}};
    QTest::newRow("kinds of one slice each") << packet(50, begin("k1")) + packet(60, end()) + packet(10, begin("k2"))
            + packet(10, end()) + packet(5, begin("k3"))
            + packet(20, end()) << Durations{{"k1", 10}, {"k2", 0}, {"k3", 15}};
    QTest::newRow("kinds, one of a slice without duration") << packet(10, begin("op1")) + packet(20, begin("op2"))
            + packet(15, end()) + packet(40, end()) + packet(30, begin("mark"))
            + packet(30, end()) << Durations{{"op1", 5}, {"op2", 20}, {"mark", 0}};
    QTest::newRow("one sequence begins, another one ends")
        << packet(60, end(), {0, 2}) + packet(120, end(), {0, 2}) + packet(50, begin("a")) + packet(100, begin("b"))
        << Durations{{"a", 10}, {"b", 20}};
}

void tst_PftraceSlices::tracksOutOfOrder()
{
    QFETCH(QByteArray, slices);
    QFETCH(Durations, expected);
    const auto document = documentOf(mainThread() + slices + kernel(1'000, 1));
    QVERIFY(document);
    QVERIFY(!document->diagnostics.anyDataLoss());
    Durations found = durationsOf(*document);
    for (const auto &[name, duration] : expected)
        QCOMPARE(found[name], duration);
    QCOMPARE(std::count_if(found.begin(), found.end(), [](const auto &one) { return one.first.empty(); }), 0);
}

// The end of a slice may mention flows too; it has no event of its own in a Chrome trace.
void tst_PftraceSlices::flowsOfEnds()
{
    const auto slice = [](int type, const QByteArray &rest) { return bytes(11, number(9, type) + number(11, 1) + rest); };
    const QByteArray text = textOf(mainThread() + packet(10, slice(1, bytes(23, "a") + flow(77))) + packet(20, slice(2, flow(88)))
        + packet(30, slice(1, bytes(23, "b") + flow(77) + flow(99))) + packet(40, slice(2, flow(77)))
        + packet(50, slice(1, bytes(23, "c") + flow(99))) + packet(60, slice(2, {})));
    QCOMPARE(arrows(text, 's', "77"), 1);
    QCOMPARE(arrows(text, 'f', "77"), 1);
    QCOMPARE(arrows(text, 's', "99"), 1);
    QCOMPARE(arrows(text, 'f', "99"), 1);
    QCOMPARE(text.count("ac2g"), 8); // as category and as name
}

// A flow that has ended, and another one of its id.
void tst_PftraceSlices::flowsThatEnd()
{
    const auto slice = [](quint64 time, const QByteArray &mention) -> QByteArray {
        return packet(time, bytes(11, number(9, 1) + number(11, 1) + bytes(23, "x") + mention)) + packet(time + 5, end());
    };
    const QByteArray old = number(42, 3); // as written before Perfetto v20
    for (const QByteArray &ending : {fixed64(48, 3), old}) {
        const QByteArray text =
            textOf(mainThread() + slice(100, flow(3)) + slice(110, ending) + slice(120, flow(3)) + slice(130, ending));
        QCOMPARE(arrows(text, 's', "3", "0.100"), 1);
        QCOMPARE(arrows(text, 'f', "3", "0.110"), 1);
        QCOMPARE(arrows(text, 's', "3", "0.120"), 1);
        QCOMPARE(arrows(text, 'f', "3", "0.130"), 1);
        QCOMPARE(arrows(text, 't', "3"), 0);
    }
}

LAMELLA_TEST(tst_PftraceSlices)
#include "tst_PftraceSlices.moc"
