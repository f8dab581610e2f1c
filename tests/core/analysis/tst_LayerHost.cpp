// SPDX-License-Identifier: GPL-3.0-or-later
// What a layer costs on the host, on traces that are written out here.
#include "core/analysis/LayerHost.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QtTest>

using namespace lamella::core;
using lamella::test::TraceText;

namespace {

// Times in µs. Thread 1 launches two kernels with a synchronise call of 10 between them, in which the driver is called again;
// one call begins before the first launch and one after the last. Thread 2 launches one.
const char *const kTrace = R"({"traceEvents":[
{"ph":"X","cat":"cuda_runtime","name":"cudaDeviceSynchronize","pid":1,"tid":1,"ts":0,"dur":12},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":10,"dur":4,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaStreamSynchronize","pid":1,"tid":1,"ts":20,"dur":10},
{"ph":"X","cat":"cuda_driver","name":"cuStreamSynchronize","pid":1,"tid":1,"ts":22,"dur":6},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":40,"dur":5,"args":{"correlation":2}},
{"ph":"X","cat":"cuda_runtime","name":"cudaStreamSynchronize","pid":1,"tid":1,"ts":50,"dur":10},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":2,"ts":25,"dur":3,"args":{"correlation":3}},
{"ph":"X","cat":"cuda_runtime","name":"cudaGraphLaunch","pid":1,"tid":1,"ts":100,"dur":9,"args":{"correlation":4}},
{"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":30,"dur":6,"args":{"device":0,"stream":7,"correlation":1}},
{"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":50,"dur":2,"args":{"device":0,"stream":7,"correlation":2}},
{"ph":"X","cat":"kernel","name":"c","pid":0,"tid":7,"ts":60,"dur":6,"args":{"device":0,"stream":7,"correlation":3}},
{"ph":"X","cat":"kernel","name":"d","pid":0,"tid":7,"ts":120,"dur":1,"args":{"device":0,"stream":7,"correlation":4}},
{"ph":"X","cat":"kernel","name":"e","pid":0,"tid":7,"ts":130,"dur":1,"args":{"device":0,"stream":7,"correlation":9}}
]})";

} // namespace

class tst_LayerHost : public QObject {
    Q_OBJECT

private slots:
    void launchesAndSyncs_data();
    void launchesAndSyncs();
};

void tst_LayerHost::launchesAndSyncs_data()
{
    QTest::addColumn<QList<int>>("kernels");
    QTest::addColumn<qlonglong>("launchNs");
    QTest::addColumn<qlonglong>("syncNs");
    QTest::addColumn<int>("syncs");
    QTest::addColumn<QByteArray>("why");
    // The first call counts from the first launch on, the nested one not at all, the last one is behind the last launch.
    QTest::newRow("one thread") << QList<int>{0, 1} << 9'000LL << 12'000LL << 2 << QByteArray();
    QTest::newRow("two threads") << QList<int>{0, 1, 2} << 12'000LL << 12'000LL << 2 << QByteArray();
    QTest::newRow("each launch once") << QList<int>{0, 0} << 4'000LL << 2'000LL << 1 << QByteArray();
    QTest::newRow("nothing between") << QList<int>{2} << 3'000LL << 0LL << 0 << QByteArray();
    QTest::newRow("a graph") << QList<int>{0, 3} << 0LL << 0LL << 0 << QByteArray("replayed as a graph: one launch for many layers");
    QTest::newRow("no launch") << QList<int>{4} << 0LL << 0LL << 0 << QByteArray("no launch recorded for some of its work");
}

void tst_LayerHost::launchesAndSyncs()
{
    QFETCH(QList<int>, kernels);
    QFETCH(qlonglong, launchNs);
    QFETCH(qlonglong, syncNs);
    QFETCH(int, syncs);
    QFETCH(QByteArray, why);
    const auto document = *TraceText(kTrace).open();
    std::vector<KernelId> ids;
    for (const int kernel : kernels)
        ids.push_back(KernelId(static_cast<std::uint32_t>(kernel)));
    const LayerHost host = layerHost(*document, HostCalls(*document), ids);
    QCOMPARE(QByteArray(host.why.data(), static_cast<int>(host.why.size())), why);
    if (!why.isEmpty())
        return;
    QCOMPARE(static_cast<qlonglong>(host.launchNs), launchNs);
    QCOMPARE(static_cast<qlonglong>(host.syncNs), syncNs);
    QCOMPARE(static_cast<int>(host.syncs), syncs);
    QCOMPARE(host.longestSync.valid(), syncs > 0);
}

LAMELLA_TEST(tst_LayerHost)
#include "tst_LayerHost.moc"
