// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/training/TrainingNames.h"
#include "tests/support/TestMain.h"

#include <QTest>

using namespace lamella::core;

Q_DECLARE_METATYPE(lamella::core::StageHint)

class tst_TrainingNames : public QObject {
    Q_OBJECT
private slots:
    void kernels_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<StageHint>("hint");
        QTest::newRow("plain product") << "sm90_xmma_gemm_bf16bf16_bf16f32_tn_n" << StageHint::None;
        QTest::newRow("flash forward") << "void flash_fwd_kernel<...>" << StageHint::Forward;
        QTest::newRow("flash backward") << "void flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<...>" << StageHint::Backward;
        QTest::newRow("cudnn forward") << "cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16" << StageHint::Forward;
        QTest::newRow("cudnn backward") << "cudnn_generated_fort_native_sdpa_sm90_flash_bprop_wgmma_f16" << StageHint::Backward;
        QTest::newRow("norm gradient without the word")
            << "void (anonymous namespace)::gammabetabackwardcudakernel<float>" << StageHint::Backward;
        QTest::newRow("layer norm gradient") << "void layer_norm_grad_input_kernel<float, float>" << StageHint::Backward;
        QTest::newRow("weights' gradient on amd") << "igemm_wrw_gtcx3_nhwc_bf16" << StageHint::Backward;
        QTest::newRow("compiled backward") << "triton_poi_fused_cat_mul_silu_silu_backward_2" << StageHint::Backward;
        QTest::newRow("loss forward") << "nll_loss_forward_reduce_cuda_kernel_2d" << StageHint::Loss;
        QTest::newRow("loss backward") << "nll_loss_backward_reduce_cuda_kernel_2d" << StageHint::Backward;
        QTest::newRow("adam") << "void multi_tensor_apply_kernel<tensorlistmetadata<4>, adamfunctor<float>>"
                              << StageHint::Optimizer;
        QTest::newRow("adam of a library") << "deepspeed::adam_update_kernel" << StageHint::Optimizer;
        QTest::newRow("optimizer fused into backward")
            << "split_embedding_backward_codegen_rowwise_adagrad_unweighted" << StageHint::Backward;
        QTest::newRow("adam of 8 bits") << "void koptimizerstatic8bit2stateblockwise<float, 0, 256, 1>" << StageHint::Optimizer;
        QTest::newRow("hadamard is no adam") << "fast_hadamard_transform_kernel" << StageHint::None;
        QTest::newRow("lambda is no lamb") << "elementwise_kernel<{lambda(float)#1}>" << StageHint::None;
        QTest::newRow("fill") << "vectorized_elementwise_kernel<4, fillfunctor<float>>" << StageHint::Fill;
        QTest::newRow("empty") << "" << StageHint::None;
    }
    void kernels()
    {
        QFETCH(QString, name);
        QFETCH(StageHint, hint);
        QCOMPARE(hintOfKernel(name.toStdString()), hint);
    }

    void products_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<StageHint>("hint");
        QTest::newRow("forward") << "ampere_sgemm_128x64_tn" << StageHint::Product;
        QTest::newRow("gradient of a weight")
            << "void cutlass::kernel2<cutlass_80_simt_sgemm_128x64_8x5_nt_align1>" << StageHint::Gradient;
        QTest::newRow("gradient of an input") << "ampere_sgemm_128x64_nn" << StageHint::None;
        QTest::newRow("gradient on Hopper") << "nvjet_tst_128x256_64x4_1x2_v_bz_coopb_ntn" << StageHint::Gradient;
        QTest::newRow("gradient on AMD") << "cijk_ailk_bjlk_bbs_bh_mt64x64x32" << StageHint::Gradient;
        QTest::newRow("a library that counts otherwise") << "deep_gemm::fp8_gemm_nt" << StageHint::None;
        QTest::newRow("no layout") << "ampere_sgemm_nta" << StageHint::None;
    }
    void products()
    {
        QFETCH(QString, name);
        QFETCH(StageHint, hint);
        QCOMPARE(hintOfProduct(name.toStdString()), hint);
    }

    void calls_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("category");
        QTest::addColumn<StageHint>("hint");
        QTest::newRow("autograd") << "autograd::engine::evaluate_function: mmbackward0"
                                  << "cpu_op" << StageHint::Backward;
        QTest::newRow("old autograd") << "autograd::engine::evaluate_function: mmbackward0"
                                      << "operator" << StageHint::Backward;
        QTest::newRow("op inside backward") << "aten::mm"
                                            << "cpu_op" << StageHint::None;
        QTest::newRow("optimizer") << "optimizer.step#adamw.step"
                                   << "user_annotation" << StageHint::Optimizer;
        QTest::newRow("old optimizer") << "optimizer.step#sgd.step"
                                       << "cpu_op" << StageHint::Optimizer;
        QTest::newRow("zero_grad") << "optimizer.zero_grad#sgd.zero_grad"
                                   << "user_annotation" << StageHint::None;
        QTest::newRow("own annotation") << "## backward ##"
                                        << "user_annotation" << StageHint::Backward;
        QTest::newRow("annotation on the gpu") << "## forward ##"
                                               << "gpu_user_annotation" << StageHint::Forward;
        QTest::newRow("megatron") << "backward-compute"
                                  << "user_annotation" << StageHint::Backward;
        QTest::newRow("both words") << "forward_backward_step"
                                    << "user_annotation" << StageHint::None;
        QTest::newRow("collective") << "nccl:all_reduce"
                                    << "user_annotation" << StageHint::None;
        QTest::newRow("frame of the optimizer") << "torch/optim/sgd.py(103): step"
                                                << "python_function" << StageHint::Optimizer;
        QTest::newRow("frame of backward") << "torch/_tensor.py(570): backward"
                                           << "python_function" << StageHint::Backward;
        QTest::newRow("frame of a model") << "model.py(12): backward_compatible"
                                          << "python_function" << StageHint::None;
        QTest::newRow("frame of forward") << "nn.module: resnet_0"
                                          << "python_function" << StageHint::None;
    }
    void calls()
    {
        QFETCH(QString, name);
        QFETCH(QString, category);
        QFETCH(StageHint, hint);
        QCOMPARE(hintOfCall(name.toStdString(), category.toStdString()), hint);
    }

    void steps_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<qint64>("number");
        QTest::newRow("step") << "ProfilerStep#1009" << qint64(1009);
        QTest::newRow("no number") << "ProfilerStep#" << qint64(-1);
        QTest::newRow("negative") << "ProfilerStep#-3" << qint64(-1);
        QTest::newRow("too large") << "ProfilerStep#99999999999999999999" << qint64(-1);
        QTest::newRow("more text") << "ProfilerStep#7x" << qint64(-1);
        QTest::newRow("other") << "step 7" << qint64(-1);
    }
    void steps()
    {
        QFETCH(QString, name);
        QFETCH(qint64, number);
        QCOMPARE(qint64(profilerStep(name.toStdString())), number);
    }
};

LAMELLA_TEST(tst_TrainingNames)
#include "tst_TrainingNames.moc"
