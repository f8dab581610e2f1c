// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/PassSplitter.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <vector>

using namespace lamella::core;

class TestPassCutter : public QObject {
    Q_OBJECT
private slots:
    void runs_data();
    void runs();
    void aMissingLayerDoesNotShiftLaterPasses();
    void theUsersCountIsNeverOverruled();
    void aDecoderBeginsInsideOfAPass();
    void evidenceThatRecursIsBelieved();
    void aDraftIsShorterThanItsTarget();
    void posteriorsTellDoubt();
    void aCountThatNoPassShowsIsAPrior();
};

namespace {

// In the order of passEvidences().
constexpr std::size_t kEmbedding = 1;
constexpr std::size_t kSampling = 2;
constexpr std::size_t kInputCopy = 4;
constexpr std::size_t kRareKernels = 6;

// "4 | 4" = runs of four layers with every sort of evidence for a boundary between, "!" = an embedding alone, ":" = a rare kernel
// alone.
BoundaryEvidence evidenceOf(const QString &text)
{
    BoundaryEvidence evidence;
    BoundaryEvidence::Marks none;
    none.fill(MarkLevel::None);
    BoundaryEvidence::Marks next = none;
    for (const QString &word : text.split(QLatin1Char(' '))) {
        if (word == QStringLiteral("|")) {
            next = none;
            next[kEmbedding] = next[kSampling] = next[kRareKernels] = MarkLevel::Strong;
            next[kInputCopy] = MarkLevel::Weak;
        } else if (word == QStringLiteral(":")) {
            next = none;
            next[kRareKernels] = MarkLevel::Weak;
        } else if (word == QStringLiteral("!")) {
            next = none;
            next[kEmbedding] = MarkLevel::Strong;
        } else {
            for (int i = 0; i < word.toInt(); ++i)
                evidence.marks.push_back(i == 0 ? next : none);
        }
    }
    for (const BoundaryEvidence::Marks &marks : evidence.marks) {
        for (std::size_t kind = 0; kind < kMarkKinds; ++kind)
            evidence.shown[kind] = evidence.shown[kind] || marks[kind] != MarkLevel::None;
    }
    evidence.openEmbedding.assign(evidence.marks.size(), 0);
    return evidence;
}

QString lengthsOf(const PassRuns &runs)
{
    QStringList lengths;
    for (const PassRun &r : runs.runs)
        lengths << QString::number(r.layers());
    return lengths.join(QLatin1Char(' '));
}

} // namespace

void TestPassCutter::runs_data()
{
    QTest::addColumn<QString>("evidence");
    QTest::addColumn<int>("config");
    QTest::addColumn<QString>("lengths");
    QTest::addColumn<int>("layers");
    QTest::newRow("whole passes") << "4 | 4 | 4" << 0 << "4 4 4" << 4;
    QTest::newRow("cut at both ends") << "2 | 4 | 4 | 3" << 0 << "2 4 4 3" << 4;
    QTest::newRow("missed boundary with weak evidence, known count") << "4 | 4 : 4 | 4" << 4 << "4 4 4 4" << 4;
    QTest::newRow("false boundary inside a pass") << "4 | 2 ! 2 | 4" << 4 << "4 4 4" << 4;
    QTest::newRow("halves with every reason to be passes stay apart") << "4 | 2 | 2 | 4" << 4 << "4 2 2 4" << 4;
    QTest::newRow("the ends of the capture do not vote") << "3 | 4 | 3" << 0 << "3 4 3" << 4;
    QTest::newRow("places that only stand out part nothing that fits") << "4 | 3 : 4 : 2 | 4" << 4 << "4 9 4" << 4;
    QTest::newRow("drafts stay apart") << "8 | 1 | 1 | 8 | 1 | 1" << 8 << "8 1 1 8 1 1" << 8;
    // Nothing but their lookup parts them.
    const QString drafts = QStringLiteral("10 | 2 ! 2 ! 2 ! 2 | ");
    QTest::newRow("drafts of several layers without a head") << (drafts + drafts + drafts + QStringLiteral("10")) << 0
                                                             << "10 2 2 2 2 10 2 2 2 2 10 2 2 2 2 10" << 10;
    QTest::newRow("one pass, config knows more") << "3" << 4 << "3" << 4;
    QTest::newRow("config of another model") << "4 | 4 | 4" << 3 << "4 4 4" << 4;
    QTest::newRow("one run of two passes by config") << "8" << 4 << "4 4" << 4;
    QTest::newRow("nothing") << "0" << 4 << "" << 0;
}

void TestPassCutter::runs()
{
    QFETCH(QString, evidence);
    QFETCH(int, config);
    QFETCH(QString, lengths);
    QFETCH(int, layers);
    const PassRuns runs = splitPasses(evidenceOf(evidence), {config, 0, 0, false});
    QCOMPARE(lengthsOf(runs), lengths);
    QCOMPARE(runs.layers, layers);
}

void TestPassCutter::aMissingLayerDoesNotShiftLaterPasses()
{
    const PassRuns runs = splitPasses(evidenceOf(QStringLiteral("6 | 5 | 6 | 6")), {6, 0, 0, false});
    QCOMPARE(lengthsOf(runs), QStringLiteral("6 5 6 6"));
    QCOMPARE(runs.runs[2].firstCore, 11U);
}

void TestPassCutter::theUsersCountIsNeverOverruled()
{
    const BoundaryEvidence evidence = evidenceOf(QStringLiteral("4 | 4 | 4"));
    QCOMPARE(splitPasses(evidence, {6, 0, 0, false}).layers, 4);
    const PassRuns asked = splitPasses(evidence, {6, 0, 0, true});
    QCOMPARE(asked.layers, 6);
    QCOMPARE(lengthsOf(asked), QStringLiteral("2 6 4")); // the capture cuts both ends
    QCOMPARE(lengthsOf(splitPasses(evidenceOf(QStringLiteral("6 | 6")), {2, 0, 0, true})), QStringLiteral("2 2 2 2 2 2"));
}

// An embedding before which nothing ended: three layers of an encoder, four of the decoder; later the decoder alone.
void TestPassCutter::aDecoderBeginsInsideOfAPass()
{
    BoundaryEvidence evidence = evidenceOf(QStringLiteral("3 ! 4 | 4 | 4 | 3 ! 4"));
    evidence.openEmbedding[3] = evidence.openEmbedding[18] = 1;
    const PassRuns runs = splitPasses(evidence, {});
    QCOMPARE(lengthsOf(runs), QStringLiteral("7 4 4 7"));
    QCOMPARE(runs.layers, 4);
    QVERIFY(runs.runs.front().joined && !runs.runs[1].joined && runs.runs.back().joined);
}

// Nothing names an end, but rare kernels stand evenly apart; where they do not, they are no boundaries.
void TestPassCutter::evidenceThatRecursIsBelieved()
{
    QCOMPARE(lengthsOf(splitPasses(evidenceOf(QStringLiteral("8 : 8 : 8 : 8 : 8")), {})), QStringLiteral("8 8 8 8 8"));
    QCOMPARE(splitPasses(evidenceOf(QStringLiteral("8 : 3 : 13 : 6")), {}).runs.size(), std::size_t{1});
}

void TestPassCutter::posteriorsTellDoubt()
{
    PassRuns sure = splitPasses(evidenceOf(QStringLiteral("8 | 8 | 8 | 8")), {8, 0, 0, false});
    addPosteriors(sure);
    for (const PassRun &run : sure.runs)
        QVERIFY2(run.posterior > 0.95, qPrintable(QString::number(run.posterior)));
    PassRuns unsure = splitPasses(evidenceOf(QStringLiteral("8 | 8 : 7 | 8")), {8, 0, 0, false});
    addPosteriors(unsure);
    QVERIFY2(unsure.runs[1].posterior < sure.runs[1].posterior, qPrintable(QString::number(unsure.runs[1].posterior)));
}

// A config's number that no pass shows names the layers of a part of one, and joins no passes that end.
void TestPassCutter::aCountThatNoPassShowsIsAPrior()
{
    QCOMPARE(splitPasses(evidenceOf(QStringLiteral("7")), {12, 0, 0, false}).layers, 12);
    QCOMPARE(splitPasses(evidenceOf(QStringLiteral("5 | 4")), {12, 0, 0, false}).layers, 12);
    const PassRuns runs = splitPasses(evidenceOf(QStringLiteral("8 : 8 : 8 : 7")), {40, 0, 0, false});
    QCOMPARE(lengthsOf(runs), QStringLiteral("8 8 8 7"));
    QCOMPARE(runs.layers, 8);
}

// Else several drafts of one layer pass for a model whose draft the target is.
void TestPassCutter::aDraftIsShorterThanItsTarget()
{
    const PassPath path{{{0, 36, false}, {36, 40, false}, {40, 76, false}, {76, 112, false}, {112, 116, false}}, 0};
    PassLengths lengths(4, {});
    lengths.learn(path);
    QCOMPARE(lengths.score(36, {}, true), lengths.score(36, {}, false));
    PassLengths target(36, {});
    target.learn(path);
    QVERIFY(target.score(4, {}, true) > target.score(4, {}, false));
}

LAMELLA_TEST(TestPassCutter)
#include "tst_PassSplitter.moc"
