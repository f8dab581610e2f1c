// SPDX-License-Identifier: GPL-3.0-or-later
// Which softmax is the middle of an attention: told by what stands between it and the nearest matrix products.
#include "core/analysis/segmentation/MainSequence.h"
#include "tests/core/analysis/segmentation/LetterSequence.h"
#include "tests/support/TestMain.h"

#include <QTest>

using namespace lamella;
using namespace lamella::core;

class TestPlainAttention : public QObject {
    Q_OBJECT
private slots:
    void kept_data();
    void kept();
};

void TestPlainAttention::kept_data()
{
    QTest::addColumn<QString>("letters");
    QTest::addColumn<QString>("positions");
    QTest::newRow("between two products") << "NGGmXdGG"
                                          << "4";
    QTest::newRow("of a router, top-k follows") << "NGXTfGFGNGXGG"
                                                << "10";
    QTest::newRow("of a router, top-k went before") << "NGTXGFG"
                                                    << "";
    QTest::newRow("of a router that takes the largest") << "NGXMfGFGNGMXGG"
                                                        << "11";
    QTest::newRow("sampling") << "NGGXGGNGXS"
                              << "3";
    QTest::newRow("of a loss: the next product follows a norm") << "NGXxNG"
                                                                << "";
    QTest::newRow("no product before it") << "EXGG"
                                          << "";
    QTest::newRow("products too far away") << "GaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaXG"
                                           << "";
    QTest::newRow("attention has kernels of its own") << "NGAGXGNGAGXG"
                                                      << "";
    QTest::newRow("of a text encoder before it") << "NGXGNGXGNGXGNGXGNGAGNGAGNGAG"
                                                 << "2 6 10 14";
    QTest::newRow("linear attention beside it") << "NGLGNGLGNGXG"
                                                << "10";
}

void TestPlainAttention::kept()
{
    QFETCH(QString, letters);
    QFETCH(QString, positions);
    test::LetterSequence trace(letters.toStdString());
    keepAttentionSoftmax(trace.sequence);
    QStringList found;
    for (std::uint32_t i = 0; i < trace.sequence.size(); ++i) {
        if (trace.sequence.has(i, kTokenSoftmax))
            found << QString::number(i);
    }
    QCOMPARE(found.join(QLatin1Char(' ')), positions);
}

LAMELLA_TEST(TestPlainAttention)
#include "tst_PlainAttention.moc"
