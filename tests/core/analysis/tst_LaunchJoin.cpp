// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/LaunchJoin.h"
#include "tests/support/TestMain.h"

#include <QtTest>

using namespace lamella::core;

namespace {

// Builds a document: events in any order, and kernels that refer to them.
class Sketch {
public:
    TraceDocument document;

    Sketch()
    {
        m_chunks.emplace_back();
        addTrack("1");
    }
    TrackId addTrack(const char *process)
    {
        Track track;
        track.process = process;
        document.tracks.push_back(track);
        return TrackId(static_cast<std::uint32_t>(document.tracks.size() - 1));
    }
    void nextChunk() { m_chunks.emplace_back(); }
    EventId event(const char *category, const char *name, std::int64_t start, std::int64_t duration, TrackId track = TrackId(0))
    {
        EventChunk &chunk = m_chunks.back();
        chunk.start.push_back(start);
        chunk.duration.push_back(duration);
        chunk.name.push_back(document.strings.intern(name));
        chunk.category.push_back(document.strings.intern(category));
        chunk.track.push_back(track);
        chunk.offset.push_back(0);
        chunk.length.push_back(0);
        chunk.phase.push_back('X');
        return EventId(m_events++);
    }
    void set(SparseKey key, std::int64_t value)
    {
        SparseColumn &column = m_chunks.back().sparse[static_cast<std::size_t>(key)];
        column.rows.push_back(m_chunks.back().size() - 1);
        column.values.push_back(value);
    }
    StringId dims(const char *text)
    {
        const StringId id = document.strings.intern(text);
        set(SparseKey::InputDims, id.value);
        return id;
    }
    void kernel(EventId event, EventId launch)
    {
        KernelTable &kernels = document.kernels;
        kernels.start.push_back(0);
        kernels.duration.push_back(1);
        kernels.name.push_back({});
        kernels.event.push_back(event);
        kernels.stream.push_back({});
        kernels.kind.push_back(KernelKind::Kernel);
        kernels.shape.push_back({});
        kernels.correlation.push_back(0);
        kernels.launch.push_back(launch);
    }
    LaunchJoin join()
    {
        document.events = EventTable(std::move(m_chunks));
        return joinLaunches(document);
    }

private:
    std::vector<EventChunk> m_chunks;
    std::uint32_t m_events = 0;
};

} // namespace

class tst_LaunchJoin : public QObject {
    Q_OBJECT

private slots:
    void innermostOpAroundTheLaunch();
    void externalIdBeatsEnclosure();
    void anOpThatBeginsLaterDidNotLaunch();
    void opsAroundTheLaunch();
    void idsBelongToTheirProcess();
    void dimsComeFromTheNearestOpThatHasThem();
    void dimsOfAnOpFoundByIdComeFromItsOwnThread();
    void kernelWithoutLaunchUsesItsOwnId();
    void oneLaunchManyKernels();
    void otherThreadsDoNotCount();
    void onlyModulesCountAmongFrames();
    void openSpansAreLeftOut();
    void deepStackGivesDimsToAll();
    void cancelledJoinIsEmptyButSized();
};

void tst_LaunchJoin::innermostOpAroundTheLaunch()
{
    Sketch s;
    const EventId launch = s.event("cuda_runtime", "cudaLaunchKernel", 50, 5);
    const EventId inner = s.event("cpu_op", "aten::mm", 40, 20); // out of order
    s.event("cpu_op", "aten::linear", 0, 100);
    s.event("cpu_op", "aten::add", 20, 20); // ends just before
    const EventId edge = s.event("cuda_runtime", "cudaLaunchKernel", 60, 1); // aten::mm ends here
    const EventId kernel = s.event("kernel", "k", 70, 1);
    s.kernel(kernel, launch);
    s.kernel(kernel, edge);
    const LaunchJoin join = s.join();
    QCOMPARE(join.cpuOp[0], inner);
    QCOMPARE(join.cpuOp[1], EventId(2));
    QVERIFY(!join.module[0].valid());
    QVERIFY(!join.inputDims[0].valid());
}

void tst_LaunchJoin::externalIdBeatsEnclosure()
{
    Sketch s;
    const EventId named = s.event("cpu_op", "aten::mm", 0, 10);
    s.set(SparseKey::ExternalId, 77);
    s.event("cpu_op", "aten::other", 40, 20);
    s.nextChunk();
    const EventId launch = s.event("cuda_runtime", "cudaLaunchKernel", 50, 5);
    s.set(SparseKey::ExternalId, 77);
    s.kernel(s.event("kernel", "k", 70, 1), launch);
    QCOMPARE(s.join().cpuOp[0], named);
}

void tst_LaunchJoin::anOpThatBeginsLaterDidNotLaunch()
{
    Sketch s;
    const EventId around = s.event("cpu_op", "aten::add", 40, 20);
    const EventId launch = s.event("cuda_runtime", "cudaLaunchKernel", 50, 5);
    s.set(SparseKey::ExternalId, 77);
    s.event("cpu_op", "aten::mm", 90, 10);
    s.set(SparseKey::ExternalId, 77);
    s.kernel(s.event("kernel", "k", 70, 1), launch);
    QCOMPARE(s.join().cpuOp[0], around);
}

void tst_LaunchJoin::opsAroundTheLaunch()
{
    Sketch s;
    const EventId outer = s.event("cpu_op", "aten::linear", 0, 100);
    const EventId inner = s.event("cpu_op", "aten::addmm", 10, 30);
    const EventId first = s.event("cuda_runtime", "cudaLaunchKernel", 20, 1);
    const EventId second = s.event("cuda_runtime", "cudaLaunchKernel", 30, 1);
    const EventId third = s.event("cuda_runtime", "cudaLaunchKernel", 60, 1);
    const EventId none = s.event("cuda_runtime", "cudaLaunchKernel", 200, 1);
    const EventId kernel = s.event("kernel", "k", 300, 1);
    for (const EventId launch : {first, second, third, none})
        s.kernel(kernel, launch);
    const LaunchJoin join = s.join();
    QCOMPARE(join.ops.size(), std::size_t(2)); // each once
    QCOMPARE(join.op[0], join.op[1]);
    QCOMPARE(join.ops[join.op[0]].event, inner);
    QCOMPARE(join.ops[join.ops[join.op[0]].parent].event, outer);
    QCOMPARE(join.ops[join.op[2]].event, outer);
    QCOMPARE(join.ops[join.op[2]].parent, LaunchOp::kNone);
    QCOMPARE(join.op[3], LaunchOp::kNone);
}

void tst_LaunchJoin::idsBelongToTheirProcess()
{
    Sketch s;
    const TrackId other = s.addTrack("2");
    s.event("cpu_op", "aten::mm", 0, 10, other);
    s.set(SparseKey::ExternalId, 77);
    const EventId launch = s.event("cuda_runtime", "cudaLaunchKernel", 50, 5);
    s.set(SparseKey::ExternalId, 77);
    s.kernel(s.event("kernel", "k", 70, 1), launch);
    QVERIFY(!s.join().cpuOp[0].valid());
}

void tst_LaunchJoin::dimsComeFromTheNearestOpThatHasThem()
{
    Sketch s;
    s.event("cpu_op", "aten::linear", 0, 100);
    const StringId outer = s.dims("[[1,2]]");
    const EventId inner = s.event("cpu_op", "aten::mm", 40, 20);
    const EventId launch = s.event("cuda_runtime", "cudaLaunchKernel", 50, 5);
    s.kernel(s.event("kernel", "k", 70, 1), launch);
    const LaunchJoin join = s.join();
    QCOMPARE(join.cpuOp[0], inner);
    QCOMPARE(join.inputDims[0], outer);
}

void tst_LaunchJoin::dimsOfAnOpFoundByIdComeFromItsOwnThread()
{
    Sketch s;
    const TrackId backward = s.addTrack("1");
    s.event("cpu_op", "aten::linear", 0, 100);
    const StringId outer = s.dims("[[3,4]]");
    const EventId op = s.event("cpu_op", "aten::mm", 40, 20);
    s.set(SparseKey::ExternalId, 5);
    s.event("cpu_op", "autograd", 200, 100, backward);
    s.dims("[[9]]");
    const EventId launch = s.event("cuda_runtime", "cudaLaunchKernel", 250, 5, backward);
    s.set(SparseKey::ExternalId, 5);
    s.kernel(s.event("kernel", "k", 270, 1), launch);
    const LaunchJoin join = s.join();
    QCOMPARE(join.cpuOp[0], op);
    QCOMPARE(join.inputDims[0], outer);
}

void tst_LaunchJoin::kernelWithoutLaunchUsesItsOwnId()
{
    Sketch s;
    const TrackId gpu = s.addTrack("1");
    const EventId module = s.event("python_function", "nn.Module: Linear_0", 0, 100);
    const EventId op = s.event("cpu_op", "aten::mm", 40, 20);
    s.set(SparseKey::ExternalId, 5);
    const EventId kernel = s.event("kernel", "k", 45, 1, gpu);
    s.set(SparseKey::ExternalId, 5);
    s.kernel(kernel, {});
    const EventId lost = s.event("kernel", "k", 46, 1, gpu);
    s.kernel(lost, {});
    s.kernel({}, {});
    const LaunchJoin join = s.join();
    QCOMPARE(join.cpuOp[0], op);
    QCOMPARE(join.module[0], module);
    QVERIFY(!join.cpuOp[1].valid());
    QVERIFY(!join.cpuOp[2].valid());
}

void tst_LaunchJoin::oneLaunchManyKernels()
{
    Sketch s;
    const EventId op = s.event("cpu_op", "replay", 0, 100);
    const EventId launch = s.event("cuda_runtime", "cudaGraphLaunch", 50, 5);
    for (int i = 0; i < 1000; ++i)
        s.kernel(s.event("kernel", "k", 70 + i, 1), launch);
    const LaunchJoin join = s.join();
    QCOMPARE(join.cpuOp.size(), std::size_t{1000});
    QVERIFY(std::all_of(join.cpuOp.begin(), join.cpuOp.end(), [op](EventId id) { return id == op; }));
}

void tst_LaunchJoin::otherThreadsDoNotCount()
{
    Sketch s;
    const TrackId other = s.addTrack("1");
    s.event("cpu_op", "aten::mm", 0, 100, other);
    const EventId launch = s.event("cuda_runtime", "cudaLaunchKernel", 50, 5);
    s.kernel(s.event("kernel", "k", 70, 1), launch);
    QVERIFY(!s.join().cpuOp[0].valid());
}

void tst_LaunchJoin::onlyModulesCountAmongFrames()
{
    Sketch s;
    s.event("python_function", "nn.Module: Model_0", 0, 100);
    const EventId layer = s.event("python_function", "nn.Module: Layer_3", 10, 80);
    s.event("python_function", "torch/nn/functional.py(5): linear", 20, 60);
    s.event("user_annotation", "nn.Module: not a frame", 30, 40);
    const EventId launch = s.event("cuda_runtime", "cudaLaunchKernel", 50, 5);
    s.kernel(s.event("kernel", "k", 70, 1), launch);
    QCOMPARE(s.join().module[0], layer);
}

void tst_LaunchJoin::openSpansAreLeftOut()
{
    Sketch s;
    s.event("cpu_op", "no end", 0, -1);
    s.event("cpu_op", "no start", EventTable::kNoTime, 5);
    const EventId launch = s.event("cuda_runtime", "cudaLaunchKernel", 50, 5);
    s.kernel(s.event("kernel", "k", 70, 1), launch);
    QVERIFY(!s.join().cpuOp[0].valid());
}

void tst_LaunchJoin::deepStackGivesDimsToAll()
{
    Sketch s;
    constexpr int kDepth = 20'000;
    s.event("cpu_op", "root", 0, 10 * kDepth);
    const StringId dims = s.dims("[[7]]");
    for (int i = 1; i < kDepth; ++i)
        s.event("cpu_op", "op", i, 10 * kDepth - 2 * i);
    std::vector<EventId> launches;
    for (int i = 0; i < kDepth; ++i)
        launches.push_back(s.event("cuda_runtime", "cudaLaunchKernel", kDepth + i, 1));
    for (const EventId launch : launches)
        s.kernel(s.event("kernel", "k", 0, 1), launch);
    const LaunchJoin join = s.join();
    QVERIFY(std::all_of(join.inputDims.begin(), join.inputDims.end(), [dims](StringId id) { return id == dims; }));
}

void tst_LaunchJoin::cancelledJoinIsEmptyButSized()
{
    Sketch s;
    s.event("cpu_op", "aten::mm", 0, 100);
    const EventId launch = s.event("cuda_runtime", "cudaLaunchKernel", 50, 5);
    s.kernel(s.event("kernel", "k", 70, 1), launch);
    (void)s.join();
    std::stop_source source;
    source.request_stop();
    JobControl control;
    control.stop = source.get_token();
    const LaunchJoin join = joinLaunches(s.document, control);
    QCOMPARE(join.cpuOp.size(), std::size_t{1});
    QVERIFY(!join.cpuOp[0].valid());
}

LAMELLA_TEST(tst_LaunchJoin)
#include "tst_LaunchJoin.moc"
