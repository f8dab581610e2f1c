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
};

namespace {

// "4|4|4" = runs of four layers with strong evidence between, ":" = weak evidence.
std::vector<double> weightsOf(const QString &text)
{
    std::vector<double> weights;
    double next = 0;
    for (const QString &word : text.split(QLatin1Char(' '))) {
        if (word == QStringLiteral("|")) {
            next = 6;
        } else if (word == QStringLiteral(":")) {
            next = 1;
        } else if (word == QStringLiteral("!")) {
            next = 3; // one strong reason
        } else {
            for (int i = 0; i < word.toInt(); ++i) {
                weights.push_back(i == 0 ? next : 0);
            }
        }
    }
    return weights;
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
    QTest::newRow("of two weak places the one in reach") << "4 | 3 : 4 : 2 | 4" << 4 << "4 3 4 2 4" << 4;
    QTest::newRow("drafts stay apart") << "8 | 1 | 1 | 8 | 1 | 1" << 8 << "8 1 1 8 1 1" << 8;
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
    const PassRuns runs = splitPasses(weightsOf(evidence), config, 0);
    QCOMPARE(lengthsOf(runs), lengths);
    QCOMPARE(runs.layers, layers);
}

void TestPassCutter::aMissingLayerDoesNotShiftLaterPasses()
{
    const PassRuns runs = splitPasses(weightsOf(QStringLiteral("6 | 5 | 6 | 6")), 6, 0);
    QCOMPARE(lengthsOf(runs), QStringLiteral("6 5 6 6"));
    QCOMPARE(runs.runs[2].firstCore, 11U);
}

LAMELLA_TEST(TestPassCutter)
#include "tst_PassSplitter.moc"
