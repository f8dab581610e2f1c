// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/Hotness.h"
#include "core/analysis/LaunchChain.h"
#include "tests/support/HostText.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

#include <set>

using namespace lamella;
using namespace lamella::core;

namespace {

LaunchChain chainOf(const TraceDocument &document, KernelId kernel)
{
    return launchChain(document, joinLaunches(document), kernelsByLaunch(document), EventTimes(document.events), kernel);
}

// By looking at every kernel and every event.
void compareWithAWalk(const TraceDocument &document, KernelId kernel)
{
    const LaunchChain chain = chainOf(document, kernel);
    const EventId launch = document.kernels.launch[kernel.value];
    if (launch.value >= document.events.size()) {
        QVERIFY(!chain.launch.valid() && chain.launched == 0 && chain.stack.empty());
        return;
    }
    std::uint32_t launched = 0;
    std::uint32_t place = 0;
    for (std::uint32_t k = 0; k < document.kernels.size(); ++k) {
        launched += document.kernels.launch[k] == launch ? 1 : 0;
        place += document.kernels.launch[k] == launch && k < kernel.value ? 1 : 0;
    }
    QCOMPARE(chain.launched, launched);
    QCOMPARE(chain.place, place);
    const EventRow call = document.events.row(launch);
    std::set<EventId> around;
    for (std::uint32_t e = 0; e < document.events.size(); ++e) {
        const EventRow row = document.events.row(EventId(e));
        const bool runs = row.start != EventTable::kNoTime && row.duration >= 0 && row.start <= call.start
            && (row.start == call.start || row.start + row.duration > call.start);
        if (runs && row.track == call.track && EventId(e) != launch)
            around.insert(EventId(e));
    }
    QVERIFY((std::set<EventId>(chain.stack.begin(), chain.stack.end()) == around));
    for (std::size_t i = 1; i < chain.stack.size(); ++i)
        QVERIFY(document.events.row(chain.stack[i - 1]).start <= document.events.row(chain.stack[i]).start);
}

} // namespace

class TestLaunchChain : public QObject {
    Q_OBJECT
private slots:
    void stackFromOutermost()
    {
        const test::BuiltTrace built("7: gemm@1000+10", {});
        test::addHost(*built.document,
            "1: py:step@0+900 aten::linear@100+200 aten::addmm@110+100 cudaLaunchKernel>0@120+30 cuLaunchKernel@121+5 "
            "py:other@500+100; 2: py:thread@0+900");
        const LaunchChain chain = chainOf(*built.document, KernelId(0));
        std::string names;
        for (const EventId event : chain.stack)
            names += std::string(built.document->text(built.document->events.row(event).name)) + " ";
        QCOMPARE(names, std::string("step aten::linear aten::addmm "));
        QCOMPARE(chain.delayNs.value_or(-1), 880);
        QCOMPARE(chain.queuedNs.value_or(-1), 850);
        QCOMPARE(chain.launched, 1u);
        QCOMPARE(built.document->text(built.document->events.row(chain.cpuOp).name), std::string_view("aten::addmm"));
    }
    void oneLaunchManyKernels()
    {
        const test::BuiltTrace built("7: gemm@1000+10 attn@1010+10 gemm@1020+10 gemm@2000+5", {});
        test::addHost(*built.document, "1: cudaGraphLaunch>0-2@120+30 cudaLaunchKernel>3@200+5");
        const LaunchChain chain = chainOf(*built.document, KernelId(1));
        QCOMPARE(chain.launched, 3u);
        QCOMPARE(chain.place, 1u);
    }
    void withoutALaunchThereIsNoChain()
    {
        const test::BuiltTrace built("7: gemm@1000+10", {});
        test::addHost(*built.document, "1: py:step@0+900");
        const LaunchChain chain = chainOf(*built.document, KernelId(0));
        QVERIFY(!chain.launch.valid());
        QVERIFY(!chain.delayNs.has_value());
        QVERIFY(chain.stack.empty());
        QCOMPARE(chain.launched, 0u);
    }
    // Overlapping streams of two devices, equal times, calls without a length, a launch that starts with the operator around it,
    // graphs, and kernels without a launch.
    void sameAsAWalkOverAll()
    {
        const test::BuiltTrace odd("0/7: gemm@1000+10 attn@1000+10 gemm@1005+50 gemm@1200+0; 0/8: gemm@1000+30 attn@1200+0; "
                                   "1/7: gemm@1000+10 attn@1010+5",
            {});
        test::addHost(*odd.document,
            "1: py:step@0+900 aten::linear@100+200 cudaGraphLaunch>0-2@100+30 aten::empty@100+0 cudaLaunchKernel>5@300+0; "
            "2: aten::mm@100+200 cudaLaunchKernel>6@100+5 cudaLaunchKernel>7@105+5");
        for (std::uint32_t k = 0; k < odd.document->kernels.size(); ++k)
            compareWithAWalk(*odd.document, KernelId(k));
    }
    void deepStacksAreCut()
    {
        const test::BuiltTrace built("7: gemm@100000+10", {});
        std::string host = "1:";
        for (int depth = 0; depth < 400; ++depth)
            host += " py:f" + std::to_string(depth) + "@" + std::to_string(depth) + "+90000";
        test::addHost(*built.document, host + " cudaLaunchKernel>0@5000+5");
        const LaunchChain chain = chainOf(*built.document, KernelId(0));
        QCOMPARE(chain.stack.size(), LaunchChain::kDeepest);
        QCOMPARE(built.document->text(built.document->events.row(chain.stack.back()).name), std::string_view("f399"));
    }
    void hotnessByShape()
    {
        const test::BuiltTrace built("7: gemm@0+10 gemm@20+30 gemm@60+50 attn@200+20", {});
        KernelTable &kernels = built.document->kernels;
        kernels.shapes = {{{1, 1, 1}, {32, 1, 1}}, {{2, 1, 1}, {32, 1, 1}}};
        kernels.shape = {ShapeId(0), ShapeId(1), ShapeId(0), ShapeId()};
        const StringId wide = built.document->strings.intern("[[4096]]");
        const std::vector<StringId> dims{wide, wide, StringId(), StringId()};
        const std::vector<KernelId> all{KernelId(0), KernelId(1), KernelId(2), KernelId(3)};
        std::string text;
        for (const ShapeHotness &h : shapeHotness(*built.document, dims, all))
            text += std::string(built.document->text(h.sums.name)) + std::string(built.document->text(h.inputDims)) + "/"
                + (h.shape.valid() ? std::to_string(h.shape.value) : "-") + " " + std::to_string(h.sums.sumNs) + "x"
                + std::to_string(h.sums.count) + "; ";
        QCOMPARE(text, std::string("gemm/0 50x1; gemm[[4096]]/1 30x1; attn/- 20x1; gemm[[4096]]/0 10x1; "));
        const std::vector<NameHotness> names = hotness(*built.document, all);
        QCOMPARE(names.front().sumNs, 90);
        QCOMPARE(names.front().medianNs, 30);
    }
};

LAMELLA_TEST(TestLaunchChain)
#include "tst_LaunchChain.moc"
