// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/JobName.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <string>

using namespace lamella::core;

namespace {

// "rank 3 worker 1 TP[3] EP/8": index in brackets, size after a slash, "?" if a size may be an index.
std::string described(const JobName &job)
{
    std::string text;
    const auto add = [&text](const std::string &part) { text += (text.empty() ? "" : " ") + part; };
    if (job.rank)
        add("rank " + std::to_string(*job.rank));
    if (job.worker)
        add("worker " + std::to_string(*job.worker));
    if (job.device)
        add("device " + std::to_string(*job.device));
    for (std::size_t a = 0; a < kJobAxes; ++a) {
        const std::string label(jobAxisLabel(static_cast<JobAxis>(a)));
        if (job.axes[a].index)
            add(label + "[" + std::to_string(*job.axes[a].index) + "]");
        if (job.axes[a].size)
            add(label + "/" + std::to_string(*job.axes[a].size) + (job.axes[a].sizeIsOpen ? "?" : ""));
    }
    return text;
}

} // namespace

class TestJobName : public QObject {
    Q_OBJECT
private slots:
    void names_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const char *expected) {
            QTest::newRow(name) << QString::fromUtf8(name) << expected;
        };
        // SGLang
        row("1712345678.9-TP-3.trace.json.gz", "TP[3]");
        row("1712345678.9-TP-0-DP-0-EP-3-PP-1.trace.json.gz", "TP[0] EP[3] PP[1] DP[0]");
        row("bs-32-il-1024-TP-0-DECODE.trace.json.gz", "TP[0]");
        // vLLM
        row("dp0_pp0_tp3_dcp0_ep3_rank3.1712345678901.pt.trace.json.gz", "rank 3 TP[3] EP[3] PP[0] DP[0]");
        row("dp0_pp0_tp3", "TP[3] PP[0] DP[0]");
        row("dp1_pp1_tp2_rank7", "rank 7 TP[2] PP[1] DP[1]");
        row("host_1234.1712345678_rank3.json", "rank 3");
        // Megatron, PyTorch
        row("mp_tp_rank_03_pp_rank_001", "TP[3] PP[1]");
        row("megatron_tp8_kineto_0.json", "TP/8?");
        row("rank_0.json", "rank 0");
        row("RANK-7", "rank 7");
        row("rank=5", "rank 5");
        row("worker3.1712345678901.pt.trace.json", "worker 3");
        row("gpu-node_4711.1712345678901.pt.trace.json", "");
        // sizes
        row("tp8_ep8_run", "TP/8? EP/8?");
        row("TP=8", "TP/8");
        row("tp8ep8", "TP/8? EP/8?");
        row("llama-TP8-DP2-bs32.json", "TP/8? DP/2?");
        row("tp_size_8_rank_3", "rank 3 TP/8");
        row("qwen-tp8-TP-3.trace.json.gz", "TP[3] TP/8");
        row("tp8bs32.json", "TP/8?");
        row("dp2rank8", "rank 8 DP/2?");
        row("rank0of8", "rank 0");
        // not a power of two, so not a size
        row("tp3.json", "TP[3]");
        // not a rank
        row("lora_rank_16", "");
        row("local_rank_3", "");
        row("frank3", "");
        row("rank8b_rank4", "rank 4");
        row("rank7f3a", "");
        row("a7tp2.json", "");
        row("c0ffee7-ep3f.json", "");
        row("rank20260101", "");
        row("rank-2026-01-31.json", "");
        row("pp512_tg128.json", "");
        row("torch-cp310-cp310.json", "");
        row("rank", "");
        row("rank_", "");
        row("", "");
    }
    void names()
    {
        QFETCH(QString, name);
        QFETCH(QString, expected);
        QCOMPARE(QString::fromStdString(described(jobNameOf(name.toStdString()))), expected);
    }
    void foldersSayWhatTheNameLeavesOut()
    {
        QCOMPARE(
            described(jobOfPath("/d/dp0_pp0_tp1_rank1_ascend_pt/OUT/trace_view.json")), std::string("rank 1 TP[1] PP[0] DP[0]"));
        QCOMPARE(described(jobOfPath("/d/tp8_run/x-TP-3.json")), std::string("TP[3]"));
        QCOMPARE(described(jobOfPath("/rank9/a/b/trace.json")), std::string());
        QCOMPARE(described(jobOfPath("/home/worker3/trace.json")), std::string());
    }
};

LAMELLA_TEST(TestJobName)
#include "tst_JobName.moc"
