// SPDX-License-Identifier: GPL-3.0-or-later
// The built-in rules match at least 95 % of the GPU time of public traces.
#include "core/import/ImporterRegistry.h"
#include "core/profile/KernelNames.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"

#include <QtTest>

using namespace lamella::core;

class tst_UnnamedShare : public QObject {
    Q_OBJECT

private slots:
    void publicTraces_data();
    void publicTraces();
};

void tst_UnnamedShare::publicTraces_data()
{
    QTest::addColumn<QString>("file");
    for (const char *name : {"ascend_level1_rank0_trace_view.json", "hta_trace_diff_test.json.gz", "megatron_tp8_kineto_0.json",
             "megatron_tp8_kineto_1.json", "nanovllm_decode_gpu_10.json", "switchtransformers_trace.json",
             "tl_h100_qwen1.5-0.5b.json.gz", "tl_mi300_resnet_act_checkpoint.json.gz", "tl_sglang_qwen3-8b_decode.json.gz",
             "tl_vllm_decode_full_graph_capture.pt.trace.json.gz", "tl_vllm_prefilldecode_piecewise_graph_execution.json.gz"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void tst_UnnamedShare::publicTraces()
{
    QFETCH(QString, file);
    const QString path = QStringLiteral(LAMELLA_SHARED_TRACES "/chrome/") + file;
    LAMELLA_NEED_SHARED(path);
    const auto document = openTrace(path.toStdString());
    QVERIFY2(document.has_value(), document ? "" : document.error().message().c_str());
    const KernelTable &kernels = (*document)->kernels;
    QVERIFY(kernels.size() > 0);
    const KernelNames names(**document, builtinProfiles(), nullptr);
    std::int64_t all = 0;
    std::int64_t unnamed = 0;
    QByteArray worst;
    std::int64_t worstTime = 0;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        all += kernels.duration[i];
        const KernelName &name = names[kernels.name[i]];
        QVERIFY(!name.shortName.empty());
        if (name.named)
            continue;
        unnamed += kernels.duration[i];
        if (kernels.duration[i] > worstTime) {
            worstTime = kernels.duration[i];
            worst = QByteArray::fromStdString(name.full);
        }
    }
    QVERIFY2(unnamed * 20 <= all, worst.constData());
}

LAMELLA_TEST(tst_UnnamedShare)
#include "tst_UnnamedShare.moc"
