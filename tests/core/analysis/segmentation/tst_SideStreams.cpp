// SPDX-License-Identifier: GPL-3.0-or-later
// Transfers of a pipeline stage on a stream of their own: sends end a pass, receives begin one, whatever runs beside them.
#include "core/analysis/InFlight.h"
#include "core/analysis/segmentation/PassNumbering.h"
#include "tests/support/HostText.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

#include <numeric>

using namespace lamella;
using namespace lamella::core;
using namespace lamella::test;

class TestSideStreams : public QObject {
    Q_OBJECT
private slots:
    void transfers_data();
    void transfers();
    void whatIsInFlightIsInNoPass();
};

namespace {

// Two passes of two layers on stream 7; one kernel of step input before the second.
constexpr const char *kMain = "7: attn@20+10 attn@40+10 input@10100+10 attn@20000+10 attn@20020+10";

QString placeText(std::int32_t pass, std::int32_t layer)
{
    return pass == kNoPass ? QStringLiteral("-")
                           : QString::number(pass)
            + (layer == kHeadLayer        ? QStringLiteral("h")
                    : layer == kTailLayer ? QStringLiteral("t")
                                          : QStringLiteral(".") + QString::number(layer));
}

} // namespace

void TestSideStreams::transfers_data()
{
    QTest::addColumn<QString>("side");
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("places");
    QTest::newRow("a send right behind the last layer") << "nccl_sendrecv@51+60"
                                                        << ""
                                                        << "0t";
    QTest::newRow("a receive right before the first layer") << "nccl_sendrecv@15000+4990"
                                                            << ""
                                                            << "1h";
    QTest::newRow("sends, then receives")
        << "nccl_sendrecv@51+60 nccl_sendrecv@112+10 nccl_sendrecv@15000+4900 nccl_sendrecv@19901+50"
        << ""
        << "0t 0t 1h 1h";
    QTest::newRow("a send that lasts into the next pass") << "nccl_sendrecv@51+19940 nccl_sendrecv@19995+30"
                                                          << ""
                                                          << "0t 0t";
    QTest::newRow("a send while the last layer still runs") << "nccl_sendrecv@45+30"
                                                            << ""
                                                            << "0.1";
    QTest::newRow("another collective keeps its layer") << "nccl_allreduce@30+5"
                                                        << ""
                                                        << "0.0";
    QTest::newRow("a reduction right behind the last kernel") << "nccl_allreduce@52+30"
                                                              << ""
                                                              << "0.1";
    QTest::newRow("work long after the pass") << "nccl_allreduce@9000+10"
                                              << ""
                                              << "-";
    QTest::newRow("one kernel for all communication is no hand-over")
        << "nccl_sendrecv@25+5 nccl_sendrecv@45+3 nccl_sendrecv@52+60"
        << ""
        << "0.0 0.1 0.1";
    QTest::newRow("launches tell before pauses do") << "nccl_sendrecv@9000+10"
                                                    << "1: cudaLaunchKernel>0@1+1 cudaLaunchKernel>1@3+1 cudaLaunchKernel>2@5+1 "
                                                       "cudaLaunchKernel>3@7+1 cudaLaunchKernel>4@9+1 cudaLaunchKernel>5@11+1"
                                                    << "0t";
}

void TestSideStreams::transfers()
{
    QFETCH(QString, side);
    QFETCH(QString, host);
    QFETCH(QString, places);
    const QString text = QString::fromLatin1(kMain) + QStringLiteral("; 9: ") + side;
    const std::shared_ptr<TraceDocument> document = documentFromText(text.toStdString());
    if (!host.isEmpty())
        addHost(*document, host.toStdString());
    std::vector<std::uint32_t> work(document->kernels.size());
    std::iota(work.begin(), work.end(), 0U);
    const KernelNames names(*document, testProfiles(), nullptr);
    const MainSequence sequence = mainSequence(*document, KernelTokens(*document, names), DeviceId{0}, work);
    const KernelPlaces main{{0, 0}, {0, 1}, {1, kHeadLayer}, {1, 0}, {1, 1}};
    KernelPlaces cut;
    for (std::size_t k = 0, next = 0; k < work.size(); ++k)
        cut.push_back(document->kernels.stream[k] == sequence.stream ? main[next++] : std::pair(kNoPass, kNoLayer));
    Segmentation segmentation = segmentationFromPlaces(*document, cut);
    DeviceSegmentation device = segmentation.devices.front();
    assignSideStreams(*document, sequence, work, device, segmentation);
    QStringList found;
    for (const std::uint32_t k : work) {
        if (document->kernels.stream[k] == sequence.stream)
            continue;
        QCOMPARE(int(segmentation.side[k]), 1);
        found << placeText(segmentation.passOf[k], segmentation.layerOf[k]);
    }
    QCOMPARE(found.join(QLatin1Char(' ')), places);
}

void TestSideStreams::whatIsInFlightIsInNoPass()
{
    const std::string text = std::string(kMain) + "; 9: copy@25+10000; 10: copy@26+5";
    const std::shared_ptr<TraceDocument> document = documentFromText(text);
    document->tracks.emplace_back().threadName = "Async XLA Ops";
    document->streams[1].track = TrackId{0};
    std::vector<std::uint32_t> work(document->kernels.size());
    std::iota(work.begin(), work.end(), 0U);
    const KernelNames names(*document, testProfiles(), nullptr);
    const MainSequence sequence = mainSequence(*document, KernelTokens(*document, names), DeviceId{0}, work);
    const KernelPlaces cut{{0, 0}, {kNoPass, kNoLayer}, {kNoPass, kNoLayer}, {0, 1}, {1, kHeadLayer}, {1, 0}, {1, 1}};
    Segmentation segmentation = segmentationFromPlaces(*document, cut);
    DeviceSegmentation device = segmentation.devices.front();
    assignSideStreams(*document, sequence, work, device, segmentation);
    QCOMPARE(segmentation.passOf[1], kNoPass); // in flight
    QCOMPARE(int(segmentation.side[1]), 1);
    QCOMPARE(segmentation.passOf[2], 0); // a copy of another stream
    QCOMPARE(device.passes[0].range.end.value, std::int64_t{50});
    QCOMPARE(inFlightStreams(*document), (std::vector<bool>{false, true, false}));
}

LAMELLA_TEST(TestSideStreams)
#include "tst_SideStreams.moc"
