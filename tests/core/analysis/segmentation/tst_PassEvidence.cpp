// SPDX-License-Identifier: GPL-3.0-or-later
// Each kind of pass evidence alone: the weights that it gives to the places between cores.
#include "core/analysis/segmentation/PassSplitter.h"
#include "core/analysis/segmentation/evidence/PassEvidence.h"
#include "tests/core/analysis/segmentation/LetterSequence.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <algorithm>

using namespace lamella;
using namespace lamella::core;

class TestPassEvidence : public QObject {
    Q_OBJECT
private slots:
    void weights_data();
    void weights();
    void pausesAmongEvenOnes();
    void stepsPartPasses();
    void graphsPartPasses();
    void transfersOnOtherStreams();
    void allKindsHaveNames();
    void decoders_data();
    void decoders();
    void aNamedEndLeavesFaintPlaces();
};

namespace {

// "0 3 0": weights of the places, rounded to tenths only where they are no whole numbers.
QString texts(const std::vector<double> &weights)
{
    QStringList words;
    for (const double weight : weights)
        words << QString::number(weight);
    return words.join(QLatin1Char(' '));
}

QString weighed(std::string_view evidence, const test::LetterSequence &letters, const StepOfKernel &steps = {})
{
    const auto kind = std::ranges::find(passEvidences(), evidence, &PassEvidence::name);
    if (kind == passEvidences().end())
        return QStringLiteral("no such evidence");
    const std::vector<LayerCore> cores = letters.coresAt('A');
    const PlaceIndex places(letters.document, letters.sequence, cores, steps);
    std::vector<double> weights(places.size(), 0.0);
    kind->weigh(places, weights);
    return texts(weights);
}

} // namespace

void TestPassEvidence::weights_data()
{
    QTest::addColumn<QString>("evidence");
    QTest::addColumn<QString>("letters");
    QTest::addColumn<QString>("weights");
    QTest::newRow("embedding begins a pass") << "embedding kernels"
                                             << "EAgAgAgEAgAgA"
                                             << "0 0 3 0 0";
    QTest::newRow("an embedding in every place marks nothing") << "embedding kernels"
                                                               << "AEAEAEAEA"
                                                               << "0 0 0 0";
    QTest::newRow("sampling ends a pass") << "sampling kernels"
                                          << "AgAgASAgAgAS"
                                          << "0 0 3 0 0";
    QTest::newRow("input from the host") << "copies from the host"
                                         << "AgAgHAgA"
                                         << "0 1 0";
    QTest::newRow("a pause between passes") << "idle gaps"
                                            << "AgAgA gAgAgA"
                                            << "0 0 1.5 0 0";
    QTest::newRow("even pauses mark nothing") << "idle gaps"
                                              << "A gA gA gA"
                                              << "0 0 0";
    QTest::newRow("a rare GEMM") << "rare kernels"
                                 << "AgAgAgAGAgAgAgA"
                                 << "0 0 0 2 0 0 0";
    QTest::newRow("three rare kernels") << "rare kernels"
                                        << "AgAgAgAxyzAgAgAgA"
                                        << "0 0 0 2 0 0 0";
    QTest::newRow("of layers of another kind in a row") << "rare kernels"
                                                        << "AxgAxgAxgAxgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgA"
                                                        << "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0";
    QTest::newRow("of drafts in a row") << "rare kernels"
                                        << "AxSAxSAxSAxSAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgA"
                                        << "1 1 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0";
    QTest::newRow("a stage hands its work on") << "transfers between pipeline stages"
                                               << "AgAgPPAgAgA"
                                               << "0 3 0 0";
    QTest::newRow("transfers in every layer") << "transfers between pipeline stages"
                                              << "APAPAPA"
                                              << "0 0 0";
    QTest::newRow("a result for the host") << "copies to the host"
                                           << "AgAgDAgA"
                                           << "0 1 0";
}

void TestPassEvidence::weights()
{
    QFETCH(QString, evidence);
    QFETCH(QString, letters);
    QFETCH(QString, weights);
    QCOMPARE(weighed(evidence.toStdString(), test::LetterSequence(letters.toStdString())), weights);
}

// A pause of a few microseconds among even ones; a kernel that was lost leaves one as well, between others than usual.
void TestPassEvidence::pausesAmongEvenOnes()
{
    const auto pausedAt = [](std::string_view text, std::size_t kernel, std::int64_t pause = 2'000) {
        test::LetterSequence letters(text);
        for (std::size_t k = kernel; k < text.size(); ++k)
            letters.document.kernels.start[k] += pause;
        return weighed("idle gaps", letters);
    };
    QCOMPARE(pausedAt("AgAgAgAgAgAgAgAgAgAg", 8), QStringLiteral("0 0 0 1.5 0 0 0 0 0"));
    QCOMPARE(pausedAt("AgAgAgAAgAgAgAgAgAg", 7), QStringLiteral("0 0 0 1 0 0 0 0 0"));
    // One whose length in a double is larger than it is.
    QCOMPARE(pausedAt("AgAgAgAgAgAgAgAgAgAg", 8, (std::int64_t{1} << 60) + 100), QStringLiteral("0 0 0 1.5 0 0 0 0 0"));
}

void TestPassEvidence::stepsPartPasses()
{
    QCOMPARE(weighed("step annotations", test::LetterSequence("AAAA"), {0, 0, 1, -1}), QStringLiteral("0 3 0"));
    QCOMPARE(weighed("step annotations", test::LetterSequence("AAAA")), QStringLiteral("0 0 0"));
}

void TestPassEvidence::graphsPartPasses()
{
    test::LetterSequence letters("AAAAA");
    letters.document.kernels.correlation = {7, 7, 8, 8, 9};
    // The last one was launched alone: that tells nothing.
    QCOMPARE(weighed("graph launches", letters), QStringLiteral("-1 2 -1 0"));
}

void TestPassEvidence::transfersOnOtherStreams()
{
    test::LetterSequence letters("AgAgAgA");
    letters.sequence.kernel = {0, 1, 2, 3, 5, 6, 7}; // the fifth kernel runs on another stream
    letters.sequence.peers = {4};
    QCOMPARE(weighed("transfers between pipeline stages", letters), QStringLiteral("0 2 0"));
    letters.sequence.kernel = {0, 2, 3, 5, 6, 8, 9}; // now every layer hands something on
    letters.sequence.peers = {1, 4, 7};
    QCOMPARE(weighed("transfers between pipeline stages", letters), QStringLiteral("0 0 0"));
}

void TestPassEvidence::allKindsHaveNames()
{
    for (const PassEvidence &kind : passEvidences())
        QCOMPARE(std::ranges::count(passEvidences(), kind.name, &PassEvidence::name), 1);
}

void TestPassEvidence::decoders_data()
{
    QTest::addColumn<QString>("letters");
    QTest::addColumn<QString>("open");
    QTest::newRow("embedding of the decoder") << "EAgAgEAGAgAGAgSEAgAgEAGAgAGAgS"
                                              << "0 1 0 0 0 1 0";
    QTest::newRow("layers behind it attend as often: another model") << "EAgAgEAgAgSEAgAgEAgAgS"
                                                                     << "0 0 0 0 0 0 0";
    QTest::newRow("rows are picked before sampling") << "EAgAgEGSEAgAgEGS"
                                                     << "0 0 0";
    QTest::newRow("attention of two kernels: another stage") << "EAgAgEAAgAAgSEAgAgEAAgAAgS"
                                                             << "0 0 0 0 0 0 0";
    QTest::newRow("one, and no end is named") << "EAgAgEAGAgAGAgEAGAgAGAg"
                                              << "0 1 0 0 0";
    QTest::newRow("several, and no end is named") << "EAgAgEAGAgAGAgEAgAgEAGAgAGAg"
                                                  << "0 0 0 0 0 0 0";
}

// Places where the decoder of an encoder-decoder model may begin inside of a pass.
void TestPassEvidence::decoders()
{
    QFETCH(QString, letters);
    QFETCH(QString, open);
    const test::LetterSequence sequence(letters.toStdString());
    std::vector<LayerCore> cores; // As with nothing or a product between are one
    for (const LayerCore &core : sequence.coresAt('A')) {
        const std::uint32_t before = cores.empty() ? core.span.begin : cores.back().span.end;
        if (before < core.span.begin ? sequence.sequence.has(before, kTokenGemm) : !cores.empty())
            cores.back().span.end = core.span.end;
        else
            cores.push_back(core);
    }
    QStringList words;
    for (const char place : openEmbeddings(PlaceIndex(sequence.document, sequence.sequence, cores, {})))
        words << QString::number(place);
    QCOMPARE(words.join(QLatin1Char(' ')), open);
}

// Where sampling or embedding says what ends a pass, uneven pauses are only pauses; those that recur are the ends.
void TestPassEvidence::aNamedEndLeavesFaintPlaces()
{
    const auto passes = [](std::string_view text) {
        const test::LetterSequence letters(text);
        return splitPasses(boundaryEvidence(letters.document, letters.sequence, letters.coresAt('A'), StepOfKernel{}), {})
            .runs.size();
    };
    QCOMPARE(passes("AgAgAgAgA gAgAgAgAgA gAgAgAgAgA gAgAgAgAgA"), std::size_t{4});
    QCOMPARE(passes("AgAgAgAgA gAgAgA gAgAgAgAgAgAgA gAgAgAgAgAS"), std::size_t{1});
}

LAMELLA_TEST(TestPassEvidence)
#include "tst_PassEvidence.moc"
