// SPDX-License-Identifier: GPL-3.0-or-later
// What a host thread did at given moments, on a trace that is written out here. Times in µs.
#include "core/analysis/gaps/HostMoments.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QtTest>

using namespace lamella::core;
using lamella::test::TraceText;

namespace {

// A server: its scheduler is around everything.
const char *const kServer = R"({"traceEvents":[
{"ph":"X","cat":"python_function","name":"sglang/srt/managers/scheduler.py(100): event_loop","pid":1,"tid":1,"ts":0,"dur":1000},
{"ph":"X","cat":"python_function","name":"torch/_ops.py(5): __call__","pid":1,"tid":1,"ts":20,"dur":20},
{"ph":"X","cat":"python_function","name":"sglang/srt/models/qwen3.py(7): forward","pid":1,"tid":1,"ts":100,"dur":500},
{"ph":"X","cat":"python_function","name":"<built-in function collect>","pid":1,"tid":1,"ts":150,"dur":50},
{"ph":"X","cat":"cpu_op","name":"aten::item","pid":1,"tid":1,"ts":300,"dur":50},
{"ph":"X","cat":"cuda_runtime","name":"cudaStreamSynchronize","pid":1,"tid":1,"ts":310,"dur":30,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":400,"dur":10,"args":{"correlation":2}},
{"ph":"X","cat":"python_function","name":"torch/utils/data/dataloader.py(630): __next__","pid":1,"tid":1,"ts":450,"dur":50},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":420,"dur":6,"args":{"device":0,"stream":7,"correlation":2}}
]})";

} // namespace

class tst_HostWork : public QObject {
    Q_OBJECT

private slots:
    void namesOfFrames()
    {
        const auto is = [](const char *name, HostWork work) { return hostWorkOfFrame(name) == work; };
        QVERIFY(is("<built-in function collect>", HostWork::GarbageCollection));
        QVERIFY(is("enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", HostWork::DataLoader));
        QVERIFY(is("vllm/v1/core/sched/scheduler.py(180): schedule", HostWork::Scheduler));
        QVERIFY(is("torch/_dynamo/convert_frame.py(5): _compile", HostWork::Compile));
        QVERIFY(is("/home/me/scheduler_test.py(1): f", HostWork::Python));
        QCOMPARE(QString::fromLatin1(hostWorkName(HostWork::DataLoader).data()), QStringLiteral("data-loader"));
    }
    void moments()
    {
        const std::shared_ptr<const TraceDocument> document = *TraceText(kServer).open();
        const TrackId thread = document->events.row(EventId(0)).track;
        std::vector<HostMoment> moments;
        for (const int us : {10, 30, 120, 160, 320, 405, 470})
            moments.push_back({thread, std::int64_t{us} * 1000});
        const std::vector<HostState> states = hostStates(*document, moments);
        const std::vector<HostWork> works{HostWork::Scheduler, // nothing but the scheduler
            HostWork::Scheduler, // which torch works for
            HostWork::Python, // a model is at work, although the scheduler is around it
            HostWork::GarbageCollection, HostWork::Sync, HostWork::Launch, HostWork::DataLoader};
        for (std::size_t i = 0; i < works.size(); ++i)
            QVERIFY2(states[i].work == works[i], std::string(hostWorkName(states[i].work)).c_str());
        // The line of the user's own code, not that of the library inside of it.
        const auto line = [&](std::size_t i) { return document->text(document->events.row(states[i].yours).name); };
        QVERIFY(!states[0].yours.valid()); // the core of an engine is not the user's
        QVERIFY(line(3) == "sglang/srt/models/qwen3.py(7): forward");
        QVERIFY(line(6) == "sglang/srt/models/qwen3.py(7): forward");
        QVERIFY(document->text(document->events.row(states[6].line).name) == "torch/utils/data/dataloader.py(630): __next__");
    }
};

LAMELLA_TEST(tst_HostWork)
#include "tst_HostWork.moc"
