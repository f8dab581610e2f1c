// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/ScaleRules.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

#include <random>

using namespace lamella;
using namespace lamella::core;

namespace {

std::vector<KernelId> allOf(const TraceDocument &document)
{
    std::vector<KernelId> kernels;
    for (std::uint32_t k = 0; k < document.kernels.size(); ++k)
        kernels.emplace_back(k);
    return kernels;
}

WhatIfBounds boundsOf(const test::BuiltTrace &built, const std::vector<std::string> &scales)
{
    std::vector<ScaleRule> rules;
    for (const std::string &text : scales)
        rules.push_back(scaleRuleFromText(text).value());
    const std::vector<KernelId> kernels = allOf(*built.document);
    return whatIf(built.document->kernels, kernels, factorsOf(built.input(), kernels, rules));
}

QString described(const WhatIfBounds &b)
{
    return QStringLiteral("%1: %2 %3 %4").arg(b.wallNs).arg(b.serialNs).arg(b.streamNs).arg(b.hiddenNs);
}

} // namespace

class TestWhatIf : public QObject {
    Q_OBJECT
private slots:
    void bounds_data()
    {
        QTest::addColumn<QString>("trace");
        QTest::addColumn<QString>("scale");
        QTest::addColumn<QString>("expected"); // wall: serial, stream, hidden
        const QString chain = QStringLiteral("7: gemm@0+100 attn@110+50 gemm@170+100");
        QTest::newRow("nothing fits") << chain << "category:moe=0"
                                      << "270: 270 270 270";
        QTest::newRow("removed from a chain: its time goes, the leads stay") << chain << "category:attention=0"
                                                                             << "270: 220 220 220";
        QTest::newRow("half as long") << chain << "category:attention=0.5"
                                      << "270: 245 245 225";
        QTest::newRow("twice as long") << chain << "category:attention=2"
                                       << "270: 320 320 300";
        QTest::newRow("by name") << chain << "name:gemm=50%"
                                 << "270: 170 170 150";
        QTest::newRow("by regular expression") << chain << "name:/^at+n$/=0"
                                               << "270: 220 220 220";
        // The collective is exposed from 100 to 150 and the next kernel waits for it, so that one moves earlier too.
        const QString exposed = QStringLiteral("7: gemm@0+100 gemm@160+40; 8: nccl@50+100");
        QTest::newRow("exposed part only") << exposed << "category:communication=0"
                                           << "200: 150 140 140";
        QTest::newRow("half as long ends before what hid it") << exposed << "category:communication=0.5"
                                                              << "200: 175 150 140";
        // Fully hidden: no gain from removing it, and no cost until it takes longer than the work that hides it.
        const QString hidden = QStringLiteral("7: gemm@0+100 gemm@110+90; 8: nccl@20+30");
        QTest::newRow("hidden: nothing to gain") << hidden << "category:communication=0"
                                                 << "200: 200 200 200";
        QTest::newRow("hidden: still so when longer") << hidden << "category:communication=2"
                                                      << "200: 230 200 200";
        QTest::newRow("what hides it goes") << hidden << "category:gemm=0"
                                            << "200: 40 30 30";
        // The second kernel starts during the first on the same stream: the offset between them stays.
        const QString pdl = QStringLiteral("7: gemm@0+100 attn@80+100");
        QTest::newRow("programmatic dependent launch") << pdl << "category:gemm=0.5"
                                                       << "180: 140 140 100";
        // The third kernel started 60 after the end of the first, which counts as its lead although the second ran meanwhile.
        QTest::newRow("a lead beside removed work stays")
            << QStringLiteral("7: gemm@0+100 gemm@80+100 gemm@160+100") << "category:gemm=0"
            << "260: 60 60 60";
        QTest::newRow("the wall of work without length") << "7: gemm@5+0"
                                                         << "name:gemm=0"
                                                         << "0: 0 0 0";
    }
    void bounds()
    {
        QFETCH(QString, trace);
        QFETCH(QString, scale);
        QFETCH(QString, expected);
        QCOMPARE(described(boundsOf(test::BuiltTrace(trace.toStdString(), {}), {scale.toStdString()})), expected);
    }
    void changedWorkIsCounted()
    {
        const WhatIfBounds b =
            boundsOf(test::BuiltTrace("7: gemm@0+100 attn@110+50", {}), {"name:gemm=0.5", "category:gemm=0.5"});
        QCOMPARE(b.changed, 1u);
        QCOMPARE(b.changedNs, 100);
        QCOMPARE(b.changedToNs, 25); // the factors of all matching rules are multiplied
    }
    void layersAndTypes()
    {
        const test::BuiltTrace built("7: gemm@0+100 gemm@100+100 gemm@200+100", {{0, kHeadLayer}, {0, 0}, {0, 1}});
        built.segmentation->devices[0].typeNames = {"MoE"};
        built.segmentation->devices[0].layers[1].type = 0;
        QCOMPARE(described(boundsOf(built, {"layer:head=0"})), QStringLiteral("300: 200 200 200"));
        QCOMPARE(described(boundsOf(built, {"type:moe=0", "layer:0=0"})), QStringLiteral("300: 100 100 100"));
    }
    // Ordered, equal to the wall for factor 1, and monotonic in the factor.
    void properties()
    {
        std::mt19937 engine(11);
        const auto upTo = [&engine](int limit) { return static_cast<int>(engine() % static_cast<unsigned>(limit + 1)); };
        for (int round = 0; round < 4000; ++round) {
            std::array<std::string, 3> streams;
            const int count = 1 + upTo(9);
            for (int k = 0; k < count; ++k)
                streams[static_cast<std::size_t>(upTo(2))] += " k@" + std::to_string(upTo(40)) + "+" + std::to_string(upTo(15));
            const auto document = test::documentFromText("7:" + streams[0] + "; 8:" + streams[1] + "; 9:" + streams[2]);
            const std::vector<KernelId> kernels = allOf(*document);
            std::vector<FactorPpm> factors(kernels.size(), kUnchanged);
            const WhatIfBounds same = whatIf(document->kernels, kernels, factors);
            QCOMPARE(same.serialNs, same.wallNs);
            QCOMPARE(same.streamNs, same.wallNs);
            QCOMPARE(same.hiddenNs, same.wallNs);
            for (FactorPpm &factor : factors)
                factor = upTo(1) == 0 ? kUnchanged : static_cast<FactorPpm>(upTo(6)) * (kUnchanged / 3);
            const WhatIfBounds before = whatIf(document->kernels, kernels, factors);
            QVERIFY(before.hiddenNs <= before.streamNs);
            QVERIFY(before.streamNs <= before.serialNs);
            const auto risen = static_cast<std::size_t>(upTo(count - 1));
            factors[risen] += kUnchanged / 3 + (factors[risen] == 0 ? 1 : 0);
            const WhatIfBounds after = whatIf(document->kernels, kernels, factors);
            QVERIFY(before.serialNs <= after.serialNs);
            QVERIFY(before.streamNs <= after.streamNs);
            QVERIFY(before.hiddenNs <= after.hiddenNs);
        }
    }
    void hostileTimesDoNotOverflow()
    {
        const auto document = test::documentFromText("7: k@-2999999999999999999+2999999999999999999 k@0+2999999999999999999");
        const std::vector<KernelId> kernels = allOf(*document);
        const WhatIfBounds b = whatIf(document->kernels, kernels, std::vector<FactorPpm>(2, kLargestFactor));
        QCOMPARE(b.serialNs, INT64_MAX);
        QCOMPARE(b.streamNs, INT64_MAX);
    }
    void refused_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char *bad : {"", "gemm=0", "category:gemm", "category:gems=0", "category:gemm=-1", "category:gemm=1001",
                 "category:gemm=nan", "category:gemm=1e2", "name:=0", "layer:x=0", "layer:-1=0", "name:/(/=0", "what:x=0"})
            QTest::newRow(*bad == '\0' ? "nothing" : bad) << QByteArray(bad);
    }
    void refused()
    {
        QFETCH(QByteArray, text);
        const auto rule = scaleRuleFromText(text.toStdString());
        QVERIFY(!rule.has_value());
        QCOMPARE(rule.error().code, ErrorCode::BadRequest);
    }
};

LAMELLA_TEST(TestWhatIf)
#include "tst_WhatIf.moc"
