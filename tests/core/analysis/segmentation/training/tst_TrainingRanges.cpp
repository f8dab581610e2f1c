// SPDX-License-Identifier: GPL-3.0-or-later
// Training whose kernels do not say which way they run: ranges of the program and the threads of the launches do.
#include "core/analysis/Segmentation.h"
#include "tests/support/HostText.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

#include <algorithm>

using namespace lamella;
using namespace lamella::core;
using namespace lamella::test;

class TestTrainingRanges : public QObject {
    Q_OBJECT
private slots:
    void stages_data();
    void stages();
};

namespace {

// Steps of a forward pass launched by thread 1 and as many kernels again launched by thread 2, while thread 1 waits.
class Steps {
public:
    void add(const QString &range, bool evaluated = false)
    {
        const int begin = m_now;
        for (int layer = 0; layer < 3; ++layer) {
            for (const char *name :
                {"norm_add", "gemm_qkv", "attn_core", "gemm_o", "norm_add", "gemm_up", "silu_and_mul", "gemm_down"})
                kernel(name, m_main);
        }
        m_main += QStringLiteral(" range:forward@%1+%2").arg(begin).arg(m_now - begin);
        if (evaluated)
            return;
        const int back = m_now;
        for (int k = 0; k < 30; ++k)
            kernel(k % 3 == 0 ? "gemm_back" : k % 3 == 1 ? "copy_back" : "fused", m_other);
        if (!range.isEmpty())
            m_main += QStringLiteral(" range:%1@%2+%3").arg(range).arg(back).arg(m_now - back);
    }
    [[nodiscard]] std::shared_ptr<TraceDocument> document() const
    {
        const QString kernels = QStringLiteral("7:") + m_kernels;
        const QString host = QStringLiteral("1:") + m_main + QStringLiteral("; 2:") + m_other;
        const std::shared_ptr<TraceDocument> built = documentFromText(kernels.toStdString());
        addHost(*built, host.toStdString());
        return built;
    }

private:
    void kernel(const char *name, QString &thread)
    {
        m_kernels += QStringLiteral(" %1@%2+100").arg(QLatin1String(name)).arg(1'000'000 + m_now * 10);
        thread += QStringLiteral(" cudaLaunchKernel>%1@%2+5").arg(m_count++).arg(m_now + 2);
        m_now += 20;
    }
    QString m_kernels;
    QString m_main;
    QString m_other;
    int m_now = 10;
    int m_count = 0;
};

} // namespace

void TestTrainingRanges::stages_data()
{
    QTest::addColumn<QString>("range");
    QTest::addColumn<int>("evaluated");
    QTest::addColumn<QString>("stages");
    QTest::newRow("a range called backward") << "backward" << 0 << "forward backward forward backward forward backward";
    QTest::newRow("evaluation follows") << "Backward" << 2
                                        << "forward backward forward backward forward backward forward forward";
}

void TestTrainingRanges::stages()
{
    QFETCH(QString, range);
    QFETCH(int, evaluated);
    QFETCH(QString, stages);
    Steps steps;
    for (int step = 0; step < 3; ++step)
        steps.add(range);
    for (int step = 0; step < evaluated; ++step)
        steps.add(range, true);
    const std::shared_ptr<TraceDocument> document = steps.document();
    const KernelNames names(*document, testProfiles(), nullptr);
    SegmentationOptions options;
    options.profiles = &testProfiles();
    const Result<Segmentation> found = segmentTrace(*document, names, options);
    QVERIFY(found);
    QStringList words;
    for (const Pass &pass : found->devices.front().passes) {
        words << QString::fromUtf8(stageName(pass.stage).data());
        if (pass.stage == Stage::Forward)
            QCOMPARE(pass.layers, 3);
    }
    QCOMPARE(words.join(QLatin1Char(' ')), stages);
    const bool said = std::any_of(found->checks.begin(), found->checks.end(), [](const SegmentationCheck &check) {
        return check.sentence.english().find("without a backward pass") != std::string::npos;
    });
    QCOMPARE(said, evaluated > 0);
}

LAMELLA_TEST(TestTrainingRanges)
#include "tst_TrainingRanges.moc"
