// SPDX-License-Identifier: GPL-3.0-or-later
// Networks that are no stack of layers of one kind, and profiles that the kernels alone tell.
#include "core/analysis/Segmentation.h"
#include "core/profile/ModelProfile.h"
#include "core/session/AnalysisSession.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"
#include "tests/support/TraceText.h"

#include <QTest>

#include <array>
#include <initializer_list>
#include <string>

using namespace lamella::core;
using namespace lamella::test;

namespace {

class Work {
public:
    void add(std::initializer_list<const char *> names)
    {
        for (const char *name : names) {
            m_text += (m_text.empty() ? "7: " : " ") + std::string(name) + '@' + std::to_string(m_now) + "+100";
            m_now += 110;
        }
    }
    void pause() { m_now += 60'000; }
    [[nodiscard]] Segmentation cut(SegmentationOptions options = {}) const
    {
        const std::shared_ptr<TraceDocument> document = documentFromText(m_text);
        options.profiles = &builtinProfiles();
        const KernelNames names(*document, builtinProfiles(), nullptr);
        const Result<Segmentation> found = segmentTrace(*document, names, options);
        return found ? *found : Segmentation{};
    }

private:
    std::string m_text;
    std::int64_t m_now = 0;
};

constexpr std::array<const char *, 8> kTransformer{"vectorized_layer_norm_kernel", "gemm_qkv_128x64", "flash_fwd_kernel",
    "gemm_o_64x64", "vectorized_layer_norm_kernel", "gemm_up_128x128", "gelu_kernel", "gemm_down_64x128"};

void addTransformer(Work &work)
{
    for (const char *name : kTransformer)
        work.add({name});
}

// Eager work: each kernel with its launch, transformer blocks with the frame of their module.
class EagerWork {
public:
    void add(const std::string &kernel)
    {
        const std::string id = std::to_string(++m_launches);
        addEvent("kernel", kernel, 0, 7, m_now + 500, 9, R"("device":0,"stream":7,"correlation":)" + id);
        addEvent("cuda_runtime", "cudaLaunchKernel", 9, 1, m_now, 2, "\"correlation\":" + id);
        m_now += 10;
    }
    void addBlock(int number)
    {
        const std::int64_t begin = m_now - 1;
        for (const char *name : kTransformer)
            add(name);
        addEvent("python_function", "nn.Module: BasicTransformerBlock_" + std::to_string(number), 9, 1, begin, m_now - begin - 2,
            "\"Python id\":" + std::to_string(number + 1));
        m_now += 10;
    }
    void addConvolutions(std::initializer_list<const char *> shapes)
    {
        for (const char *shape : shapes) {
            add("group_norm_kernel");
            add(std::string("xmma_fprop_implicit_gemm_") + shape);
        }
    }
    void pause() { m_now += 60'000; }
    [[nodiscard]] Segmentation cut() const
    {
        const auto session = AnalysisSession::create(openText(traceObject(m_events)), {});
        if (!session)
            return {};
        const auto found = (*session)->segmentation();
        return found ? **found : Segmentation{};
    }

private:
    void addEvent(const char *category, const std::string &name, int process, int thread, std::int64_t start, std::int64_t duration,
        const std::string &args)
    {
        m_events += (m_events.empty() ? "" : ",") + std::string(R"({"ph":"X","cat":")") + category + R"(","name":")" + name
            + R"(","pid":)" + std::to_string(process) + R"(,"tid":)" + std::to_string(thread) + R"(,"ts":)" + std::to_string(start)
            + R"(,"dur":)" + std::to_string(duration) + R"(,"args":{)" + args + "}}";
    }
    std::string m_events;
    std::int64_t m_now = 1000;
    int m_launches = 0;
};

} // namespace

class tst_OtherNetworks : public QObject {
    Q_OBJECT
private slots:
    void aUNetHasNoLayers();
    void transformerBlocksInsideAUNetAreNoLayers();
    void blocksBeforeADecoderOfImagesAreLayers();
    void oneConvolutionInEachLayerIsALayer();
    void aRecommenderHasNoLayers();
    void kernelsTellTheProfile();
};

void tst_OtherNetworks::aUNetHasNoLayers()
{
    Work work;
    for (int step = 0; step < 6; ++step) {
        for (const char *convolution :
            {"xmma_fprop_implicit_gemm_128x128", "xmma_fprop_implicit_gemm_128x64", "xmma_fprop_implicit_gemm_64x64",
                "xmma_fprop_implicit_gemm_64x32", "xmma_fprop_implicit_gemm_64x64", "xmma_fprop_implicit_gemm_128x64"}) {
            for (int block = 0; block < 2; ++block) {
                work.add({"group_norm_kernel", "silu_kernel", convolution, "group_norm_kernel", "silu_kernel", convolution});
            }
            addTransformer(work);
        }
        work.pause();
    }
    const Segmentation cut = work.cut();
    QVERIFY(cut.devices.front().layers.empty());
    QVERIFY2(cut.whyNone.english().find("convolution") != std::string::npos, cut.whyNone.english().c_str());
    SegmentationOptions asked; // the user knows better
    asked.anchor = "flash_fwd";
    QVERIFY(!work.cut(asked).devices.front().layers.empty());
}

// Recorded modules name the blocks, but convolutions of other shapes come before each or each few of them.
void tst_OtherNetworks::transformerBlocksInsideAUNetAreNoLayers()
{
    for (const int blocksInARow : {1, 5}) {
        EagerWork work;
        for (int step = 0; step < 3; ++step) {
            int block = 0;
            for (const auto &shapes : {std::initializer_list<const char *>{"128x128", "128x64", "64x64"},
                     std::initializer_list<const char *>{"64x32", "32x32", "16x32"},
                     std::initializer_list<const char *>{"64x128", "128x64", "128x256"}}) {
                work.addConvolutions(shapes);
                work.addConvolutions(shapes);
                work.addConvolutions(shapes);
                for (int i = 0; i < blocksInARow; ++i)
                    work.addBlock(block++);
            }
            work.pause();
        }
        const Segmentation cut = work.cut();
        QVERIFY(!cut.devices.empty());
        QVERIFY2(cut.devices.front().layers.empty(), std::to_string(blocksInARow).c_str());
        QVERIFY2(cut.whyNone.english().find("convolution") != std::string::npos, cut.whyNone.english().c_str());
    }
}

void tst_OtherNetworks::blocksBeforeADecoderOfImagesAreLayers()
{
    EagerWork work;
    for (int image = 0; image < 3; ++image) {
        for (int block = 0; block < 12; ++block)
            work.addBlock(block);
        for (int stage = 0; stage < 8; ++stage)
            work.addConvolutions({"64x32", "64x64", "128x64", "128x128"});
        work.pause();
    }
    QCOMPARE(work.cut().devices.front().modelLayers, 12);
}

void tst_OtherNetworks::oneConvolutionInEachLayerIsALayer()
{
    Work work;
    for (int pass = 0; pass < 4; ++pass) {
        work.add({"embedding_kernel"});
        for (int layer = 0; layer < 8; ++layer) {
            addTransformer(work);
            work.add({"conv_depthwise2d_forward_kernel"});
        }
        work.add({"gemm_head_256x64", "argmax_kernel"});
        work.pause();
    }
    QCOMPARE(work.cut().devices.front().modelLayers, 8);
}

// What repeats is the whole pass: each begins with the lookup of its embeddings.
void tst_OtherNetworks::aRecommenderHasNoLayers()
{
    Work work;
    for (int step = 0; step < 8; ++step) {
        work.add({"split_embedding_codegen_forward_unweighted_kernel", "gemm_128x128", "relu_kernel", "gemm_64x128",
            "relu_kernel", "gemm_64x64", "relu_kernel", "gemm_32x64", "sigmoid_kernel"});
        work.pause();
    }
    const Segmentation cut = work.cut();
    QVERIFY(cut.devices.front().layers.empty());
    QVERIFY2(cut.whyNone.english().find("embedding lookup") != std::string::npos, cut.whyNone.english().c_str());
}

void tst_OtherNetworks::kernelsTellTheProfile()
{
    const auto profileOf = [](std::initializer_list<const char *> own) {
        Work work;
        for (int layer = 0; layer < 8; ++layer) {
            work.add(
                {"rms_norm_kernel", "get_mla_metadata_kernel", "flash_fwd_splitkv_mla_kernel", "fused_store_flashmla_cache"});
            work.add(own);
            work.add({"fused_moe_kernel"});
        }
        return work.cut().profileName;
    };
    QCOMPARE(profileOf({}), std::string("deepseek_v3"));
    QCOMPARE(profileOf({"sm90_fp8_paged_mqa_logits"}), std::string("deepseek_v32"));
    QCOMPARE(profileOf({"mhc_pre_big_fuse_tilelang", "mhc_post_tilelang"}), std::string("deepseek_v4"));
    QCOMPARE(profileOf({"mhc_pre_big_fuse_tilelang", "sm90_fp8_paged_mqa_logits"}), std::string("deepseek_v4"));
}

LAMELLA_TEST(tst_OtherNetworks)
#include "tst_OtherNetworks.moc"
