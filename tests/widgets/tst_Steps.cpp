// SPDX-License-Identifier: GPL-3.0-or-later
// From kernel to kernel, and edges that attract the ends of a range.
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"
#include "widgets/session/KernelSteps.h"
#include "widgets/session/Stepper.h"
#include "widgets/timeline/TimelineSnap.h"

#include <QTest>

#include <limits>

using namespace lamella;
using ui::KernelStep;

class tst_Steps : public QObject {
    Q_OBJECT
private slots:
    void kernelsFollowStreamOrName_data();
    void kernelsFollowStreamOrName();
    void firstKernelOfARange();
    void edgesAttract_data();
    void edgesAttract();
    void outliersFollowOneAnother_data();
    void outliersFollowOneAnother();
};

void tst_Steps::kernelsFollowStreamOrName_data()
{
    // By start: 0 gemm@0 s7, 1 nccl@1 s8, 2 attn@2 s7, 3 gemm@3 s8, 4 gemm@4 s7, 5 gemm@5 of another device
    QTest::addColumn<int>("from");
    QTest::addColumn<bool>("byName");
    QTest::addColumn<int>("step");
    QTest::addColumn<int>("to"); // -1 = nothing
    QTest::newRow("next of the stream") << 0 << false << 1 << 2;
    QTest::newRow("previous of the stream") << 4 << false << -1 << 2;
    QTest::newRow("first of the stream") << 0 << false << -1 << -1;
    QTest::newRow("last of the stream") << 4 << false << 1 << -1;
    QTest::newRow("next of the name, on another stream") << 0 << true << 1 << 3;
    QTest::newRow("previous of the name") << 4 << true << -1 << 3;
    QTest::newRow("not on another device") << 4 << true << 1 << -1;
    QTest::newRow("the only one of its name") << 1 << true << 1 << -1;
    QTest::newRow("no such kernel") << 99 << true << 1 << -1;
}

void tst_Steps::kernelsFollowStreamOrName()
{
    QFETCH(int, from);
    QFETCH(bool, byName);
    QFETCH(int, step);
    QFETCH(int, to);
    const auto document = test::documentFromText("0/7: gemm@0+1 attn@2+1 gemm@4+1; 0/8: nccl@1+1 gemm@3+1; 1/7: gemm@5+1");
    const auto found = ui::kernelStep(
        *document, core::KernelId(static_cast<std::uint32_t>(from)), byName ? KernelStep::Name : KernelStep::Stream, step);
    QCOMPARE(found.has_value(), to >= 0);
    if (found)
        QCOMPARE(static_cast<int>(found->value), to);
}

void tst_Steps::firstKernelOfARange()
{
    const auto document = test::documentFromText("0/7: gemm@0+1 attn@20+1; 1/7: gemm@10+1");
    QCOMPARE(ui::firstKernelIn(*document, {{5}, {30}}, {})->value, 1u);
    QCOMPARE(ui::firstKernelIn(*document, {{5}, {30}}, core::DeviceId(0))->value, 2u);
    QVERIFY(!ui::firstKernelIn(*document, {{5}, {20}}, core::DeviceId(0)));
    QVERIFY(!ui::firstKernelIn(*document, {}, {}));
}

void tst_Steps::edgesAttract_data()
{
    QTest::addColumn<qint64>("time");
    QTest::addColumn<qint64>("tolerance");
    QTest::addColumn<qint64>("snapped");
    // spans 100..200 and 210..300
    QTest::newRow("begin from before") << qint64(96) << qint64(5) << qint64(100);
    QTest::newRow("begin from inside") << qint64(104) << qint64(5) << qint64(100);
    QTest::newRow("end") << qint64(198) << qint64(5) << qint64(200);
    QTest::newRow("the nearer of two") << qint64(207) << qint64(50) << qint64(210);
    QTest::newRow("just within") << qint64(95) << qint64(5) << qint64(100);
    QTest::newRow("too far") << qint64(94) << qint64(5) << qint64(94);
    QTest::newRow("on the edge") << qint64(300) << qint64(0) << qint64(300);
    QTest::newRow("end of the scale") << std::numeric_limits<qint64>::min() << qint64(5) << std::numeric_limits<qint64>::min();
}

void tst_Steps::edgesAttract()
{
    QFETCH(qint64, time);
    QFETCH(qint64, tolerance);
    core::Lane lane;
    QCOMPARE(ui::snappedTime(lane, time, tolerance), time); // nothing there
    lane.append(100, 200, 0);
    lane.append(210, 300, 1);
    QTEST(static_cast<qint64>(ui::snappedTime(lane, time, tolerance)), "snapped");
}

void tst_Steps::outliersFollowOneAnother_data()
{
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("step");
    QTest::addColumn<int>("to"); // of the passes 0..9, of which 2 and 7 are outliers
    QTest::newRow("forwards from nothing") << core::kNoPass << 1 << 2;
    QTest::newRow("backwards from nothing") << core::kNoPass << -1 << 7;
    QTest::newRow("next") << 2 << 1 << 7;
    QTest::newRow("after the last the first") << 7 << 1 << 2;
    QTest::newRow("before the first the last") << 2 << -1 << 7;
    QTest::newRow("from between") << 5 << -1 << 2;
}

void tst_Steps::outliersFollowOneAnother()
{
    QFETCH(int, from);
    QFETCH(int, step);
    core::Segmentation segmentation;
    segmentation.mainDevice = core::DeviceId(0);
    segmentation.devices.resize(1);
    for (int number = 0; number < 10; ++number) {
        core::Pass pass;
        pass.number = number;
        pass.state = core::PassState::Steady;
        segmentation.devices[0].passes.push_back(pass);
    }
    ui::Focus focus;
    QVERIFY(!ui::outlierStep(segmentation, focus, step)); // there is none
    for (const std::size_t number : {2U, 7U})
        segmentation.devices[0].passes[number].state = core::PassState::Outlier;
    focus.pass = from;
    const auto next = ui::outlierStep(segmentation, focus, step);
    QVERIFY(next.has_value());
    QTEST(std::get<core::PassSelection>(*next).pass, "to");
}

LAMELLA_TEST(tst_Steps)
#include "tst_Steps.moc"
