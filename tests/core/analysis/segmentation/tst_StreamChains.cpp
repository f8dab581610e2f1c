// SPDX-License-Identifier: GPL-3.0-or-later
// Streams that run passes of their own beside each other, in traces whose structure is known; and edits of the user there, which
// name a pass as it is shown.
#include "tests/support/StructureTrace.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <vector>

using namespace lamella;
using namespace lamella::core;
using namespace lamella::test;

namespace {

constexpr double kShareRight = 0.995; // as in the table of structures

const StructureFamily &family(std::string_view name)
{
    const auto families = structureFamilies();
    const auto found =
        std::find_if(families.begin(), families.end(), [&](const StructureFamily &one) { return one.name == name; });
    if (found == families.end())
        qFatal("no such family");
    return *found;
}

Segmentation cutOf(const TraceDocument &document, const std::vector<BoundaryEdit> &edits = {})
{
    SegmentationOptions options;
    options.profiles = &builtinProfiles();
    options.boundaries = edits;
    const KernelNames names(document, *options.profiles, nullptr);
    const Result<Segmentation> found = segmentTrace(document, names, options);
    if (!found)
        qFatal("%s", found.error().message().c_str());
    return *found;
}

// Of each pass the stream with most of its kernels.
std::map<int, StreamId> streamsOfPasses(const TraceDocument &document, const Segmentation &found)
{
    std::map<int, std::map<StreamId, std::size_t>> counts;
    for (std::uint32_t k = 0; k < document.kernels.size(); ++k)
        if (found.passOf[k] != kNoPass)
            ++counts[found.passOf[k]][document.kernels.stream[k]];
    std::map<int, StreamId> streams;
    for (const auto &[pass, ofStreams] : counts)
        streams[pass] = std::max_element(ofStreams.begin(), ofStreams.end(), [](const auto &a, const auto &b) {
            return a.second < b.second;
        })->first;
    return streams;
}

// Kernels of a layer of the pass on the stream, in time order.
std::vector<std::uint32_t> kernelsOfLayer(
    const TraceDocument &document, const Segmentation &found, int pass, int layer, StreamId stream)
{
    std::vector<std::uint32_t> kernels;
    for (std::uint32_t k = 0; k < document.kernels.size(); ++k)
        if (found.passOf[k] == pass && found.layerOf[k] == layer && document.kernels.stream[k] == stream)
            kernels.push_back(k);
    return kernels;
}

} // namespace

class TestStreamChains : public QObject {
    Q_OBJECT
private slots:
    void structuresAreRight_data();
    void structuresAreRight();
    void anEditMovesTheBoundaryOfItsPass_data();
    void anEditMovesTheBoundaryOfItsPass();
    void anEditOfLayersJoinedByTimeNamesThemAsShown();
    void anEditOfNoPassIsTold();
    void anEditOfNoLayerNamesThePassAsShown();
};

void TestStreamChains::structuresAreRight_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("seed");
    for (const char *name : {"two-batch overlap", "prefill beside decode", "1F1B", "shared attention", "XLA"})
        for (const int seed : {1, 2})
            QTest::addRow("%s, %d", name, seed) << QByteArray(name) << seed;
}

void TestStreamChains::structuresAreRight()
{
    QFETCH(QByteArray, name);
    QFETCH(int, seed);
    const StructureTrace trace = structureTrace(family(name.toStdString()), static_cast<std::uint64_t>(seed), CaptureCut::Whole);
    const double right = shareRight(trace, cutOf(*trace.document), false);
    QVERIFY2(right >= kShareRight, qPrintable(QString::number(right)));
}

void TestStreamChains::anEditMovesTheBoundaryOfItsPass_data()
{
    QTest::addColumn<bool>("ofMain"); // of the first chain, else of the second
    QTest::newRow("of the main stream") << true;
    QTest::newRow("of the stream beside") << false;
}

void TestStreamChains::anEditMovesTheBoundaryOfItsPass()
{
    QFETCH(bool, ofMain);
    const StructureTrace trace = structureTrace(family("prefill beside decode"), 1, CaptureCut::Whole);
    const TraceDocument &document = *trace.document;
    const Segmentation before = cutOf(document);
    const DeviceSegmentation &device = before.devices.front();
    const std::map<int, StreamId> streams = streamsOfPasses(document, before);
    std::set<StreamId> chains;
    for (const auto &[pass, stream] : streams)
        chains.insert(stream);
    QCOMPARE(chains.size(), std::size_t{2});
    // The last pass of the chain: by then its number in the chain is another one than the number that is shown.
    const auto of = std::find_if(
        streams.rbegin(), streams.rend(), [&](const auto &entry) { return (entry.second == device.mainStream) == ofMain; });
    QVERIFY(of != streams.rend());
    const auto [pass, stream] = *of;
    const auto earlier = std::count_if(streams.begin(), streams.end(),
        [&, number = pass, own = stream](const auto &entry) { return entry.first < number && entry.second == own; });
    QVERIFY(earlier < pass);
    const std::vector<std::uint32_t> layer = kernelsOfLayer(document, before, pass, 1, stream);
    QVERIFY(layer.size() > 2);
    const std::uint32_t moved = layer[layer.size() / 2];
    const BoundaryEdit edit{document.devices[device.device.value].number, pass, BoundaryPart::LayerStart, 1,
        document.kernels.start[moved] - document.zero()};
    const Segmentation after = cutOf(document, {edit});
    QCOMPARE(after.layerOf[layer.front()], 0); // it ends behind the kernel before the boundary
    QCOMPARE(after.layerOf[moved], 1);
    QCOMPARE(after.devices.front().passes.size(), device.passes.size());
    std::size_t changed = 0;
    for (std::uint32_t k = 0; k < document.kernels.size(); ++k) {
        QCOMPARE(after.passOf[k], before.passOf[k]);
        if (before.passOf[k] == pass)
            changed += after.layerOf[k] != before.layerOf[k] ? 1 : 0;
        else
            QCOMPARE(after.layerOf[k], before.layerOf[k]);
    }
    QVERIFY(changed > 0 && changed <= layer.size());
    const auto byUser = [](const Segmentation &cut) {
        std::vector<int> passes;
        for (const Pass &one : cut.devices.front().passes)
            if (one.evidence == Evidence::User)
                passes.push_back(one.number);
        return passes;
    };
    QCOMPARE(byUser(before), std::vector<int>());
    QCOMPARE(byUser(after), std::vector<int>{pass});
}

// Micro-batches of which none shows where it begins: the one of the second chain holds a layer before the first one of the other,
// so that the layers of the first chain are shown by other numbers than its own.
void TestStreamChains::anEditOfLayersJoinedByTimeNamesThemAsShown()
{
    int found = 0;
    for (std::uint64_t seed = 1; seed <= 16; ++seed) {
        const StructureTrace trace = structureTrace(family("two-batch overlap"), seed, CaptureCut::Slice);
        const TraceDocument &document = *trace.document;
        const Segmentation before = cutOf(document);
        const DeviceSegmentation &device = before.devices.front();
        const StreamId main = device.mainStream;
        const int pass = device.passes.front().number;
        if (device.passes.front().layers < 4 || !kernelsOfLayer(document, before, pass, 0, main).empty())
            continue;
        ++found;
        const std::vector<std::uint32_t> layer = kernelsOfLayer(document, before, pass, 2, main);
        QVERIFY(layer.size() > 2);
        const std::uint32_t moved = layer[layer.size() / 2];
        const BoundaryEdit edit{document.devices[device.device.value].number, pass, BoundaryPart::LayerStart, 2,
            document.kernels.start[moved] - document.zero()};
        const Segmentation after = cutOf(document, {edit});
        QVERIFY(after.passOf == before.passOf);
        for (std::uint32_t k = 0; k < document.kernels.size(); ++k) {
            const bool taken =
                before.passOf[k] == pass && before.layerOf[k] == 2 && document.kernels.stream[k] == main && k < moved;
            if (before.side[k] == 0) // work beside goes with its chain
                QCOMPARE(after.layerOf[k], taken ? 1 : before.layerOf[k]);
        }
    }
    QVERIFY(found > 0);
}

void TestStreamChains::anEditOfNoPassIsTold()
{
    const StructureTrace trace = structureTrace(family("prefill beside decode"), 1, CaptureCut::Whole);
    const Segmentation before = cutOf(*trace.document);
    const DeviceSegmentation &device = before.devices.front();
    const BoundaryEdit edit{trace.document->devices[device.device.value].number, 100'000, BoundaryPart::LayerStart, 1, 0};
    const Segmentation after = cutOf(*trace.document, {edit});
    QVERIFY(after.passOf == before.passOf);
    QVERIFY(after.layerOf == before.layerOf);
    const auto told = std::count_if(after.checks.begin(), after.checks.end(), [](const SegmentationCheck &check) {
        return !check.ok && check.sentence.english().find("no longer exists") != std::string::npos;
    });
    QCOMPARE(told, 1);
}

void TestStreamChains::anEditOfNoLayerNamesThePassAsShown()
{
    const StructureTrace trace = structureTrace(family("prefill beside decode"), 1, CaptureCut::Whole);
    const Segmentation before = cutOf(*trace.document);
    const DeviceSegmentation &device = before.devices.front();
    const int pass = device.passes.back().number; // its chain has another number for it
    const BoundaryEdit edit{trace.document->devices[device.device.value].number, pass, BoundaryPart::LayerStart, 100'000, 0};
    const Segmentation after = cutOf(*trace.document, {edit});
    QVERIFY(!after.checks.empty());
    const std::string &told = after.checks.front().sentence.english();
    QVERIFY2(told.find("in pass " + std::to_string(pass) + " ") != std::string::npos, told.c_str());
}

LAMELLA_TEST(TestStreamChains)
#include "tst_StreamChains.moc"
