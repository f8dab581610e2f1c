// SPDX-License-Identifier: GPL-3.0-or-later
// Captures that begin or end inside of passes of random structures: how much of them is right, and how sure the segmentation is
// where the capture does not show it.
#include "tests/support/StructureTrace.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <algorithm>
#include <string_view>

using namespace lamella::core;
using namespace lamella::test;

namespace {

const StructureFamily &familyToCut(std::string_view name)
{
    const auto found = std::find_if(
        structureFamilies().begin(), structureFamilies().end(), [&](const StructureFamily &one) { return one.name == name; });
    Q_ASSERT(found != structureFamilies().end());
    return *found;
}

Segmentation segmentedCapture(const StructureTrace &trace)
{
    SegmentationOptions options;
    options.profiles = &builtinProfiles();
    const KernelNames names(*trace.document, *options.profiles, nullptr);
    return segmentTrace(*trace.document, names, options).value();
}

} // namespace

class TestCutStructures : public QObject {
    Q_OBJECT
private slots:
    void layersAreRight_data();
    void layersAreRight();
    void unmatchedMicroBatchesAreDoubted();
};

void TestCutStructures::layersAreRight_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("seed");
    QTest::addColumn<CaptureCut>("cut");
    const auto add = [](const char *name, int seed, CaptureCut cut) {
        QTest::addRow("%s, %d", name, seed) << QByteArray(name) << seed << cut;
    };
    // The pattern of layer types is no sign of passes.
    add("shared attention", 1, CaptureCut::Slice);
    add("Mamba and attention", 3, CaptureCut::Slice);
    add("linear attention", 7, CaptureCut::Slice);
    // Ids and positions of a step are its input.
    add("diffusion", 2, CaptureCut::BothEnds);
    add("multimodal", 1, CaptureCut::BothEnds);
    // The last layer ends like others of its kind.
    add("single halves", 4, CaptureCut::Whole);
    // Norms that close a half.
    add("norm behind", 1, CaptureCut::Slice);
    add("sandwich norms", 3, CaptureCut::Slice);
    // The first pass shows the end of a layer, not how layers begin.
    add("XLA", 6, CaptureCut::Slice);
    add("norm behind", 6, CaptureCut::BothEnds);
}

void TestCutStructures::layersAreRight()
{
    QFETCH(QByteArray, name);
    QFETCH(int, seed);
    QFETCH(CaptureCut, cut);
    const StructureTrace trace = structureTrace(familyToCut(name.toStdString()), static_cast<std::uint64_t>(seed), cut);
    const double right = shareRight(trace, segmentedCapture(trace));
    QVERIFY2(right >= 0.99, qPrintable(QString::number(right)));
}

void TestCutStructures::unmatchedMicroBatchesAreDoubted()
{
    const auto captured = [](std::uint64_t seed, CaptureCut cut) {
        return segmentedCapture(structureTrace(familyToCut("two-batch overlap"), seed, cut));
    };
    QVERIFY2(captured(1, CaptureCut::BothEnds).confidence >= 0.9, "passes are seen to begin");
    for (const std::uint64_t seed : {1U, 4U, 5U, 6U}) { // neither micro-batch is seen to begin or to end
        const Segmentation slice = captured(seed, CaptureCut::Slice);
        QVERIFY2(slice.confidence <= 0.5, qPrintable(QString::number(seed) + QStringLiteral(": %1").arg(slice.confidence)));
        for (const Pass &pass : slice.devices.front().passes)
            QVERIFY2(pass.confidence <= 0.75, qPrintable(QString::number(seed)));
    }
}

LAMELLA_TEST(TestCutStructures)
#include "tst_CutStructures.moc"
