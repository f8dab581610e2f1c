// SPDX-License-Identifier: GPL-3.0-or-later
// Operators as profilers record them, with what they cost worked out by hand.
#include "core/analysis/roofline/OperatorModel.h"
#include "core/analysis/roofline/ShapeRoute.h"
#include "tests/support/TestMain.h"

#include <QtTest>

using namespace lamella::core;

namespace {

OperatorCost costOf(const char *name, const char *dims, const char *types, const char *concrete,
    const AttentionTokens *tokens = nullptr, ElementType hint = ElementType::Unknown)
{
    const OperatorModel *model = operatorModelOf(name);
    if (!model)
        return notCounted("no formula");
    return model->cost(
        {name, tensorsOf(dims, types), quotedTexts(concrete), tokens, hint, ElementType::Unknown, 0, tensorLists(types)});
}

} // namespace

class tst_OperatorModel : public QObject {
    Q_OBJECT

private slots:
    void costs_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("dims");
        QTest::addColumn<QByteArray>("types");
        QTest::addColumn<QByteArray>("concrete");
        QTest::addColumn<double>("flops");
        QTest::addColumn<double>("bytes");
        const auto row = [](const char *name, const char *dims, const char *types, const char *concrete, double flops,
                             double bytes) {
            QTest::addRow("%s %s %s", name, dims, concrete)
                << QByteArray(name) << QByteArray(dims) << QByteArray(types) << QByteArray(concrete) << flops << bytes;
        };
        constexpr const char *kBf = R"(["c10::BFloat16", "c10::BFloat16", "c10::BFloat16", "c10::BFloat16", "c10::BFloat16"])";
        constexpr const char *kTwo = R"(["c10::BFloat16", "c10::BFloat16"])";
        constexpr const char *kThree = R"(["c10::BFloat16", "c10::BFloat16", "c10::BFloat16"])";
        constexpr const char *kFloat = R"(["float", "float"])";
        // 2*2*3*4; (8 + 12 + 6) * 2.
        row("aten::mm", "[[2, 4], [4, 3]]", kTwo, "[]", 48, 52);
        // Types and shapes of Ascend: of its table, and of its timeline with line breaks.
        row("matmulv2", "2,4;4,3", "DT_BF16;DT_BF16", "", 48, 52);
        row("aten::mm", R"("2,4;\r\n4,3")", R"("float;\r\nfloat")", "", 48, 104);
        row("aten::addmm", R"("3;\r\n2,4;\r\n4,3;\r\n;\r\n")", R"("float;\r\nfloat;\r\nfloat;\r\nScalar;\r\nScalar")", "", 54,
            116);
        row("swiglu", "2,8", "FLOAT16", "", 48, 48);
        // Products of quantised numbers, no quantisation: 8 + 12, scales of columns 3 * 2, a result of 6 * 2.
        row("quantbatchmatmulv3", "2,4;4,3;3;;;2", "INT8;INT8;DT_BF16;;;FLOAT", "", 48, 20 + 6 + 12);
        row("quantbatchmatmulv3", "2,4;3,4;3;;3;2", "INT8;INT8;DT_BF16;;INT32;FLOAT", "", 54, 20 + 6 + 12 + 6);
        row("weightquantbatchmatmulv2", "2,4;4,3;3;;;", "DT_BF16;INT8;DT_BF16;;;", "", 48, 16 + 12 + 6 + 12);
        row("npu::npu_quant_matmul", "[[2, 4], [4, 3], [3], [], [], []]",
            R"(["signed char", "signed char", "float", "", "", ""])", "[]", 48, 20 + 12 + 12);
        row("batchmatmulv3", "5,2,4;5,4,3", "FLOAT16;FLOAT16", "", 240, 260);
        // Complex: four products and two additions of real numbers each, 8 bytes an element.
        row("aten::mm", "[[2, 4], [4, 3]]", R"(["c10::complex<float>", "c10::complex<float>"])", "[]", 192, 208);
        row("aten::mm", "[[2, 4], [4, 3]]", R"(["c10::complex<double>", "c10::complex<double>"])", "[]", 192, 416);
        // The five products are added up: one result of 6, one bias of 6.
        row("aten::addbmm", "[[2, 3], [5, 2, 4], [5, 4, 3], [], []]", kBf, R"(["", "", "", "1", "1"])", 246,
            (40 + 60 + 6 + 6) * 2);
        // The result is given: the same work.
        row("aten::mm", "[[2, 4], [4, 3], [2, 3]]", kThree, "[]", 48, 52);
        // A row of three is added: 6 more operations, 3 * 2 more bytes.
        row("aten::addmm", "[[3], [2, 4], [4, 3], [], []]", kBf, R"(["", "", "", "1", "1"])", 54, 58);
        row("aten::bmm", "[[5, 2, 4], [5, 4, 3]]", kTwo, "[]", 240, 260);
        // beta = 0: what is added is not read. With 1 it is: 5*6 operations, 30 * 2 bytes.
        row("aten::baddbmm", "[[5, 2, 3], [5, 2, 4], [5, 4, 3], [], []]", kBf, R"(["", "", "", "0.", "0.125"])", 240, 260);
        row("aten::baddbmm", "[[5, 2, 3], [5, 2, 4], [5, 4, 3], [], []]", kBf, R"(["", "", "", "1", "1"])", 270, 320);
        // Weights of a linear layer lie as (n x k), and all leading dimensions are rows.
        row("aten::linear", "[[1, 2, 4], [3, 4], [3]]", kThree, "[]", 54, 58);
        row("aten::linear", "[[2, 4], [3, 4], []]", kThree, "[]", 48, 52);
        row("vllm::rocm_unquantized_gemm", "[[2, 4], [3, 4], [3]]", kThree, "[]", 54, 58);
        row("aiter::gemm_a16w16", "[[2, 4], [3, 4], [], [], []]", kBf, "[]", 48, 52);
        row("aten::matmul", "[[5, 2, 4], [4, 3]]", kTwo, "[]", 240, (40 + 12 + 30) * 2);
        // A factor with fewer matrices is used several times and read once, also where each has fewer in another dimension.
        row("aten::matmul", "[[6, 5, 2, 4], [5, 4, 3]]", kTwo, "[]", 1440, (240 + 60 + 180) * 2);
        row("aten::matmul", "[[2, 4], [5, 4, 3]]", kTwo, "[]", 240, (8 + 60 + 30) * 2);
        row("aten::matmul", "[[6, 1, 2, 4], [1, 5, 4, 3]]", kTwo, "[]", 1440, (48 + 60 + 180) * 2);
        row("aten::mv", "[[2, 4], [4]]", kTwo, "[]", 16, (8 + 4 + 2) * 2);
        // fp8 in, bf16 out: 8 + 12 + 12.
        row("aten::_scaled_mm", "[[2, 4], [4, 3], [], []]", R"(["c10::Float8_e4m3fn", "c10::Float8_e4m3fn", "float", "float"])",
            "[]", 48, 32);
        // Pairs of fp4: 2 x 4 by 4 x 3 recorded as 2 x 2 and, packed along its last dimension, 3 x 2. (8 + 12) / 2 + 12.
        row("sgl_kernel::fp4_gemm", "[[2, 2], [3, 2]]", R"(["c10::Float4_e2m1fn_x2", "c10::Float4_e2m1fn_x2"])", "[]", 48, 22);
        // The same recorded as bytes that hold two elements each, with scales and the result.
        row("_C::cutlass_scaled_fp4_mm", "[[2, 3], [2, 2], [3, 2], [2, 1], [3, 1], [1]]",
            R"(["c10::BFloat16", "unsigned char", "unsigned char", "c10::Float8_e4m3fn", "c10::Float8_e4m3fn", "float"])", "[]",
            48, 22 + 2 + 3);
        // The same where the second factor is 4 x 3, whose pairs lie along k.
        row("aten::_scaled_mm", "[[2, 2], [2, 3], [2, 1], [3, 1], []]",
            R"(["c10::Float4_e2m1fn_x2", "c10::Float4_e2m1fn_x2", "c10::Float8_e4m3fn", "c10::Float8_e4m3fn", ""])", "[]", 48,
            22 + 2 + 3);
        // No row of the result, for which the second factor is read.
        row("aten::mm", "[[0, 4], [4, 3]]", kTwo, "[]", 0, 0);
        row("aten::linear", "[[3, 0, 4], [5, 4], []]", kThree, "[]", 0, 0);
        // Three rows of two matrices, (3 x 4) (4 x 5): 2*3*4*5; a matrix is read with probability 1 - 1/8: 2 * 7/8 * 20 * 2
        // bytes.
        row("aten::_grouped_mm", "[[3, 4], [2, 4, 5], [2]]", R"(["c10::BFloat16", "c10::BFloat16", "int"])", "[]", 120,
            70 + 24 + 30);
        // (1 x 2 heads x 4 tokens x 8), causal: 8 pairs * 2 * 2 * 16; 4 tensors of 64 elements.
        row("aten::_scaled_dot_product_flash_attention", "[[1, 2, 4, 8], [1, 2, 4, 8], [1, 2, 4, 8], [], []]", kBf,
            R"(["", "", "", "0.", "True", "False", ""])", 512, 512);
        row("aten::_scaled_dot_product_flash_attention", "[[1, 2, 4, 8], [1, 2, 4, 8], [1, 2, 4, 8], [], []]", kBf,
            R"(["", "", "", "0.", "False"])", 1024, 512);
        row("aten::_flash_attention_forward", "[[1, 4, 2, 8], [1, 4, 2, 8], [1, 4, 2, 8], [], []]", kBf,
            R"(["", "", "", "", "", "4", "4", "0.", "True", "False"])", 512, 512);
        // Two sequences of 4 in one batch of 8: as twice the above.
        row("flash_attn::_flash_attn_varlen_forward", "[[8, 2, 8], [8, 2, 8], [8, 2, 8], [3], [3]]",
            R"(["c10::BFloat16", "c10::BFloat16", "c10::BFloat16", "int", "int"])",
            R"(["", "", "", "", "", "4", "4", "0.", "0.35", "True", "-1", "-1"])", 1024, 1024);
        // Nothing to the left: each query sees its own key, 4 pairs of 8.
        // / 2.
        row("flash_attn::_flash_attn_forward", "[[1, 4, 2, 8], [1, 4, 2, 8], [1, 4, 2, 8]]", kThree,
            R"(["", "", "", "0.", "0.35", "True", "0", "0"])", 256, 512);
        row("aten::_scaled_dot_product_flash_attention_backward",
            "[[1, 2, 4, 8], [1, 2, 4, 8], [1, 2, 4, 8], [1, 2, 4, 8], [1, 2, 4, 8]]", kBf,
            R"(["", "", "", "", "", "", "", "", "4", "4", "0.", "True"])", 1280, 1024);
        // One token, 2 of 4 experts, hidden 4, intermediate 3, gated: 2*2*3*4*3; half of the experts: 2 * 36 * 2 bytes; 4 + 4
        // elements.
        row("vllm::outplace_fused_experts", "[[1, 4], [4, 6, 4], [4, 4, 3], [1, 2], [1, 2]]",
            R"(["c10::BFloat16", "c10::BFloat16", "c10::BFloat16", "float", "int"])", "[]", 144, 144 + 16);
        row("aten::convolution", "[[1, 2, 5, 5], [3, 2, 3, 3], [3], [], [], [], [], [], []]",
            R"(["float", "float", "float", "", "", "", "", "", ""])",
            R"(["", "", "", "[2, 2]", "[1, 1]", "[1, 1]", "False", "[0, 0]", "1"])", 2.0 * 3 * 9 * 18, (50 + 27 + 54) * 4);
        row("aten::miopen_convolution", "[[1, 2, 5, 5], [3, 2, 3, 3], []]", R"(["float", "float", ""])",
            R"(["", "", "", "[1, 1]", "[2, 2]", "[1, 1]", "1"])", 2.0 * 3 * 9 * 18, (50 + 27 + 54) * 4);
        // Gradients of input and weight: twice the products; both are written.
        row("aten::convolution_backward", "[[1, 3, 3, 3], [1, 2, 5, 5], [3, 2, 3, 3], [], [], [], [], [], [], [], []]",
            R"(["float", "float", "float", "", "", "", "", "", "", "", ""])",
            R"(["", "", "", "[0]", "[2, 2]", "[1, 1]", "[1, 1]", "False", "[0, 0]", "1", "[True, True, False]"])",
            4.0 * 3 * 9 * 18, (50 + 27 + 54 + 50 + 54) * 4);
        // In and out of 8 elements and a weight of 4, in bf16; five operations an element.
        row("aten::native_layer_norm", "[[2, 4], [], [4], [4], []]",
            R"(["c10::BFloat16", "", "c10::BFloat16", "c10::BFloat16", ""])", "[]", 40, (16 + 8) * 2);
        row("vllm::rocm_aiter_rms_norm", "[[2, 4], [4], []]", R"(["c10::BFloat16", "c10::BFloat16", ""])", "[]", 32,
            (16 + 4) * 2);
        // The residual is read and written too, whether the profiler records two tensors or four.
        row("vllm::rocm_aiter_rmsnorm2d_fwd_with_add", "[[2, 4], [2, 4], [4]]", kThree, "[]", 40, (32 + 4) * 2);
        row("aiter::add_rmsnorm", "[[2, 4], [2, 4], [2, 4], [2, 4], [4]]", kBf, "[]", 40, (32 + 4) * 2);
        // Positions of 2 tokens (16 bytes), queries of 8 and keys of 4 elements read and written, two rows of 4 of the table.
        row("sgl_kernel::rotary_embedding", "[[2], [2, 8], [2, 4], [], [100, 4], []]",
            R"(["long int", "c10::BFloat16", "c10::BFloat16", "Scalar", "c10::BFloat16", "Scalar"])", "[]", 72,
            16 + 24 * 2 * 2 + 16);
        row("_C_cache_ops::reshape_and_cache_flash", "[[2, 4], [2, 4], [100, 4]]", kThree, "[]", 0, 64);
        row("sgl_kernel::silu_and_mul", "[[2, 4], [2, 8]]", kTwo, "[]", 48, (8 + 16) * 2);
        row("aten::_softmax", "[[2, 4], [], []]", R"(["float", "", ""])", "[]", 40, 64);
        // Three rows of four, read and written, and three numbers of rows.
        row("aten::embedding", "[[100, 4], [3]]", R"(["float", "long int"])", "[]", 0, 96 + 24);
        row("aten::index_select", "[[100, 4], [], [3]]", R"(["float", "Scalar", "long int"])", R"(["", "0", ""])", 0, 96 + 24);
        // 2x4 and 1x4: both are read, 2x4 is written.
        row("aten::add", "[[2, 4], [1, 4], []]", R"(["float", "float", "Scalar"])", "[]", 8, (8 + 4 + 8) * 4);
        row("aten::add_", "[[2, 4], [2, 4]]", R"(["float", "c10::BFloat16"])", "[]", 8, 8 * 4 + 8 * 2 + 8 * 4);
        row("aten::add", "[[0, 4], [0, 4], []]", R"(["float", "float", "Scalar"])", "[]", 0, 0);
        row("aten::add", "[[0, 4], [1, 4], []]", R"(["float", "float", "Scalar"])", "[]", 0, 16);
        row("aten::isnan", "[[8]]", R"(["float"])", "[]", 8, 32 + 8);
        row("aten::eq", "[[8], []]", R"(["long int", "Scalar"])", "[]", 8, 64 + 8);
        row("aten::copy_", "[[2, 4], [2, 4], []]", R"(["c10::BFloat16", "float", "Scalar"])", "[]", 0, 16 + 32);
        row("aten::fill_", "[[2, 4], []]", kFloat, "[]", 0, 32);
        // Over the last dimension: 8 elements are read, 2 written.
        row("aten::mean", "[[2, 4], [], [], []]", R"(["float", "", "", ""])", R"(["", "[-1]", "True", ""])", 8, 40);
        row("aten::sum", "[[2, 4], [], [], []]", R"(["float", "", "", ""])", R"(["", "[]", "False", ""])", 8, 36);
        // 3 of 4 values and their places in each of 2 rows.
        row("aten::topk", "[[2, 4], [], [], [], []]", R"(["float", "Scalar", "Scalar", "Scalar", "Scalar"])",
            R"(["", "3", "-1", "True", "True"])", 8, 32 + 6 * (4 + 8));
        row("aten::topk", "[[2, 4], [], [], [], []]", R"(["float", "Scalar", "Scalar", "Scalar", "Scalar"])",
            R"(["", "1", "0", "True", "True"])", 8, 32 + 4 * (4 + 8));
        row("aten::cat", "[[[2, 4], [3, 4]], []]", R"(["float", "float", "Scalar"])", "[]", 0, 2 * 20 * 4);
        // fp8 in and fp32 out, as the call says.
        row("aten::_scaled_mm", "[[2, 4], [4, 3], [], [], [], [], [], []]",
            R"(["c10::Float8_e4m3fn", "c10::Float8_e4m3fn", "float", "float", "", "", "Scalar", "Scalar"])",
            R"(["", "", "", "", "", "", "6", "True"])", 48, 8 + 12 + 24);
        // Eight int4 of AWQ in each int32: 2 x 4 by 4 x 8, with scales and zeros of one group.
        row("_c::awq_gemm", "[[2, 4], [4, 1], [1, 8], [1, 1], []]", R"(["c10::Half", "int", "c10::Half", "int", "Scalar"])", "[]",
            128, 16 + 16 + 32 + 16 + 4);
        // Rows of 6 tokens added up for each of 2 experts: 2 results of 4 x 3. Then 2 products of 3 x 4 by 4 x 5, and columns
        // of 6.
        // Scales count where they are inputs.
        row("aten::_scaled_grouped_mm", "[[3, 4], [2, 4, 5], [3], [2, 5], [2]]",
            R"(["c10::Float8_e4m3fn", "c10::Float8_e4m3fn", "float", "float", "int"])", "[]", 120, 12 + 35 + 30 + 12 + 40);
        row("groupedmatmul", "3,4;2,4,5;2", "DT_BF16;DT_BF16;INT64", "", 120, (12 + 35 + 15) * 2);
        // Weights as tiles of int4, eight in a word, and groups of scales; weights of int8, with a scale for each column.
        row("aten::_weight_int4pack_mm", "[[2, 1024], [1, 8, 32, 4], [], [8, 8, 2]]",
            R"(["c10::BFloat16", "int", "Scalar", "c10::BFloat16"])", R"(["", "", "128", ""])", 2 * 2 * 1024 * 8,
            2 * 1024 * 2 + 1024 * 8 / 2 + 2 * 8 * 2 + 128 * 2);
        row("aten::_weight_int8pack_mm", "[[2, 4], [3, 4], [3]]", R"(["c10::BFloat16", "signed char", "c10::BFloat16"])", "[]",
            48, 16 + 12 + 6 + 12);
        row("aten::_grouped_mm", "[[4, 6], [6, 3], [2]]", R"(["c10::BFloat16", "c10::BFloat16", "int"])", "[]", 144,
            (24 + 18 + 24) * 2);
        row("aten::_grouped_mm", "[[2, 3, 4], [2, 4, 5], []]", kThree, "[]", 240, (24 + 40 + 30) * 2);
        row("aten::_grouped_mm", "[[2, 3, 4], [4, 6], [2]]", R"(["c10::BFloat16", "c10::BFloat16", "int"])", "[]", 144,
            (24 + 24 + 18) * 2);
        // The scales of two blocks of two rows are as many as columns, but no bias.
        row("sgl_kernel::fp8_blockwise_scaled_mm", "[[2, 4], [4, 4], [2, 2], [1, 1], []]",
            R"(["c10::Float8_e4m3fn", "c10::Float8_e4m3fn", "float", "float", ""])", "[]", 64, 8 + 16 + 16 + 16 + 4);
        // The scales of rows and columns, a bias behind the type of the result: 2 x 4 by 4 x 3 of int8.
        row("sgl_kernel::int8_scaled_mm", "[[2, 4], [4, 3], [2], [3], [], [3]]",
            R"(["signed char", "signed char", "float", "float", "Scalar", "c10::BFloat16"])", R"(["", "", "", "", "15", ""])", 54,
            8 + 12 + 12 + 20 + 6);
        // Softmax of bf16 to fp32, and its backward to bf16.
        row("aten::_softmax", "[[2, 4], [], []]", R"(["c10::BFloat16", "Scalar", "Scalar"])", R"(["", "-1", "True"])", 40,
            16 + 32);
        row("aten::_softmax_backward_data", "[[2, 4], [2, 4], [], []]", R"(["float", "float", "Scalar", "Scalar"])",
            R"(["", "", "-1", "15"])", 40, 64 + 16);
        // Values and their places.
        row("aten::sort", "[[2, 4], [], []]", R"(["float", "Scalar", "Scalar"])", R"(["", "-1", "False"])", 8, 32 + 8 * 12);
        row("aten::argsort", "[[2, 4], [], []]", R"(["float", "Scalar", "Scalar"])", R"(["", "-1", "False"])", 8, 32 + 8 * 8);
        row("aten::max", "[[2, 4], [], []]", R"(["float", "Scalar", "Scalar"])", R"(["", "-1", "False"])", 8, 32 + 2 * 12);
        row("aten::max", "[[2, 4]]", R"(["float"])", R"([""])", 8, 32 + 4);
        row("aten::argmax", "[[2, 4], [], []]", R"(["float", "Scalar", "Scalar"])", R"(["", "-1", "False"])", 8, 32 + 2 * 8);
        row("aten::all", "[[2, 4]]", R"(["bool"])", R"([""])", 8, 8 + 1);
        // The order of a norm is no dimension.
        row("aten::norm", "[[2, 3, 4], [], [], []]", R"(["float", "Scalar", "ScalarList", "Scalar"])",
            R"(["", "2", "[0]", "False"])", 24, 96 + 12 * 4);
        row("aten::linalg_vector_norm", "[[2, 4], [], [], [], []]", R"(["float", "Scalar", "ScalarList", "Scalar", ""])",
            R"(["", "2", "[1]", "True", ""])", 8, 32 + 8);
        // Of four rows the score of the class, and the number of the class.
        row("aten::nll_loss_forward", "[[4, 1000], [4], [], [], []]", R"(["float", "long int", "", "Scalar", "Scalar"])",
            R"(["", "", "", "1", "-100"])", 4, 4 * (4 + 8));
        row("aten::nll_loss_backward", "[[], [4, 1000], [4], [], [], [], []]",
            R"(["float", "float", "long int", "", "Scalar", "Scalar", "float"])", R"(["", "", "", "", "1", "-100", ""])", 4,
            4 * (4 + 8));
        // Windows of 2 x 2 at every second place; with ceil_mode a third reaches beyond the end. Maxima have places.
        row("aten::avg_pool2d", "[[1, 3, 4, 4], [], [], [], [], [], []]", R"(["float", "", "", "", "", "", ""])",
            R"(["", "[2, 2]", "[]", "[0, 0]", "False", "True", ""])", 48, 48 * 4 + 12 * 4);
        row("aten::max_pool2d_with_indices", "[[1, 3, 5, 5], [], [], [], [], []]", R"(["float", "", "", "", "", ""])",
            R"(["", "[2, 2]", "[2, 2]", "[0, 0]", "[1, 1]", "True"])", 75, 75 * 4 + 27 * 12);
        row("aten::_adaptive_avg_pool2d", "[[1, 3, 4, 4], []]", R"(["float", ""])", R"(["", "[2, 1]"])", 48, 48 * 4 + 6 * 4);
        row("aten::_adaptive_avg_pool2d_backward", "[[1, 3, 1, 1], [1, 3, 4, 4]]", kFloat, "[]", 48, 3 * 4 + 48 * 4);
        row("aten::max_pool2d_with_indices_backward", "[[1, 3, 2, 2], [1, 3, 4, 4]]", kFloat, "[]", 48, 12 * 12 + 48 * 4);
        // The result has the type of the input, the mask a byte for each.
        row("aten::fake_quantize_per_tensor_affine_cachemask", "[[2, 4], [], [], [], []]", R"(["float", "float", "int", "", ""])",
            "[]", 16, 64 + 8);
    }

    void costs()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, dims);
        QFETCH(QByteArray, types);
        QFETCH(QByteArray, concrete);
        const OperatorCost cost = costOf(name, dims, types, concrete);
        QVERIFY2(cost.modelled(), std::string(cost.why).c_str());
        QTEST(cost.flops, "flops");
        QTEST(cost.bytes, "bytes");
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("dims");
        QTest::addColumn<QByteArray>("types");
        QTest::addColumn<QByteArray>("concrete");
        const auto row = [](const char *name, const char *dims, const char *types, const char *concrete) {
            QTest::addRow("%s %s", name, dims)
                << QByteArray(name) << QByteArray(dims) << QByteArray(types) << QByteArray(concrete);
        };
        constexpr const char *kTwo = R"(["float", "float"])";
        row("aten::mm", "[[2, 4], [5, 3]]", kTwo, "[]"); // 4 against 5
        row("aten::mm", "[]", "[]", "[]");
        row("aten::bmm", "[[5, 2, 4], [6, 4, 3]]", kTwo, "[]"); // 5 against 6 products
        row("aten::mv", "[[2, 4], [5]]", kTwo, "[]");
        row("aten::_scaled_dot_product_flash_attention", "[[1, 2, 4, 8], [1, 4, 4, 8], [1, 4, 4, 8]]", kTwo,
            "[]"); // 2 heads on 4
        row("aten::_scaled_dot_product_flash_attention", "[[1, 2, 4, 8], [1, 2, 4, 9], [1, 2, 4, 9]]", kTwo, "[]");
        row("vllm::unified_attention_with_output", "[[8, 2, 8], [8, 1, 8], [8, 1, 8], [8, 2, 8], []]", kTwo, "[]"); // no lengths
        row("aten::convolution", "[[1, 2, 5, 5], [3, 7, 3, 3]]", kTwo,
            R"(["", "", "", "[1]", "[0]", "[1]", "False", "[0]", "1"])");
        row("aten::convolution", "[[1, 2, 5, 5], [3, 2, 3, 3]]", kTwo, "[]"); // stride not recorded
        row("vllm::moe_forward", "[[8, 16], [8, 4], [], []]", kTwo, "[]"); // no weights
        row("aten::add", "[[2, 4]]", R"(["Generic"])", "[]"); // no type
        row("aten::topk", "[[2, 4]]", kTwo, "[]"); // k not recorded
        row("aten::cat", "[[], []]", R"(["TensorList", ""])", "[]"); // no sizes
        row("aten::dequantize", "[[2, 4]]", R"(["signed char"])", "[]"); // to which type is not recorded
        row("aten::_grouped_mm", "[[4, 6], [6, 3], []]", kTwo, "[]"); // number of groups not recorded
        row("aten::avg_pool2d", "[[1, 3, 4, 4], []]", kTwo, "[]"); // windows not recorded
    }

    void refused()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, dims);
        QFETCH(QByteArray, types);
        QFETCH(QByteArray, concrete);
        const OperatorCost cost = costOf(name, dims, types, concrete);
        QVERIFY(!cost.modelled());
        QVERIFY(!cost.why.empty());
    }

    // aten::isnan calls aten::ne with its input twice.
    void aSelfComparisonIsWhole()
    {
        QVERIFY(operatorModelOf("aten::isnan")->whole);
        QVERIFY(!operatorModelOf("aten::ne")->whole);
    }

    void unknownOperatorsHaveNoModel()
    {
        for (const char *name : {"", "aten::scaled_dot_product_attention",
                 "autograd::engine::evaluate_function: FlashAttentionBackward0", "record_param_comms", "mylib::something"})
            QVERIFY2(operatorModelOf(name) == nullptr, name);
    }

    void attentionOverAPagedCacheTakesTheStepsSums()
    {
        const AttentionTokens tokens{{9, 8155, 8430, 7475785, 7671310}, {37, 37, 34489, 37, 34489}};
        const OperatorCost cost = costOf("vllm::unified_attention_with_output",
            "[[8192, 64, 64], [8192, 8, 64], [8192, 8, 64], [8192, 64, 64], [], [], [], [0]]",
            R"(["c10::BFloat16", "c10::BFloat16", "c10::BFloat16", "c10::BFloat16", "", "", "", "c10::BFloat16"])", "[]",
            &tokens);
        QCOMPARE(cost.flops, 65010180096.0); // 2 * 64 * 128 * (7671310 - 7475785 / 2 + 34489)
        QCOMPARE(cost.bytes, 222115840.0); // 8192 * 64 * 128 * 2 + (8430 + 34489) * 8 * 128 * 2
    }

    void listsWithoutTypesTakeTheKernels()
    {
        QCOMPARE(
            costOf("aten::cat", "[[[2, 4], [3, 4]], []]", R"(["TensorList", "Scalar"])", "[]", nullptr, ElementType::Bf16).bytes,
            80.0);
    }

    // Every list is read, and one of the same sizes written.
    void lists_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("dims");
        QTest::addColumn<QByteArray>("types");
        QTest::addColumn<double>("flops");
        QTest::addColumn<double>("bytes");
        constexpr const char *kOne = R"(["TensorList", "Scalar"])";
        constexpr const char *kTwo = R"(["TensorList", "TensorList", "Scalar"])";
        QTest::newRow("one") << QByteArray("aten::_foreach_mul_") << QByteArray("[[[2, 4], [3]], []]") << QByteArray(kOne) << 11.0
                             << 88.0;
        QTest::newRow("two") << QByteArray("aten::_foreach_add_") << QByteArray("[[[2, 4], [3]], [[2, 4], [3]], []]")
                             << QByteArray(kTwo) << 11.0 << 132.0;
        QTest::newRow("norm") << QByteArray("aten::_foreach_norm") << QByteArray("[[[2, 4], [3]], []]") << QByteArray(kOne)
                              << 11.0 << 44.0;
        QTest::newRow("maximum of two") << QByteArray("aten::_foreach_maximum_") << QByteArray("[[[2, 4], [3]], [[2, 4], [3]]]")
                                        << QByteArray(kTwo) << 11.0 << 132.0;
        QTest::newRow("copy") << QByteArray("aten::_foreach_copy_") << QByteArray("[[[2, 4]], [[2, 4]], []]") << QByteArray(kTwo)
                              << 0.0 << 64.0;
        QTest::newRow("zero") << QByteArray("aten::_foreach_zero_") << QByteArray("[[[2, 4]]]") << QByteArray(R"(["TensorList"])")
                              << 0.0 << 32.0;
    }

    void lists()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, dims);
        QFETCH(QByteArray, types);
        const OperatorCost cost = costOf(name, dims, types, "[]", nullptr, ElementType::Fp32);
        QTEST(cost.flops, "flops");
        QTEST(cost.bytes, "bytes");
    }

    // As many heads of keys as of queries: all tensors have one shape, also the one that the result is written to.
    void attentionOfEqualHeads()
    {
        const AttentionTokens tokens{{}, {2, 2, 20, 2, 20}};
        const OperatorCost cost =
            costOf("vllm::unified_attention_with_output", "[[2, 3, 8], [2, 3, 8], [2, 3, 8], [2, 3, 8], []]",
                R"(["c10::BFloat16", "c10::BFloat16", "c10::BFloat16", "c10::BFloat16", ""])", "[]", &tokens);
        QCOMPARE(cost.flops, 2.0 * 20 * 3 * 16);
        QCOMPARE(cost.bytes, (2.0 + 20) * 3 * 16 * 2);
    }

    void gradientsThatAreNotRecordedAreSaid()
    {
        const auto whyOf = [](const char *concrete) {
            return costOf("aten::convolution_backward", "[[1, 3, 3, 3], [1, 2, 5, 5], [3, 2, 3, 3]]",
                R"(["float", "float", "float"])", concrete)
                .why;
        };
        QVERIFY(!whyOf("[]").empty());
        QVERIFY(
            whyOf(R"(["", "", "", "[0]", "[2, 2]", "[1, 1]", "[1, 1]", "False", "[0, 0]", "1", "[True, True, False]"])").empty());
    }

    // Traces of older versions have no values of arguments: a mask would halve the operations.
    void attentionWithoutAMaskSaysSo()
    {
        const auto whyOf = [](const char *dims, const char *concrete) {
            return costOf("aten::_scaled_dot_product_flash_attention", dims,
                R"(["c10::BFloat16", "c10::BFloat16", "c10::BFloat16", "Scalar", "Scalar"])", concrete)
                .why;
        };
        constexpr const char *kPrompt = "[[1, 2, 4, 8], [1, 2, 4, 8], [1, 2, 4, 8], [], []]";
        QVERIFY(!whyOf(kPrompt, "[]").empty());
        QVERIFY(whyOf(kPrompt, R"(["", "", "", "0.", "False"])").empty());
        QVERIFY(whyOf("[[1, 2, 1, 8], [1, 2, 4, 8], [1, 2, 4, 8], [], []]", "[]").empty()); // one query sees all
    }

    // vLLM's Marlin kernels have an input for the result between the factors. Its shapes are recorded.
    void whyAProductIsNotCounted()
    {
        QCOMPARE(costOf("_C::gptq_marlin_gemm", "[[8, 4096], [], [256, 8192], [], [32, 4096]]",
                     R"(["c10::BFloat16", "", "int", "", "c10::BFloat16"])", "[]")
                     .why,
            std::string_view("which of its inputs are the factors is not known for this operator"));
        QCOMPARE(costOf("aten::mm", "[[8, 4096], []]", R"(["float", ""])", "[]").why,
            std::string_view("the shapes of both factors are not recorded"));
    }

    void productsWithoutTypesTakeTheKernels()
    {
        const OperatorCost named = costOf("aten::mm", "[[2, 4], [4, 3]]", "[]", "[]", nullptr, ElementType::Bf16);
        QCOMPARE(named.bytes, 52.0); // (8 + 12 + 6) * 2
        QVERIFY(!named.why.empty());
        QCOMPARE(costOf("aten::mm", "[[2, 4], [4, 3]]", R"(["float", "float"])", "[]", nullptr, ElementType::Bf16).bytes, 104.0);
        const OperatorModel *model = operatorModelOf("aten::mm");
        const OperatorCost usual =
            model->cost({"aten::mm", tensorsOf("[[2, 4], [4, 3]]", "[]"), {}, nullptr, ElementType::Unknown, ElementType::Fp8});
        QCOMPARE(usual.bytes, 8.0 + 12 + 12); // the product of fp8 is bf16
        QVERIFY(!isCounted(costOf("aten::mm", "[[2, 4], [4, 3]]", "[]", "[]").bytes));
        // (5 x 2 x 4) (5 x 4 x 3), of which the first factor is one matrix for all five.
        const OperatorCost expanded =
            operatorModelOf("aten::bmm")
                ->cost({"aten::bmm", tensorsOf("[[5, 2, 4], [5, 4, 3]]", "[]", "[[0, 4, 1], [12, 3, 1]]"), {}, nullptr,
                    ElementType::Bf16});
        QCOMPARE(expanded.bytes, (8 + 60 + 30) * 2.0);
    }

    // Dimensions of stride 0 repeat what is in the memory, which is read once.
    void expandedTensorsAreReadOnce()
    {
        const auto bytesOf = [](const char *name, const char *dims, const char *strides) {
            std::vector<Tensor> tensors = tensorsOf(dims, "", strides);
            for (Tensor &tensor : tensors)
                tensor.type = ElementType::Bf16;
            return operatorModelOf(name)->cost({name, tensors, {}, nullptr}).bytes;
        };
        // (5 x 2 x 4) (5 x 4 x 3): the first factor is one matrix for all five.
        QCOMPARE(bytesOf("aten::bmm", "[[5, 2, 4], [5, 4, 3]]", "[[0, 4, 1], [12, 3, 1]]"), (8 + 60 + 30) * 2.0);
        QCOMPARE(bytesOf("aten::bmm", "[[5, 2, 4], [5, 4, 3]]", "[[8, 4, 1], [12, 3, 1]]"), (40 + 60 + 30) * 2.0);
        // A bias of one row for all.
        QCOMPARE(bytesOf("aten::baddbmm", "[[5, 2, 3], [5, 2, 4], [5, 4, 3]]", "[[0, 0, 1], [8, 4, 1], [12, 3, 1]]"),
            (40 + 60 + 30 + 3) * 2.0);
        QCOMPARE(bytesOf("aten::copy_", "[[8, 16], [8, 16]]", "[[16, 1], [0, 1]]"), (128 + 16) * 2.0);
        QCOMPARE(bytesOf("aten::clone", "[[8, 16]]", "[[0, 1]]"), (16 + 128) * 2.0);
        QCOMPARE(bytesOf("aten::mul", "[[8, 16], [8, 16]]", "[[16, 1], [1, 0]]"), (128 + 8 + 128) * 2.0);
        QCOMPARE(bytesOf("aten::sum", "[[8, 16]]", "[[0, 0]]"), (1 + 1) * 2.0);
        // A dimension of one element repeats nothing; strides of another number of tensors say nothing.
        QCOMPARE(bytesOf("aten::clone", "[[1, 16]]", "[[0, 1]]"), (16 + 16) * 2.0);
        QCOMPARE(bytesOf("aten::clone", "[[8, 16]]", "[[0, 1], [0]]"), (128 + 128) * 2.0);
        // Four heads of queries on one of keys that is repeated: 2 * 4 * 8 * (2 + 2) and 3 * 1 * (8 + 8) elements.
        constexpr const char *kHeads = "[[1, 4, 2, 8], [1, 4, 3, 8], [1, 4, 3, 8]]";
        QCOMPARE(
            bytesOf("aten::_scaled_dot_product_efficient_attention", kHeads, "[[64, 16, 8, 1], [24, 0, 8, 1], [24, 0, 8, 1]]"),
            (2 * 4 * 16 + 3 * 16) * 2.0);
        QCOMPARE(bytesOf("aten::_scaled_dot_product_efficient_attention", kHeads, "[]"), (2 * 4 * 16 + 3 * 4 * 16) * 2.0);
    }

    // What is added to the scores is read: a mask of its own for each head, or one for all of them.
    void masksOfAttentionAreRead()
    {
        const auto bytesOf = [](const char *name, std::string dims, const char *strides, const char *types) {
            return operatorModelOf(name)->cost({name, tensorsOf(dims, types, strides), {}, nullptr}).bytes;
        };
        constexpr const char *kTypes = R"(["c10::BFloat16", "c10::BFloat16", "c10::BFloat16", "float"])";
        const std::string heads = "[[1, 4, 2, 8], [1, 4, 3, 8], [1, 4, 3, 8], ";
        constexpr double kPlain = (2 * 4 * 16 + 3 * 4 * 16) * 2.0;
        constexpr const char *kName = "aten::_scaled_dot_product_efficient_attention";
        QCOMPARE(bytesOf(kName, heads + "[]]", "", kTypes), kPlain);
        QCOMPARE(bytesOf(kName, heads + "[1, 4, 2, 3]]", "", kTypes), kPlain + 24 * 4);
        const OperatorCost untyped = costOf(kName, "[[1, 4, 2, 8], [1, 4, 3, 8], [1, 4, 3, 8], [1, 4, 2, 3]]",
            R"(["c10::BFloat16", "c10::BFloat16", "c10::BFloat16", ""])", "[]");
        QVERIFY(isCounted(untyped.flops) && !isCounted(untyped.bytes));
        QCOMPARE(untyped.why, kNoTypes);
        QCOMPARE(
            bytesOf(kName, heads + "[1, 4, 2, 3]]", "[[64, 16, 8, 1], [96, 24, 8, 1], [96, 24, 8, 1], [6, 0, 3, 1]]", kTypes),
            kPlain + 6 * 4);
        QCOMPARE(bytesOf("aten::_scaled_dot_product_cudnn_attention", heads + "[1, 1, 2, 3]]", "", kTypes), kPlain + 6 * 4);
        // The fourth argument of FlashAttention is a probability, and the fifth of its backward the result.
        constexpr const char *kFive = R"(["c10::BFloat16", "c10::BFloat16", "c10::BFloat16", "c10::BFloat16", "c10::BFloat16"])";
        const std::string gradient = "[[1, 4, 2, 8], " + heads.substr(1);
        QCOMPARE(
            bytesOf("aten::_scaled_dot_product_flash_attention_backward", gradient + "[1, 4, 2, 8]]", "", kFive), 2 * kPlain);
        QCOMPARE(bytesOf("aten::_scaled_dot_product_efficient_attention_backward", gradient + "[1, 4, 2, 3]]", "", kFive),
            2 * kPlain + 24 * 2);
    }

    void fusions()
    {
        constexpr const char *kTypes = R"(["c10::BFloat16", "c10::BFloat16", "c10::BFloat16", "Scalar"])";
        const OperatorCost plain = costOf("triton_poi_fused_add_0", "[[2, 4], [4], [2, 4], []]", kTypes, "[]");
        QCOMPARE(plain.bytes, 40.0); // (8 + 4 + 8) * 2
        QVERIFY(!isCounted(plain.flops));
        // Two rows of a table of a thousand: 2 numbers of 8 bytes, 2 rows and the result of 4 elements each.
        const OperatorCost picked =
            costOf("triton_poi_fused_0", "[[2], [1000, 4], [2, 4]]", R"(["long int", "c10::BFloat16", "c10::BFloat16"])", "[]");
        QCOMPARE(picked.bytes, 16.0 + 16 + 16);
        // A seed is no number of a row: the tensors are alike.
        const OperatorCost seeded =
            costOf("triton_poi_fused_1", "[[1], [2, 4], [2, 4]]", R"(["long int", "c10::BFloat16", "c10::BFloat16"])", "[]");
        QCOMPARE(seeded.bytes, 8.0 + 16 + 16);
    }

    void hostileShapesStayFinite()
    {
        const OperatorCost cost =
            costOf("aten::mm", "[[9223372036854775807, 9223372036854775807], [9223372036854775807, 9223372036854775807]]",
                R"(["float", "float"])", "[]");
        QVERIFY(std::isfinite(cost.flops));
        QVERIFY(costOf("aten::mm", "[[0, 4], [4, 3]]", R"(["float", "float"])", "[]").flops == 0);
    }
};

LAMELLA_TEST(tst_OperatorModel)
#include "tst_OperatorModel.moc"
