// SPDX-License-Identifier: GPL-3.0-or-later
// Cores from what kernels are: one a layer, whatever the layer holds besides.
#include "core/analysis/segmentation/LayerCores.h"
#include "tests/core/analysis/segmentation/LetterSequence.h"
#include "tests/support/TestMain.h"

#include <QTest>

using namespace lamella;
using namespace lamella::core;

class TestLayerCores : public QObject {
    Q_OBJECT
private slots:
    void mixers_data();
    void mixers();
    void blocks_data();
    void blocks();
    void groups();
    void openings_data();
    void openings();
};

namespace {

// First and last position of each core: "2-2 9-11".
QString texts(const std::vector<LayerCore> &cores)
{
    QStringList words;
    for (const LayerCore &core : cores)
        words << QStringLiteral("%1-%2").arg(core.span.begin).arg(core.span.end - 1);
    return words.join(QLatin1Char(' '));
}

} // namespace

void TestLayerCores::mixers_data()
{
    QTest::addColumn<QString>("letters");
    QTest::addColumn<QString>("cores");
    QTest::newRow("attention and feed-forward") << "NGAGNGFGNGAGNGFG"
                                                << "2-2 10-10";
    QTest::newRow("two attention kernels in a layer") << "NGAAGNGFGNGAAGNGFG"
                                                      << "2-3 11-12";
    QTest::newRow("activation that no rule names") << "NGAGNGxGNGAGNGxGNGAG"
                                                   << "2-2 10-10 18-18";
    QTest::newRow("self and cross attention") << "NGAGNGAGNGFGNGAGNGAGNGFG"
                                              << "2-6 14-18";
    QTest::newRow("linear and full attention") << "NGLGNGFGNGAGNGFG"
                                               << "2-2 10-10";
    QTest::newRow("attention beside the state space of each layer") << "NGLNGGAGNGFGNGLNGGAGNGFGNGLNGGAGNGFG"
                                                                    << "2-6 14-18 26-30";
    QTest::newRow("activation of the convolution before a state space") << "NLFGGGGLNGFGNLFGGGGLNGFG"
                                                                        << "1-7 13-19";
    QTest::newRow("products hidden in fusions") << "NGNxAxNGxNxAxNGxNxA"
                                                << "4-4 11-11 18-18";
    // A reshape that its scope calls attention stands first, as L: the groups that it begins never begin again.
    QTest::newRow("another kernel begins the trace") << "LENGALGNGGNGALGNGGNGALG"
                                                     << "4-5 12-13 20-21";
    // A layer lost the first of its two kernels.
    QTest::newRow("lost events") << "NGALGNGALGNGLGNGALGNGALG"
                                 << "2-3 7-8 12-12 16-17 21-22";
    QTest::newRow("lost activation") << "NGAGGFGNGAGGGNGAGGFGNGA"
                                     << "2-2 9-9 15-15 22-22";
    QTest::newRow("two micro-batches in step") << "NGNAGNGNAGNGFGNGFGNGNAGNGNAGNGFGNGFG"
                                               << "3-8 21-26";
    QTest::newRow("two micro-batches half a layer apart") << "ENGNAGNGFGNGNAGNGNAGNGFGNGFGNGNAGNGNAGNGFGNGFGNGNAGNGFGS"
                                                          << "4-13 18-31 36-49";
    QTest::newRow("two micro-batches that choose experts in turn") << "ENGAGNGrNGAGNGrGFGGFGNGAGNGrNGAGNGrGFGGFGNGAGNGrNGAGNGrGFGGFGS"
                                                                   << "3-10 23-30 43-50";
    QTest::newRow("the second one behind the attention of the first") << "ENGAGNGrNGAGNGrGFGNGAGNGrGFGNGAGNGrGFGNGAGNGrGFGNGAGNGrGFGGFGS"
                                                                      << "3-10 20-30 40-50";
    QTest::newRow("a lost feed-forward makes no micro-batches") << "ENGAGNGFGNGAGNGNGAGNGFGNGAGNGFGNGAGNGFGS"
                                                                << "3-3 11-11 17-17 25-25 33-33";
    QTest::newRow("no attention") << "NGFGNGFG"
                                  << "";
}

void TestLayerCores::mixers()
{
    QFETCH(QString, letters);
    QFETCH(QString, cores);
    QCOMPARE(texts(mixerCores(test::LetterSequence(letters.toStdString()).sequence)), cores);
}

void TestLayerCores::blocks_data()
{
    QTest::addColumn<QString>("letters");
    QTest::addColumn<QString>("cores");
    QTest::newRow("one block a norm") << "RGLNGRGFGRGAGRGFG"
                                      << "2-2 7-7 11-11 15-15";
    QTest::newRow("mixers in a row") << "RGLNGRGLNGRGAG"
                                     << "2-2 7-7 12-12";
    QTest::newRow("MLP whose activation no rule names") << "RGLNGRGxGRGAG"
                                                        << "2-2 8-8 11-11";
    QTest::newRow("norm within a mixer") << "NGLNGNGxGNGLNGNGxGNGLNG"
                                         << "2-2 8-8 11-11 17-17 20-20";
    QTest::newRow("lost norm between two blocks") << "NGLNGGFGNGLNG"
                                                  << "2-2 6-6 10-10";
    QTest::newRow("lost product behind the begin of a pass") << "RGLNGRGFGRGSERLNGRGFG"
                                                             << "2-2 7-7 14-14 19-19";
    QTest::newRow("experts in several kernels") << "RGFFxFRGLNG"
                                                << "2-5 8-8";
}

void TestLayerCores::blocks()
{
    QFETCH(QString, letters);
    QFETCH(QString, cores);
    QCOMPARE(texts(blockCores(test::LetterSequence(letters.toStdString()).sequence)), cores);
}

void TestLayerCores::groups()
{
    const test::LetterSequence letters("AAAAAA");
    // A pass begins at the fourth one: counting begins anew, and the odd core before it stays a layer of its own.
    QCOMPARE(texts(groupedCores(letters.coresAt('A'), 2, {0, 0, 0, 1, 0, 0}, false)), QStringLiteral("0-1 2-2 3-4 5-5"));
    // The capture may begin inside of a layer: the first pass is counted from its end.
    QCOMPARE(texts(groupedCores(letters.coresAt('A'), 2, {0, 0, 0, 1, 0, 0}, true)), QStringLiteral("1-2 3-4 5-5"));
}

void TestLayerCores::openings_data()
{
    QTest::addColumn<QString>("letters");
    QTest::addColumn<int>("opening");
    QTest::newRow("norm that adds the residual") << "AGFNRGA" << 4;
    QTest::newRow("norm right behind one that adds the residual") << "AGFRQGA" << 4;
    QTest::newRow("hyper-connections are mixed by several kernels") << "AGFYZGA" << 3;
    QTest::newRow("norm whose result is added") << "AGFN+GA" << 5;
    QTest::newRow("the same at the end of the capture") << "AGFN+" << 5;
}

void TestLayerCores::openings()
{
    QFETCH(QString, letters);
    QFETCH(int, opening);
    const test::LetterSequence of(letters.toStdString());
    const auto found = openingsAfterFfn(of.sequence, {0, of.sequence.size()});
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(static_cast<int>(found.front()), opening);
}

LAMELLA_TEST(TestLayerCores)
#include "tst_LayerCores.moc"
