// SPDX-License-Identifier: GPL-3.0-or-later
// Launches of Ascend timelines by their flow arrows, and the timeline joined with the kernel table beside it.
#include "core/analysis/LaunchJoin.h"
#include "core/import/EventTextReader.h"
#include "core/import/ImporterRegistry.h"
#include "core/import/ascend/AscendArrows.h"
#include "core/import/ascend/AscendTimeline.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <random>
#include <set>

using namespace lamella::core;

namespace {

QByteArray named(int pid, const char *name)
{
    return R"({"ph":"M","name":"process_name","pid":)" + QByteArray::number(pid) + R"(,"args":{"name":")" + name + R"("}})";
}

QByteArray span(int pid, int tid, const char *name, const char *ts, const char *dur, const char *category = "")
{
    return QByteArray(R"({"ph":"X","name":")") + name + R"(","pid":)" + QByteArray::number(pid) + R"(,"tid":)"
        + QByteArray::number(tid) + R"(,"ts":")" + ts + R"(","dur":)" + dur + R"(,"cat":")" + category
        + R"(","args":{"Input Dims":"2,3"}})";
}

QByteArray flow(const char *phase, const char *category, const char *id, int pid, int tid, const char *ts)
{
    return QByteArray(R"({"ph":")") + phase + R"(","bp":"e","name":"f","cat":")" + category + R"(","id":)" + id + R"(,"pid":)"
        + QByteArray::number(pid) + R"(,"tid":)" + QByteArray::number(tid) + R"(,"ts":")" + ts + R"("})";
}

// Processes: Python 1, CANN 2, device 3. Kernel a has call and operator, b only an operator, c neither.
QByteArray timeline(bool withCann)
{
    QList<QByteArray> events{named(1, "Python"), named(3, "Ascend Hardware"),
        span(1, 1, "aten::linear", "1000.000", "50", "cpu_op"), span(1, 1, "aten::addmm", "1010.000", "20", "cpu_op"),
        span(1, 1, "frame", "1011.000", "15", "python_function"), span(1, 1, "enqueue", "1012.000", "3", "enqueue"),
        span(1, 1, "aten::add", "1100.000", "10", "cpu_op"), span(3, 2, "mm", "1060.123", "4.5"),
        span(3, 2, "add", "1120.000", "2"), span(3, 2, "lost", "1130.000", "2"),
        flow("s", "async_npu", "1060123", 1, 1, "1013.000"), flow("f", "async_npu", "1060123", 3, 2, "1060.123"),
        flow("s", "async_npu", "1120000", 1, 1, "1101.000"), flow("f", "async_npu", "1120000", 3, 2, "1120.000"),
        flow("s", "HostToDevice", "\"936\"", 2, 5, "1040.000"), flow("f", "HostToDevice", "\"936\"", 3, 2, "1060.123")};
    if (withCann)
        events << named(2, "CANN") << span(2, 5, "AscendCL@aclnnMm", "1035.000", "12")
               << span(2, 5, "Node@launch", "1040.000", "4");
    return QByteArray("[" + events.join(",\n") + "]");
}

const QByteArray kTable = "Stream ID,Name,Type,Accelerator Core,Start Time(us),Duration(us),Input Shapes\n"
                          "2,mm,MatMulV2,AI_CORE,1060.123\t,4.500,\"\"\"16,8;8,4\"\"\"\n"
                          "2,add,Add,AI_VECTOR_CORE,1120.001\t,2.000,\n"
                          "2,lost,Cast,AI_VECTOR_CORE,1130.000\t,2.000,\n";

std::string_view nameOf(const TraceDocument &document, EventId event)
{
    return event.valid() ? document.text(document.events.row(event).name) : std::string_view("nothing");
}

} // namespace

class tst_AscendTimeline : public QObject {
    Q_OBJECT
private slots:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }
    void arrowsAreLaunches();
    void withoutTheRuntime();
    void tableAndTimeline();
    void lowestLevelGetsItsStreams();
    void damagedTimeline();
    void recordedColumns();
    void arrowsInAnyOrder();
    void manyStreamsAtOneTime();
    void innermostOfRandomSpans();
    void publicCaptures_data();
    void publicCaptures();

private:
    QString write(const QString &name, const QByteArray &bytes)
    {
        QFile file(m_dir->filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write");
        return file.fileName();
    }
    static std::shared_ptr<const TraceDocument> read(const QString &path)
    {
        auto document = openTrace(path.toStdString(), {}, {});
        if (!document)
            qFatal("%s", document.error().message().c_str());
        return *document;
    }
    std::unique_ptr<QTemporaryDir> m_dir;
};

void tst_AscendTimeline::arrowsAreLaunches()
{
    const auto document = read(write(QStringLiteral("trace_view.json"), timeline(true)));
    QCOMPARE(document->kernels.size(), 3u);
    QCOMPARE(nameOf(*document, document->kernels.launch[0]), std::string_view("Node@launch"));
    QCOMPARE(document->kernels.correlation[0], 936);
    QCOMPARE(nameOf(*document, document->kernels.launch[1]), std::string_view("aten::add"));
    QCOMPARE(nameOf(*document, document->kernels.launch[2]), std::string_view("nothing"));
    const LaunchJoin joined = joinLaunches(*document);
    QCOMPARE(nameOf(*document, joined.cpuOp[0]), std::string_view("aten::addmm"));
    QCOMPARE(nameOf(*document, joined.cpuOp[1]), std::string_view("aten::add"));
    QCOMPARE(nameOf(*document, joined.cpuOp[2]), std::string_view("nothing"));
}

void tst_AscendTimeline::withoutTheRuntime()
{
    const auto document = read(write(QStringLiteral("trace_view.json"), timeline(false)));
    QCOMPARE(nameOf(*document, document->kernels.launch[0]), std::string_view("enqueue"));
    QCOMPARE(nameOf(*document, joinLaunches(*document).cpuOp[0]), std::string_view("aten::addmm"));
}

void tst_AscendTimeline::tableAndTimeline()
{
    write(QStringLiteral("trace_view.json"), timeline(true));
    const auto document = read(write(QStringLiteral("kernel_details.csv"), kTable));
    QCOMPARE(document->kernels.size(), 3u); // device work comes only from the table
    QCOMPARE(document->text(document->kernels.name[0]), std::string_view("MatMulV2"));
    QCOMPARE(nameOf(*document, document->kernels.launch[0]), std::string_view("Node@launch"));
    QCOMPARE(nameOf(*document, document->kernels.launch[1]), std::string_view("aten::add")); // start times differ by 1 ns
    const LaunchJoin joined = joinLaunches(*document);
    QCOMPARE(nameOf(*document, joined.cpuOp[0]), std::string_view("aten::addmm"));
    QCOMPARE(document->diagnostics.count("timeline_joined"), std::uint64_t{1});
    QCOMPARE(document->zero(), 1000000); // the host starts first
}

void tst_AscendTimeline::lowestLevelGetsItsStreams()
{
    write(QStringLiteral("trace_view.json"), timeline(true));
    const auto document = read(write(QStringLiteral("kernel_details.csv"),
        "Name,Type,Accelerator Core,Start Time(us),Duration(us)\nmm,N/A,N/A,1060.123\t,4.500\n"));
    QCOMPARE(document->streams[0].number, 2);
}

void tst_AscendTimeline::damagedTimeline()
{
    write(QStringLiteral("trace_view.json"), "no JSON");
    const auto document = read(write(QStringLiteral("kernel_details.csv"), kTable));
    QCOMPARE(document->kernels.size(), 3u);
    QCOMPARE(document->diagnostics.count("timeline_not_read"), std::uint64_t{1});
}

void tst_AscendTimeline::recordedColumns()
{
    const auto document = read(write(QStringLiteral("kernel_details.csv"), kTable));
    const auto args = readEventArgs(*document, document->kernels.event[0]);
    QVERIFY(args.has_value());
    const auto value = [&](std::string_view key) {
        const auto it = std::find_if(args->begin(), args->end(), [&](const auto &arg) { return arg.first == key; });
        return it == args->end() ? std::string("nothing") : it->second;
    };
    QCOMPARE(value("Start Time(us)"), std::string("1060.123"));
    QCOMPARE(value("Type"), std::string("\"MatMulV2\""));
    QCOMPARE(value("Input Shapes"), std::string("\"16,8;8,4\""));
    QVERIFY(readEventArgs(*document, document->kernels.event[1]).has_value());
}

void tst_AscendTimeline::arrowsInAnyOrder()
{
    QByteArray text = timeline(true);
    QList<QByteArray> events = text.mid(1, text.size() - 2).split('\n');
    for (QByteArray &event : events)
        if (event.endsWith(','))
            event.chop(1);
    std::reverse(events.begin(), events.end());
    const auto document = read(write(QStringLiteral("trace_view.json"), QByteArray("[" + events.join(",\n") + "]")));
    QCOMPARE(nameOf(*document, document->kernels.launch[0]), std::string_view("Node@launch"));
    QCOMPARE(nameOf(*document, joinLaunches(*document).cpuOp[0]), std::string_view("aten::addmm"));
}

void tst_AscendTimeline::manyStreamsAtOneTime()
{
    std::mt19937 random(7);
    std::set<std::pair<std::int64_t, int>> work; // (ns, stream)
    while (work.size() < 60)
        work.insert({1'000'000 + static_cast<std::int64_t>(random() % 50), 1 + static_cast<int>(random() % 6)});
    QList<QByteArray> events{named(3, "Ascend Hardware")};
    for (const auto &[start, stream] : work)
        events << span(
            3, stream, "k", QByteArray("1000." + QByteArray::number(start % 1000).rightJustified(3, '0')).constData(), "0.001");
    const QString path = write(QStringLiteral("trace_view.json"), QByteArray("[" + events.join(",\n") + "]"));
    auto timeline = AscendTimeline::read(path.toStdString(), {}, {});
    QVERIFY(timeline);
    DocumentBuilder builder;
    timeline->addHost(builder);
    for (std::int64_t start = 999'995; start < 1'000'055; ++start) {
        for (int stream = 0; stream < 8; ++stream) {
            std::pair<std::int64_t, int> expected{0, 0};
            std::size_t near = 0;
            for (const auto &place : work) {
                if (std::abs(place.first - start) > 1)
                    continue;
                ++near;
                if (expected.first == 0 && place.second == stream)
                    expected = place;
            }
            for (const auto &place : work)
                if (expected.first == 0 && near == 1 && std::abs(place.first - start) <= 1)
                    expected = place;
            const AscendTimeline::Work *found = timeline->find(start, stream);
            QCOMPARE(found != nullptr, expected.first != 0);
            QCOMPARE(found != nullptr ? found->start : 0, expected.first);
            QCOMPARE(found != nullptr ? found->stream.value_or(0) : 0, std::int64_t{expected.second});
        }
    }
}

void tst_AscendTimeline::innermostOfRandomSpans()
{
    struct Made {
        int start = 0;
        int end = 0;
        bool isOp = false;
    };
    const auto text = [](int microseconds) { return QByteArray(QByteArray::number(microseconds) + ".000"); };
    std::mt19937 random(11);
    std::vector<Made> spans; // distinct starts; spans may overlap
    QList<QByteArray> events{named(1, "Python"), named(3, "Ascend Hardware")};
    for (int i = 0; i < 120; ++i) {
        const int start = 1000 + 2 * i;
        const int length = static_cast<int>(random() % (i % 5 == 0 ? 200 : 20));
        spans.push_back({start, start + length, random() % 3 == 0});
        events << span(1, 1, QByteArray::number(i).constData(), text(start).constData(), QByteArray::number(length).constData(),
            spans.back().isOp ? "cpu_op" : "enqueue");
    }
    for (int time = 990; time < 1300; ++time) {
        const QByteArray id = QByteArray::number(time);
        events << span(3, 2, "k", text(time + 1000).constData(), "0.5")
               << flow("s", "async_npu", id.constData(), 1, 1, text(time).constData())
               << flow("f", "async_npu", id.constData(), 3, 2, text(time + 1000).constData());
    }
    const auto document = read(write(QStringLiteral("trace_view.json"), QByteArray("[" + events.join(",\n") + "]")));
    const std::vector<AscendArrow> arrows = ascendArrows(*document);
    QCOMPARE(arrows.size(), std::size_t{310});
    for (const AscendArrow &arrow : arrows) {
        const auto time = static_cast<int>(arrow.time / 1000) - 1000;
        std::string call = "nothing";
        std::string op = "nothing";
        for (std::size_t i = 0; i < spans.size(); ++i) {
            if (spans[i].start > time || spans[i].end < time)
                continue;
            call = std::to_string(i); // later ones are nested deeper
            op = spans[i].isOp ? call : op;
        }
        QCOMPARE(nameOf(*document, arrow.call), std::string_view(call));
        QCOMPARE(nameOf(*document, arrow.op), std::string_view(op));
    }
}

void tst_AscendTimeline::publicCaptures_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("call"); // part of the calls' names
    QTest::newRow("level 0") << "level0/rank0_ascend_pt"
                             << "";
    QTest::newRow("level 1") << "level1_rank0_ascend_pt"
                             << "Node@launch";
}

void tst_AscendTimeline::publicCaptures()
{
    QFETCH(QString, folder);
    QFETCH(QString, call);
    const QString path = QStringLiteral(LAMELLA_SHARED_TRACES "/ascend/") + folder;
    LAMELLA_NEED_SHARED(path);
    const auto document = read(path);
    QCOMPARE(document->kernels.size(), 191u);
    std::size_t launched = 0;
    bool named = call.isEmpty();
    for (const EventId launch : document->kernels.launch) {
        launched += launch.valid() ? 1 : 0;
        named = named || nameOf(*document, launch) == call.toStdString();
    }
    QVERIFY2(launched >= 180, qPrintable(QString::number(launched))); // a few have no arrow from Python; level 0 has no other
    QVERIFY(named);
    const LaunchJoin joined = joinLaunches(*document);
    const auto ops = std::count_if(joined.cpuOp.begin(), joined.cpuOp.end(), [](EventId op) { return op.valid(); });
    QVERIFY(ops > 150);
}

LAMELLA_TEST(tst_AscendTimeline)
#include "tst_AscendTimeline.moc"
