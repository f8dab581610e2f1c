// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels that belong to a norm according to where they were launched.
#include "core/profile/KernelNames.h"
#include "core/profile/ModuleNames.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QTest>

using namespace lamella::core;
using namespace lamella::test;

namespace {

constexpr const char *kPow =
    "void at::native::vectorized_elementwise_kernel<4, at::native::pow_tensor_scalar_kernel_impl<float, float>>(int)";
constexpr const char *kMul = "void at::native::vectorized_elementwise_kernel<4, at::native::BinaryFunctor<float>>(int)";
constexpr const char *kSum =
    "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MeanOps<float>>>(int)";

class Eager {
public:
    void scope(const char *category, const char *name, int at, int duration)
    {
        m_json += std::string(R"({"ph":"X","cat":")") + category + R"(","name":")" + name + R"(","pid":1,"tid":1,"ts":)"
            + std::to_string(at) + R"(,"dur":)" + std::to_string(duration) + "},";
    }
    void launch(const char *kernel, int at)
    {
        const std::string id = std::to_string(++m_launches);
        m_json += R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":)" + std::to_string(at)
            + R"(,"dur":2,"args":{"correlation":)" + id + R"(}},{"ph":"X","cat":"kernel","name":")" + kernel
            + R"(","pid":0,"tid":7,"ts":)" + std::to_string(9000 + 10 * m_launches) + R"(,"dur":5,"args":{"correlation":)" + id
            + R"(,"device":0,"stream":7}},)";
    }
    [[nodiscard]] std::shared_ptr<const TraceDocument> open() const
    {
        const TraceText text(m_json.substr(0, m_json.size() - 1) + "]}");
        const auto document = text.open();
        return document ? *document : nullptr;
    }

private:
    std::string m_json = R"({"traceEvents":[)";
    int m_launches = 0;
};

Category categoryOf(const TraceDocument &document, const char *name)
{
    const KernelNames names(document, builtinProfiles(), nullptr);
    return names.category(document.strings.find(name));
}

} // namespace

class tst_NormScopes : public QObject {
    Q_OBJECT
private slots:
    void kernelsOfModules()
    {
        Eager eager;
        eager.scope("python_function", "nn.Module: LlamaRMSNorm_3", 100, 100);
        eager.launch(kPow, 110);
        eager.launch(kSum, 130);
        eager.launch(kMul, 150);
        eager.scope("python_function", "nn.Module: LlamaMLP_3", 300, 100);
        eager.launch(kMul, 350); // the same kernel is also used elsewhere
        const auto document = eager.open();
        QVERIFY(document);
        QCOMPARE(categoryOf(*document, kPow), Category::Norm);
        QCOMPARE(categoryOf(*document, kSum), Category::Norm);
        QCOMPARE(categoryOf(*document, kMul), Category::Elementwise);
    }
    void whatIsRecordedWithoutModulesIsNoOtherPlace()
    {
        Eager eager;
        eager.launch(kPow, 50); // before module frames are recorded
        eager.scope("python_function", "nn.Module: LlamaModel_0", 100, 500);
        eager.scope("python_function", "nn.Module: LlamaRMSNorm_3", 100, 100);
        eager.launch(kPow, 110);
        eager.launch(kPow, 120);
        eager.launch(kSum, 130);
        eager.launch(kSum, 400);
        const auto document = eager.open();
        QVERIFY(document);
        QCOMPARE(categoryOf(*document, kPow), Category::Norm);
        QCOMPARE(categoryOf(*document, kSum), Category::Elementwise);
    }
    void kernelsOfOperators()
    {
        Eager eager;
        eager.scope("cpu_op", "aten::rms_norm", 100, 100);
        eager.scope("cpu_op", "aten::linalg_vector_norm", 300, 100);
        eager.launch(kPow, 110);
        eager.launch(kSum, 350);
        const auto document = eager.open();
        QVERIFY(document);
        QCOMPARE(categoryOf(*document, kPow), Category::Norm);
        QCOMPARE(categoryOf(*document, kSum), Category::Elementwise); // such as gradients
    }
    void modules()
    {
        QCOMPARE(moduleKind("nn.Module: Qwen3MoeRMSNorm_12"), ModuleKind::Norm);
        QCOMPARE(moduleKind("nn.Module: LayerNorm_0"), ModuleKind::Norm);
        QCOMPARE(moduleKind("nn.Module: Qwen3MoeAttention_1"), ModuleKind::Attention);
        QCOMPARE(moduleKind("nn.Module: DeepseekV2AttentionMLA_7"), ModuleKind::Attention);
        QCOMPARE(moduleKind("nn.Module: Qwen3MoeSparseMoeBlock_1"), ModuleKind::FeedForward);
        QCOMPARE(moduleKind("nn.Module: LlamaMLP_1"), ModuleKind::FeedForward);
        QCOMPARE(moduleKind("nn.Module: Qwen3MoeDecoderLayer_1"), ModuleKind::Other);
        QCOMPARE(moduleKind("nn.Module: Qwen3MoeForCausalLM_0"), ModuleKind::Other);
        QCOMPARE(moduleKind("nn.Module: Qwen3MoeRotaryEmbedding_0"), ModuleKind::Other);
        QCOMPARE(moduleKind("LlamaMLP_1"), ModuleKind::Other);
    }
};

LAMELLA_TEST(tst_NormScopes)
#include "tst_NormScopes.moc"
