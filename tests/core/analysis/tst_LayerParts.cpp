// SPDX-License-Identifier: GPL-3.0-or-later
// Where the second half of a layer begins, by kernels only and by modules.
#include "core/analysis/LayerParts.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"
#include "tests/support/TraceText.h"

#include <QTest>

using namespace lamella::core;
using namespace lamella::test;

namespace {

// "aaf": two kernels of the attention half and one of the other; '-' = in neither half.
std::string halves(const AnalysisInput &input, const LaunchJoin &launches)
{
    const PassRef ref{DeviceId(0), &input.segmentation.devices.front().passes.front()};
    const LayerParts parts(input, ref, launches);
    std::string all;
    for (const KernelId kernel : input.index.ofPass(ref.device, ref.pass->number)) {
        const LayerPart part = parts.of(0, input.document.kernels.start[kernel.value]);
        all += part == LayerPart::None ? '-' : part == LayerPart::Attention ? 'a' : 'f';
    }
    return all;
}

// One layer of these kernels, with the built-in rules.
std::string halvesOf(const std::vector<std::string> &names)
{
    std::string text = "7:";
    for (std::size_t i = 0; i < names.size(); ++i)
        text += ' ' + names[i] + '@' + std::to_string(100 + 10 * i) + "+5";
    BuiltTrace built(text, KernelPlaces(names.size(), {0, 0}));
    built.names = std::make_shared<KernelNames>(*built.document, builtinProfiles(), nullptr);
    return halves(built.input(), joinLaunches(*built.document));
}

} // namespace

class tst_LayerParts : public QObject {
    Q_OBJECT
private slots:
    void leadInOfHyperConnections()
    {
        QCOMPARE(halvesOf({"mhc_pre_gemm_sqrsum", "mhc_pre_big_fuse", "flash_fwd_splitkv_mla", "nvjet_o", "mhc_post_tilelang",
                     "mhc_pre_gemm_sqrsum", "mhc_pre_big_fuse", "fused_moe_kernel", "mhc_post_tilelang"}),
            std::string("aaaaaffff"));
        // One fused kernel ends the first half and begins the second.
        QCOMPARE(halvesOf({"mhc_pre_big_fuse", "flash_fwd_splitkv_mla", "mhc_fused_post_pre_fma", "fused_moe_kernel"}),
            std::string("aaff"));
        QCOMPARE(halvesOf({"rms_norm", "flash_fwd_splitkv_mla", "nvjet_o", "fused_add_rms_norm", "fused_moe_kernel"}),
            std::string("aaaff"));
        QCOMPARE(halvesOf({"mhc_pre_big_fuse", "fused_moe_kernel", "mhc_post_tilelang"}), std::string("---"));
    }
    void modulesOfEagerWork();
};

// Eager mode has no norm kernels: pow, mean and multiplications inside modules whose names identify them.
void tst_LayerParts::modulesOfEagerWork()
{
    struct Launch {
        const char *kernel;
        std::vector<const char *> modules; // around the kernel, outermost first
    };
    const std::vector<Launch> launches = {{"pow_kernel", {"Qwen3MoeDecoderLayer_0", "Qwen3MoeRMSNorm_0"}},
        {"gemm_qkv", {"Qwen3MoeDecoderLayer_0", "Qwen3MoeAttention_0", "Linear_1"}},
        {"flash_fwd_kernel", {"Qwen3MoeDecoderLayer_0", "Qwen3MoeAttention_0"}},
        {"gemm_o", {"Qwen3MoeDecoderLayer_0", "Qwen3MoeAttention_0", "Linear_2"}}, {"add_kernel", {"Qwen3MoeDecoderLayer_0"}},
        {"pow_kernel", {"Qwen3MoeDecoderLayer_0", "Qwen3MoeRMSNorm_1"}},
        {"gemm_router", {"Qwen3MoeDecoderLayer_0", "Qwen3MoeSparseMoeBlock_0", "Linear_3"}},
        {"gemm_down", {"Qwen3MoeDecoderLayer_0", "Qwen3MoeSparseMoeBlock_0", "Qwen3MoeMLP_5"}}};
    std::string json = R"({"traceEvents":[)";
    int correlation = 0;
    for (const Launch &launch : launches) {
        const std::string id = std::to_string(++correlation);
        const std::string at = std::to_string(1000 + 100 * correlation);
        for (const char *module : launch.modules)
            json += R"({"ph":"X","cat":"python_function","name":"nn.Module: )" + std::string(module)
                + R"(","pid":1,"tid":1,"ts":)" + at + R"(,"dur":50},)";
        json += R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":)" + at
            + R"(.5,"dur":5,"args":{"correlation":)" + id + R"(}},{"ph":"X","cat":"kernel","name":")" + launch.kernel
            + R"(","pid":0,"tid":7,"ts":)" + std::to_string(5000 + 10 * correlation) + R"(,"dur":5,"args":{"correlation":)" + id
            + R"(,"device":0,"stream":7}},)";
    }
    json.back() = ']';
    const TraceText text(json + '}');
    const auto document = text.open();
    QVERIFY(document.has_value());
    const KernelNames names(**document, builtinProfiles(), nullptr);
    const Segmentation segmentation = segmentationFromPlaces(**document, KernelPlaces(launches.size(), {0, 0}));
    const KernelIndex index(**document, segmentation);
    QCOMPARE(halves({**document, names, segmentation, index}, joinLaunches(**document)), std::string("aaaaafff"));
}

LAMELLA_TEST(tst_LayerParts)
#include "tst_LayerParts.moc"
