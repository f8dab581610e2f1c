// SPDX-License-Identifier: GPL-3.0-or-later
// From kernel to kernel, and edges that attract the ends of a range.
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"
#include "widgets/session/KernelSteps.h"
#include "widgets/session/LongestStep.h"
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
    void downToWhatTakesLongest();
    void slowestPassIsOneThatCounts();
    void upToWhatContainsIt();
};

namespace {

// Two decode passes of the layers 0 and 1 with two kernels each, and work before and after them.
struct Steps {
    Steps()
    {
        segmentation.mainDevice = core::DeviceId(0);
        segmentation.devices.resize(1);
        core::DeviceSegmentation &gpu = segmentation.devices[0];
        gpu.device = core::DeviceId(0);
        gpu.selectedPass = 0;
        const auto layer = [&gpu](int pass, int number, std::int64_t begin, std::int64_t end) {
            gpu.layers.push_back({.pass = pass, .layer = number, .range = {{begin}, {end}}, .kernels = 2});
        };
        layer(0, 0, 10, 40);
        layer(0, 1, 40, 60);
        layer(1, 0, 110, 140);
        layer(1, 1, 140, 190);
        for (int number = 0; number < 2; ++number) {
            core::Pass pass;
            pass.number = number;
            pass.stage = core::Stage::Decode;
            pass.state = core::PassState::Steady;
            pass.complete = true;
            pass.layers = 2;
            pass.firstLayer = static_cast<std::uint32_t>(2 * number);
            pass.range = number == 0 ? core::TimeRange{{10}, {60}} : core::TimeRange{{110}, {190}};
            gpu.passes.push_back(pass);
        }
        segmentation.passOf = {core::kNoPass, 0, 0, 0, 0, 1, 1, 1, 1, core::kNoPass};
        const int none = core::kNoLayer;
        segmentation.layerOf = {none, 0, 0, 1, 1, 0, 0, 1, 1, none};
    }
    [[nodiscard]] std::optional<core::Selection> inside(const core::Selection &selection, const ui::Focus &focus = {}) const
    {
        return ui::longestInside(*document, segmentation, selection, focus);
    }
    [[nodiscard]] std::optional<core::Selection> ofKind(const core::Selection &selection, const ui::Focus &focus = {}) const
    {
        return ui::longestOfKind(*document, segmentation, selection, focus);
    }
    [[nodiscard]] core::StringId nameOf(std::uint32_t kernel) const { return document->kernels.name[kernel]; }

    std::shared_ptr<const core::TraceDocument> document = test::documentFromText(
        "0/7: gemm@0+9 gemm@10+5 attn@20+20 gemm@40+15 attn@55+5 gemm@110+5 attn@120+20 gemm@140+40 attn@180+10 gemm@200+50");
    core::Segmentation segmentation;
    const core::DeviceId device = core::DeviceId(0);
};

core::Selection kernelAt(std::uint32_t row)
{
    return core::KernelSelection{core::KernelId(row)};
}

} // namespace

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

void tst_Steps::downToWhatTakesLongest()
{
    const Steps steps;
    const auto to = [](const core::Selection &wanted) { return std::optional(wanted); };
    const core::DeviceId device = steps.device;
    QCOMPARE(steps.inside({}), to(core::PassSelection{device, 1}));
    QCOMPARE(steps.inside(core::PassSelection{device, 1}), to(core::LayerSelection{device, 1, 1}));
    QCOMPARE(steps.inside(core::PassSelection{device, 0}), to(core::LayerSelection{device, 0, 0}));
    QCOMPARE(steps.inside(core::LayerSelection{device, 1, 1}), to(kernelAt(7)));
    QCOMPARE(steps.inside(core::LayerSelection{device, 0, 1}), to(kernelAt(3)));
    QVERIFY(!steps.inside(kernelAt(7)));
    QCOMPARE(steps.inside(core::RangeSelection{{{15}, {60}}}), to(kernelAt(2)));
    QVERIFY(!steps.inside(core::RangeSelection{{{60}, {100}}})); // nothing runs there
    // A name where it was chosen, and in the whole trace.
    QCOMPARE(steps.inside(core::NameSelection{steps.nameOf(1), device, 0, core::kNoLayer}), to(kernelAt(3)));
    QCOMPARE(steps.inside(core::NameSelection{steps.nameOf(1), device, 0, 0}), to(kernelAt(1)));
    QCOMPARE(steps.inside(core::NameSelection{steps.nameOf(1)}), to(kernelAt(9)));

    QCOMPARE(steps.ofKind(core::LayerSelection{device, 1, 0}), to(core::LayerSelection{device, 1, 1}));
    QCOMPARE(steps.ofKind(kernelAt(1)), to(kernelAt(9)));
    QCOMPARE(steps.ofKind(kernelAt(4)), to(kernelAt(2))); // of two that take 20 ns the first
    QVERIFY(!steps.ofKind(core::RangeSelection{{{15}, {60}}}));

    Steps flat; // passes without layers
    for (core::Pass &pass : flat.segmentation.devices[0].passes)
        pass.layers = 0;
    QCOMPARE(flat.inside(core::PassSelection{device, 0}), to(kernelAt(2)));
}

// One that is cut, cold, or of another stage is no answer to "which decode pass is slow".
void tst_Steps::slowestPassIsOneThatCounts()
{
    Steps steps;
    const core::DeviceId device = steps.device;
    std::vector<core::Pass> &passes = steps.segmentation.devices[0].passes;
    const auto add = [&passes](core::Stage stage, core::PassState state, bool complete, std::int64_t ns) {
        core::Pass pass;
        pass.number = static_cast<int>(passes.size());
        pass.stage = stage;
        pass.state = state;
        pass.complete = complete;
        pass.range = {{1000}, {1000 + ns}};
        passes.push_back(pass);
    };
    add(core::Stage::Prefill, core::PassState::Unknown, true, 900);
    add(core::Stage::Decode, core::PassState::Cold, true, 800);
    add(core::Stage::Decode, core::PassState::Unknown, false, 700);
    add(core::Stage::Prefill, core::PassState::Unknown, true, 950);
    const auto from = [&](int pass) {
        return std::get<core::PassSelection>(
            *steps.ofKind(core::PassSelection{device, pass}, ui::Focus{device, pass, core::kNoLayer}))
            .pass;
    };
    QCOMPARE(from(0), 1);
    QCOMPARE(from(3), 1); // from the cold one too
    QCOMPARE(from(2), 5);
    add(core::Stage::Decode, core::PassState::Outlier, true, 600);
    QCOMPARE(from(0), 6);
    QCOMPARE(*steps.inside({}), core::Selection(core::PassSelection{device, 6})); // of the stage that is selected at first
}

void tst_Steps::upToWhatContainsIt()
{
    const core::DeviceId device(0);
    const ui::Focus inLayer{device, 1, 4};
    const ui::Focus inPass{device, 1, core::kNoLayer};
    const core::Selection layer = core::LayerSelection{device, 1, 4};
    const core::Selection pass = core::PassSelection{device, 1};
    QCOMPARE(ui::parentOf(kernelAt(3), inLayer), std::optional(layer));
    QCOMPARE(ui::parentOf(kernelAt(3), inPass), std::optional(pass));
    QCOMPARE(ui::parentOf(layer, inLayer), std::optional(pass));
    QVERIFY(!ui::parentOf(pass, inPass));
    QVERIFY(!ui::parentOf(kernelAt(3), {}));
}

LAMELLA_TEST(tst_Steps)
#include "tst_Steps.moc"
