// SPDX-License-Identifier: GPL-3.0-or-later
// Traces whose events have no category: device work is recognised by the names of processes and threads.
#include "core/import/ImporterRegistry.h"
#include "tests/support/TestMain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella::core;

namespace {

QByteArray process(int pid, const char *name)
{
    return QByteArray(R"({"ph":"M","name":"process_name","pid":)") + QByteArray::number(pid) + R"(,"args":{"name":")" + name
        + R"("}})";
}

QByteArray threadNamed(int pid, int tid, const char *name)
{
    return QByteArray(R"({"ph":"M","name":"thread_name","pid":)") + QByteArray::number(pid) + R"(,"tid":)"
        + QByteArray::number(tid) + R"(,"args":{"name":")" + name + R"("}})";
}

QByteArray span(int pid, int tid, const char *name, int start, int duration)
{
    return QByteArray(R"({"ph":"X","name":")") + name + R"(","pid":)" + QByteArray::number(pid) + R"(,"tid":)"
        + QByteArray::number(tid) + R"(,"ts":)" + QByteArray::number(start) + R"(,"dur":)" + QByteArray::number(duration) + "}";
}

QByteArray traceOf(const QList<QByteArray> &events)
{
    return "{\"traceEvents\":[" + events.join(",\n") + "]}";
}

} // namespace

class tst_DeviceTracks : public QObject {
    Q_OBJECT
private slots:
    void xlaLinesAreStreams();
    void sparseCoresAreStreamsOfTheirDevice();
    void callsOfXlaLaunchItsKernels();
    void loopsAreNoWork();
    void roundingMakesNoLoop();
    void namesMayComeLast();
    void ascendWaitsAreNoWork();
    void ascendCollectivesHoldTheirTransfers();
    void collectivesBesideLargeStreams();
    void collectivesOfSeveralBoardsAreNoWork();
    void convertedNsightStreams();
    void tensorFlowRepeatsItsStreams();
    void devicesOfTasksAreNotOne();
    void workOfTracksInPairs();
    void workersAndBlocksNeverMatter();

private:
    std::shared_ptr<const TraceDocument> read(const QList<QByteArray> &events, const ImportOptions &options = {})
    {
        QFile file(m_dir.filePath(QStringLiteral("trace.json")));
        if (!file.open(QIODevice::WriteOnly) || file.write(traceOf(events)) < 0)
            qFatal("cannot write");
        file.close();
        auto document = openTrace(file.fileName().toStdString(), options, {});
        if (!document)
            qFatal("%s", document.error().message().c_str());
        return *document;
    }
    static QStringList names(const TraceDocument &document)
    {
        QStringList list;
        for (const StringId id : document.kernels.name)
            list << QString::fromStdString(std::string(document.text(id)));
        return list;
    }

    static std::uint64_t diagnosticCount(const TraceDocument &document, std::string_view id)
    {
        for (const Diagnostic &diagnostic : document.diagnostics.sorted())
            if (diagnostic.kind->id == id)
                return diagnostic.count;
        return 0;
    }

    QTemporaryDir m_dir;
};

void tst_DeviceTracks::xlaLinesAreStreams()
{
    const auto document = read({process(3, "/device:TPU:1"), threadNamed(3, 2, "XLA Modules"), threadNamed(3, 3, "XLA Ops"),
        threadNamed(3, 4, "Async XLA Ops"), threadNamed(3, 0, "_counters_"), process(701, "/host:CPU"),
        span(3, 2, "jit_step(1)", 0, 100), span(3, 3, "fusion.1", 0, 50), span(3, 4, "copy-start.1", 10, 80),
        span(3, 0, "P state", 0, 1), span(701, 9, "python", 0, 5)});
    QCOMPARE(names(*document), (QStringList{QStringLiteral("fusion.1"), QStringLiteral("copy-start.1")}));
    QCOMPARE(document->devices.size(), std::size_t{1});
    QCOMPARE(document->devices[0].number, 1);
    QCOMPARE(document->streams.size(), std::size_t{2});
    QCOMPARE(document->streams[0].number, 3);
    QCOMPARE(document->streams[1].number, 4);
    // Spans about the work stay, with a category that says what they are.
    QCOMPARE(document->text(document->events.row(EventId{6}).category), std::string_view("xla_module"));
    QCOMPARE(document->text(document->events.row(EventId{7}).category), std::string_view("xla_op"));
}

void tst_DeviceTracks::sparseCoresAreStreamsOfTheirDevice()
{
    const auto document = read({process(3, "/device:TPU:0"), threadNamed(3, 2, "XLA Ops"), process(4, "/device:TPU:1"),
        threadNamed(4, 2, "XLA Ops"), process(5, "/device:TPU:0 SparseCore 0"), threadNamed(5, 2, "Sparse Core Ops"),
        threadNamed(5, 1, "Sparse Core Modules"), process(6, "/device:TPU:0 SparseCore 1"), threadNamed(6, 2, "XLA Ops"),
        span(3, 2, "a", 0, 5), span(4, 2, "b", 1, 5), span(5, 1, "jit_f", 2, 9), span(5, 2, "while", 2, 9), span(5, 2, "c", 2, 3),
        span(5, 2, "d", 5, 3), span(6, 2, "e", 3, 5)});
    QCOMPARE(names(*document), (QStringList{QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c"), QStringLiteral("e"),
                                   QStringLiteral("d")}));
    QList<std::pair<qint64, qint64>> places; // device, stream
    for (std::uint32_t k = 0; k < document->kernels.size(); ++k) {
        const Stream &stream = document->streams[document->kernels.stream[k].value];
        places << std::pair<qint64, qint64>(document->devices[stream.device.value].number, stream.number);
    }
    QCOMPARE(places, (QList<std::pair<qint64, qint64>>{{0, 2}, {1, 2}, {0, 1'000'000}, {0, 1'000'004}, {0, 1'000'000}}));
}

// The Chrome export of the XLA profiler writes all args as texts.
void tst_DeviceTracks::callsOfXlaLaunchItsKernels()
{
    const auto with = [](QByteArray span, const char *args) -> QByteArray {
        span.chop(1);
        return span + R"(,"args":{)" + args + "}}";
    };
    const auto document = read({process(3, "/device:GPU:1"), threadNamed(3, 16, "Stream #16(Kernel)"), process(701, "/host:CPU"),
        with(span(3, 16, "gemm", 20, 5), R"("correlation_id":"22","kernel_details":"regs:32\ngrid:8,32,1\nblock:256,2,1")"),
        with(span(3, 16, "norm", 30, 5), R"("correlation_id":"23","kernel_details":" grid:4,1,1 block:64,1,1 private_mem:0")"),
        with(span(701, 9, "hipModuleLaunchKernel", 2, 5), R"("correlation_id":"22")"),
        with(span(701, 9, "cuLaunchKernel", 8, 5), R"("correlation_id":"23")"), span(701, 9, "python", 0, 50)});
    const KernelTable &kernels = document->kernels;
    QCOMPARE(names(*document), (QStringList{QStringLiteral("gemm"), QStringLiteral("norm")}));
    QCOMPARE(kernels.launch[0], EventId{5});
    QCOMPARE(kernels.launch[1], EventId{6});
    QCOMPARE(document->text(document->events.row(EventId{5}).category), std::string_view("cuda_runtime"));
    QCOMPARE(document->text(document->events.row(EventId{6}).category), std::string_view("cuda_driver"));
    QCOMPARE(kernels.shapes[kernels.shape[0].value].grid, (std::array<std::uint32_t, 3>{8, 32, 1}));
    QCOMPARE(kernels.shapes[kernels.shape[0].value].block, (std::array<std::uint32_t, 3>{256, 2, 1}));
    QCOMPARE(kernels.shapes[kernels.shape[1].value].grid, (std::array<std::uint32_t, 3>{4, 1, 1}));
}

void tst_DeviceTracks::loopsAreNoWork()
{
    const auto document = read(
        {process(3, "/device:TPU:0"), threadNamed(3, 3, "XLA Ops"), span(3, 3, "while.1", 0, 100), span(3, 3, "fusion.1", 0, 40),
            span(3, 3, "conditional.2", 40, 60), span(3, 3, "fusion.2", 45, 55), span(3, 3, "copy", 100, 5)});
    QCOMPARE(names(*document), (QStringList{QStringLiteral("fusion.1"), QStringLiteral("fusion.2"), QStringLiteral("copy")}));
}

// 0.6 to 101.1 ns and 101.1 to 101.7 ns: after rounding the second is inside the first.
void tst_DeviceTracks::roundingMakesNoLoop()
{
    const auto exact = [](const char *name, const char *start, const char *duration) -> QByteArray {
        return QByteArray(R"({"ph":"X","name":")") + name + R"(","pid":3,"tid":3,"ts":)" + start + R"(,"dur":)" + duration + "}";
    };
    const auto document = read({process(3, "/device:TPU:0"), threadNamed(3, 3, "XLA Ops"), exact("matmul", "5000.0006", "0.1005"),
        exact("copy-start", "5000.1011", "0.0006"), exact("while", "5001.000000", "3.0"), exact("fusion", "5002.0000001", "1")});
    QCOMPARE(names(*document), (QStringList{QStringLiteral("matmul"), QStringLiteral("copy-start"), QStringLiteral("fusion")}));
    QCOMPARE(document->diagnostics.count("container_operation"), std::uint64_t{1});
}

void tst_DeviceTracks::namesMayComeLast()
{
    const auto document = read({span(3, 3, "fusion.1", 0, 40), threadNamed(3, 3, "XLA Ops"), process(3, "/device:GPU:0"),
        threadNamed(3, 3, "Stream #7(Compute)")});
    QCOMPARE(names(*document), QStringList{QStringLiteral("fusion.1")});
    QCOMPARE(document->streams[0].number, 7);
}

void tst_DeviceTracks::ascendWaitsAreNoWork()
{
    const auto document =
        read({process(800, "Ascend Hardware"), threadNamed(800, 2, "Stream 2"), span(800, 2, "aclnnMatmul", 0, 40),
            span(800, 2, "EVENT_WAIT", 40, 40), span(800, 2, "Notify Wait", 90, 40), span(800, 2, "MEMCPY_ASYNC", 140, 3)});
    QCOMPARE(names(*document), (QStringList{QStringLiteral("aclnnMatmul"), QStringLiteral("MEMCPY_ASYNC")}));
    QCOMPARE(document->events.size(), 6u);
    QCOMPARE(diagnosticCount(*document, "device_wait"), std::uint64_t{2});
}

// The collective lasts from 10 to 110 µs; a transfer before it is work, those in it are its own.
void tst_DeviceTracks::ascendCollectivesHoldTheirTransfers()
{
    for (const char *name : {"HCCL", "Communication"}) {
        const auto document = read({process(800, "Ascend Hardware"), threadNamed(800, 2, "Stream 2"), process(900, name),
            threadNamed(900, 0, "Group 0 Communication"), threadNamed(900, 1, "Plane 1"), span(800, 2, "SDMA", 0, 5),
            span(900, 0, "hcom_allReduce__1_0", 10, 100), span(900, 1, "Memcpy", 12, 5), span(800, 2, "SDMA", 12, 5),
            span(800, 2, "SDMA", 100, 10), span(800, 2, "aclnnMatmul", 50, 20), threadNamed(900, 8, "Group 1 Communication"),
            span(900, 8, "hcom_send__2_0", 90, 15)});
        QCOMPARE(names(*document),
            (QStringList{QStringLiteral("SDMA"), QStringLiteral("hcom_allReduce__1_0"), QStringLiteral("aclnnMatmul"),
                QStringLiteral("hcom_send__2_0")}));
        QCOMPARE(document->devices.size(), std::size_t{1});
        QCOMPARE(document->streams.size(), std::size_t{3});
        QCOMPARE(diagnosticCount(*document, "collective_part"), std::uint64_t{2});
    }
}

void tst_DeviceTracks::collectivesBesideLargeStreams()
{
    const auto document = read({process(800, "Ascend Hardware"), threadNamed(800, 1'000'000, "Stream 1000000"),
        process(900, "HCCL"), threadNamed(900, 0, "Group 0 Communication"), span(800, 1'000'000, "aclnnMatmul", 50, 20),
        span(900, 0, "hcom_allReduce__1_0", 10, 100)});
    QCOMPARE(document->streams.size(), std::size_t{2});
    QCOMPARE(document->streams[0].number, 1'000'000);
}

// Nothing says on which of the boards it ran.
void tst_DeviceTracks::collectivesOfSeveralBoardsAreNoWork()
{
    const auto document = read({process(800, "Ascend Hardware"), threadNamed(800, 2, "Stream 2"), process(801, "Ascend Hardware"),
        threadNamed(801, 2, "Stream 2"), process(900, "HCCL"), threadNamed(900, 0, "Group 0 Communication"),
        span(800, 2, "SDMA", 12, 5), span(801, 2, "aclnnMatmul", 50, 20), span(900, 0, "hcom_allReduce__1_0", 10, 100)});
    QCOMPARE(names(*document), (QStringList{QStringLiteral("SDMA"), QStringLiteral("aclnnMatmul")}));
}

void tst_DeviceTracks::convertedNsightStreams()
{
    const auto document =
        read({QByteArray(R"({"ph":"X","name":"gemm","cat":"cuda","pid":"Device 1","tid":"Stream 7","ts":1.5,"dur":2})"),
            QByteArray(
                R"({"ph":"X","name":"call","cat":"cuda_api","pid":"Device 1","tid":"CUDA API Thread 5","ts":1,"dur":2})")});
    QCOMPARE(names(*document), QStringList{QStringLiteral("gemm")});
    QCOMPARE(document->devices[0].number, 1);
    QCOMPARE(document->streams[0].number, 7);
}

void tst_DeviceTracks::tensorFlowRepeatsItsStreams()
{
    const auto document = read({process(1, "/job:localhost/replica:0/task:0/gpu:0 Compute"),
        process(5, "/gpu:0/stream:all Compute"), process(7, "/gpu:0/stream:12 Compute"), process(9, "/gpu:0/memcpy Compute"),
        process(11, "/gpu:0/stream:13 Compute"), process(12, "/gpu:0/stream:13 Tensors"), span(1, 0, "MatMul", 0, 3),
        span(5, 0, "MatMul", 10, 20), span(7, 0, "MatMul", 10, 20), span(9, 0, "MEMCPYHtoD", 4, 2),
        span(11, 0, "MEMCPYHtoD", 4, 2), span(9, 0, "MEMCPYDtoH", 50, 1), span(12, 0, "MatMul:0", 10, 90),
        // Twice on its stream and once on the stream of all; only on the stream of all.
        span(5, 0, "Relu", 30, 1), span(7, 0, "Relu", 30, 1), span(7, 1, "Relu", 30, 1), span(5, 0, "Sum", 40, 1)});
    QCOMPARE(names(*document),
        (QStringList{QStringLiteral("MEMCPYHtoD"), QStringLiteral("MatMul"), QStringLiteral("Relu"), QStringLiteral("Relu"),
            QStringLiteral("Sum"), QStringLiteral("MEMCPYDtoH")}));
    QCOMPARE(document->diagnostics.count("repeated_work"), std::uint64_t{3});
    QCOMPARE(document->devices.size(), std::size_t{1});
    QVERIFY(document->kernels.kind[0] == KernelKind::Memcpy);
    QVERIFY(document->kernels.kind[1] == KernelKind::Kernel);
    QVERIFY(document->kernels.kind[5] == KernelKind::Memcpy);
    QCOMPARE(document->streams[StreamId(document->kernels.stream[0]).value].number, 13);
    QCOMPARE(document->streams[StreamId(document->kernels.stream[1]).value].number, 12);
}

void tst_DeviceTracks::devicesOfTasksAreNotOne()
{
    const auto document = read({process(1, "/job:worker/task:0/device:GPU:0/stream:7 Compute"),
        process(2, "/job:worker/task:1/device:GPU:0/stream:7 Compute"),
        process(3, "/job:worker/task:0/device:GPU:1/stream:7 Compute"),
        process(4, "/job:worker/task:0/device:GPU:0/stream:7 Compute"), // the same stream in another step
        span(1, 0, "MatMul", 0, 3), span(2, 0, "MatMul", 0, 3), span(3, 0, "MatMul", 0, 3), span(4, 0, "MatMul", 9, 3)});
    QCOMPARE(document->kernels.size(), 4u);
    QCOMPARE(document->devices.size(), std::size_t{3});
    QCOMPARE(document->streams.size(), std::size_t{3});
    QVERIFY(document->kernels.stream[0] == document->kernels.stream[3]);
}

void tst_DeviceTracks::workOfTracksInPairs()
{
    const auto edge = [](char phase, const char *name, int time) -> QByteArray {
        return QByteArray(R"({"ph":")") + phase + R"(","name":")" + name + R"(","pid":3,"tid":3,"ts":)" + QByteArray::number(time)
            + "}";
    };
    const auto document = read({process(3, "/device:TPU:0"), threadNamed(3, 3, "XLA Ops"), edge('B', "fusion", 0),
        edge('E', "fusion", 40), edge('B', "copy", 50), span(3, 3, "last", 60, 10)});
    QCOMPARE(names(*document), (QStringList{QStringLiteral("fusion"), QStringLiteral("last")}));
    QCOMPARE(document->kernels.duration[0], std::int64_t{40'000});
    QCOMPARE(document->diagnostics.count("unclosed_work"), std::uint64_t{1});
    QCOMPARE(document->diagnostics.count("unclosed_begin"), std::uint64_t{1});
}

void tst_DeviceTracks::workersAndBlocksNeverMatter()
{
    QList<QByteArray> events{process(3, "/device:TPU:0"), threadNamed(3, 3, "XLA Ops")};
    for (int i = 0; i < 3000; ++i)
        events << span(3, 3, i % 10 == 0 ? "while" : "fusion", i * 10, i % 10 == 0 ? 99 : 9);
    ImportOptions one;
    one.workers = 1;
    ImportOptions four;
    four.workers = 4;
    four.blockBytes = 4096;
    const auto a = read(events, one);
    const auto b = read(events, four);
    QVERIFY(a->kernels.size() > 2000);
    QCOMPARE(a->kernels.start, b->kernels.start);
    QVERIFY(a->kernels.name == b->kernels.name);
    QVERIFY(a->kernels.stream == b->kernels.stream);
}

LAMELLA_TEST(tst_DeviceTracks)
#include "tst_DeviceTracks.moc"
