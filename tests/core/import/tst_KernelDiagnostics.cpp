// SPDX-License-Identifier: GPL-3.0-or-later
// Duplicate kernels, kernels that overlap on their stream or are out of order, and finding the event at a byte offset.
#include "core/import/ImporterRegistry.h"
#include "core/model/EventLookup.h"
#include "tests/support/TestMain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella::core;

namespace {

QByteArray kernel(const char *name, int start, int duration, int stream = 7, int correlation = 0)
{
    return QByteArray(R"({"ph":"X","cat":"kernel","name":")") + name + R"(","pid":0,"tid":)" + QByteArray::number(stream)
        + R"(,"ts":)" + QByteArray::number(start) + R"(,"dur":)" + QByteArray::number(duration)
        + R"(,"args":{"device":0,"stream":)" + QByteArray::number(stream) + R"(,"correlation":)" + QByteArray::number(correlation)
        + "}}";
}

} // namespace

class TestKernelDiagnostics : public QObject {
    Q_OBJECT
private slots:
    void eachProblemIsCounted_data();
    void eachProblemIsCounted();
    void theFirstOneInTheFileIsShown();
    void bytesLeadToTheirEvent();

private:
    std::shared_ptr<const TraceDocument> open(const QByteArrayList &events);
    QTemporaryDir m_folder;
    QByteArray m_text;
};

std::shared_ptr<const TraceDocument> TestKernelDiagnostics::open(const QByteArrayList &events)
{
    m_text = "{\"traceEvents\":[\n" + events.join(",\n") + "\n]}";
    QFile file(m_folder.filePath(QStringLiteral("trace.json")));
    if (!file.open(QIODevice::WriteOnly))
        return nullptr;
    file.write(m_text);
    file.close();
    const auto document = openTrace(file.fileName().toStdString());
    return document ? *document : nullptr;
}

void TestKernelDiagnostics::eachProblemIsCounted_data()
{
    QTest::addColumn<QByteArrayList>("events");
    QTest::addColumn<int>("twice");
    QTest::addColumn<int>("overlapping");
    QTest::addColumn<int>("outOfOrder");
    QTest::newRow("one after the other") << QByteArrayList{kernel("a", 0, 10), kernel("b", 10, 10)} << 0 << 0 << 0;
    QTest::newRow("the same twice") << QByteArrayList{kernel("a", 0, 10), kernel("a", 0, 10)} << 1 << 0 << 0;
    QTest::newRow("three times") << QByteArrayList{kernel("a", 0, 10), kernel("a", 0, 10), kernel("a", 0, 10)} << 2 << 0 << 0;
    QTest::newRow("the same on two streams") << QByteArrayList{kernel("a", 0, 10), kernel("a", 0, 10, 8)} << 0 << 0 << 0;
    QTest::newRow("two launches at one time")
        << QByteArrayList{kernel("a", 0, 10, 7, 1), kernel("a", 0, 10, 7, 2)} << 0 << 1 << 0;
    QTest::newRow("overlap") << QByteArrayList{kernel("a", 0, 10), kernel("b", 9, 10)} << 0 << 1 << 0;
    QTest::newRow("overlap with one further back")
        << QByteArrayList{kernel("a", 0, 100), kernel("b", 9, 10), kernel("c", 50, 10)} << 0 << 2 << 0;
    QTest::newRow("out of order") << QByteArrayList{kernel("b", 10, 10), kernel("a", 0, 10)} << 0 << 0 << 1;
    QTest::newRow("out of order on another stream only")
        << QByteArrayList{kernel("b", 10, 10), kernel("a", 0, 10, 8)} << 0 << 0 << 0;
}

void TestKernelDiagnostics::eachProblemIsCounted()
{
    QFETCH(QByteArrayList, events);
    const auto document = open(events);
    QVERIFY(document);
    QTEST(static_cast<int>(document->diagnostics.count("duplicated_kernel")), "twice");
    QTEST(static_cast<int>(document->diagnostics.count("overlapping_kernel")), "overlapping");
    QTEST(static_cast<int>(document->diagnostics.count("out_of_order_kernel")), "outOfOrder");
}

void TestKernelDiagnostics::theFirstOneInTheFileIsShown()
{
    const auto document = open({kernel("a", 0, 10), kernel("late", 100, 10), kernel("late", 105, 10), kernel("early", 5, 3)});
    QVERIFY(document);
    const auto rows = document->diagnostics.sorted();
    const auto overlap =
        std::find_if(rows.begin(), rows.end(), [](const Diagnostic &d) { return d.kind->id == "overlapping_kernel"; });
    QVERIFY(overlap != rows.end());
    QCOMPARE(overlap->count, std::uint64_t{2});
    QCOMPARE(overlap->sample, std::string("late")); // precedes "early" in the file
    QCOMPARE(overlap->firstOffset, static_cast<std::int64_t>(m_text.indexOf(kernel("late", 105, 10))));
}

void TestKernelDiagnostics::bytesLeadToTheirEvent()
{
    const auto document = open(
        {R"({"ph":"X","cat":"cpu_op","name":"op","pid":1,"tid":1,"ts":0,"dur":5})", kernel("a", 0, 10), kernel("b", 10, 10)});
    QVERIFY(document);
    const auto place = [&](qsizetype byte) { return selectionOfEvent(*document, eventAtOffset(document->events, byte)); };
    QVERIFY(place(m_text.indexOf("cpu_op")) == Selection(EventSelection{EventId{0}}));
    QVERIFY(place(m_text.indexOf("{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"a\"")) == Selection(KernelSelection{KernelId{0}}));
    QVERIFY(place(m_text.indexOf("\"b\"")) == Selection(KernelSelection{KernelId{1}}));
    QVERIFY(place(0) == Selection{}); // before the events
    QVERIFY(place(m_text.size() - 1) == Selection{}); // after them
    QVERIFY(place(m_text.indexOf(",\n")) == Selection{}); // between two of them
    QVERIFY(place(-5) == Selection{});
}

LAMELLA_TEST(TestKernelDiagnostics)
#include "tst_KernelDiagnostics.moc"
