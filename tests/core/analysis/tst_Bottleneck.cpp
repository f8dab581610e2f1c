// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/Bottleneck.h"
#include "core/analysis/Overlap.h"
#include "core/analysis/gaps/Gaps.h"
#include "tests/support/TestMain.h"
#include "tests/support/TestTables.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <random>
#include <string>

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
    // Pass 1 runs on stream 8 while pass 0 waits and while it communicates.
    void otherPassesAreNoIdleTime()
    {
        const BuiltTrace built("7: gemm@0+10 nccl@40+30 gemm@80+20; 8: attn@15+35", {{0, 0}, {1, 0}, {0, 0}, {0, 0}});
        const Bottleneck found = bottlenecks(built.input(), scopeOf(built, "0")).front();
        QCOMPARE(found.wallNs, 100);
        QCOMPARE(sumOf(found), 100);
        QCOMPARE(found.idleNs, 15); // 10 to 15 and 70 to 80
        QCOMPARE(found.otherWorkNs, 35); // 15 to 50, communication hidden from 40 on
        QCOMPARE(found.communicationNs, 20);
    }
    // As the table `overlap` has it, whatever runs beside it.
    void exposedCommunicationIsThatOfOverlap()
    {
        std::mt19937 random(7);
        const auto upTo = [&random](unsigned limit) { return static_cast<int>(random() % (limit + 1)); };
        for (int round = 0; round < 500; ++round) {
            std::array<std::string, 3> streams;
            KernelPlaces places;
            int at = 0;
            for (int k = 0; k < 12; ++k) {
                at += upTo(9);
                const char *const name = std::array{"nccl", "gemm", "copy", "attn"}[static_cast<std::size_t>(upTo(3))];
                streams[static_cast<std::size_t>(upTo(2))] +=
                    " " + std::string(name) + "@" + std::to_string(at) + "+" + std::to_string(upTo(20));
                const int pass = upTo(3) - 1;
                places.emplace_back(k < 2 ? k : std::min(pass, 1), pass < 0 && k >= 2 ? kNoLayer : 0);
                ++at; // starts differ, so that places are in their order
            }
            const BuiltTrace built("7:" + streams[0] + "; 8:" + streams[1] + "; 9:" + streams[2], places);
            for (const char *pass : {"0", "1"}) {
                const KernelScope scope = scopeOf(built, pass);
                const std::vector<Bottleneck> all = bottlenecks(built.input(), scope);
                if (all.empty()) { // a pass of work without length
                    QCOMPARE(scope.passes.front().pass->range.length().value, std::int64_t{0});
                    continue;
                }
                const Bottleneck &found = all.front();
                const auto own = built.index->ofPass(DeviceId(0), scope.passes.front().pass->number);
                std::int64_t exposed = 0;
                for (const CategoryOverlap &one :
                    categoryOverlap(*built.document, *built.names, own, inStartOrder(*built.index, DeviceId(0))))
                    exposed += one.category == Category::Communication ? one.exposedNs : 0;
                QCOMPARE(found.communicationNs, exposed);
                QCOMPARE(sumOf(found), found.wallNs);
                QCOMPARE(found.wallNs, scope.passes.front().pass->range.length().value);
                std::int64_t idle = 0; // as the gaps have it
                for (const Gap &gap : findGaps(built.input(), scope))
                    idle += gap.isIdle() ? gap.lengthNs() : 0;
                QCOMPARE(found.idleNs, idle);
            }
        }
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
