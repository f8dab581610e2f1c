// SPDX-License-Identifier: GPL-3.0-or-later
// What the importer makes of events: tracks, devices, launches, sparse args, bounds, metadata, event text.
#include "core/import/EventTextReader.h"
#include "tests/support/DocumentText.h"
#include "tests/support/Gzip.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QTest>

#include <set>

using namespace lamella::core;
using namespace lamella::test;

namespace {

std::string kernel(const std::string &ts, int correlation, const std::string &extra = {})
{
    return quoted("{'ph':'X','cat':'kernel','name':'k','pid':0,'tid':7,'ts':") + ts
        + quoted(",'dur':1,'args':{'device':0,'stream':7,'correlation':") + std::to_string(correlation) + extra + "}}";
}

std::string launch(const std::string &ts, int correlation, int pid = 42)
{
    return quoted("{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernel','pid':") + std::to_string(pid)
        + quoted(",'tid':42,'ts':") + ts + quoted(",'dur':1,'args':{'correlation':") + std::to_string(correlation) + "}}";
}

} // namespace

class tst_ChromeModel : public QObject {
    Q_OBJECT
private slots:
    void tracks()
    {
        const auto trace = openText(traceObject(kernel("5", 1) + "," + launch("1", 1)
            + quoted(",{'ph':'M','name':'process_name','pid':42,'tid':0,'args':{'name':'py\\u0074hon'}}")
            + quoted(",{'ph':'M','name':'thread_name','pid':'42','tid':'42','args':{'name':'main'}}")
            + quoted(",{'ph':'M','name':'thread_sort_index','pid':42,'tid':42,'args':{'sort_index':-4}}")
            + quoted(
                ",{'ph':'X','cat':'Trace','name':'PyTorch Profiler 0','pid':'Spans','tid':'PyTorch Profiler','ts':0,'dur':9}")
            + quoted(",{'ph':'C','name':'memory','pid':42,'tid':43,'ts':2,'args':{'bytes':1}}")));
        QCOMPARE(trace->tracks.size(), std::size_t(5));
        const Track &gpu = trace->tracks[0];
        QCOMPARE(gpu.kind, TrackKind::GpuStream);
        QCOMPARE(gpu.stream, StreamId{0});
        const Track &main = trace->tracks[1];
        QCOMPARE(main.kind, TrackKind::Cpu);
        QCOMPARE(main.processName, std::string("python"));
        QCOMPARE(main.threadName, std::string("main"));
        QCOMPARE(qint64(main.sortIndex), qint64(-4));
        QCOMPARE(trace->tracks[3].kind, TrackKind::Other); // a span of the profiler itself
        QCOMPARE(trace->tracks[4].kind, TrackKind::Other); // has only a counter
        QCOMPARE(trace->tracks[4].processName, std::string("python"));
    }

    // Tracks without events are kept up to a limit; beyond it a process with events keeps its name.
    void processesWithoutEvents()
    {
        std::string events;
        for (int pid = 0; pid < 66'000; ++pid)
            events += quoted("{'ph':'M','name':'process_name','pid':") + std::to_string(pid)
                + quoted(",'tid':0,'args':{'name':'named ") + std::to_string(pid) + quoted("'}},");
        events += quoted("{'ph':'M','name':'thread_name','pid':65900,'tid':5,'args':{'name':'main'}},"
                         "{'ph':'M','name':'process_labels','pid':65901,'args':{'labels':'x'}},"
                         "{'ph':'X','name':'late','pid':65900,'tid':5,'ts':1,'dur':2}");
        const auto trace = openText(traceObject(events));
        QCOMPARE(trace->tracks.size(), std::size_t{65536 + 2}); // (65900, 5), and one for all others
        QCOMPARE(trace->tracks[65535].processName, std::string("named 65535"));
        const Track &late = trace->tracks[65536];
        QCOMPARE(late.process, std::string("65900"));
        QCOMPARE(late.processName, std::string("named 65900"));
        QCOMPARE(late.threadName, std::string("main"));
        QVERIFY(trace->tracks[65537].processName.empty());
        QCOMPARE(trace->diagnostics.count("unused_names"), std::uint64_t{66'000 - 65'536 - 1 + 1});
        ImportOptions pieces;
        pieces.workers = 3;
        pieces.blockBytes = 4096;
        QVERIFY(documentText(*openText(traceObject(events), pieces)) == documentText(*trace));
    }

    void devicesAndStreams()
    {
        const std::string a = quoted("{'ph':'X','cat':'kernel','name':'k','pid':3,'tid':'stream 20','ts':1,'dur':1}");
        const std::string b = quoted("{'ph':'X','cat':'gpu_memcpy','name':'Memcpy "
                                     "DtoH','pid':99,'tid':98,'ts':2,'dur':1,'args':{'device':1,'stream':4,'bytes':256}}");
        const auto trace = openText(
            quoted("{'deviceProperties':[{'id':0,'name':'No'},{'id':1,'name':'GPU One'}],'traceEvents':[") + a + "," + b + "]}");
        QCOMPARE(trace->devices.size(), std::size_t(2));
        QCOMPARE(qint64(trace->devices[0].number), qint64(1));
        QCOMPARE(trace->devices[0].name, std::string("GPU One"));
        QCOMPARE(qint64(trace->devices[1].number), qint64(3));
        QCOMPARE(qint64(trace->streams[0].number), qint64(4));
        QCOMPARE(qint64(trace->streams[1].number), qint64(20));
        QCOMPARE(trace->deviceOf(KernelId{0}), DeviceId{1});
        QCOMPARE(trace->kernels.kind[1], KernelKind::Memcpy);
        QCOMPARE(qint64(trace->events.sparse(EventId{1}, SparseKey::Bytes).value_or(0)), qint64(256));
    }

    // HIP numbers its streams by their addresses.
    void streamsWithLargeNumbersAndWithoutOne()
    {
        const auto work = [](const char *tid, const std::string &args) {
            return quoted("{'ph':'X','cat':'kernel','name':'k','pid':0,'tid':'") + tid
                + quoted("','ts':1,'dur':1,'args':{'device':0") + args + "}}";
        };
        const auto trace = openText(traceObject(work("copies", "") + "," + work("x", quoted(",'stream':1000000")) + ","
            + work("y", quoted(",'stream':1000001")) + "," + work("fills", "")));
        std::set<std::int64_t> numbers;
        for (const Stream &stream : trace->streams)
            numbers.insert(stream.number);
        QCOMPARE(trace->streams.size(), std::size_t(4));
        QVERIFY(numbers.size() == 4 && numbers.contains(1'000'000) && numbers.contains(1'000'001));
        QCOMPARE(trace->streams[0].track, TrackId{1});
    }

    // Two ranks that see one GPU each, and one that sees two.
    void sameDeviceNumberOfSeveralProcesses()
    {
        const auto work = [](int pid, int device) {
            return lamella::test::quoted("{'ph':'X','cat':'kernel','name':'k','pid':" + std::to_string(pid)
                + ",'tid':7,'ts':1,'dur':1,'args':{'device':" + std::to_string(device) + ",'stream':7}}");
        };
        const auto trace = openText(traceObject(work(31, 0) + "," + work(32, 0) + "," + work(33, 1) + "," + work(33, 0)));
        QCOMPARE(trace->devices.size(), std::size_t(4)); // 0 and 1 keep their numbers
        QCOMPARE(trace->diagnostics.count("renumbered_device"), std::uint64_t{2});
        QCOMPARE(QString::fromStdString(trace->diagnostics.sorted().front().sample),
            QStringLiteral("2 is device 0 of process 32, 3 is device 0 of process 33"));
        const auto alone = openText(traceObject(work(31, 0) + "," + work(33, 1)));
        QCOMPARE(alone->diagnostics.count("renumbered_device"), std::uint64_t{0});
    }

    // ROCm's device numbers do not match the list, but with a single kind of device the name is unambiguous.
    void deviceNameWithoutItsNumber()
    {
        const std::string event = quoted("{'ph':'X','cat':'kernel','name':'k','pid':9,'tid':3,'ts':1,'dur':1}]}");
        const auto oneKind =
            openText(quoted("{'deviceProperties':[{'id':0,'name':'MI'},{'id':1,'name':'MI'}],'traceEvents':[") + event);
        QCOMPARE(oneKind->devices[0].name, std::string("MI"));
        const auto twoKinds =
            openText(quoted("{'deviceProperties':[{'id':0,'name':'MI'},{'id':1,'name':'Other'}],'traceEvents':[") + event);
        QCOMPARE(twoKinds->devices[0].name, std::string());
    }

    void kernelBesideTheRangeOfLaunches_data()
    {
        QTest::addColumn<int>("correlation");
        QTest::addColumn<bool>("found");
        QTest::newRow("one below the smallest launch") << 99 << false;
        QTest::newRow("the smallest") << 100 << true;
        QTest::newRow("the largest") << 101 << true;
        QTest::newRow("one above the largest launch") << 102 << false;
    }
    void kernelBesideTheRangeOfLaunches()
    {
        QFETCH(int, correlation);
        QFETCH(bool, found);
        const std::string launch =
            "{'ph':'X','cat':'cuda_runtime','name':'l','pid':1,'tid':1,'ts':1,'dur':1,'args':{'correlation':";
        const std::string kernel = "{'ph':'X','cat':'kernel','name':'k','pid':0,'tid':7,'ts':5,'dur':1,'args':{'correlation':";
        const auto trace = openText(lamella::test::quoted(
            "{'traceEvents':[" + launch + "100}}," + launch + "101}}," + kernel + std::to_string(correlation) + "}}]}"));
        QCOMPARE(trace->kernels.launch[0].valid(), found);
    }

    void kernelsAreSortedByStartThenFileOrder()
    {
        const auto trace =
            openText(traceObject(kernel("9", 1) + "," + kernel("5", 2) + "," + kernel("5", 3) + "," + kernel("1.001", 4)));
        std::vector<std::uint32_t> events;
        for (const EventId id : trace->kernels.event)
            events.push_back(id.value);
        QCOMPARE(events, (std::vector<std::uint32_t>{3, 1, 2, 0}));
    }

    void launches()
    {
        // Id 1 was used twice: the last call before the kernel. Id 2: only a later call. Id 3: none. Id 0 is not an id.
        const auto trace = openText(traceObject(launch("1", 1) + "," + launch("3", 1) + "," + launch("8", 1) + ","
            + kernel("5", 1) + "," + kernel("6", 2) + "," + launch("7", 2) + "," + kernel("7", 3) + "," + kernel("8", 0)));
        QCOMPARE(trace->kernels.launch[0], EventId{1});
        QCOMPARE(trace->kernels.launch[1], EventId{5});
        QVERIFY(!trace->kernels.launch[2].valid());
        QVERIFY(!trace->kernels.launch[3].valid());
    }

    void launchesWithSparseIds()
    {
        const auto trace = openText(traceObject(launch("1", 2000000000) + "," + launch("1", -5) + "," + kernel("5", -5) + ","
            + kernel("6", 2000000000) + "," + kernel("7", 8)));
        QCOMPARE(trace->kernels.launch[0], EventId{1});
        QCOMPARE(trace->kernels.launch[1], EventId{0});
        QVERIFY(!trace->kernels.launch[2].valid());
    }

    void shapes()
    {
        const auto trace =
            openText(traceObject(kernel("1", 1, quoted(",'grid':[8,2,1],'block':[128,1,1]")) + "," + kernel("2", 2) + ","
                + kernel("3", 3, quoted(",'grid':[8,2,1],'block':[128,1,1]")) + "," + kernel("4", 4, quoted(",'grid':'large'"))));
        QCOMPARE(trace->kernels.shapes.size(), std::size_t(1));
        QCOMPARE(trace->kernels.shapes[0].grid[1], 2u);
        QCOMPARE(trace->kernels.shape[0], ShapeId{0});
        QVERIFY(!trace->kernels.shape[1].valid());
        QCOMPARE(trace->kernels.shape[2], ShapeId{0});
        QVERIFY(!trace->kernels.shape[3].valid());
    }

    void sparseArgs()
    {
        const auto trace = openText(
            traceObject(quoted("{'ph':'X','cat':'cpu_op','name':'aten::mm','pid':1,'tid':1,'ts':1,'dur':1,'args':{'External "
                               "id':77,'Sequence number':5,'Input Dims':[[2, 3],[]],'Input type':['c10::Half','']}}")
                + quoted(",{'ph':'s','id':12,'pid':1,'tid':1,'ts':1,'name':'f'},{'ph':'f','id':'0xab','pid':1,'tid':1,'ts':1,'"
                         "name':'f'}")));
        QCOMPARE(qint64(*trace->events.sparse(EventId{0}, SparseKey::ExternalId)), qint64(77));
        QCOMPARE(qint64(*trace->events.sparse(EventId{0}, SparseKey::Sequence)), qint64(5));
        const auto text = [&](std::uint32_t event, SparseKey key) {
            return std::string(trace->text(StringId{static_cast<std::uint32_t>(*trace->events.sparse(EventId{event}, key))}));
        };
        QCOMPARE(text(0, SparseKey::InputDims), std::string("[[2, 3],[]]"));
        QCOMPARE(text(0, SparseKey::InputTypes), (quoted("['c10::Half','']")));
        QCOMPARE(qint64(*trace->events.sparse(EventId{1}, SparseKey::FlowId)), qint64(12));
        QCOMPARE(text(2, SparseKey::FlowId), std::string("0xab"));
        QVERIFY(!trace->events.sparse(EventId{1}, SparseKey::Correlation));
    }

    void valuesOfInputsAndCountsOfInductor()
    {
        const auto trace = openText(traceObject(quoted(
            "{'ph':'X','cat':'cpu_op','name':'triton_poi_0','pid':1,'tid':1,'ts':1,'dur':1,'args':{'Concrete Inputs':['','[2, "
            "2]'],'kernel_flop':1.5e3,'kernel_num_gb':0.000002}},{'ph':'X','cat':'cpu_op','name':'x','pid':1,'tid':1,'ts':2,"
            "'dur':1,'args':{'kernel_flop':-1,'kernel_num_gb':'much'}}")));
        QCOMPARE(std::string(trace->text(
                     StringId{static_cast<std::uint32_t>(*trace->events.sparse(EventId{0}, SparseKey::ConcreteInputs))})),
            (quoted("['','[2, 2]']")));
        QCOMPARE(qint64(*trace->events.sparse(EventId{0}, SparseKey::Flops)), qint64(1500));
        QCOMPARE(qint64(*trace->events.sparse(EventId{0}, SparseKey::Bytes)), qint64(2000));
        QVERIFY(!trace->events.sparse(EventId{1}, SparseKey::Flops));
        QVERIFY(!trace->events.sparse(EventId{1}, SparseKey::Bytes));
    }

    // Only strides of tensors that repeat their elements tell more than the shapes.
    void stridesOfExpandedTensors()
    {
        const auto op = [](const char *strides) {
            return lamella::test::quoted(
                std::string("{'ph':'X','cat':'cpu_op','name':'aten::add','pid':1,'tid':1,'ts':1,'dur':1,'args':{"
                            "'Input Dims':[[10,20],[]],'Input Strides':")
                + strides + "}}");
        };
        const auto trace = openText(traceObject(op("[[20, 1],[]]") + "," + op("[[0, 1],[]]") + "," + op("[[1,0],[]]") + ","
            + op("[[100,10],[]]") + "," + op("[[0],0]")));
        const auto has = [&](std::uint32_t event) { return trace->events.sparse(EventId{event}, SparseKey::InputStrides); };
        QVERIFY(!has(0));
        QVERIFY(has(1));
        QCOMPARE(std::string(trace->text(StringId{static_cast<std::uint32_t>(*has(1))})), std::string("[[0, 1],[]]"));
        QVERIFY(has(2));
        QVERIFY(!has(3));
        QVERIFY(has(4));
    }

    void collectivesKeepGroupSequenceAndSize()
    {
        const char *args = "'args':{'Process Group Name':'tp:0','Seq':41,'In msg nelems':4096}}";
        const auto trace = openText(
            traceObject(lamella::test::quoted(std::string("{'ph':'X','cat':'kernel','name':'nccl','pid':0,'tid':7,'ts':1,"
                                                          "'dur':1,")
                + args + ",{'ph':'X','cat':'cpu_op','name':'record_param_comms','pid':9,'tid':1,'ts':1,'dur':1," + args
                + ",{'ph':'X','cat':'kernel','name':'nccl','pid':0,'tid':7,'ts':4,'dur':1,'args':{'Process Group Name':{'a':1},"
                  "'Seq':[]}}")));
        const auto value = [&](std::uint32_t event, SparseKey key) { return trace->events.sparse(EventId{event}, key); };
        const auto group = value(0, SparseKey::CollectiveGroup);
        QVERIFY(group.has_value());
        QCOMPARE(std::string(trace->text(StringId(static_cast<std::uint32_t>(*group)))), std::string("tp:0"));
        QCOMPARE(qint64(value(0, SparseKey::CollectiveSequence).value_or(-1)), qint64(41));
        QCOMPARE(qint64(value(0, SparseKey::CollectiveElements).value_or(-1)), qint64(4096));
        QVERIFY(!value(1, SparseKey::CollectiveGroup)); // host work has no collective group
        QVERIFY(!value(2, SparseKey::CollectiveGroup));
        QVERIFY(!value(2, SparseKey::CollectiveSequence));
        QCOMPARE(trace->kernels.size(), 2u); // unusual args lose no event
    }

    void collectivesOfOperatorsAreKept()
    {
        const char *args =
            "'args':{'Collective name':'_allgather_base','In msg nelems':5,'Out msg nelems':10,'dtype':'Half','Group "
            "size':2,'Process Group Ranks':";
        const auto trace = openText(traceObject(lamella::test::quoted(
            std::string("{'ph':'X','cat':'cpu_op','name':'record_param_comms','pid':9,'tid':1,'ts':1,'dur':1,") + args
            + "'[0, 1]'}},{'ph':'X','cat':'kernel','name':'nccl','pid':0,'tid':7,'ts':4,'dur':1," + args + "[0, 1]}}")));
        for (const std::uint32_t event : {0u, 1u}) {
            const auto value = [&](SparseKey key) { return trace->events.sparse(EventId{event}, key).value_or(-1); };
            const auto text = [&](SparseKey key) {
                return std::string(trace->text(StringId(static_cast<std::uint32_t>(value(key)))));
            };
            QCOMPARE(text(SparseKey::CollectiveName), std::string("_allgather_base"));
            QCOMPARE(text(SparseKey::CollectiveType), std::string("Half"));
            QCOMPARE(text(SparseKey::CollectiveRanks), std::string("[0, 1]"));
            QCOMPARE(qint64(value(SparseKey::CollectiveElements)), qint64(5));
            QCOMPARE(qint64(value(SparseKey::CollectiveOutElements)), qint64(10));
            QCOMPARE(qint64(value(SparseKey::CollectiveGroupSize)), qint64(2));
        }
    }

    void namesAreUnescaped()
    {
        const auto trace =
            openText(traceObject(quoted("{'ph':'X','name':'a\\'b\\\\c\\/\\u00e9\\ud83d\\ude00','pid':1,'tid':1,'ts':1,'dur':1}")
                + quoted(",{'ph':'X','name':'x\\u0041','pid':1,'tid':1,'ts':1,'dur':1},{'ph':'X','name':'xA','pid':1,'tid':1,'ts'"
                         ":1,'dur':1}")));
        QCOMPARE(std::string(trace->text(trace->events.row(EventId{0}).name)), std::string("a\"b\\c/\xC3\xA9\xF0\x9F\x98\x80"));
        QCOMPARE(trace->events.row(EventId{1}).name, trace->events.row(EventId{2}).name);
    }

    void metadata()
    {
        const auto trace = openText(quoted("{'schemaVersion':1,'deviceProperties':[],'cuda_runtime_version':12080,'"
                                           "baseTimeNanoseconds':1767189312000000000,")
            + quoted("'distributedInfo':{'rank':2,'world_size':8},'traceEvents':[{'ph':'X','cat':'python_function','name':'"
                     "sglang/srt/x.py(1): f','pid':1,'tid':1,'ts':1,'dur':1}],'traceName':'t'}"));
        QCOMPARE(trace->metadata.format, std::string("Chrome JSON (object)"));
        QCOMPARE(trace->metadata.producer, std::string("SGLang, PyTorch Kineto, CUDA 12.8"));
        QCOMPARE(trace->metadata.rank.value_or(-1), 2);
        QCOMPARE(trace->metadata.worldSize.value_or(-1), 8);
        QCOMPARE(qint64(trace->metadata.baseTimeNs.value_or(0)), qint64(1767189312000000000));
        QCOMPARE(trace->metadata.other.front().first, std::string("schemaVersion"));
        QCOMPARE(trace->metadata.other.back(), (std::pair<std::string, std::string>("traceName", "\"t\"")));
    }

    void eventText_data()
    {
        QTest::addColumn<bool>("compressed");
        QTest::newRow("plain") << false;
        QTest::newRow("gzip") << true;
    }
    void eventText()
    {
        QFETCH(bool, compressed);
        const std::string second = quoted(
            "{'ph':'X','name':'b','pid':1,'tid':1,'ts':1,'dur':1,'args':{'a\\u0062':'x, y','n':1.50,'o':{'p':[1,2]},'nan':NaN}}");
        const std::string text = traceObject(kernel("1", 1) + " ,\n " + second + " , " + kernel("2", 2));
        TraceText file(compressed ? gzipped(text) : text);
        const auto trace = *file.open();
        QCOMPARE(*readEventText(*trace, EventId{1}), second);
        const auto args = readEventArgs(*trace, EventId{1});
        QVERIFY(args);
        using Pairs = std::vector<std::pair<std::string, std::string>>;
        QCOMPARE(*args, (Pairs{{"ab", "\"x, y\""}, {"n", "1.50"}, {"o", quoted("{'p':[1,2]}")}, {"nan", "NaN"}}));
        QCOMPARE(readEventText(*trace, EventId{3}).error().code, ErrorCode::BadRequest);
        QCOMPARE(readEventText(*trace, EventId{}).error().code, ErrorCode::BadRequest);
        file.write(compressed ? gzipped(text + " ") : text + " ");
        QCOMPARE(readEventText(*trace, EventId{1}).error().code, ErrorCode::Io);
        QVERIFY(readEventText(*trace, EventId{1}).error().detail.english().find("changed") != std::string::npos);
        QVERIFY(QFile::remove(QString::fromStdString(file.path())));
        QCOMPARE(readEventArgs(*trace, EventId{1}).error().code, ErrorCode::Io);
    }
};

LAMELLA_TEST(tst_ChromeModel)
#include "tst_ChromeModel.moc"
