// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of training written as letters: stages and layers of every kernel, with and without records of the launches.
#include "core/session/AnalysisSession.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QMap>
#include <QTest>

#include <algorithm>

using namespace lamella::core;
using namespace lamella::test;

namespace {

const QMap<char, QByteArray> &kernels()
{
    static const QMap<char, QByteArray> names{
        {'c', "Memcpy HtoD (Pinned -> Device)"},
        {'e', "void at::native::vectorized_gather_kernel<16, long>"},
        {'n', "_rmsnorm_fwd_triton"},
        {'N', "_rmsnorm_bwd_triton"},
        {'q', "nvjet_tst_128x256_64x4_1x2_v_bz_coopB_NTN"},
        {'g', "nvjet_tst_192x192_64x4_2x1_v_bz_coopB_NTT"},
        {'G', "nvjet_tst_256x128_64x4_2x1_h_bz_coopA_NNT"},
        {'a', "void flash_fwd_kernel<Flash_fwd_kernel_traits<128>>"},
        {'A', "void flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<Flash_bwd_kernel_traits<128>>"},
        {'s', "triton_poi_fused_mul_silu_split_1"},
        {'S', "triton_poi_fused_cat_mul_silu_silu_backward_2"},
        {'+', "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<c10::BFloat16>>"},
        {'l', "nll_loss_forward_reduce_cuda_kernel_2d"},
        {'L', "nll_loss_backward_reduce_cuda_kernel_2d"},
        {'f', "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>>"},
        {'E', "embedding_backward_feature_kernel<c10::BFloat16>"},
        {'O', "void at::native::multi_tensor_apply_kernel<TensorListMetadata<4>, FusedAdamMathFunctor<float>>"},
        {'C', "sm80_xmma_fprop_implicit_gemm_indexed_f16f16"},
        {'d', "sm80_xmma_dgrad_implicit_gemm_indexed_f16f16"},
        {'D', "sm80_xmma_dgrad_implicit_gemm_f16f16_strided"},
        {'r', "void at::native::(anonymous namespace)::max_pool_forward_nhwc<float>"},
        {'m', "void cunn_SoftMaxForward<8, float, float, float, LogSoftMaxForwardEpilogue>"},
        {'w', "void softmax_warp_forward<c10::BFloat16, c10::BFloat16, float, 11, false, true>"},
        {'W', "void softmax_warp_backward<c10::BFloat16, c10::BFloat16, float, 11, false, true>"},
        {'u', "void at::native::vectorized_elementwise_kernel<4, at::native::bfloat16_copy_kernel_cuda>"},
        {'p', "void at::native::vectorized_elementwise_kernel<4, at::native::pow_tensor_scalar_kernel_impl<float, float>>"},
        {'i', "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MeanOps<float>>>"},
        {'R', "void at::native::vectorized_elementwise_kernel<4, at::native::rsqrt_kernel_cuda>"},
        {'v', "void at::native::elementwise_kernel<128, 2, at::native::MulFunctor<float>>"},
        {'z', "void at::native::reduce_kernel<128, 4, at::native::ReduceOp<c10::BFloat16, at::native::sum_functor<float>>>"},
        {'t', "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::NormTwoOps<float>>>"},
        {'P', "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)"},
        {'h', "nvjet_tst_64x64_64x13_4x1_v_bz_TNT"},
        {'H', "nvjet_tst_64x16_64x16_4x1_v_bz_splitK_NNT"},
        {'k', "void kOptimizerStatic8bit2StateBlockwise<float, 0, 256, 1>"},
        {'o', "void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, float>"},
        {'x', "my_kernel"},
        {'y', "my_other_kernel"},
    };
    return names;
}

const QByteArray kForwardLayer = "nqagngsg+"; // 9 kernels, 4 layers below
const QByteArray kBackwardLayer = "GGSGGN+GGAGGN+";
const QByteArray kHead = "ce";

QByteArray forward(int layers)
{
    return kHead + kForwardLayer.repeated(layers) + "ngl";
}
QByteArray backward(int layers, const QByteArray &recomputed = {})
{
    return "fLGGN" + QByteArray(recomputed + kBackwardLayer).repeated(layers) + "fE";
}

struct Host { // where the launches stand; 0 = not recorded
    int main = 0;
    int autograd = 0;
    bool calls = false; // autograd's own calls around its launches
    std::vector<int> sequence = {}; // number of each kernel's operator or of the forward one that it differentiates; -1 = none
};

// 10 us a kernel, a pause where a "_" stands; launches run one step ahead. Upper-case letters and what stands between them is
// what autograd launches.
std::string traceOf(const QByteArray &text, const QByteArray &stages, const Host &host)
{
    std::string events;
    qsizetype kernel = 0;
    qsizetype time = 1000;
    for (const char letter : text) {
        time += letter == '_' ? 200 : 10;
        if (letter == '_')
            continue;
        const qsizetype i = kernel++;
        const std::string start = QByteArray::number(time).toStdString();
        const std::string launch = QByteArray::number(time - 500).toStdString();
        const std::string id = QByteArray::number(i + 1).toStdString();
        const bool copy = letter == 'c';
        events += quoted("{'ph':'X','cat':'") + (copy ? "gpu_memcpy" : "kernel") + quoted("','name':'")
            + kernels()[letter].toStdString() + quoted("','pid':0,'tid':7,'ts':") + start
            + quoted(",'dur':9,'args':{'device':0,'stream':7,'correlation':") + id + "}},";
        if (host.main == 0)
            continue;
        const bool back = stages[i] == 'b';
        const std::string thread = QByteArray::number(back ? host.autograd : host.main).toStdString();
        events += quoted("{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernel','pid':9,'tid':") + thread + quoted(",'ts':")
            + launch + quoted(",'dur':2,'args':{'correlation':") + id + "}},";
        if (host.calls && stages[i] == 'o' && letter != 'f' && letter != 't')
            events += quoted("{'ph':'X','cat':'user_annotation','name':'Optimizer.step#AdamW.step','pid':9,'tid':") + thread
                + quoted(",'ts':") + launch + quoted(",'dur':4,'args':{}},");
        if (!host.sequence.empty() && host.sequence[static_cast<std::size_t>(i)] >= 0)
            events += quoted("{'ph':'X','cat':'cpu_op','name':'")
                + (back ? "autograd::engine::evaluate_function: MmBackward0" : "aten::mm") + quoted("','pid':9,'tid':") + thread
                + quoted(",'ts':") + launch + quoted(",'dur':4,'args':{'Sequence number':")
                + std::to_string(host.sequence[static_cast<std::size_t>(i)]) + "}},";
        if (back && host.calls)
            events += quoted("{'ph':'X','cat':'cpu_op','name':'autograd::engine::evaluate_function: MmBackward0','pid':9,'tid':")
                + thread + quoted(",'ts':") + launch + quoted(",'dur':4,'args':{'External id':1}},");
    }
    events.pop_back();
    return traceObject(events);
}

std::shared_ptr<const Segmentation> segmentationOf(const std::string &json)
{
    const auto session = AnalysisSession::create(openText(json), {});
    if (!session)
        qFatal("%s", session.error().message().c_str());
    const auto segmentation = (*session)->segmentation();
    if (!segmentation)
        qFatal("%s", segmentation.error().message().c_str());
    return *segmentation;
}

// One letter a kernel: stage of its pass (f, b, o, - for none and i for every other).
QByteArray stagesOf(const Segmentation &s)
{
    QByteArray text;
    for (const std::int32_t pass : s.passOf) {
        const Pass *found = s.pass(s.mainDevice, pass);
        const Stage stage = found == nullptr ? Stage::Unknown : found->stage;
        text += found == nullptr        ? '-'
            : stage == Stage::Forward   ? 'f'
            : stage == Stage::Backward  ? 'b'
            : stage == Stage::Optimizer ? 'o'
                                        : 'i';
    }
    return text;
}

// One letter a kernel: its layer, h and t for head and tail.
QByteArray layersOf(const Segmentation &s)
{
    QByteArray text;
    for (const std::int32_t layer : s.layerOf)
        text += layer == kHeadLayer ? QByteArray("h")
            : layer == kTailLayer   ? QByteArray("t")
            : layer < 0             ? QByteArray("-")
                                    : QByteArray::number(layer);
    return text;
}

QByteArray repeated(const char *letter, const QByteArray &text)
{
    return QByteArray(text.size(), letter[0]);
}

QByteArray forwardNumbers(int layers)
{
    QByteArray text = repeated("h", kHead);
    for (int l = 0; l < layers; ++l)
        text += QByteArray::number(l).repeated(kForwardLayer.size());
    return text + "ttt";
}
QByteArray backwardNumbers(int layers, qsizetype recomputed = 0)
{
    QByteArray text = "hhhhh";
    for (int l = layers; l-- > 0;)
        text += QByteArray::number(l).repeated(recomputed + kBackwardLayer.size());
    return text + "tt";
}

struct Step {
    QByteArray kernels;
    QByteArray stages;
    QByteArray layers;
    void add(const QByteArray &text, const char *stage, const QByteArray &numbers)
    {
        kernels += text;
        stages += repeated(stage, text);
        layers += numbers;
    }
    void addForward() { add(forward(4), "f", forwardNumbers(4)); }
    void addBackward(const QByteArray &recomputed = {})
    {
        add(backward(4, recomputed), "b", backwardNumbers(4, recomputed.size()));
    }
    void addOptimizer() { add("OOO", "o", "hhh"); }
    // Layers of one content, numbers from first on towards last.
    void addLayers(const QByteArray &layer, const char *stage, int first, int last)
    {
        for (int l = first; first <= last ? l <= last : l >= last; l += first <= last ? 1 : -1)
            add(layer, stage, QByteArray::number(l).repeated(layer.size()));
    }
};

} // namespace

class tst_TrainingSteps : public QObject {
    Q_OBJECT
private slots:
    void stagesAndLayers_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("stages");
        QTest::addColumn<QByteArray>("layers");
        const auto row = [](const char *name, const Step &step) {
            QTest::newRow(name) << step.kernels << step.stages << step.layers;
        };
        Step plain;
        for (int i = 0; i < 3; ++i) {
            plain.addForward();
            plain.addBackward();
            plain.addOptimizer();
        }
        row("steps", plain);
        Step accumulated;
        for (int i = 0; i < 2; ++i) {
            for (int micro = 0; micro < 3; ++micro) {
                accumulated.addForward();
                accumulated.addBackward();
            }
            accumulated.addOptimizer();
        }
        row("gradients accumulate", accumulated);
        Step recomputed;
        for (int i = 0; i < 3; ++i) {
            recomputed.addForward();
            recomputed.addBackward(kForwardLayer);
            recomputed.addOptimizer();
        }
        row("activations are recomputed", recomputed);
        Step pipeline; // micro-batches one after the other, then their gradients
        for (int i = 0; i < 2; ++i) {
            pipeline.addForward();
            pipeline.addForward();
            pipeline.addBackward();
            pipeline.kernels += "_";
            pipeline.addBackward();
            pipeline.addOptimizer();
        }
        row("passes of one stage in a row", pipeline);
        Step schedule; // forwards to warm up, then one forward and one backward in turn: a forward between two is no recomputation
        for (int i = 0; i < 3; ++i)
            schedule.addForward();
        for (int i = 0; i < 3; ++i) {
            schedule.addBackward();
            schedule.addForward();
        }
        schedule.addBackward();
        schedule.addOptimizer();
        row("a forward between two backward passes", schedule);
        Step cut; // the capture begins inside of backward
        cut.add(kBackwardLayer.repeated(2) + "fE", "b", QByteArray("1").repeated(14) + QByteArray("0").repeated(14) + "tt");
        cut.addOptimizer();
        for (int i = 0; i < 2; ++i) {
            cut.addForward();
            cut.addBackward();
            cut.addOptimizer();
        }
        row("capture begins inside of backward", cut);
        Step behindAttention; // of the first layer, whose gradient is all that is left of the backward pass
        behindAttention.add("GGN+fE", "b", "0000tt");
        behindAttention.addOptimizer();
        for (int i = 0; i < 2; ++i) {
            behindAttention.addForward();
            behindAttention.addBackward();
            behindAttention.addOptimizer();
        }
        row("capture begins behind the last attention of backward", behindAttention);
        Step ended; // inside of the only backward: it runs the last layers first
        ended.addForward();
        ended.add("fLGGN" + kBackwardLayer.repeated(2) + kBackwardLayer.left(9), "b",
            "hhhhh" + QByteArray("3").repeated(14) + QByteArray("2").repeated(14) + QByteArray("1").repeated(9));
        row("capture ends inside of backward", ended);
        Step again; // the same, in the second layer, which is computed again
        again.addForward();
        again.add("fLGGN", "b", "hhhhh");
        again.addLayers(kForwardLayer + kBackwardLayer, "b", 3, 3);
        again.addLayers(kForwardLayer, "b", 2, 2);
        row("capture ends in a layer that is computed again", again);
        Step rest; // of a forward pass, whose work is rare beside the gradients and all of which comes again
        rest.addLayers("ovqvagvogsvg+", "f", 6, 7);
        rest.add("ngl", "f", "ttt");
        rest.add("fLGGN", "b", "hhhhh");
        rest.addLayers("ovqvagvogsvg+GGSvGGvvNvv+GGvAGGvvNvv+", "b", 7, 0);
        rest.add("fE", "b", "tt");
        rest.addOptimizer();
        row("capture begins in a forward pass that is computed again", rest);
        Step lost; // an event behind the attention of the last layer that a backward pass runs
        lost.addForward();
        lost.add("fLGGN" + kBackwardLayer.repeated(3) + "GGSGGN+GGAGN+fE", "b", backwardNumbers(4).remove(50, 1));
        lost.addOptimizer();
        row("an event of the last layer is lost", lost);
        Step begun; // inside of a layer of the only forward: the backward pass shows how many there are
        begun.add(kForwardLayer.mid(3) + kForwardLayer.repeated(2) + "ngl", "f",
            QByteArray("1").repeated(6) + QByteArray("2").repeated(9) + QByteArray("3").repeated(9) + "ttt");
        begun.addBackward();
        begun.addOptimizer();
        row("capture begins inside of forward", begun);
        Step few; // layers, of two micro-batches: a loss is not computed again
        for (int micro = 0; micro < 2; ++micro) {
            few.add(kHead + kForwardLayer.repeated(2) + "ngml", "f", forwardNumbers(2) + "t");
            few.add(backward(2), "b", backwardNumbers(2));
        }
        few.addOptimizer();
        row("gradients of two layers accumulate", few);
        Step filled; // gradients, behind the last step
        filled.addForward();
        filled.addBackward();
        filled.add("OOOff", "o", "hhhhh");
        row("memory is filled at the end", filled);
        Step projected; // gradients, before and behind each update (GaLore)
        Step orthogonal; // updates, by products that no name tells (Muon)
        for (int i = 0; i < 2; ++i) {
            for (Step *step : {&projected, &orthogonal}) {
                const QByteArray update =
                    step == &projected ? QByteArray("kg+q").repeated(12) : QByteArray("xqgv+gv+").repeated(24);
                step->addForward();
                step->addBackward();
                step->add(update + "kkk", "o", repeated("h", update + "kkk"));
            }
        }
        row("products around each update", projected);
        row("products before all updates", orthogonal);
    }
    void stagesAndLayers()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, stages);
        QFETCH(QByteArray, layers);
        double byNames = 1; // the confidence where nothing but names tells the stages
        double byRecord = 1;
        for (const Host &host : {Host{}, Host{11, 12, false}, Host{11, 12, true}, Host{11, 11, false}}) {
            const auto s = segmentationOf(traceOf(text, stages, host));
            QCOMPARE(stagesOf(*s), stages);
            QCOMPARE(layersOf(*s), layers);
            const bool recorded = host.main != host.autograd;
            QCOMPARE(s->evidence, recorded ? Evidence::Annotation : Evidence::Discovered);
            double &shown = recorded ? byRecord : byNames;
            shown = std::min(shown, s->confidence);
        }
        // It is the probability that the stages and layers are right, and they are; a record is the stronger evidence.
        QVERIFY2(byNames > 0.85, QByteArray::number(byNames).constData());
        QVERIFY2(byRecord > byNames, QByteArray::number(byRecord).constData());
    }

    // What the layers of the forward pass are tells what those of the backward pass are.
    void layersAreAsInForward_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("stages");
        QTest::addColumn<QByteArray>("layers");
        const auto row = [](const char *name, const Step &step) {
            QTest::newRow(name) << step.kernels << step.stages << step.layers;
        };
        Step closed; // by norms
        for (int i = 0; i < 2; ++i) {
            closed.add("ceee++n", "f", "hhhhhhh");
            closed.addLayers("qag+ngsg+n", "f", 0, 3);
            closed.add("gl", "f", "tt");
            closed.add("fLGG", "b", "hhhh");
            closed.addLayers("NGGSGGNGGAGG+", "b", 3, 0);
            closed.add("NfE", "b", "ttt");
            closed.addOptimizer();
        }
        row("norms close layers", closed);
        Step scaled; // what each half adds; the capture ends inside of the backward pass
        scaled.add("ce", "f", "hh");
        scaled.addLayers("nqagv+ngsgv+", "f", 0, 3);
        scaled.add("ngl", "f", "ttt");
        scaled.add("fLGGN", "b", "hhhhh");
        scaled.addLayers("vvzGGSGGNvvzGGAGGN", "b", 3, 1);
        row("layers scale their results", scaled);
        Step everySecond; // layer is computed again; the capture ends inside of the backward pass
        everySecond.add("ce", "f", "hh");
        everySecond.addLayers(kForwardLayer, "f", 0, 5);
        everySecond.add("ngl", "f", "ttt");
        everySecond.add("fLGGN", "b", "hhhhh");
        for (int l = 5; l > 0; --l)
            everySecond.addLayers(l % 2 == 0 ? kForwardLayer + kBackwardLayer : kBackwardLayer, "b", l, l);
        everySecond.addLayers(kForwardLayer + kBackwardLayer.left(11), "b", 0, 0);
        row("every second layer is computed again", everySecond);
        Step blocks; // of two kinds, all of which are computed again; gradients of a branch of the upper ones end them
        blocks.add("ce", "f", "hh");
        blocks.addLayers("shovqqoouvagv+ogsgv+", "f", 0, 1);
        blocks.addLayers("shovgsqqoouvag+", "f", 2, 5);
        blocks.add("ngl", "f", "ttt");
        blocks.add("fLGvN", "b", "hhhhh");
        blocks.addLayers("shovgsqqoouvag+vGAAuvNNvGG+GG+G+SGvN+", "b", 5, 2);
        blocks.addLayers("shovqqoouvagv+ogsgv+vGSGvN+vGAAuv+NNvGG+GvN+", "b", 1, 0);
        blocks.addOptimizer();
        row("every layer is computed again", blocks);
        Step teacher; // cut behind the attention of a layer, and its student of other layers
        teacher.add("gngsg+", "f", "000000");
        teacher.addLayers(kForwardLayer, "f", 1, 4);
        teacher.add("ng", "f", "tt");
        teacher.addForward();
        teacher.addBackward();
        teacher.addOptimizer();
        row("capture begins inside of the teacher", teacher);
        Step both; // passes are cut: the backward one shows more layers
        both.add("gngsg+", "f", "222222");
        both.addLayers(kForwardLayer, "f", 3, 4);
        both.add("ngl", "f", "ttt");
        both.add("fLGGN", "b", "hhhhh");
        both.addLayers(kBackwardLayer, "b", 4, 1);
        both.add(kBackwardLayer.left(11), "b", QByteArray("0").repeated(11));
        row("capture ends in a layer before the one it begins in", both);
        Step stacks; // of other products, with a projection between them
        for (int i = 0; i < 2; ++i) {
            stacks.add("ce", "f", "hh");
            stacks.addLayers("nguanghsg+", "f", 0, 3);
            stacks.add("ngx+", "f", "4444");
            stacks.addLayers("nhuanhgsh+", "f", 4, 7);
            stacks.add("ngl", "f", "ttt");
            stacks.add("fLGGNz", "b", "hhhhhh");
            stacks.addLayers("dhSGgNzHgAudgNz", "b", 7, 4);
            stacks.add("xGgNz", "b", "44444");
            stacks.addLayers("DgSDqNzDgAuDgNz", "b", 3, 0);
            stacks.add("fE", "b", "tt");
            stacks.addOptimizer();
        }
        row("products of two sizes", stacks);
        Step towers;
        Step decoder; // attends to the encoder, too
        for (int i = 0; i < 2; ++i) {
            for (Step *step : {&towers, &decoder}) {
                step->add("ce", "f", "hh");
                step->addLayers(kForwardLayer, "f", 0, 4);
                step->add("ng", "f", "tt");
                step->add("e", "f", "h");
                step->addLayers(step == &towers ? "nhahnhsh+" : "nhahnhahnhsh+", "f", 0, 2);
                step->add("ngl", "f", "ttt");
                step->add("fLGGN", "b", "hhhhh");
                step->addLayers(step == &towers ? "HHSHHN+HHAHHN+" : "HHSHHN+HHAHHN+HHAHHN+", "b", 2, 0);
                step->add("E", "b", "t");
                step->add("GGN", "b", "hhh");
                step->addLayers(kBackwardLayer, "b", 4, 0);
                step->add("fE", "b", "tt");
                step->addOptimizer();
            }
        }
        row("two towers", towers);
        row("encoder and decoder", decoder);
        Step begun; // behind the encoder
        begun.add("e", "f", "h");
        begun.addLayers("nhahnhahnhsh+", "f", 0, 2);
        begun.add("ngl", "f", "ttt");
        begun.add("fLGGN", "b", "hhhhh");
        begun.addLayers("HHSHHN+HHAHHN+HHAHHN+", "b", 2, 0);
        begun.add("E", "b", "t");
        begun.add("GGN", "b", "hhh");
        begun.addLayers(kBackwardLayer, "b", 4, 0);
        begun.add("fE", "b", "tt");
        begun.addOptimizer();
        row("capture begins with the decoder", begun);
    }
    void layersAreAsInForward() { stagesAndLayers(); }

    // Attention of single products and norms of single kernels: what a backward pass runs twice between its products, up to a
    // sum, are the gradients of its norms. The capture shows no other end than the begin of the pass, or none at all.
    void singleKernels_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("layers");
        const QByteArray norm = "upiRvv";
        const QByteArray forwardLayer = norm + "qgwgg+" + norm + "gsg+";
        const QByteArray gradient = "vzuvzv";
        const QByteArray backwardLayer = "GGSGG+" + gradient + "+GGGGWGGGG" + gradient + "+";
        const auto numbers = [](int from, int to, const QByteArray &layer) {
            QByteArray text;
            for (int l = from; l != to; l += from < to ? 1 : -1)
                text += QByteArray::number(l).repeated(layer.size());
            return text;
        };
        const QByteArray step = kHead + forwardLayer.repeated(4) + norm + "gmlfLGG" + gradient;
        QTest::newRow("capture ends inside of backward")
            << step + backwardLayer.repeated(2) + backwardLayer.left(8)
            << "hh" + numbers(0, 4, forwardLayer) + "ttttttttthhhhhhhhhh" + numbers(3, 1, backwardLayer) + "11111111";
        QTest::newRow("part of a backward pass") << backwardLayer.mid(5)
                + backwardLayer.repeated(3) << QByteArray("3").repeated(backwardLayer.size() - 5) + numbers(2, -1, backwardLayer);
        QTest::newRow("part of a forward pass") << forwardLayer.mid(4)
                + forwardLayer.repeated(3) << QByteArray("0").repeated(forwardLayer.size() - 4) + numbers(1, 4, forwardLayer);
    }
    void singleKernels()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, layers);
        QCOMPARE(layersOf(*segmentationOf(traceOf(text, {}, {}))), layers);
    }

    // Where nothing marks the layers of a long pass, the number is low.
    void workWithoutLayersIsDoubted()
    {
        const auto s = segmentationOf(traceOf(forward(4) + "fLGGN" + QByteArray("GG+GGN+GGGGN+").repeated(4) + "fEOOO", {}, {}));
        QVERIFY2(s->confidence < 0.85, QByteArray::number(s->confidence).constData());
    }

    // Work before or behind the layers that is as much as several of them is that of another network.
    void productsAroundLayersAreDoubted()
    {
        const auto confidence = [](const QByteArray &behind) {
            return segmentationOf(traceOf(forward(4) + backward(4).chopped(1) + behind + "EOOO", {}, {}))->confidence;
        };
        QVERIFY(confidence(QByteArray("GGN").repeated(14)) < confidence("GGN") - 0.05);
    }

    // A capture of gradients alone: passes end with those of their embeddings, and their layers are doubted, whatever tells the
    // stage.
    void gradientsAlone()
    {
        const QByteArray text =
            kBackwardLayer.repeated(2) + "EP" + kBackwardLayer.repeated(3) + "EP" + kBackwardLayer.repeated(2);
        const auto s = segmentationOf(traceOf(text, repeated("b", text), Host{11, 12, true}));
        std::vector<int> layers;
        for (const Pass &pass : s->devices.front().passes)
            layers.push_back(pass.layers);
        QCOMPARE(layers, (std::vector<int>{2, 3, 2}));
        QVERIFY(std::any_of(s->checks.begin(), s->checks.end(), [](const SegmentationCheck &check) {
            return check.sentence.english().find("no forward pass is in the capture") != std::string::npos;
        }));
    }

    // Of one kernel, too: their shapes differ.
    void convolutionsAloneAreNoLayers()
    {
        Step steps;
        for (int i = 0; i < 3; ++i) {
            steps.add("c" + QByteArray("Cyr").repeated(12) + "l", "f", {});
            steps.add("L" + QByteArray("xyd").repeated(12), "b", {});
            steps.addOptimizer();
        }
        const auto s = segmentationOf(traceOf(steps.kernels, steps.stages, Host{11, 12, true}));
        QCOMPARE(stagesOf(*s), steps.stages);
        QCOMPARE(s->devices[s->mainDevice.value].modelLayers, 0);
    }

    // A layer that is much smaller in one pass than in the others lost kernels, or begins elsewhere there.
    void layersOfOtherSizesAreDoubted()
    {
        const auto steps = [](int shorter) { // step with the smaller layer
            Step all;
            for (int i = 0; i < 3; ++i) {
                all.addForward();
                const QByteArray second = i == shorter ? kBackwardLayer.mid(5) : kBackwardLayer;
                all.add("fLGGN" + kBackwardLayer + second + kBackwardLayer.repeated(2) + "fE", "b", {});
                all.addOptimizer();
            }
            return segmentationOf(traceOf(all.kernels, all.stages, {}));
        };
        const auto says = [](const Segmentation &s) {
            const std::vector<SegmentationCheck> &checks = s.checks;
            return std::any_of(checks.begin(), checks.end(), [](const SegmentationCheck &check) {
                return check.sentence.english().find("hold a fifth more or fewer kernels") != std::string::npos;
            });
        };
        const auto even = steps(-1);
        const auto uneven = steps(1);
        QVERIFY(!says(*even));
        QVERIFY(says(*uneven));
        QVERIFY(uneven->confidence < even->confidence - 0.02);
    }

    // Calls repeat what the forward pass shows: where names tell other layers, that may be wrong.
    void namesThatContradictCallsAreDoubted()
    {
        const auto confidence = [](int kernels) { // of each layer, of which calls say that they are of the one that runs before
            Step step;
            step.addForward();
            step.addBackward();
            step.addOptimizer();
            Host host{11, 12, false};
            int ofLayer = 0;
            for (int i = 0; i < step.kernels.size(); ++i) {
                ofLayer = i > 0 && step.layers[i] == step.layers[i - 1] ? ofLayer + 1 : 0;
                const int layer = step.layers[i] - '0' + (ofLayer < kernels && step.layers[i] < '3' ? 1 : 0);
                const bool numbered = step.stages[i] == 'b' && step.layers[i] <= '9';
                host.sequence.push_back(step.stages[i] == 'f' ? i : numbered ? 2 + 9 * layer : -1);
            }
            return segmentationOf(traceOf(step.kernels, step.stages, host))->confidence;
        };
        QVERIFY(confidence(4) < confidence(0) - 0.1);
    }

    // Passes stand in time order, their layers by number: those of backward run from the last to the first.
    void layersOfBackwardDescendInTime()
    {
        Step step;
        step.addForward();
        step.addBackward();
        step.addOptimizer();
        step.addForward();
        step.addBackward();
        step.addOptimizer();
        const auto s = segmentationOf(traceOf(step.kernels, step.stages, {}));
        const DeviceSegmentation &device = s->devices[s->mainDevice.value];
        QCOMPARE(device.passes.size(), std::size_t(6));
        QCOMPARE(device.modelLayers, 4);
        for (const Pass &pass : device.passes) {
            QVERIFY(pass.complete);
            QCOMPARE(pass.layers, pass.stage == Stage::Optimizer ? 0 : 4);
            for (std::uint32_t l = 1; l < static_cast<std::uint32_t>(pass.layers); ++l) {
                const LayerSpan &below = device.layers[pass.firstLayer + l - 1];
                const LayerSpan &layer = device.layers[pass.firstLayer + l];
                QCOMPARE(layer.layer, below.layer + 1);
                QCOMPARE(layer.range.begin > below.range.begin, pass.stage == Stage::Forward);
            }
        }
        QCOMPARE(device.passes[static_cast<std::size_t>(device.selectedPass)].stage, Stage::Forward);
    }

    void inferenceIsNoTraining_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("language model") << QByteArray(kHead + kForwardLayer.repeated(4) + "ng").repeated(6);
        QTest::newRow("transposed convolutions, two kernels") << QByteArray("cxrdDxrdDxrdDy").repeated(8);
        QTest::newRow("one kernel of an unlucky name") << QByteArray("cxyxyNxyxy").repeated(12);
        QTest::newRow("optimizer words alone") << QByteArray("cxyxyOxyxy").repeated(12);
    }
    void inferenceIsNoTraining()
    {
        QFETCH(QByteArray, text);
        const auto s = segmentationOf(traceOf(text, repeated("f", text), {}));
        const QByteArray stages = stagesOf(*s);
        QVERIFY2(!stages.contains('b') && !stages.contains('o'), stages.constData());
    }

    // Kernels whose names tell neither stage nor layer: autograd's calls carry the number of the forward op.
    void sequenceNumbersTellLayers_data()
    {
        QTest::addColumn<int>("lost"); // layer whose backward work in the second step ran elsewhere
        QTest::newRow("all layers") << -1;
        QTest::newRow("one in between ran elsewhere") << 1;
    }

    void sequenceNumbersTellLayers()
    {
        QFETCH(int, lost);
        std::string events;
        qint64 time = 1000;
        qint64 id = 0;
        const auto add = [&](const char *kernel, int thread, const std::string &op, qint64 sequence) {
            const std::string start = QByteArray::number(time).toStdString();
            const std::string number = QByteArray::number(++id).toStdString();
            events += quoted("{'ph':'X','cat':'kernel','name':'") + kernel + quoted("','pid':0,'tid':7,'ts':")
                + QByteArray::number(time + 500).toStdString() + quoted(",'dur':9,'args':{'device':0,'stream':7,'correlation':")
                + number + "}},";
            events += quoted("{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernel','pid':9,'tid':")
                + QByteArray::number(thread).toStdString() + quoted(",'ts':") + start + quoted(",'dur':2,'args':{'correlation':")
                + number + "}},";
            events += quoted("{'ph':'X','cat':'cpu_op','name':'") + op + quoted("','pid':9,'tid':")
                + QByteArray::number(thread).toStdString() + quoted(",'ts':") + start + quoted(",'dur':4,'args':{");
            if (sequence >= 0)
                events += quoted("'Sequence number':") + QByteArray::number(sequence).toStdString();
            events += "}},";
            time += 10;
        };
        QByteArray layers;
        for (int step = 0; step < 2; ++step) {
            const qint64 base = 1000 * (step + 1);
            for (int layer = 0; layer < 3; ++layer) {
                const std::string frame = "nn.Module: Block_" + QByteArray::number(layer).toStdString();
                events += quoted("{'ph':'X','cat':'python_function','name':'") + frame + quoted("','pid':9,'tid':1,'ts':")
                    + QByteArray::number(time - 1).toStdString() + quoted(",'dur':49,'args':{}},");
                for (int k = 0; k < 5; ++k)
                    add(k % 2 == 0 ? "my_kernel" : "my_other_kernel", 1, "aten::mm", base + layer * 5 + k);
                layers += QByteArray::number(layer).repeated(5);
            }
            for (int layer = 3; layer-- > 0;) {
                if (step == 1 && layer == lost)
                    continue;
                for (int k = 5; k-- > 0;)
                    add("some_backward_kernel", 2, "autograd::engine::evaluate_function: MmBackward0", base + layer * 5 + k);
                add("my_sum", 2, "autograd::engine::evaluate_function: torch::autograd::AccumulateGrad", -1);
                layers += QByteArray::number(layer).repeated(6);
            }
        }
        events.pop_back();
        const auto s = segmentationOf(traceObject(events));
        const QByteArray step = QByteArray(15, 'f') + QByteArray(18, 'b');
        QCOMPARE(stagesOf(*s), lost < 0 ? step.repeated(2) : step + step.chopped(6));
        QCOMPARE(layersOf(*s), layers);
        QCOMPARE(QByteArray::fromStdString(s->anchorText), QByteArray("nn.Module: Block"));
        const Pass &last = s->devices.front().passes.back();
        QCOMPARE(last.layers, lost < 0 ? 3 : 2); // what has no kernel is no layer of the pass
        QCOMPARE(last.complete, lost < 0);
        for (int layer = 0; layer < 3; ++layer) {
            const LayerSpan *const found = s->layer(DeviceId(0), last.number, layer);
            QCOMPARE(found != nullptr, layer != lost);
            QVERIFY(found == nullptr || (found->layer == layer && found->kernels == 6));
        }
    }

    // Between two backward passes, the thread of the forward passes launches a transfer.
    void transfersAreNoForwardPass()
    {
        Step step;
        step.addForward();
        step.addForward();
        step.addBackward();
        step.add("P", "f", "t");
        step.addBackward();
        step.addOptimizer();
        const auto s = segmentationOf(traceOf(step.kernels, step.stages, {1, 2, false}));
        const auto &passes = s->devices.front().passes;
        QCOMPARE(passes.size(), std::size_t{5});
        QVERIFY(passes[2].stage == Stage::Backward && passes[3].stage == Stage::Backward);
        QCOMPARE(passes[2].kernels, static_cast<std::uint32_t>(backward(4).size()) + 1);
    }

    // The capture begins inside of the forward pass: what backward differentiates of the layers before is placed by names. So is
    // what autograd's hooks launch outside of its calls, the parameters that FSDP gathers for the layer behind.
    void captureThatBeginsInAForward_data()
    {
        QTest::addColumn<bool>("gathers");
        QTest::newRow("plain") << false;
        QTest::newRow("with parameters gathered before each layer") << true;
    }
    void captureThatBeginsInAForward()
    {
        QFETCH(bool, gathers);
        constexpr int kLayers = 6;
        const QByteArray lead = gathers ? "y" : "";
        const QByteArray whole = kHead + kForwardLayer.repeated(kLayers) + "ngl";
        const qsizetype size = kForwardLayer.size();
        const qsizetype missing = kHead.size() + 2 * size + 3; // two layers and the begin of the third one
        const QByteArray front = whole.mid(missing);
        std::vector<int> numbers;
        QByteArray expected;
        for (qsizetype i = missing; i < whole.size(); ++i) {
            numbers.push_back(100 + static_cast<int>(i));
            const qsizetype inLayers = i - kHead.size();
            expected += inLayers < kLayers * size ? QByteArray::number(inLayers / size) : QByteArray("t");
        }
        QByteArray back = "fLGGN";
        numbers.insert(numbers.end(), 5, 100 + static_cast<int>(whole.size()) - 1);
        expected += "hhhhh";
        for (int l = kLayers; l-- > 0;) {
            back += lead + kBackwardLayer;
            numbers.insert(numbers.end(), static_cast<std::size_t>(lead.size()), -1);
            numbers.insert(
                numbers.end(), static_cast<std::size_t>(kBackwardLayer.size()), 100 + static_cast<int>(kHead.size() + l * size));
            expected += QByteArray::number(l).repeated(lead.size() + kBackwardLayer.size());
        }
        back += "fE";
        numbers.insert(numbers.end(), 2, 100);
        expected += "tt";
        const QByteArray stages = repeated("f", front) + repeated("b", back) + "ooo";
        numbers.insert(numbers.end(), 3, -1);
        const auto s = segmentationOf(traceOf(front + back + "OOO", stages, {1, 2, true, numbers}));
        QCOMPARE(stagesOf(*s), stages);
        QCOMPARE(layersOf(*s), expected + "hhh");
    }

    // Modules that repeat name blocks. Those of a network of convolutions differ in shape and are no layers; where attention
    // runs, or where the user counts layers, they are.
    void blocksOfConvolutionsAreNoLayers_data()
    {
        QTest::addColumn<bool>("attention");
        QTest::addColumn<int>("asked");
        QTest::addColumn<int>("layers");
        QTest::newRow("convolutions") << false << 0 << 0;
        QTest::newRow("convolutions, layers counted by the user") << false << 3 << 3;
        QTest::newRow("convolutions beside attention") << true << 0 << 3;
    }
    void blocksOfConvolutionsAreNoLayers()
    {
        QFETCH(bool, attention);
        QFETCH(int, asked);
        QFETCH(int, layers);
        std::string events;
        qint64 time = 1000;
        qint64 id = 0;
        const auto add = [&](const std::string &kernel, int thread, const std::string &op) {
            const std::string start = QByteArray::number(time).toStdString();
            const std::string number = QByteArray::number(++id).toStdString();
            events += quoted("{'ph':'X','cat':'kernel','name':'") + kernel + quoted("','pid':0,'tid':7,'ts':")
                + QByteArray::number(time + 500).toStdString() + quoted(",'dur':9,'args':{'device':0,'stream':7,'correlation':")
                + number + quoted("}},{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernel','pid':9,'tid':")
                + QByteArray::number(thread).toStdString() + quoted(",'ts':") + start + quoted(",'dur':2,'args':{'correlation':")
                + number + quoted("}},{'ph':'X','cat':'cpu_op','name':'") + op + quoted("','pid':9,'tid':")
                + QByteArray::number(thread).toStdString() + quoted(",'ts':") + start + quoted(",'dur':4,'args':{}},");
            time += 10;
        };
        for (int step = 0; step < 3; ++step) {
            for (int block = 0; block < 3; ++block) {
                const std::string number = QByteArray::number(block).toStdString();
                events += quoted("{'ph':'X','cat':'python_function','name':'nn.Module: BasicBlock_") + number
                    + quoted("','pid':9,'tid':1,'ts':") + QByteArray::number(time - 1).toStdString()
                    + quoted(",'dur':49,'args':{}},");
                for (int k = 0; k < 2; ++k) {
                    add("sm80_xmma_fprop_implicit_gemm_f16f16_" + number, 1, "aten::conv2d");
                    add(attention && k == 1 ? kernels()['a'].toStdString() : "batch_norm_transform_input_kernel", 1, "aten::mm");
                }
                time += 10;
            }
            for (int block = 3; block-- > 0;)
                for (int k = 0; k < 5; ++k)
                    add("sm80_xmma_dgrad_implicit_gemm_f16f16", 2, "autograd::engine::evaluate_function: ConvolutionBackward0");
            add(kernels()['O'].toStdString(), 1, "Optimizer.step#SGD.step");
        }
        events.pop_back();
        SessionOptions options;
        if (asked > 0)
            options.layers = asked;
        const auto session = AnalysisSession::create(openText(traceObject(events)), options);
        QVERIFY(session);
        const auto found = (*session)->segmentation();
        QVERIFY(found);
        const Segmentation &s = **found;
        QCOMPARE(s.devices[s.mainDevice.value].modelLayers, layers);
        QVERIFY(stagesOf(s).contains('f') && stagesOf(s).contains('b'));
        const bool said = std::any_of(s.checks.begin(), s.checks.end(), [](const SegmentationCheck &check) {
            return check.sentence.english().find("convolutional network") != std::string::npos;
        });
        QCOMPARE(said, layers == 0);
    }

    // What is launched right before the optimizer's call without a product bounds the gradients: it is no forward pass.
    void gradientsAreClipped()
    {
        Step steps;
        for (int i = 0; i < 3; ++i) {
            steps.addForward();
            steps.addBackward();
            steps.add("tttttttt", "o", repeated("h", "tttttttt"));
            steps.addOptimizer();
        }
        const auto s = segmentationOf(traceOf(steps.kernels, steps.stages, Host{11, 12, true}));
        QCOMPARE(stagesOf(*s), steps.stages);
        QCOMPARE(layersOf(*s), steps.layers);
    }

    // Without layers to count, the order of the stages tells what the capture cut.
    void stepsWithoutLayersAreCut()
    {
        Step step;
        for (int i = 0; i < 3; ++i) {
            if (i > 0)
                step.add("cxrxyrl", "f", {});
            step.add("LxDydxDx", "b", {});
            if (i < 2)
                step.add("OOO", "o", {});
        }
        const auto s = segmentationOf(traceOf(step.kernels, step.stages, Host{11, 12, true}));
        QCOMPARE(stagesOf(*s), step.stages);
        const std::vector<Pass> &passes = s->devices[s->mainDevice.value].passes;
        QCOMPARE(passes.size(), std::size_t(7));
        for (const Pass &pass : passes)
            QCOMPARE(pass.complete, &pass != &passes.front() && &pass != &passes.back());
        // An optimizer is not what a capture is about, also where nothing else is whole.
        Step part;
        part.add("LxDydxDx", "b", {});
        part.add("OOO", "o", {});
        const auto cut = segmentationOf(traceOf(part.kernels, part.stages, Host{11, 12, true}));
        QCOMPARE(cut->devices[cut->mainDevice.value].selectedPass, 0);
    }

    void stoppedEarly()
    {
        Step step;
        step.addForward();
        step.addBackward();
        const auto session = AnalysisSession::create(openText(traceOf(step.kernels, step.stages, {})), {});
        QVERIFY(session);
        std::stop_source stop;
        stop.request_stop();
        JobControl control;
        control.stop = stop.get_token();
        const auto segmentation = (*session)->segmentation(control);
        QVERIFY(!segmentation);
        QCOMPARE(segmentation.error().code, ErrorCode::Cancelled);
    }
};

LAMELLA_CORE_APPLICATION_TEST(tst_TrainingSteps)
#include "tst_TrainingSteps.moc"
