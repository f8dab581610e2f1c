// SPDX-License-Identifier: GPL-3.0-or-later
// Each kind of layer evidence alone: the cores that it proposes, and what it says about them.
#include "core/analysis/segmentation/evidence/LayerEvidence.h"
#include "tests/core/analysis/segmentation/NamedLetters.h"
#include "tests/support/HostText.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <algorithm>

using namespace lamella;
using namespace lamella::core;
using namespace lamella::test;

class TestLayerEvidence : public QObject {
    Q_OBJECT
private slots:
    void cores_data();
    void cores();
    void theUsersAnchor();
    void theProfilesAnchor();
    void annotations();
    void repeatedNames();
    void repeatedNamesStandEverywhere();
    void allKindsHaveNames();
};

namespace {

std::vector<LayerProposal> proposed(std::string_view evidence, const EvidenceContext &context)
{
    const auto kind = std::ranges::find(layerEvidences(), evidence, &LayerEvidence::name);
    if (kind == layerEvidences().end())
        qFatal("no such evidence");
    return kind->propose(context);
}

// First positions of the cores; "-" for no proposal.
QString texts(const std::vector<LayerProposal> &proposals)
{
    if (proposals.empty())
        return QStringLiteral("-");
    QStringList words;
    for (const LayerCore &core : proposals.front().cores)
        words << QString::number(core.span.begin);
    return words.join(QLatin1Char(' '));
}

const LayerProposal *proposalFor(const std::vector<LayerProposal> &proposals, const std::string &text)
{
    const auto it =
        std::find_if(proposals.begin(), proposals.end(), [&](const LayerProposal &proposal) { return proposal.text == text; });
    return it == proposals.end() ? nullptr : &*it;
}

} // namespace

void TestLayerEvidence::cores_data()
{
    QTest::addColumn<QString>("evidence");
    QTest::addColumn<QString>("letters");
    QTest::addColumn<QString>("cores");
    QTest::newRow("attention") << "attention kernels"
                               << "NGAGNGFGNGAGNGFG"
                               << "2 10";
    QTest::newRow("attention written out") << "attention kernels"
                                           << "NGGXGGNGFGNGGXGGNGFG"
                                           << "3 13";
    QTest::newRow("norms hide the products between") << "attention kernels"
                                                     << "NNGAxNGxNxGAxNGxNxGA"
                                                     << "3 11 19";
    QTest::newRow("no attention") << "attention kernels"
                                  << "NGFGNGFG"
                                  << "-";
    QTest::newRow("mixer and feed-forward layers in an uneven pattern") << "mixer and feed-forward blocks"
                                                                        << "RGLGRGLGRGFGRGLGRGFGRGAGRGLGRGLGRGFG"
                                                                        << "2 6 10 14 18 22 26 30 34";
    QTest::newRow("halves of ordinary layers") << "mixer and feed-forward blocks"
                                               << "RGAGRGFGRGAGRGFGRGAGRGFGRGAGRGFG"
                                               << "-";
    QTest::newRow("no annotations") << "annotations"
                                    << "NGAGNGFGNGAGNGFG"
                                    << "-";
    QTest::newRow("no profile") << "anchors of the profile"
                                << "NGAGNGFGNGAGNGFG"
                                << "-";
    QTest::newRow("no anchor by the user") << "anchor by the user"
                                           << "NGAGNGFGNGAGNGFG"
                                           << "-";
    QTest::newRow("names that come three times are no repetition") << "repeated kernel names"
                                                                   << "abcabcabc"
                                                                   << "-";
}

void TestLayerEvidence::cores()
{
    QFETCH(QString, evidence);
    QFETCH(QString, letters);
    QFETCH(QString, cores);
    const NamedLetters trace(letters.toStdString());
    QCOMPARE(texts(proposed(evidence.toStdString(), trace.context())), cores);
}

void TestLayerEvidence::theUsersAnchor()
{
    NamedLetters trace("NGAGNGFGNGAGNGFG");
    trace.options.anchor = "kernel_G";
    trace.options.blocksPerLayer = 4;
    trace.options.role = AnchorRole::Ends;
    const std::vector<LayerProposal> proposals = proposed("anchor by the user", trace.context());
    QCOMPARE(texts(proposals), QStringLiteral("1 3 5 7 9 11 13 15"));
    QCOMPARE(proposals.front().blocksPerLayer, 4);
    QCOMPARE(proposals.front().role, CoreRole::Ends);
    QCOMPARE(proposals.front().evidence, Evidence::User);
    trace.options.anchor = "/kernel_[AF]/";
    QCOMPARE(texts(proposed("anchor by the user", trace.context())), QStringLiteral("2 6 10 14"));
}

void TestLayerEvidence::theProfilesAnchor()
{
    ModelProfile profile;
    AnchorRule rule;
    rule.pattern = *NamePattern::parse("kernel_A");
    rule.role = AnchorRole::Begins;
    rule.leadIn = {*NamePattern::parse("kernel_N"), *NamePattern::parse("kernel_G")};
    profile.anchors = {rule};
    const NamedLetters trace("ENGAGFGNGAGFGNGAGFG");
    const std::vector<LayerProposal> proposals = proposeProfileAnchors(trace.context(&profile));
    QCOMPARE(texts(proposals), QStringLiteral("3 9 15"));
    QCOMPARE(proposals.front().leadIn, 2U);
    QCOMPARE(proposals.front().role, CoreRole::Begins);
    QCOMPARE(proposals.front().evidence, Evidence::Profile);
    QVERIFY(proposals.front().strict);
    profile.anchors.front().pattern = *NamePattern::parse("kernel_E"); // once is no anchor
    QVERIFY(proposeProfileAnchors(trace.context(&profile)).empty());
}

void TestLayerEvidence::annotations()
{
    const std::shared_ptr<TraceDocument> document =
        documentFromText("7: norm@0+1 gemm@10+1 attn@20+1 norm@30+1 gemm@40+1 attn@50+1 norm@60+1 gemm@70+1 attn@80+1 gemm@90+1");
    addHost(*document,
        "1: range:layer.0@0+25 range:layer.1@30+25 range:layer.2@60+25 cudaLaunchKernel>0@1+1 cudaLaunchKernel>1@3+1 "
        "cudaLaunchKernel>2@5+1 cudaLaunchKernel>3@31+1 cudaLaunchKernel>4@33+1 cudaLaunchKernel>5@35+1 "
        "cudaLaunchKernel>6@61+1 cudaLaunchKernel>7@63+1 cudaLaunchKernel>8@65+1 cudaLaunchKernel>9@95+1");
    const KernelNames names(*document, testProfiles(), nullptr);
    const KernelTokens tokens(*document, names);
    const MainSequence sequence = mainSequence(*document, tokens, DeviceId{0}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    const CallCatalogue calls(*document);
    const StepCalls steps(*document, sequence, calls.steps());
    const SegmentationOptions options;
    const JobControl control;
    const std::vector<LayerProposal> proposals =
        proposed("annotations", {*document, names, sequence, options, nullptr, calls, steps, 0, 0, control});
    // Nothing but the ranges tells these layers apart: their cores begin where no attention begins one.
    QCOMPARE(texts(proposals), QStringLiteral("2 3 6"));
    QCOMPARE(proposals.front().evidence, Evidence::Annotation);
    for (int l = 0; l < 3; ++l) {
        const LayerCore &core = proposals.front().cores[static_cast<std::size_t>(l)];
        QCOMPARE(core.exactNumber, l);
        const auto first = static_cast<std::uint32_t>(3 * l);
        QVERIFY(core.exact == (Span{first, first + 3})); // the last kernel was launched outside
    }
}

void TestLayerEvidence::repeatedNames()
{
    const NamedLetters trace("habcdabcdabcdabcdabcdt");
    const std::vector<LayerProposal> proposals = proposeRepeatedNames(trace.context());
    QCOMPARE(proposals.size(), std::size_t{4});
    QCOMPARE(proposals.front().confidence, 1.0);
    for (const LayerProposal &proposal : proposals) {
        QCOMPARE(proposal.cores.size(), std::size_t{5});
        QVERIFY(!proposal.named && proposal.strict && proposal.fewestScore > 0);
    }
    QVERIFY(proposalFor(proposals, "kernel_h") == nullptr);
}

// Prefill and decode share b and c; a and x mark the layers of one of them only.
void TestLayerEvidence::repeatedNamesStandEverywhere()
{
    const NamedLetters trace("abcdabcdabcdabcdabcdxbcyxbcyxbcyxbcyxbcy");
    const std::vector<LayerProposal> proposals = proposeRepeatedNames(trace.context());
    const LayerProposal *shared = proposalFor(proposals, "kernel_b");
    const LayerProposal *early = proposalFor(proposals, "kernel_a");
    QVERIFY(shared != nullptr && early != nullptr);
    QVERIFY2(shared->confidence > early->confidence,
        qPrintable(QStringLiteral("%1, %2").arg(shared->confidence).arg(early->confidence)));
}

void TestLayerEvidence::allKindsHaveNames()
{
    for (const LayerEvidence &kind : layerEvidences())
        QCOMPARE(std::ranges::count(layerEvidences(), kind.name, &LayerEvidence::name), 1);
}

LAMELLA_TEST(TestLayerEvidence)
#include "tst_LayerEvidence.moc"
