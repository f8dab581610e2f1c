// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gaps/GapList.h"
#include "tests/support/HostText.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

using namespace lamella;
using namespace lamella::core;

namespace {

// "100+50 host-late cudaLaunchKernel; ..." : start, length, cause, evidence ("-" = none, "#K" = kernel K).
std::string described(const TraceDocument &document, const std::vector<Gap> &gaps)
{
    std::string text;
    for (const Gap &gap : gaps) {
        text += (text.empty() ? "" : "; ") + std::to_string(gap.range.begin.value) + "+" + std::to_string(gap.lengthNs()) + " "
            + std::string(info(gap.cause).id) + " ";
        if (gap.evidenceKernel.valid())
            text += "#" + std::to_string(gap.evidenceKernel.value);
        else if (gap.evidenceEvent.valid())
            text += document.text(document.events.row(gap.evidenceEvent).name);
        else
            text += "-";
    }
    return text;
}

KernelScope traceScope(const TraceDocument &document)
{
    KernelScope scope;
    scope.wholeTrace = true;
    for (std::uint32_t d = 0; d < document.devices.size(); ++d)
        scope.devices.emplace_back(d);
    return scope;
}

} // namespace

class TestGapCauses : public QObject {
    Q_OBJECT
private slots:
    void causes_data()
    {
        QTest::addColumn<QString>("kernels");
        QTest::addColumn<QString>("host");
        QTest::addColumn<bool>("perStream");
        QTest::addColumn<QString>("expected");
        const QString two = QStringLiteral("7: gemm@0+1000 attn@51000+10"); // one gap of 50 us
        const QString near = QStringLiteral("7: gemm@0+1000 attn@3000+10"); // one gap of 2 us
        QTest::newRow("host-late: launched after the gap began")
            << two << "1: cudaLaunchKernel>1@45000+5" << false << "1000+50000 host-late cudaLaunchKernel";
        QTest::newRow("host-late: one ns is late")
            << near << "1: cudaLaunchKernel>1@1001+5" << false << "1000+2000 host-late cudaLaunchKernel";
        QTest::newRow("launch-blocked: in time, but the call went on")
            << two << "1: cudaLaunchKernel>1@900+50050" << false << "1000+50000 launch-blocked cudaLaunchKernel";
        QTest::newRow("launch-blocked: a little late, but the call took much longer than that")
            << two << "1: cudaLaunchKernel>1@1090+49800" << false << "1000+50000 launch-blocked cudaLaunchKernel";
        QTest::newRow("launch-blocked: the call filled half of the gap")
            << two << "1: cudaLaunchKernel>1@900+25100" << false << "1000+50000 launch-blocked cudaLaunchKernel";
        QTest::newRow("unknown: the call filled less than half of the gap")
            << two << "1: cudaLaunchKernel>1@900+25099" << false << "1000+50000 unknown cudaLaunchKernel";
        QTest::newRow("launch-latency: the call took all of a short gap")
            << near << "1: cudaLaunchKernel>1@900+2100" << false << "1000+2000 launch-latency cudaLaunchKernel";
        QTest::newRow("host-late: the call took all of the rest, which is short")
            << two << "1: cudaLaunchKernel>1@31000+20000" << false << "1000+50000 host-late cudaLaunchKernel";
        QTest::newRow("launch-blocked: within a replay whose launch call goes on")
            << two << "1: cudaGraphLaunch>0-1@-9000+99000" << false << "1000+50000 launch-blocked cudaGraphLaunch";
        QTest::newRow("launch-blocked: a replay whose launch call goes on")
            << two << "1: cudaLaunchKernel>0@-9000+5 cudaGraphLaunch>1@900+50050" << false
            << "1000+50000 launch-blocked cudaGraphLaunch";
        QTest::newRow("host-late: launched half way through the gap")
            << two << "1: cudaLaunchKernel>1@26000+5" << false << "1000+50000 host-late cudaLaunchKernel";
        QTest::newRow("unknown: launched late, but the work began much later still")
            << two << "1: cudaLaunchKernel>1@25999+5" << false << "1000+50000 unknown cudaLaunchKernel";
        QTest::newRow("unknown: synchronised a little, but the work began much later still")
            << two << "1: cudaStreamSynchronize@1000+5000 cudaLaunchKernel>1@6000+5" << false
            << "1000+50000 unknown cudaLaunchKernel";
        QTest::newRow("host-late: soon after the launch")
            << near << "1: cudaLaunchKernel>1@1100+5" << false << "1000+2000 host-late cudaLaunchKernel";
        QTest::newRow("unknown: what the launch waited for had long ended")
            << "7: gemm@0+100 attn@93000+10; 8: nccl@100+30000"
            << "1: cudaLaunchKernel>2@200+5" << false << "30100+62900 unknown cudaLaunchKernel";
        QTest::newRow("launch-latency: launched as the gap began")
            << near << "1: cudaLaunchKernel>1@1000+5" << false << "1000+2000 launch-latency cudaLaunchKernel";
        QTest::newRow("launch-latency: long before")
            << near << "1: cudaLaunchKernel>1@0+5" << false << "1000+2000 launch-latency cudaLaunchKernel";
        QTest::newRow("host-late: a synchronise that ends as the gap begins")
            << two << "1: cudaStreamSynchronize@500+500 cudaLaunchKernel>1@45000+5" << false
            << "1000+50000 host-late cudaLaunchKernel";
        QTest::newRow("host-late: blocked for a little of the wait")
            << two << "1: cudaStreamSynchronize@500+600 cudaLaunchKernel>1@45000+5" << false
            << "1000+50000 host-late cudaLaunchKernel";
        QTest::newRow("sync: blocked for half of the wait, counted once where calls nest")
            << two << "1: cudaDeviceSynchronize@500+22500 cuCtxSynchronize@600+22400 cudaLaunchKernel>1@45000+5" << false
            << "1000+50000 sync cuCtxSynchronize";
        QTest::newRow("host-late: nested calls are not added up")
            << two << "1: cudaDeviceSynchronize@500+12000 cuCtxSynchronize@600+11900 cudaLaunchKernel>1@45000+5" << false
            << "1000+50000 host-late cudaLaunchKernel";
        QTest::newRow("sync: several calls fill half of the wait")
            << two << "1: cudaStreamSynchronize@1000+12000 cudaEventSynchronize@20000+11000 cudaLaunchKernel>1@45000+5" << false
            << "1000+50000 sync cudaStreamSynchronize";
        QTest::newRow("sync: blocked for most of the wait")
            << two << "1: hipDeviceSynchronize@2000+40000 hipLaunchKernel>1@45000+5" << false
            << "1000+50000 sync hipDeviceSynchronize";
        QTest::newRow("a short synchronise in a long wait is not the cause")
            << two << "1: cudaStreamSynchronize@9000+400 cudaLaunchKernel>1@45000+5" << false
            << "1000+50000 host-late cudaLaunchKernel";
        QTest::newRow("a synchronise of another thread is not the cause")
            << two << "1: cudaLaunchKernel>1@45000+5; 2: cudaStreamSynchronize@500+44000" << false
            << "1000+50000 host-late cudaLaunchKernel";
        QTest::newRow("an operator called Synchronize is no call")
            << two << "1: my::Synchronize@500+44000 cudaLaunchKernel>1@45000+5" << false
            << "1000+50000 host-late cudaLaunchKernel";
        QTest::newRow("memcpy: the host was blocked in a copy")
            << two << "1: cudaMemcpy@500+40000 cudaLaunchKernel>1@45000+5" << false << "1000+50000 memcpy cudaMemcpy";
        QTest::newRow("memcpy: behind a copy of the stream") << "7: Memcpy@0+1000 attn@3000+10"
                                                             << "1: cudaLaunchKernel>1@0+5" << false << "1000+2000 memcpy #0";
        QTest::newRow("launch-latency: before a copy nothing was waited for")
            << "7: gemm@0+1000 Memcpy@3000+10"
            << "1: cudaMemcpyAsync>1@0+5" << false << "1000+2000 launch-latency cudaMemcpyAsync";
        QTest::newRow("launch-latency: the copy before ran on another stream")
            << "7: Memcpy@0+1000; 8: attn@3000+10"
            << "1: cudaLaunchKernel>1@500+5" << false << "1000+2000 launch-latency cudaLaunchKernel";
        QTest::newRow("unknown: behind a copy, but no launch was recorded") << "7: Memcpy@0+1000 attn@3000+10"
                                                                            << "" << false << "1000+2000 unknown -";
        QTest::newRow("graph-boundary: a replay begins") << near << "1: cudaLaunchKernel>0@-9000+5 cudaGraphLaunch>1@-5000+5"
                                                         << false << "1000+2000 graph-boundary cudaGraphLaunch";
        QTest::newRow("graph-boundary: a replay ends") << near << "1: cudaGraphLaunch>0@-9000+5 cudaLaunchKernel>1@-5000+5"
                                                       << false << "1000+2000 graph-boundary cudaGraphLaunch";
        QTest::newRow("within one replay it is latency")
            << near << "1: cudaGraphLaunch>0-1@-9000+5" << false << "1000+2000 launch-latency cudaGraphLaunch";
        QTest::newRow("a replay that is launched late is late")
            << two << "1: cudaGraphLaunch>0@-9000+5 cudaGraphLaunch>1@40000+5" << false << "1000+50000 host-late cudaGraphLaunch";
        QTest::newRow("dependency: the work before ran elsewhere, the launch had waited for long")
            << "7: gemm@0+100 attn@33000+10; 8: nccl@100+30000"
            << "1: cudaLaunchKernel>2@200+5" << false << "30100+2900 dependency #1";
        QTest::newRow("dependency: other stream busy for most of a stream's gap")
            << "7: gemm@0+1000 attn@51000+10; 8: nccl@500+50000"
            << "1: cudaLaunchKernel>2@900+5" << true << "1000+50000 dependency #1";
        QTest::newRow("other work that ends early explains little")
            << "7: gemm@0+1000 attn@51000+10; 8: nccl@500+600"
            << "1: cudaLaunchKernel>2@45000+5" << true << "1000+50000 host-late cudaLaunchKernel";
        QTest::newRow("other work that runs on is not waited for")
            << "7: gemm@0+1000 attn@51000+10; 8: nccl@500+90000"
            << "1: cudaLaunchKernel>2@45000+5" << true << "1000+50000 host-late cudaLaunchKernel";
        QTest::newRow("late, but other work ended later still")
            << "7: gemm@0+1000 attn@51000+10; 8: nccl@500+50000"
            << "1: cudaLaunchKernel>2@2000+5" << true << "1000+50000 dependency #1";
        QTest::newRow("dependency: other work ended last, soon after a late launch")
            << "7: gemm@0+1000 attn@51000+10; 8: nccl@500+50000"
            << "1: cudaLaunchKernel>2@50400+5" << true << "1000+50000 dependency #1";
        QTest::newRow("unknown: other work ended later, but much sooner than the start")
            << "7: gemm@0+1000 attn@51000+10; 8: nccl@500+5000"
            << "1: cudaLaunchKernel>2@5000+5" << true << "1000+50000 unknown cudaLaunchKernel";
        QTest::newRow("memcpy: the other stream copied") << "7: gemm@0+1000 attn@51000+10; 8: Memcpy@500+50000"
                                                         << "1: cudaLaunchKernel>2@900+5" << true << "1000+50000 memcpy #1";
        QTest::newRow("memcpy: a copy of HIP, which is a kernel")
            << "7: gemm@0+1000 attn@51000+10; 8: __amd_rocclr_copyBuffer@500+50000"
            << "1: hipLaunchKernel>2@900+5" << true << "1000+50000 memcpy #1";
        QTest::newRow("dependency: a wait for an event was put in before")
            << two << "1: cudaLaunchKernel>0@-900+5 cudaStreamWaitEvent@-500+5 cudaLaunchKernel>1@-400+5" << false
            << "1000+50000 dependency cudaStreamWaitEvent";
        QTest::newRow("unknown: in time and too long for a latency")
            << two << "1: cudaLaunchKernel>1@900+5" << false << "1000+50000 unknown cudaLaunchKernel";
        QTest::newRow("unknown: no launch recorded") << two << "1: cudaLaunchKernel@900+5" << false << "1000+50000 unknown -";
        QTest::newRow("unknown: the launch is recorded after the kernel")
            << two << "1: cudaLaunchKernel>1@51001+5" << false << "1000+50000 unknown -";
    }
    void causes()
    {
        QFETCH(QString, kernels);
        QFETCH(QString, host);
        QFETCH(bool, perStream);
        QFETCH(QString, expected);
        const test::BuiltTrace built(kernels.toStdString(), {});
        for (std::uint32_t k = 0; k < built.document->kernels.size(); ++k)
            if (built.document->text(built.document->kernels.name[k]) == "Memcpy")
                built.document->kernels.kind[k] = KernelKind::Memcpy;
        test::addHost(*built.document, host.toStdString());
        const GapList list = gapList(built.input(), HostCalls(*built.document), traceScope(*built.document), perStream);
        QCOMPARE(QString::fromStdString(described(*built.document, list.gaps)), expected);
    }
    void betweenPassesComesFirst()
    {
        const test::BuiltTrace built("7: gemm@0+1000 attn@2000+100 gemm@51000+10", {{0, 0}, {0, 0}, {1, 0}});
        test::addHost(*built.document, "1: cudaLaunchKernel>2@45000+5");
        KernelScope scope = traceScope(*built.document);
        const HostCalls calls(*built.document);
        const std::string expected = "1000+1000 unknown -; 2100+48900 between-passes cudaLaunchKernel";
        QCOMPARE(described(*built.document, gapList(built.input(), calls, scope, false).gaps), expected);
        scope.wholeTrace = false;
        for (const Pass &pass : built.segmentation->devices[0].passes)
            scope.passes.push_back({DeviceId(0), &pass});
        QCOMPARE(described(*built.document, gapList(built.input(), calls, scope, false).gaps), expected);
    }
    void idleTimeAtTheEdgesIsThatOfTheCapture_data()
    {
        QTest::addColumn<QString>("kernels");
        QTest::addColumn<QString>("expected");
        const char *const passes = " gemm@5000+100 attn@5200+100 ";
        QTest::newRow("both ends") << QString::fromLatin1("7: memset@0+10") + QLatin1String(passes)
                + QLatin1String("copy@9000+10")
                                   << "10+4990 capture-edge -; 5100+100 unknown -; 5300+3700 capture-edge -";
        QTest::newRow("much work beyond is no edge") << QString::fromLatin1("7: gemm@0+3000") + QLatin1String(passes)
                + QLatin1String("gemm@6000+3000") << "3000+2000 between-passes -; 5100+100 unknown -; 5300+700 between-passes -";
    }
    void idleTimeAtTheEdgesIsThatOfTheCapture()
    {
        QFETCH(QString, kernels);
        QFETCH(QString, expected);
        const test::BuiltTrace built(kernels.toStdString(), {{kNoPass, 0}, {0, 0}, {0, 0}, {kNoPass, 0}});
        const HostCalls calls(*built.document);
        const GapList list = gapList(built.input(), calls, traceScope(*built.document), false);
        QCOMPARE(QString::fromStdString(described(*built.document, list.gaps)), expected);
    }
    void aGraphRecordedAsOneSpanIsABoundary()
    {
        const test::BuiltTrace built("7: graph@0+1000 attn@2000+100", {});
        built.document->kernels.kind[0] = KernelKind::Graph;
        const GapList list = gapList(built.input(), HostCalls(*built.document), traceScope(*built.document), false);
        QCOMPARE(described(*built.document, list.gaps), std::string("1000+1000 graph-boundary #0"));
    }
    void theHostDuringTheWait()
    {
        const test::BuiltTrace built("7: gemm@0+1000 attn@51000+10", {});
        test::addHost(*built.document,
            "1: py:step@0+90000 py:forward@10000+20000 py:late@30000+20000 aten::mm@15000+20000 range:decode@0+95000 "
            "aten::add@44000+2000 cudaLaunchKernel>1@45000+5");
        const GapList list = gapList(built.input(), HostCalls(*built.document), traceScope(*built.document), false);
        const std::vector<GapHost> hosts = gapHosts(*built.document, joinLaunches(*built.document), list.gaps);
        QCOMPARE(hosts.size(), 1u);
        const auto name = [&](EventId event) { return built.document->text(built.document->events.row(event).name); };
        QCOMPARE(name(hosts[0].during.call), std::string_view("aten::mm")); // at 23 us, half way from 1 to 45
        QCOMPARE(name(hosts[0].during.frame), std::string_view("forward"));
        QCOMPARE(name(hosts[0].region), std::string_view("decode"));
        QCOMPARE(name(hosts[0].launch), std::string_view("cudaLaunchKernel"));
    }
    void rangesOfNvtxDomainsAreRegions()
    {
        const test::BuiltTrace built("7: gemm@0+1000 attn@51000+10", {});
        test::addHost(*built.document, "1: range:decode@0+95000 nccl:send@40000+9000 cudaLaunchKernel>1@45000+5");
        const GapList list = gapList(built.input(), HostCalls(*built.document), traceScope(*built.document), false);
        const std::vector<GapHost> hosts = gapHosts(*built.document, joinLaunches(*built.document), list.gaps);
        QCOMPARE(built.document->text(built.document->events.row(hosts[0].region).name), std::string_view("send"));
    }
    void idsAreThoseOfTheTables()
    {
        for (const GapCauseInfo &cause : gapCauseInfos()) {
            QVERIFY(gapCauseFromId(cause.id) == cause.cause);
            QVERIFY(!std::string_view(cause.meaning).empty());
        }
        QVERIFY(!gapCauseFromId("nonsense").has_value());
    }
};

LAMELLA_TEST(TestGapCauses)
#include "tst_GapCauses.moc"
