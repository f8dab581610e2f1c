// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/Hotness.h"
#include "core/analysis/LaunchChain.h"
#include "tests/support/HostText.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

using namespace lamella;
using namespace lamella::core;

class TestLaunchChain : public QObject {
    Q_OBJECT
private slots:
    void stackFromOutermost()
    {
        const test::BuiltTrace built("7: gemm@1000+10", {});
        test::addHost(*built.document,
            "1: py:step@0+900 aten::linear@100+200 aten::addmm@110+100 cudaLaunchKernel>0@120+30 cuLaunchKernel@121+5 "
            "py:other@500+100; 2: py:thread@0+900");
        const LaunchChain chain = launchChain(*built.document, joinLaunches(*built.document), KernelId(0));
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
        const LaunchChain chain = launchChain(*built.document, joinLaunches(*built.document), KernelId(1));
        QCOMPARE(chain.launched, 3u);
        QCOMPARE(chain.place, 1u);
        QVERIFY(launchedTogether(*built.document) == std::vector<std::uint32_t>({3, 3, 3, 1}));
    }
    void withoutALaunchThereIsNoChain()
    {
        const test::BuiltTrace built("7: gemm@1000+10", {});
        test::addHost(*built.document, "1: py:step@0+900");
        const LaunchChain chain = launchChain(*built.document, joinLaunches(*built.document), KernelId(0));
        QVERIFY(!chain.launch.valid());
        QVERIFY(!chain.delayNs.has_value());
        QVERIFY(chain.stack.empty());
        QCOMPARE(launchedTogether(*built.document).front(), 0u);
    }
    void deepStacksAreCut()
    {
        const test::BuiltTrace built("7: gemm@100000+10", {});
        std::string host = "1:";
        for (int depth = 0; depth < 400; ++depth)
            host += " py:f" + std::to_string(depth) + "@" + std::to_string(depth) + "+90000";
        test::addHost(*built.document, host + " cudaLaunchKernel>0@5000+5");
        const LaunchChain chain = launchChain(*built.document, joinLaunches(*built.document), KernelId(0));
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
