// SPDX-License-Identifier: GPL-3.0-or-later
// Boundaries that the user moved: where they go, what stops them, what is said about those that cannot be set.
#include "core/analysis/segmentation/DeviceSegmenter.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

using namespace lamella;
using namespace lamella::core;

Q_DECLARE_METATYPE(lamella::core::BoundaryEdit)

namespace {

// Kernels at 0, 10, 20 … 190 of 10 ns each: P0 = head, L0 L0, L1 L1, L2, tail · one lone · P1 = L0 L0, L1, L2, tail tail · P2
// directly behind it.
constexpr std::string_view kKernels =
    "7: k@0+10 k@10+10 k@20+10 k@30+10 k@40+10 k@50+10 k@60+10 k@70+10 k@80+10 k@90+10 k@100+10 "
    "k@110+10 k@120+10 k@130+10 k@140+10 k@150+10 k@160+10";
const test::KernelPlaces kPlaces{{0, kHeadLayer}, {0, 0}, {0, 0}, {0, 1}, {0, 1}, {0, 2}, {0, kTailLayer}, {kNoPass, kNoLayer},
    {1, 0}, {1, 0}, {1, 1}, {1, 2}, {1, kTailLayer}, {1, kTailLayer}, {2, 0}, {2, 1}, {2, 2}};

QByteArray letter(int pass, int layer)
{
    if (pass == kNoPass)
        return ".";
    const char base = pass == 0 ? '0' : pass == 1 ? 'a' : 'A';
    return layer == kHeadLayer ? "h" : layer == kTailLayer ? "t" : QByteArray(1, static_cast<char>(base + layer));
}

struct Moved {
    QByteArray picture; // one letter a kernel
    std::vector<SegmentationCheck> checks;
    Segmentation cut;
};

Moved moved(const std::vector<BoundaryEdit> &edits, std::int64_t zero = 0)
{
    const test::BuiltTrace trace(kKernels, kPlaces, zero);
    MainSequence sequence;
    sequence.device = DeviceId{0};
    for (std::uint32_t k = 0; k < trace.document->kernels.size(); ++k) {
        sequence.kernel.push_back(k);
        sequence.symbol.push_back(trace.document->kernels.name[k]);
        sequence.token.push_back(0);
    }
    Moved result;
    result.cut = *trace.segmentation;
    std::vector<PassLayout> layouts;
    applyUserBoundaries({*trace.document, sequence, edits}, layouts, result.cut.devices[0], result.cut, result.checks);
    for (std::uint32_t k = 0; k < sequence.size(); ++k)
        result.picture += letter(result.cut.passOf[k], result.cut.layerOf[k]);
    return result;
}

BoundaryEdit layerStart(int pass, int layer, std::int64_t at)
{
    return {0, pass, BoundaryPart::LayerStart, layer, at};
}
BoundaryEdit passStart(int pass, std::int64_t at)
{
    return {0, pass, BoundaryPart::PassStart, 0, at};
}
BoundaryEdit passEnd(int pass, std::int64_t at)
{
    return {0, pass, BoundaryPart::PassEnd, 0, at};
}

} // namespace

class TestUserBoundaries : public QObject {
    Q_OBJECT
private slots:
    void boundariesGoWhereTheyAreSet_data();
    void boundariesGoWhereTheyAreSet();
    void rangesAndCountsFollow();
    void timesCountFromZero();
    void editsOfADeviceWithoutPassesAreTold();
};

void TestUserBoundaries::boundariesGoWhereTheyAreSet_data()
{
    using Edits = std::vector<BoundaryEdit>;
    QTest::addColumn<Edits>("edits");
    QTest::addColumn<QByteArray>("picture");
    QTest::addColumn<int>("complaints");
    const auto row = [](const char *rule, const Edits &edits, const char *picture, int complaints = 0) {
        QTest::newRow(rule) << edits << QByteArray(picture) << complaints;
    };
    row("nothing", {}, "h00112t.aabcttABC");
    row("a layer begins later", {layerStart(0, 1, 40)}, "h00012t.aabcttABC");
    row("a layer begins earlier", {layerStart(0, 1, 20)}, "h01112t.aabcttABC");
    row("the first layer gives to the head", {layerStart(0, 0, 20)}, "hh0112t.aabcttABC");
    row("the first layer takes the head", {layerStart(0, 0, 0)}, "000112t.aabcttABC");
    row("the tail begins earlier", {layerStart(1, kTailLayer, 110)}, "h00112t.aabcttABC", 1);
    row("the tail begins later", {layerStart(1, kTailLayer, 130)}, "h00112t.aabcctABC");
    row("a tail where there was none", {layerStart(2, kTailLayer, 160)}, "h00112t.aabcttABC", 1);
    row("a pass takes lone work", {passEnd(0, 80)}, "h00112ttaabcttABC");
    row("a pass gives work away", {passEnd(0, 60)}, "h00112..aabcttABC");
    row("a pass begins with lone work", {passStart(1, 70)}, "h00112thaabcttABC");
    row("passes that touch move as one", {passStart(2, 130)}, "h00112t.aabcthABC");
    row("the end of a pass takes the start of the next one along", {passEnd(1, 130)}, "h00112t.aabcthABC");
    row("a layer keeps a kernel", {layerStart(0, 1, 60)}, "h00012t.aabcttABC", 1);
    row("neighbours that move too make room", {layerStart(0, 1, 20), layerStart(0, 2, 30)}, "h01222t.aabcttABC");
    row("the order does not matter", {layerStart(0, 2, 30), layerStart(0, 1, 20)}, "h01222t.aabcttABC");
    row("of two for one boundary the last one counts", {layerStart(0, 1, 20), layerStart(0, 1, 40)}, "h00012t.aabcttABC");
    row("between two kernels", {layerStart(0, 1, 41)}, "h00112t.aabcttABC", 1);
    row("a pass that is not there", {layerStart(7, 1, 40)}, "h00112t.aabcttABC", 1);
    row("a layer that is not there", {layerStart(0, 9, 40)}, "h00112t.aabcttABC", 1);
    row("the largest time", {layerStart(0, 1, INT64_MAX)}, "h00112t.aabcttABC", 1);
    row("the end of the last kernel", {passEnd(2, 170)}, "h00112t.aabcttABC");
    row("another device", {{5, 0, BoundaryPart::LayerStart, 1, 40}}, "h00112t.aabcttABC");
}

void TestUserBoundaries::boundariesGoWhereTheyAreSet()
{
    QFETCH(std::vector<BoundaryEdit>, edits);
    QFETCH(int, complaints);
    const Moved result = moved(edits);
    QTEST(result.picture, "picture");
    QCOMPARE(
        std::count_if(result.checks.begin(), result.checks.end(), [](const SegmentationCheck &c) { return !c.ok; }), complaints);
}

void TestUserBoundaries::rangesAndCountsFollow()
{
    const Moved result = moved({layerStart(0, 1, 20), passEnd(0, 80)});
    const DeviceSegmentation &device = result.cut.devices[0];
    const Pass &pass = device.passes[0];
    QCOMPARE(pass.evidence, Evidence::User);
    QCOMPARE(device.passes[1].evidence, Evidence::None);
    QCOMPARE(pass.range.end.value, 80);
    QCOMPARE(pass.kernels, 8u);
    QVERIFY(pass.note.english().find("2 boundaries set by the user") != std::string::npos);
    QCOMPARE(device.layers[0].kernels, 1u);
    QCOMPARE(device.layers[1].range.begin.value, 20);
    QCOMPARE(device.layers[1].range.end.value, 50);
    QCOMPARE(device.layers[1].kernels, 3u);
    QCOMPARE(result.checks.size(), std::size_t{1});
    QCOMPARE(result.checks[0].sentence.english(), std::string("2 boundaries are where the user set them"));
}

void TestUserBoundaries::timesCountFromZero()
{
    QCOMPARE(moved({layerStart(0, 1, 140)}, -100).picture, QByteArray("h00012t.aabcttABC"));
}

void TestUserBoundaries::editsOfADeviceWithoutPassesAreTold()
{
    const test::BuiltTrace trace(kKernels, kPlaces);
    std::vector<SegmentationCheck> checks;
    const std::vector<BoundaryEdit> edits{layerStart(0, 1, 40), {5, 0, BoundaryPart::PassEnd, 0, 40}};
    reportBoundariesWithoutDevice(*trace.document, edits, trace.segmentation->devices, checks);
    QCOMPARE(checks.size(), std::size_t{1});
    QVERIFY(!checks[0].ok);
    QVERIFY2(checks[0].sentence.english().find("end of pass 0 of device 5") != std::string::npos,
        checks[0].sentence.english().c_str());
}

LAMELLA_TEST(TestUserBoundaries)
#include "tst_UserBoundaries.moc"
