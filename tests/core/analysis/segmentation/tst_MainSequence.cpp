// SPDX-License-Identifier: GPL-3.0-or-later
// Which kernels of a sequence count as the same one: compilers number the operations of a program.
#include "core/analysis/segmentation/MainSequence.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

#include <numeric>

using namespace lamella;
using namespace lamella::core;
using namespace lamella::test;

class TestMainSequence : public QObject {
    Q_OBJECT
private slots:
    void sameKernels_data();
    void sameKernels();
};

void TestMainSequence::sameKernels_data()
{
    QTest::addColumn<QString>("kernels");
    QTest::addColumn<QString>("codes"); // equal letters: equal kernels
    QTest::newRow("numbered by XLA for TPU") << "fusion.17 fusion.2 fusion dot.3" << "aaab";
    QTest::newRow("numbered by XLA for GPU") << "loop_add_fusion loop_add_fusion_5 input_reduce_fusion_5" << "aab";
    QTest::newRow("with two numbers") << "gemm_fusion_dot_107_0 gemm_fusion_dot_21_0" << "aa";
    QTest::newRow("of Inductor: kernels of their own") << "triton_poi_fused_add_1 triton_poi_fused_add_2" << "ab";
    QTest::newRow("tiles are no numbers") << "nvjet_tst_64x8 nvjet_tst_64x16" << "ab";
    QTest::newRow("nothing but a number") << "17 18" << "ab";
}

void TestMainSequence::sameKernels()
{
    QFETCH(QString, kernels);
    QFETCH(QString, codes);
    QString text = QStringLiteral("7:");
    int start = 0;
    for (const QString &name : kernels.split(u' '))
        text += QStringLiteral(" %1@%2+5").arg(name).arg(start += 10);
    const auto document = documentFromText(text.toStdString());
    const KernelNames names(*document, testProfiles(), nullptr);
    std::vector<std::uint32_t> work(document->kernels.size());
    std::iota(work.begin(), work.end(), 0U);
    const MainSequence sequence = mainSequence(*document, KernelTokens(*document, names, {}), DeviceId{0}, work);
    QString found;
    for (const std::uint32_t code : sequence.code)
        found += QChar(static_cast<char16_t>(u'a' + code));
    QCOMPARE(found, codes);
}

LAMELLA_TEST(TestMainSequence)
#include "tst_MainSequence.moc"
