// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/Bottleneck.h"
#include "tests/support/TestMain.h"
#include "tests/support/TestTables.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

using namespace lamella::core;
using namespace lamella::test;

namespace {

KernelScope scopeOf(const BuiltTrace &built, const std::string &pass = "all")
{
    ScopeRequest request;
    request.pass = pass;
    return resolveScope(*built.document, *built.segmentation, request).value();
}

void setTypes(BuiltTrace &built, std::vector<int> types, std::vector<std::string> names)
{
    DeviceSegmentation &device = built.segmentation->devices.front();
    device.typeNames = std::move(names);
    for (std::size_t i = 0; i < device.layers.size(); ++i)
        device.layers[i].type = types[i];
}

std::int64_t nsOf(const Bottleneck &found, int type, std::optional<Category> category)
{
    for (const WallPart &part : found.parts)
        if (part.type == type && part.category == category)
            return part.ns;
    return 0;
}

std::int64_t sumOf(const Bottleneck &found)
{
    std::int64_t sum = 0;
    for (const WallPart &part : found.parts)
        sum += part.ns;
    return sum;
}

std::string sentenceOf(const BuiltTrace &built)
{
    TableInput input{built.document, built.names, built.segmentation, built.index, nullptr, scopeOf(built), {}};
    return builtTable("bottleneck", input).value().notes().front().english();
}

} // namespace

class tst_Bottleneck : public QObject {
    Q_OBJECT
private slots:
    void partsAddUpToTheWall()
    {
        BuiltTrace built("7: gemm@0+10 attn@15+5 gemm@20+30 attn@60+40", {{0, 0}, {0, 0}, {0, 1}, {0, 1}});
        setTypes(built, {0, 1}, {"A", "B"});
        const Bottleneck found = bottlenecks(built.input(), scopeOf(built)).front();
        QCOMPARE(found.wallNs, 100);
        QCOMPARE(sumOf(found), 100);
        QCOMPARE(found.idleNs, 15);
        QCOMPARE(nsOf(found, 0, {}), 5); // before attention of layer 0
        QCOMPARE(nsOf(found, 1, {}), 10); // the gap inside layer 1
        QCOMPARE(nsOf(found, 1, Category::Attention), 40);
        QCOMPARE(found.parts.front().ns, 40);
        QCOMPARE(found.types.front().type, 1);
        QCOMPARE(found.types.front().ns, 80);
        QCOMPARE(found.types.front().layers, 1U);
    }
    void communicationCountsOnlyWhereItIsExposed()
    {
        const BuiltTrace built("7: gemm@0+20 gemm@40+10; 8: nccl@10+40", {{0, 0}, {0, 0}, {0, 0}});
        const Bottleneck found = bottlenecks(built.input(), scopeOf(built)).front();
        QCOMPARE(found.wallNs, 50);
        QCOMPARE(found.communicationNs, 20); // from 20 to 40
        QCOMPARE(nsOf(found, kUntypedLayers, Category::Gemm), 30);
        QCOMPARE(found.idleNs, 0);
        QCOMPARE(sumOf(found), 50);
    }
    void theFirstOfSeveralGetsTheMoment()
    {
        const BuiltTrace built("7: gemm@0+20; 8: attn@5+30", {{0, 0}, {0, 0}});
        const Bottleneck found = bottlenecks(built.input(), scopeOf(built)).front();
        QCOMPARE(nsOf(found, kUntypedLayers, Category::Gemm), 20);
        QCOMPARE(nsOf(found, kUntypedLayers, Category::Attention), 15);
    }
    void timeBetweenPassesIsNobodys()
    {
        const BuiltTrace built("7: gemm@0+10 gemm@1000+10", {{0, 0}, {1, 0}});
        const Bottleneck found = bottlenecks(built.input(), scopeOf(built)).front();
        QCOMPARE(found.wallNs, 20);
        QCOMPARE(found.idleNs, 0);
        QCOMPARE(found.types.front().layers, 2U); // one of each pass
    }
    void zeroLengthWorkIsNoTime()
    {
        const BuiltTrace built("7: gemm@0+0 attn@5+0", {{0, 0}, {0, 0}});
        const Bottleneck found = bottlenecks(built.input(), scopeOf(built)).front();
        QCOMPARE(found.wallNs, 5);
        QCOMPARE(found.idleNs, 5);
        QCOMPARE(found.parts.size(), std::size_t{1});
    }
    void headAndTailAreNoLayers()
    {
        const BuiltTrace built("7: gemm@0+10 attn@10+10 gemm@20+60", {{0, kHeadLayer}, {0, 0}, {0, kTailLayer}});
        const Bottleneck found = bottlenecks(built.input(), scopeOf(built)).front();
        QCOMPARE(nsOf(found, kHeadPart, Category::Gemm), 10);
        QCOMPARE(nsOf(found, kTailPart, Category::Gemm), 60);
        QVERIFY(sentenceOf(built).find("Bottleneck: what runs after the last layer, 75.0") != std::string::npos);
    }
    void sentenceNamesTypeTargetAndNumbers()
    {
        BuiltTrace built("7: gemm@0+10 attn@10+5 moe@20+60 gemm@80+20", {{0, 0}, {0, 0}, {0, 1}, {0, 1}});
        setTypes(built, {0, 1}, {"A", "B"});
        const std::string text = sentenceOf(built);
        QVERIFY2(text.starts_with("Bottleneck: the layer of type B, 85.0"), text.c_str());
        QVERIFY2(text.find("Likely next target: MoE experts in the layer of type B (60.0") != std::string::npos, text.c_str());
        QVERIFY2(text.find("idle 5.0") != std::string::npos, text.c_str());
    }
    void idlenessCanBeTheTarget()
    {
        const BuiltTrace built("7: gemm@0+10 attn@90+10", {{0, 0}, {0, 0}});
        QVERIFY(sentenceOf(built).find("Likely next target: idle time (80.0") != std::string::npos);
    }
    void exposedCommunicationCanBeTheTarget()
    {
        const BuiltTrace built("7: gemm@0+10 nccl@10+90", {{0, 0}, {0, 0}});
        QVERIFY(sentenceOf(built).find("Likely next target: exposed communication (90.0") != std::string::npos);
    }
    void numbersOfCompiledOperationsDoNotCount()
    {
        const BuiltTrace built("7: gemm.1@0+10 gemm.2@10+10 gemm_other.3@20+15", {{0, 0}, {0, 0}, {0, 0}});
        QCOMPARE(bottlenecks(built.input(), scopeOf(built)).front().parts.front().kernelNs, 15);
        built.document->operations.emplace_back();
        QCOMPARE(bottlenecks(built.input(), scopeOf(built)).front().parts.front().kernelNs, 20);
        QVERIFY(sentenceOf(built).find("57.1\u00a0% of it gemm)") != std::string::npos);
    }
    void wholeTraceHasItsLayersToo()
    {
        BuiltTrace built(
            "7: gemm@0+10 attn@10+10 copy@50+5 gemm@100+10 attn@110+20", {{0, 0}, {0, 1}, {kNoPass, kNoLayer}, {1, 0}, {1, 1}});
        setTypes(built, {0, 1, 1, 0}, {"A", "B"}); // in another pass the layers have other types
        const Bottleneck found = bottlenecks(built.input(), scopeOf(built, "trace")).front();
        QCOMPARE(found.wallNs, 130);
        QCOMPARE(sumOf(found), 130);
        QCOMPARE(nsOf(found, 0, Category::Gemm), 10);
        QCOMPARE(nsOf(found, 1, Category::Attention), 10);
        QCOMPARE(nsOf(found, 1, Category::Gemm), 10);
        QCOMPARE(nsOf(found, 0, Category::Attention), 20);
        QCOMPARE(found.types.front().type, 1); // includes the 45 before its work
        QCOMPARE(found.types.front().layers, 2U);
    }
    void withoutPassesItIsTheTrace()
    {
        const BuiltTrace built("7: gemm@0+10 attn@10+30", {{kNoPass, kNoLayer}, {kNoPass, kNoLayer}});
        const std::string text = sentenceOf(built);
        QVERIFY2(text.starts_with("Likely next target in the trace"), text.c_str());
        QVERIFY2(text.find("Attention (75.0") != std::string::npos, text.c_str());
    }
};

LAMELLA_TEST(tst_Bottleneck)
#include "tst_Bottleneck.moc"
