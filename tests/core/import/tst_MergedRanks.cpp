// SPDX-License-Identifier: GPL-3.0-or-later
// Several ranks merged into one file, each with its own correlation ids and device numbers.
#include "core/analysis/LaunchJoin.h"
#include "core/import/chrome/LaunchPairing.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QTest>

#include <set>
#include <string>
#include <tuple>

using namespace lamella::core;
using namespace lamella::test;

namespace {

std::string number(qint64 value)
{
    return QByteArray::number(value).toStdString();
}

struct Rank {
    std::string gpu; // process of its GPU tracks
    std::string host;
    int device = 0; // args.device
    qint64 skewUs = 0; // offset of its clock
};

// Launches 10..10+count of one rank, each 5 us before its kernel, in Kineto's order: host events first.
std::string rankText(const Rank &rank, int count)
{
    std::string text;
    for (int i = 0; i < count; ++i) {
        const std::string start = number(100 + 20 * i + rank.skewUs);
        text += quoted("{'ph':'X','cat':'cpu_op','name':'aten::mm','pid':'") + rank.host + quoted("','tid':1,'ts':") + start
            + quoted(",'dur':3,'args':{'External id':") + number(500 + i) + "}},";
        text += quoted("{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernel','pid':'") + rank.host + quoted("','tid':1,'ts':")
            + start + quoted(",'dur':1,'args':{'External id':") + number(500 + i) + quoted(",'correlation':") + number(10 + i)
            + "}},";
    }
    for (int i = 0; i < count; ++i)
        text += quoted("{'ph':'X','cat':'kernel','name':'k','pid':'") + rank.gpu + quoted("','tid':7,'ts':")
            + number(105 + 20 * i + rank.skewUs) + quoted(",'dur':4,'args':{'device':") + number(rank.device)
            + quoted(",'stream':7,'External id':") + number(500 + i) + quoted(",'correlation':") + number(10 + i) + "}},";
    return text;
}

// Eight launches and their kernels, with ids from `first`.
std::string calls(const std::string &host, int first)
{
    std::string text;
    for (int i = 0; i < 8; ++i)
        text += quoted("{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernel','pid':") + host + quoted(",'tid':1,'ts':")
            + number(100 + 20 * i) + quoted(",'dur':1,'args':{'correlation':") + number(first + i) + "}},";
    return text;
}
std::string kernels(const std::string &gpu, int device, int first, const std::string &behind = ",")
{
    std::string text;
    for (int i = 0; i < 8; ++i)
        text += (i > 0 ? "," : "") + quoted("{'ph':'X','cat':'kernel','name':'k','pid':") + gpu + quoted(",'tid':7,'ts':")
            + number(105 + 20 * i) + quoted(",'dur':4,'args':{'device':") + number(device) + quoted(",'stream':7,'correlation':")
            + number(first + i) + "}}";
    return text + behind;
}

std::shared_ptr<const TraceDocument> merged(const std::vector<Rank> &ranks)
{
    std::string text;
    for (const Rank &rank : ranks)
        text += rankText(rank, 20);
    text.pop_back();
    return openText(traceObject(text));
}

// Processes of the kernel's GPU track and of the launching thread.
std::pair<std::string, std::string> processes(const TraceDocument &trace, std::uint32_t kernel)
{
    const Track &gpu = trace.tracks[trace.events.row(trace.kernels.event[kernel]).track.value];
    const EventId launch = trace.kernels.launch[kernel];
    return {gpu.process, launch.valid() ? trace.tracks[trace.events.row(launch).track.value].process : std::string("none")};
}

} // namespace

class tst_MergedRanks : public QObject {
    Q_OBJECT
private slots:
    void launchesStayWithTheirRank_data()
    {
        QTest::addColumn<QByteArrayList>("gpus");
        QTest::addColumn<QByteArrayList>("hosts");
        QTest::addColumn<QList<int>>("devices");
        QTest::addColumn<QList<int>>("skews");
        QTest::newRow("labels") << QByteArrayList{"[TP00] 0", "[TP01] 1"} << QByteArrayList{"[TP00] 4711", "[TP01] 4712"}
                                << QList<int>{0, 1} << QList<int>{0, 2};
        QTest::newRow("labels, one number for both devices")
            << QByteArrayList{"[TP00] 0", "[TP01] 0"} << QByteArrayList{"[TP00] 4711", "[TP01] 4711"} << QList<int>{0, 0}
            << QList<int>{0, 2};
        QTest::newRow("no labels, nearest in the file")
            << QByteArrayList{"0", "1"} << QByteArrayList{"4711", "4712"} << QList<int>{0, 1} << QList<int>{0, 2};
        QTest::newRow("clocks far apart") << QByteArrayList{"0", "1"} << QByteArrayList{"4711", "4712"} << QList<int>{0, 1}
                                          << QList<int>{0, 1'000'000};
        QTest::newRow("clocks far apart, the other way")
            << QByteArrayList{"0", "1"} << QByteArrayList{"4711", "4712"} << QList<int>{0, 1} << QList<int>{1'000'000, 0};
        QTest::newRow("work under its own process")
            << QByteArrayList{"4712", "4711"} << QByteArrayList{"4712", "4711"} << QList<int>{0, 1} << QList<int>{0, 2};
    }
    void launchesStayWithTheirRank()
    {
        QFETCH(QByteArrayList, gpus);
        QFETCH(QByteArrayList, hosts);
        QFETCH(QList<int>, devices);
        QFETCH(QList<int>, skews);
        std::vector<Rank> ranks;
        for (int r = 0; r < gpus.size(); ++r)
            ranks.push_back({gpus[r].toStdString(), hosts[r].toStdString(), devices[r], skews[r]});
        const auto trace = merged(ranks);
        QCOMPARE(trace->kernels.size(), 40U);
        QCOMPARE(trace->devices.size(), std::size_t(2));
        const LaunchJoin join = joinLaunches(*trace);
        for (std::uint32_t k = 0; k < trace->kernels.size(); ++k) {
            const auto [gpu, host] = processes(*trace, k);
            const std::size_t rank = gpu == ranks[0].gpu ? 0 : 1;
            QCOMPARE(host, ranks[rank].host);
            const EventId launch = trace->kernels.launch[k];
            QCOMPARE(trace->kernels.start[k] - trace->events.row(launch).start, std::int64_t(5000));
            QVERIFY(join.cpuOp[k].valid());
            QCOMPARE(trace->tracks[trace->events.row(join.cpuOp[k]).track.value].process, ranks[rank].host);
            QCOMPARE(trace->events.sparse(join.cpuOp[k], SparseKey::ExternalId),
                trace->events.sparse(trace->kernels.event[k], SparseKey::ExternalId));
        }
    }

    void aKernelOfARankWithoutItsLaunchHasNone()
    {
        const std::string extra = quoted("{'ph':'X','cat':'kernel','name':'late','pid':'[TP01] 1','tid':7,'ts':900,'dur':1,"
                                         "'args':{'device':1,'stream':7,'correlation':10000}},");
        const std::string other = quoted("{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernel','pid':'[TP00] 4711',"
                                         "'tid':1,'ts':890,'dur':1,'args':{'correlation':10000}}");
        const auto trace = openText(traceObject(
            rankText({"[TP00] 0", "[TP00] 4711", 0, 0}, 5) + rankText({"[TP01] 1", "[TP01] 4712", 1, 0}, 5) + extra + other));
        QCOMPARE(trace->text(trace->kernels.name[10]), std::string_view("late"));
        QVERIFY(!trace->kernels.launch[10].valid());
    }

    void oneProcessLaunchesForAllDevices()
    {
        const auto trace = merged({{"0", "9", 0, 0}, {"1", "9", 1, 200'000}});
        for (std::uint32_t k = 0; k < trace->kernels.size(); ++k)
            QCOMPARE(trace->kernels.start[k] - trace->events.row(trace->kernels.launch[k]).start, std::int64_t(5000));
    }

    // First all host parts, then all GPU parts in reverse order: no rank has a range of the file to itself, but its ids are
    // distinct.
    void ranksThatOverlapAreToldByTheirIds()
    {
        const auto trace =
            openText(traceObject(calls("4711", 10) + calls("4712", 1010) + kernels("1", 1, 1010) + kernels("0", 0, 10, "")));
        QCOMPARE(trace->kernels.size(), 16U);
        for (std::uint32_t k = 0; k < trace->kernels.size(); ++k) {
            const auto [gpu, host] = processes(*trace, k);
            QCOMPARE(host, std::string(gpu == "0" ? "4711" : "4712"));
        }
    }

    // Sorted by process: the GPU parts stand before the host parts, and both ranks have the same ids.
    void arrowsTellWhoLaunched()
    {
        std::string arrows;
        for (int i = 0; i < 8; ++i) {
            for (const auto &[host, gpu, first] : {std::tuple("4712", "0", 100), std::tuple("4711", "1", 200)}) {
                const std::string id = quoted(",'cat':'ac2g','name':'ac2g','id':") + number(first + i);
                arrows += quoted(",{'ph':'s','pid':") + host + quoted(",'tid':1,'ts':") + number(100 + 20 * i) + id
                    + quoted("},{'ph':'f','bp':'e','pid':") + gpu + quoted(",'tid':7,'ts':") + number(105 + 20 * i) + id + "}";
            }
        }
        std::string launches = calls("4711", 10) + calls("4712", 10);
        launches.pop_back();
        const auto trace = openText(traceObject(kernels("0", 0, 10) + kernels("1", 1, 10) + launches + arrows));
        QCOMPARE(trace->kernels.size(), 16U);
        for (std::uint32_t k = 0; k < trace->kernels.size(); ++k) {
            const auto [gpu, host] = processes(*trace, k);
            QCOMPARE(host, std::string(gpu == "0" ? "4712" : "4711"));
        }
    }

    // The same without arrows: the calls of one process are not those of both devices.
    void devicesDoNotShareTheirCalls()
    {
        std::string launches = calls("4711", 10) + calls("4712", 10);
        launches.pop_back();
        const auto trace = openText(traceObject(kernels("0", 0, 10) + kernels("1", 1, 10) + launches));
        std::set<std::uint32_t> used;
        for (std::uint32_t k = 0; k < trace->kernels.size(); ++k)
            used.insert(trace->kernels.launch[k].value);
        QCOMPARE(used.size(), std::size_t(16));
    }

    // Two processes launch alternately on one device: it is neither's rank, and each kernel keeps its launch.
    void aTieOfProcessesIsNoAnswer()
    {
        const auto trace =
            openText(traceObject(calls("4711", 10) + calls("4712", 1010) + kernels("0", 0, 1010) + kernels("0", 0, 10, "")));
        QCOMPARE(trace->kernels.size(), 16U);
        for (std::uint32_t k = 0; k < trace->kernels.size(); ++k)
            QVERIFY(trace->kernels.launch[k].valid());
    }

    // A kernel without a recorded launch is matched to its op by its own id, in the process that launches for its device.
    void idsLeadToTheProcessThatLaunches()
    {
        const auto trace = openText(traceObject(rankText({"0", "4711", 0, 0}, 3)
            + quoted("{'ph':'X','cat':'kernel','name':'lone','pid':0,'tid':7,'ts':900,'dur':1,"
                     "'args':{'device':0,'stream':7,'External id':502,'correlation':99}}")));
        const LaunchJoin join = joinLaunches(*trace);
        QVERIFY(!trace->kernels.launch[3].valid());
        QVERIFY(join.cpuOp[3].valid());
        QCOMPARE(join.cpuOp[3], join.cpuOp[2]);
    }

    void devicesOfOneNumberAreKeptApart()
    {
        const auto trace =
            merged({{"[TP00] 0", "[TP00] 1", 0, 0}, {"[TP01] 0", "[TP01] 1", 0, 2}, {"[TP02] 0", "[TP02] 1", 0, 4}});
        QCOMPARE(trace->devices.size(), std::size_t(3));
        for (std::size_t d = 0; d < 3; ++d)
            QCOMPARE(trace->devices[d].number, std::int64_t(d));
        QCOMPARE(trace->streams.size(), std::size_t(3));
        for (std::uint32_t k = 0; k < trace->kernels.size(); ++k) {
            const Stream &stream = trace->streams[trace->kernels.stream[k].value];
            QCOMPARE(stream.number, std::int64_t(7));
            QCOMPARE(trace->tracks[stream.track.value].process, processes(*trace, k).first);
        }
    }

    void rankLabels_data()
    {
        QTest::addColumn<QByteArray>("process");
        QTest::addColumn<QByteArray>("label");
        QTest::newRow("plain number") << QByteArray("4711") << QByteArray();
        QTest::newRow("bracketed") << QByteArray("[TP00-DP01] 4711") << QByteArray("[TP00-DP01]");
        QTest::newRow("colon") << QByteArray("rank3:0") << QByteArray("rank3");
        QTest::newRow("word only") << QByteArray("Spans") << QByteArray("Spans");
        QTest::newRow("empty") << QByteArray() << QByteArray();
    }
    void rankLabels()
    {
        QFETCH(QByteArray, process);
        QFETCH(QByteArray, label);
        const std::string_view found = rankLabel(std::string_view(process.constData(), static_cast<std::size_t>(process.size())));
        QCOMPARE(QByteArray(found.data(), static_cast<qsizetype>(found.size())), label);
    }
};

LAMELLA_CORE_APPLICATION_TEST(tst_MergedRanks)
#include "tst_MergedRanks.moc"
