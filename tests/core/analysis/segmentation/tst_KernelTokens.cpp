// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/CallCatalogue.h"
#include "core/analysis/segmentation/KernelTokens.h"
#include "core/analysis/segmentation/PassNumbering.h"
#include "tests/support/TestMain.h"

#include <QTest>

using namespace lamella::core;

class TestKernelTokens : public QObject {
    Q_OBJECT
private slots:
    void tokens_data();
    void tokens();
    void stepNames_data();
    void stepNames();
    void layerNames_data();
    void layerNames();
};

void TestKernelTokens::tokens_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("category");
    QTest::addColumn<int>("has");
    QTest::addColumn<int>("hasNot");
    const auto c = [](Category x) { return static_cast<int>(x); };
    QTest::newRow("attention mixes") << "flash_fwd_splitkv_kernel" << c(Category::Attention) << int(kTokenMixer)
                                     << int(kTokenGemm);
    QTest::newRow("a scheduler of sequences of any length tells no stage")
        << "void cutlass::device_kernel<flash::flashattnfwdsm90<flash::varlendynamicpersistenttilescheduler<128>>>" << c(Category::Attention)
        << int(kTokenMixer) << int(kTokenPrefill | kTokenDecode);
    QTest::newRow("metadata does not") << "get_mla_metadata_kernel" << c(Category::Attention) << 0 << int(kTokenMixer);
    QTest::newRow("activation") << "sgl::act_and_mul_kernel<silu>" << c(Category::Elementwise) << int(kTokenFfn)
                                << int(kTokenNorm);
    QTest::newRow("relu in a GEMM name is no activation")
        << "cutlass_80_tensorop_gemm_relu_f16" << c(Category::Gemm) << int(kTokenGemm) << int(kTokenFfn);
    QTest::newRow("add and norm") << "fused_add_rmsnorm" << c(Category::Norm) << int(kTokenNorm | kTokenResidual) << 0;
    QTest::newRow("all-reduce with norm") << "allreduce_fusion_kernel_oneshot_lamport" << c(Category::Communication)
                                          << int(kTokenNorm | kTokenResidual) << 0;
    QTest::newRow("plain norm") << "rmsnormkernel" << c(Category::Norm) << int(kTokenNorm) << int(kTokenResidual);
    QTest::newRow("norm of TensorRT behind an addition")
        << "__myl_addmulmeanaddsqrtdivmul_0xc82561ec" << c(Category::Norm) << int(kTokenNorm | kTokenResidual) << 0;
    QTest::newRow("softmax of TensorRT") << "__myl_maxsubexpsumdivmul_0x1" << c(Category::Other) << 0 << int(kTokenNorm);
    QTest::newRow("routing that renormalises")
        << "topk_softmax_renorm" << c(Category::MoeRouting) << int(kTokenFfn) << int(kTokenNorm);
    QTest::newRow("mhc pre opens") << "mhc_pre_big_fuse_tilelang" << c(Category::HyperConnection)
                                   << int(kTokenNorm | kTokenResidual) << 0;
    QTest::newRow("mhc post closes") << "mhc_post_tilelang" << c(Category::HyperConnection) << 0 << int(kTokenNorm);
    QTest::newRow("mhc post and pre fused opens")
        << "mhc_fused_post_pre_fma" << c(Category::HyperConnection) << int(kTokenNorm) << 0;
    QTest::newRow("scan over the chunks of a prompt")
        << "_chunk_scan_fwd_kernel" << c(Category::LinearAttention) << int(kTokenLinear | kTokenPrefill) << int(kTokenDecode);
    QTest::newRow("update of one step") << "_selective_state_update_kernel" << c(Category::LinearAttention)
                                        << int(kTokenLinear | kTokenDecode) << int(kTokenPrefill);
    QTest::newRow("softmax of long rows")
        << "void at::native::cunn_softmaxforward<4, float, float, float, at::native::softmaxforwardepilogue>"
        << c(Category::Elementwise) << int(kTokenSoftmax) << 0;
    QTest::newRow("softmax of llama.cpp") << "soft_max_f32" << c(Category::Elementwise) << int(kTokenSoftmax) << 0;
    QTest::newRow("softmax of a loss")
        << "void at::native::cunn_softmaxforward<4, float, float, float, at::native::logsoftmaxforwardepilogue>"
        << c(Category::Elementwise) << 0 << int(kTokenSoftmax);
    QTest::newRow("copy from the host") << "memcpy htod (pinned -> device)" << c(Category::Memory) << int(kTokenHostCopy) << 0;
}

void TestKernelTokens::tokens()
{
    QFETCH(QString, name);
    QFETCH(int, category);
    QFETCH(int, has);
    QFETCH(int, hasNot);
    const TokenSet tokens = tokensOfName(name.toStdString(), static_cast<Category>(category));
    QCOMPARE(int(tokens) & has, has);
    QCOMPARE(int(tokens) & hasNot, 0);
}

void TestKernelTokens::stepNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("stage");
    QTest::newRow("sglang decode") << "step[DECODE bs=32]"
                                   << "decode";
    QTest::newRow("sglang extend") << "step[EXTEND bs=1 toks=4096]"
                                   << "prefill";
    QTest::newRow("vllm mixed") << "execute_8192_context_9(sq8155sk8430)_generation_37(sq37sk3)"
                                << "mixed";
    QTest::newRow("vllm decode") << "execute_32_context_0(sq0sk0)_generation_32(sq32sk3)"
                                 << "decode";
    QTest::newRow("vllm prefill") << "execute_4096_context_2(sq1)_generation_0(sq0)"
                                  << "prefill";
    QTest::newRow("TensorRT-LLM decode") << "[Executor] _forward_step 13: 0 ctx reqs, 0 ctx tokens, 8 gen reqs"
                                         << "decode";
    QTest::newRow("TensorRT-LLM mixed") << "[Executor] _forward_step 12: 3 ctx reqs, 5 gen reqs"
                                        << "mixed";
    QTest::newRow("TensorRT-LLM prefill") << "[Executor] _forward_step 14: 1 ctx reqs, 900 ctx tokens, 0 gen reqs"
                                          << "prefill";
    QTest::newRow("TensorRT-LLM, no request") << "[Executor] _forward_step 15: 0 ctx reqs, 0 gen reqs"
                                              << "unknown";
    QTest::newRow("decode with the length of its context") << "decode bs=8 (context=2048)"
                                                           << "decode";
    QTest::newRow("context and generation") << "context_and_generation step"
                                            << "mixed";
    QTest::newRow("says nothing") << "ProfilerStep#3"
                                  << "unknown";
}

void TestKernelTokens::stepNames()
{
    QFETCH(QString, name);
    QFETCH(QString, stage);
    QCOMPARE(QString::fromUtf8(stageName(stageFromStepName(name.toStdString())).data()), stage);
}

void TestKernelTokens::layerNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("prefix");
    QTest::addColumn<int>("number");
    QTest::newRow("module frame") << "nn.Module: Qwen2DecoderLayer_12"
                                  << "nn.Module: Qwen2DecoderLayer" << 12;
    QTest::newRow("annotation") << "layer 7"
                                << "layer " << 7;
    QTest::newRow("path") << "model.layers.31.mlp"
                          << "model.layers." << 31;
    QTest::newRow("no number") << "nn.Module: Softmax"
                               << "" << -1;
    QTest::newRow("norm module is not the word layer") << "forward"
                                                       << "" << -1;
    QTest::newRow("absurd number") << "layer 99999999999999"
                                   << "" << -1;
}

void TestKernelTokens::layerNames()
{
    QFETCH(QString, name);
    QFETCH(QString, prefix);
    QFETCH(int, number);
    const std::string text = name.toStdString();
    std::string_view gotPrefix;
    int gotNumber = -1;
    const bool ok = splitLayerName(text, gotPrefix, gotNumber);
    QCOMPARE(ok, number >= 0);
    if (ok) {
        QCOMPARE(QString::fromStdString(std::string(gotPrefix)), prefix);
        QCOMPARE(gotNumber, number);
    }
}

LAMELLA_TEST(TestKernelTokens)
#include "tst_KernelTokens.moc"
