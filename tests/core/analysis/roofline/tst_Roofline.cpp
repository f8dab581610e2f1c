// SPDX-License-Identifier: GPL-3.0-or-later
// Which work a trace or a config tells, on traces of a few kernels whose costs are worked out by hand.
#include "core/analysis/roofline/KernelTypes.h"
#include "core/analysis/roofline/LayerShape.h"
#include "core/analysis/roofline/Roofline.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"
#include "tests/support/TraceText.h"

#include <QtTest>

using namespace lamella::core;
using namespace lamella::test;

namespace {

// One pass of two layers: norm, qkv, attention, o, norm, gate_up, down; or the matrices of experts at the end.
constexpr const char *kTwoLayers = "7: norm@0+10 gemm@10+10 attn@20+10 gemm@30+10 norm@40+10 gemm@50+10 gemm@60+10 "
                                   "norm@70+10 gemm@80+10 attn@90+10 gemm@100+10 norm@110+10 gemm@120+10 gemm@130+10";
constexpr const char *kTwoMixtures =
    "7: norm@0+10 gemm@10+10 attn@20+10 gemm@30+10 norm@40+10 fused_moe_kernel@50+10 fused_moe_kernel@60+10 "
    "norm@70+10 gemm@80+10 attn@90+10 gemm@100+10 norm@110+10 fused_moe_kernel@120+10 fused_moe_kernel@130+10";
const KernelPlaces kPlaces{
    {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}};
constexpr const char *kConfig = R"({"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 4, "num_attention_heads": 2,
    "num_key_value_heads": 1, "head_dim": 2, "intermediate_size": 3, "vocab_size": 10, "torch_dtype": "bfloat16"})";

Hardware hardware(double tflops, double gbPerSecond)
{
    Hardware device;
    device.name = "by hand";
    device.flopsPerSecond[static_cast<std::size_t>(ElementType::Bf16)] = tflops * 1e12;
    device.bytesPerSecond = gbPerSecond * 1e9;
    return device;
}

struct Case {
    explicit Case(const std::string &config, const char *kernels = kTwoLayers)
        : built(kernels, kPlaces)
    {
        auto parsed = parseModelConfig(config, "config.json");
        if (parsed)
            model = *parsed;
        Pass &pass = built.segmentation->devices[0].passes[0];
        pass.stage = Stage::Decode;
        pass.layers = 2;
        pass.complete = true;
        pass.requests = 5;
        pass.tokens = 5;
    }
    [[nodiscard]] Roofline roofline(std::int64_t context = 0, std::int64_t tokens = 0) const
    {
        const std::vector<const RoleRule *> rules = roleRules(builtinProfiles(), nullptr);
        const KernelRoles roles = kernelRoles({built.input(), rules, nullptr, &model});
        return *lamella::core::roofline({built.input(), nullptr, nullptr, &model, {{device, true, {}}}, &roles, tokens, context});
    }
    BuiltTrace built;
    ModelConfig model;
    Hardware device = hardware(1, 1000); // 1000 FLOP and 1000 bytes a ns
};

// An operator around what is launched in its time, in microseconds; args in single quotes.
std::string opText(const char *name, int start, int length, const char *args)
{
    return quoted("{'ph':'X','cat':'cpu_op','name':'") + name + quoted("','pid':1,'tid':1,'ts':") + std::to_string(start)
        + quoted(",'dur':") + std::to_string(length) + quoted(",'args':{") + quoted(args) + "}},";
}

// A launch, and its kernel 500 us later.
std::string workText(int id, int start, const char *kernel = "k", int length = 2)
{
    return quoted("{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernel','pid':1,'tid':1,'ts':") + std::to_string(start)
        + quoted(",'dur':1,'args':{'correlation':") + std::to_string(id) + quoted("}},{'ph':'X','cat':'kernel','name':'") + kernel
        + quoted("','pid':0,'tid':7,'ts':") + std::to_string(start + 500) + quoted(",'dur':") + std::to_string(length)
        + quoted(",'args':{'device':0,'stream':7,'correlation':") + std::to_string(id) + "}},";
}

// Kernels with their launches and operators.
struct Launched {
    Launched(std::string text, const KernelPlaces &places)
        : document(openText(traceObject(text.substr(0, text.size() - 1))))
        , segmentation(segmentationFromPlaces(*document, places))
        , names(*document, testProfiles(), nullptr)
        , index(*document, segmentation)
        , joined(joinLaunches(*document))
    {
    }
    [[nodiscard]] AnalysisInput input() const { return {*document, names, segmentation, index}; }
    [[nodiscard]] Roofline roofline(const ModelConfig *config, std::int64_t context = 0) const
    {
        const std::vector<const RoleRule *> rules = roleRules(builtinProfiles(), nullptr);
        const KernelRoles roles = kernelRoles({input(), rules, &joined, config});
        return *lamella::core::roofline(
            {input(), &joined, nullptr, config, {{hardware(1, 1000), true, {}}}, config ? &roles : nullptr, 0, context});
    }
    std::shared_ptr<const TraceDocument> document;
    Segmentation segmentation;
    KernelNames names;
    KernelIndex index;
    LaunchJoin joined;
};

const WorkKind &kindOf(const Roofline &roofline, std::uint32_t kernel)
{
    return roofline.kindOf(roofline.calls[roofline.callOf[kernel]]);
}

} // namespace

class tst_Roofline : public QObject {
    Q_OBJECT

private slots:
    void stepNames()
    {
        const auto tokens = attentionFromStepName(
            "execute_8192_context_9(sq8155sk8430sqsq7475785sqsk7671310)_generation_37(sq37sk34489sqsq37sqsk34489)");
        QVERIFY(tokens);
        QCOMPARE(tokens->context.requests, 9.0);
        QCOMPARE(tokens->context.q, 8155.0);
        QCOMPARE(tokens->context.kv, 8430.0);
        QCOMPARE(tokens->context.qq, 7475785.0);
        QCOMPARE(tokens->context.qkv, 7671310.0);
        QCOMPARE(tokens->generation.kv, 34489.0);
        QVERIFY(!attentionFromStepName("step[DECODE bs=32]"));
        QVERIFY(!attentionFromStepName("context_9(sq1sk"));
        QVERIFY(!attentionFromStepName("generation_9(sq-1sk2sqsq3sqsk4)"));
        QVERIFY(!attentionFromStepName(""));
    }

    void rolesOfADenseLayer()
    {
        const Case dense(kConfig);
        const Roofline found = dense.roofline(7);
        const std::vector<std::string> roles{"norm attn", "qkv", "attention", "o_proj", "norm mlp", "gate_up", "down"};
        for (std::uint32_t k = 0; k < 14; ++k) {
            QCOMPARE(kindOf(found, k).op, roles[k % 7]);
            QCOMPARE(kindOf(found, k).source, WorkSource::Config);
        }
        // 5 tokens; q 2*2, k and v 2 each: n = 8, k = 4. 2*5*8*4; (5*4 + 4*8 + 5*8) * 2 bytes.
        QCOMPARE(kindOf(found, 1).cost.flops, 320.0);
        QCOMPARE(kindOf(found, 1).cost.bytes, 184.0);
        // 5 requests of one query and 7 keys: 35 pairs * 2 * 2 heads * 4; (5*2*4 + 35*1*4) * 2 bytes.
        QCOMPARE(kindOf(found, 2).cost.flops, 560.0);
        QCOMPARE(kindOf(found, 2).cost.bytes, 360.0);
        QCOMPARE(kindOf(found, 3).cost.flops, 160.0); // 2 * 5 * 4 * 4
        QCOMPARE(kindOf(found, 5).cost.flops, 240.0); // 2 * 5 * 6 * 4
        QCOMPARE(kindOf(found, 6).cost.flops, 120.0); // 2 * 5 * 4 * 3
        QCOMPARE(kindOf(found, 0).cost.bytes, 160.0); // input, residual and both results of 5 * 4 elements
        QVERIFY(found.warnings.empty());
    }

    void expertsAsTheConfigQuantisesThem_data()
    {
        QTest::addColumn<QByteArray>("quantization");
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<double>("bytes");
        const auto row = [](const char *name, const char *quantization, const char *type, double bytes) {
            QTest::newRow(name) << QByteArray(quantization) << QByteArray(type) << bytes;
        };
        // 4 * (1 - (1/2)^5) = 3.875 experts of 2 * 4 * 3 weights: 93; 5 * 4 inputs; 10 * 3 results of bf16.
        row("none", "{}", "bf16", 93 * 2 + 40 + 60);
        row("fp8 and inputs", R"({"quant_method": "fp8", "fmt": "e4m3", "weight_block_size": [128, 128]})", "fp8", 93 + 20 + 60);
        row("mxfp4", R"({"quant_method": "mxfp4", "modules_to_not_convert": ["lm_head"]})", "fp4", 46.5 + 40 + 60);
        row("groups of int4", R"({"quant_method": "compressed-tensors",
            "config_groups": {"group_0": {"weights": {"num_bits": 4, "type": "int", "group_size": 32}}}})",
            "int4", 46.5 + 40 + 60);
        row("groups of fp8", R"({"config_groups": {"group_0": {"weights": {"num_bits": 8, "type": "float"}}}})", "fp8",
            93 + 20 + 60);
        row("awq", R"({"quant_method": "awq", "bits": 4})", "int4", 46.5 + 40 + 60);
        row("by module", R"({"quant_algo": "MIXED_PRECISION", "quantized_layers": {
            "layers.0.mlp.shared_experts.up_proj": {"quant_algo": "FP8"},
            "layers.0.mlp.experts": {"quant_algo": "W4A16_NVFP4"}}})",
            "fp4", 46.5 + 40 + 60);
        row("of experts", R"({"quant_method": "fp8", "moe_quant_algo": "NVFP4"})", "fp4", 46.5 + 40 + 60);
        row("unknown", R"({"quant_method": "bitsandbytes"})", "bf16", 93 * 2 + 40 + 60);
    }
    void expertsAsTheConfigQuantisesThem()
    {
        QFETCH(QByteArray, quantization);
        QFETCH(QByteArray, type);
        QFETCH(double, bytes);
        const Case mixture(R"({"model_type": "qwen3_moe", "num_hidden_layers": 2, "hidden_size": 4, "num_attention_heads": 2,
            "num_key_value_heads": 1, "head_dim": 2, "num_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 3,
            "vocab_size": 10, "torch_dtype": "bfloat16", "quantization_config": )"
                + quantization.toStdString() + "}",
            kTwoMixtures);
        const Roofline found = mixture.roofline(7);
        QCOMPARE(kindOf(found, 5).op, std::string("experts gate_up"));
        QCOMPARE(kindOf(found, 5).cost.flops, 480.0); // 2 * 5 * 2 * 2 * 4 * 3
        QCOMPARE(elementTypeName(kindOf(found, 5).cost.weight), std::string_view(type.constData()));
        QCOMPARE(kindOf(found, 5).cost.bytes, bytes);
        QCOMPARE(kindOf(found, 1).cost.weight, ElementType::Bf16); // others go by their names
    }

    void withoutTokensOrLengths()
    {
        Case silent(kConfig);
        silent.built.segmentation->devices[0].passes[0].tokens = 0;
        silent.built.segmentation->devices[0].passes[0].requests = 0;
        const Roofline none = silent.roofline();
        QCOMPARE(kindOf(none, 1).source, WorkSource::None);
        QVERIFY(kindOf(none, 1).cost.why.find("--tokens") != std::string_view::npos);
        // --tokens tells products, but not what attention reads.
        const Roofline tokens = silent.roofline(0, 5);
        QCOMPARE(kindOf(tokens, 1).cost.flops, 320.0);
        QVERIFY(kindOf(tokens, 2).cost.why.find("--context") != std::string_view::npos);
        QCOMPARE(kindOf(silent.roofline(7, 5), 2).cost.flops, 560.0);
    }

    void aPromptIsCausal()
    {
        Case prompt(kConfig);
        Pass &pass = prompt.built.segmentation->devices[0].passes[0];
        pass.stage = Stage::Prefill;
        pass.requests = 1;
        // 25 pairs, half of them: 12.5 * 2 * 2 heads * 4.
        QCOMPARE(kindOf(prompt.roofline(), 2).cost.flops, 200.0);
        QVERIFY(!kindOf(prompt.roofline(), 2).cost.why.empty());
    }

    void aConfigOfAnotherModelIsRefused()
    {
        Case other(kConfig);
        other.model.layers = 3;
        const Roofline layers = other.roofline(7);
        QCOMPARE(layers.warnings.size(), std::size_t(1));
        QVERIFY(layers.warnings.front().english().find("3 layers, passes have 2") != std::string::npos);
        QCOMPARE(kindOf(layers, 1).source, WorkSource::None);
        // Products that take 10 ns here would need 32 on this device.
        Case slow(kConfig);
        slow.device = hardware(0.01, 1000);
        const Roofline slowly = slow.roofline(7);
        QCOMPARE(slowly.warnings.size(), std::size_t(1));
        QCOMPARE(kindOf(slowly, 1).source, WorkSource::None);
        // Tokens of the user's that no device could compute in that time.
        Case many(kConfig);
        many.built.segmentation->devices[0].passes[0].tokens = 0;
        const Roofline tokens = many.roofline(7, 1'000'000);
        QCOMPARE(tokens.warnings.size(), std::size_t(1));
        QVERIFY(tokens.warnings.front().english().find("--tokens") != std::string::npos);
    }

    void floors()
    {
        const WorkKind kind{"x", WorkSource::Config, {}, ElementType::Bf16};
        WorkKind counted = kind;
        counted.cost.flops = 3000;
        counted.cost.bytes = 1000;
        QCOMPARE(workFloor(counted, hardware(1, 1000)).computeNs, 3.0);
        QCOMPARE(workFloor(counted, hardware(1, 1000)).memoryNs, 1.0);
        QCOMPARE(workFloor(counted, hardware(1, 1000)).ns(), 3.0);
        QCOMPARE(workFloor(kind, hardware(1, 1000)).ns(), 0.0);
        QCOMPARE(workFloor(counted, Hardware()).ns(), 0.0);
        QVERIFY(isAboveLimit(3.1, 3));
        QVERIFY(!isAboveLimit(3, 3));
        QVERIFY(!isAboveLimit(3, 0)); // nothing is known of what takes no time
    }

    void layersOfFamilies()
    {
        const auto config = [](const char *text) { return *parseModelConfig(text, "config.json"); };
        // Latent attention: hidden 8, 4 heads of 2 + 1, values of 2, latents of 6 and 5.
        const ModelConfig latent = config(R"({"model_type": "deepseek_v3", "num_hidden_layers": 4, "hidden_size": 8,
            "num_attention_heads": 4, "q_lora_rank": 6, "kv_lora_rank": 5, "qk_nope_head_dim": 2, "qk_rope_head_dim": 1,
            "v_head_dim": 2, "intermediate_size": 16, "n_routed_experts": 8, "num_experts_per_tok": 2, "n_shared_experts": 1,
            "moe_intermediate_size": 3, "first_k_dense_replace": 1})");
        const LayerShape dense = layerShape(latent, 0, 1);
        const LayerShape mixture = layerShape(latent, 1, 1);
        QCOMPARE(dense.experts, 0.0);
        QCOMPARE(mixture.experts, 8.0);
        QCOMPARE(mixture.sharedIntermediate, 3.0);
        QCOMPARE(productOf(mixture, "qkv_a")->n, 12.0); // 6 + 5 + 1
        QCOMPARE(productOf(mixture, "q_b")->n, 12.0); // 4 heads of 3
        QCOMPARE(productOf(mixture, "w_uk")->batch, 4.0);
        QCOMPARE(productOf(mixture, "kv_b")->n, 16.0); // 4 heads of 2 + 2
        QCOMPARE(productOf(mixture, "o_proj")->k, 8.0); // 4 heads of 2
        QCOMPARE(productOf(mixture, "router")->n, 8.0);
        QCOMPARE(productOf(mixture, "shared gate_up")->n, 6.0);
        QCOMPARE(productOf(dense, "gate_up")->n, 32.0);
        QVERIFY(!productOf(mixture, "gate_up")); // its experts are no plain product
        QVERIFY(!productOf(dense, "router"));
        QVERIFY(!productOf(dense, "qkv")); // latent attention has others
        const AttentionShape absorbed = attentionShape(mixture, true, ElementType::Bf16, ElementType::Bf16);
        QCOMPARE(absorbed.dQk, 6.0); // 5 + 1
        QCOMPARE(absorbed.dV, 5.0);
        QCOMPARE(absorbed.kvHeads, 1.0);
        QVERIFY(absorbed.sharedKv);
        // Shared out over two devices: half of the heads and of each matrix.
        const LayerShape half = layerShape(config(kConfig), 0, 2);
        QCOMPARE(half.heads, 1.0);
        QCOMPARE(half.kvHeads, 1.0);
        QCOMPARE(half.intermediate, 1.5);
        // Two matrices without a gate.
        const LayerShape plain = layerShape(
            config(R"({"model_type": "opt", "num_hidden_layers": 1, "hidden_size": 4, "num_attention_heads": 2, "ffn_dim": 9})"),
            0, 1);
        QCOMPARE(productOf(plain, "up")->n, 9.0);
        QVERIFY(!layerShape(config(R"({"model_type": "nemotron_h", "num_hidden_layers": 1, "hidden_size": 4,
            "num_attention_heads": 2, "intermediate_size": 9, "mlp_hidden_act": "relu2"})"),
            0, 1)
                     .gated);
        // A window that holds in every layer, and one that is switched off.
        QCOMPARE(
            layerShape(config(R"({"model_type": "mistral", "num_hidden_layers": 1, "hidden_size": 4, "num_attention_heads": 2,
            "intermediate_size": 9, "sliding_window": 5})"),
                0, 1)
                .window,
            5.0);
        QCOMPARE(layerShape(config(R"({"model_type": "qwen2", "num_hidden_layers": 1, "hidden_size": 4, "num_attention_heads": 2,
            "intermediate_size": 9, "sliding_window": 5, "use_sliding_window": false})"),
                     0, 1)
                     .window,
            0.0);
        QCOMPARE(productOf(plain, "k")->n, 4.0);
    }

    void devicesThatShareALayer_data()
    {
        QTest::addColumn<QByteArray>("kernels"); // names with the args of their groups
        QTest::addColumn<int>("devices"); // of a job of 8
        QTest::newRow("no collective") << QByteArray("gemm") << 1;
        QTest::newRow("no size") << QByteArray("ncclDevKernel_AllReduce_Sum_bf16") << 8;
        QTest::newRow("a group of two") << QByteArray("ncclDevKernel_AllReduce_Sum_bf16 2") << 2;
        QTest::newRow("experts go further") << QByteArray("ncclDevKernel_AllReduce_Sum_bf16 2,ncclDevKernel_AllToAll 8") << 2;
        QTest::newRow("no sum") << QByteArray("ncclDevKernel_AllGather_RING_LL 4") << 4;
    }

    void devicesThatShareALayer()
    {
        QFETCH(QByteArray, kernels);
        std::string events;
        for (const QByteArray &kernel : kernels.split(',')) {
            const QList<QByteArray> parts = kernel.split(' ');
            events += (events.empty() ? "" : ",") + quoted("{'ph':'X','cat':'kernel','name':'") + parts[0].toStdString()
                + quoted("','pid':0,'tid':7,'ts':1,'dur':2,'args':{'device':0,'stream':7")
                + (parts.size() > 1 ? quoted(",'Group size':") + parts[1].toStdString() : std::string()) + "}}";
        }
        const auto document = openText(quoted("{'distributedInfo':{'rank':0,'world_size':8},'traceEvents':[") + events + "]}");
        const Segmentation segmentation =
            segmentationFromPlaces(*document, KernelPlaces(static_cast<std::size_t>(document->kernels.size()), {0, 0}));
        const KernelNames names(*document, builtinProfiles(), nullptr);
        const KernelIndex index(*document, segmentation);
        QTEST(devicesThatShare({*document, names, segmentation, index}, segmentation.devices[0]), "devices");
    }

    // Layers whose heads, gates and experts are not those that most families have.
    void heads_data()
    {
        QTest::addColumn<QByteArray>("config"); // of hidden size 8
        QTest::addColumn<int>("layer");
        QTest::addColumn<double>("qkv");
        QTest::addColumn<double>("oProj"); // what it adds up
        QTest::addColumn<double>("keyWidth"); // of all heads
        QTest::addColumn<double>("valueWidth");
        QTest::newRow("gates beside queries") << QByteArray(
            R"("model_type": "qwen3_5_moe_text", "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 3)")
                                              << 0 << 24.0 + 6 + 6 << 12.0 << 6.0 << 6.0;
        QTest::newRow("gates switched off") << QByteArray(
            R"("model_type": "qwen3_5_text", "attn_output_gate": false, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 3)")
                                            << 0 << 12.0 + 6 + 6 << 12.0 << 6.0 << 6.0;
        const QByteArray mimo(R"("model_type": "mimo_v2_flash", "num_attention_heads": 4, "num_key_value_heads": 1, "head_dim": 6,
            "v_head_dim": 4, "swa_num_attention_heads": 4, "swa_num_key_value_heads": 2, "swa_head_dim": 6, "swa_v_head_dim": 4,
            "sliding_window": 5, "layer_types": ["full_attention", "sliding_attention"])");
        QTest::newRow("narrow values") << mimo << 0 << 24.0 + 6 + 4 << 16.0 << 6.0 << 4.0;
        QTest::newRow("more heads in a window") << mimo << 1 << 24.0 + 12 + 8 << 16.0 << 12.0 << 8.0;
        const QByteArray gemma(R"("model_type": "gemma4_text", "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 3,
            "global_head_dim": 5, "num_global_key_value_heads": 1, "attention_k_eq_v": true, "sliding_window": 5,
            "layer_types": ["full_attention", "sliding_attention"])");
        QTest::newRow("wider heads, no product for values") << gemma << 0 << 20.0 + 5 << 20.0 << 5.0 << 5.0;
        QTest::newRow("the others") << gemma << 1 << 12.0 + 6 + 6 << 12.0 << 6.0 << 6.0;
    }

    void heads()
    {
        QFETCH(QByteArray, config);
        QFETCH(int, layer);
        const auto parsed = parseModelConfig(
            "{" + config.toStdString() + R"(, "num_hidden_layers": 2, "hidden_size": 8, "intermediate_size": 16})",
            "config.json");
        QVERIFY(parsed);
        const LayerShape shape = layerShape(*parsed, layer, 1);
        const AttentionShape attention = attentionShape(shape, false, ElementType::Bf16, ElementType::Bf16);
        QTEST(productOf(shape, "qkv")->n, "qkv");
        QTEST(productOf(shape, "o_proj")->k, "oProj");
        QTEST(attention.kvHeads * attention.dQk, "keyWidth");
        QTEST(attention.kvHeads * attention.dV, "valueWidth");
    }

    void widthsOfExpertsAndDenseLayers()
    {
        const auto config = [](const char *text) { return *parseModelConfig(text, "config.json"); };
        // Dense layers of Llama 4 are wider than its experts.
        const ModelConfig llama = config(R"({"model_type": "llama4_text", "num_hidden_layers": 2, "hidden_size": 8,
            "num_attention_heads": 2, "num_local_experts": 4, "interleave_moe_layer_step": 2, "intermediate_size": 16,
            "intermediate_size_mlp": 32})");
        QCOMPARE(layerShape(llama, 0, 1).intermediate, 32.0);
        QCOMPARE(layerShape(llama, 0, 1).window, 0.0);
        QCOMPARE(layerShape(llama, 1, 1).expertIntermediate, 16.0);
        QCOMPARE(layerShape(llama, 1, 1).expertHidden, 8.0);
        // Experts of Nemotron 3 Super work on a latent.
        const ModelConfig nemotron = config(R"({"model_type": "nemotron_h", "num_hidden_layers": 1, "hidden_size": 8,
            "num_attention_heads": 2, "n_routed_experts": 4, "intermediate_size": 16, "moe_intermediate_size": 6,
            "moe_latent_size": 3})");
        QCOMPARE(layerShape(nemotron, 0, 1).expertHidden, 3.0);
        QCOMPARE(layerShape(nemotron, 0, 1).hidden, 8.0);
    }

    // A kernel without an operator takes the work of others with its name and grid, where several say the same of as much time.
    void workOfTheSameKernel_data()
    {
        QTest::addColumn<int>("donors"); // products of 20 us
        QTest::addColumn<int>("us"); // of the kernel without an operator
        QTest::addColumn<bool>("taken");
        QTest::newRow("as long as two others") << 2 << 20 << true;
        QTest::newRow("a quarter longer") << 2 << 25 << true;
        QTest::newRow("a fifth shorter") << 2 << 16 << true;
        QTest::newRow("much shorter: fewer products for each element") << 2 << 15 << false;
        QTest::newRow("much longer") << 2 << 26 << false;
        QTest::newRow("a single other says little") << 1 << 20 << false;
    }

    void workOfTheSameKernel()
    {
        QFETCH(int, donors);
        QFETCH(int, us);
        QFETCH(bool, taken);
        std::string text;
        for (int i = 0; i <= donors; ++i) {
            const std::string at = std::to_string(i * 100);
            const std::string id = std::to_string(i + 1);
            if (i < donors)
                text += "{'ph':'X','cat':'cpu_op','name':'aten::mm','pid':1,'tid':1,'ts':" + at
                    + ",'dur':20,'args':{'Input Dims':[[2,4],[4,3]],'Input type':['c10::Half','c10::Half']}},";
            text += "{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernel','pid':1,'tid':1,'ts':" + std::to_string(i * 100 + 5)
                + ",'dur':1,'args':{'correlation':" + id + "}},{'ph':'X','cat':'kernel','name':'gemm','pid':0,'tid':7,'ts':"
                + std::to_string(i * 100 + 50) + ",'dur':" + std::to_string(i < donors ? 20 : us)
                + ",'args':{'device':0,'stream':7,'grid':[4,1,1],'block':[128,1,1],'correlation':" + id + "}},";
        }
        text.pop_back();
        const auto document = openText(traceObject(lamella::test::quoted(text)));
        const auto count = static_cast<std::uint32_t>(donors);
        const Segmentation segmentation = segmentationFromPlaces(*document, KernelPlaces(count + 1, {kNoPass, kNoLayer}));
        const KernelNames names(*document, testProfiles(), nullptr);
        const KernelIndex index(*document, segmentation);
        const LaunchJoin joined = joinLaunches(*document);
        const Roofline found = *lamella::core::roofline(
            {{*document, names, segmentation, index}, &joined, nullptr, nullptr, {{Hardware(), false, {}}}, nullptr, 0, 0});
        QCOMPARE(kindOf(found, 0).cost.flops, 48.0);
        QCOMPARE(kindOf(found, count).source, taken ? WorkSource::Shapes : WorkSource::None);
        QCOMPARE(kindOf(found, count).cost.flops == 48.0, taken);
        QCOMPARE(kindOf(found, count).cost.why.starts_with("as the same kernel"), taken);
    }

    void shapesOfTheLaunchingOperator()
    {
        // aten::linear calls aten::addmm; a norm does all of its work itself; the last operator has no formula.
        const char *mm = "'Input Dims':[[3],[2,4],[4,3],[],[]],'Input type':['c10::Half','c10::Half','c10::Half','','']";
        std::string text =
            opText("aten::linear", 0, 20, "'Input Dims':[[2,4],[3,4],[3]],'Input type':['c10::Half','c10::Half','c10::Half']")
            + opText("aten::addmm", 2, 10, mm) + workText(1, 5) + workText(2, 7);
        text += opText("aten::layer_norm", 30, 20, "'Input Dims':[[2,4]],'Input type':['float']")
            + opText("aten::add", 32, 5, "'Input Dims':[[2,4],[2,4]],'Input type':['float','float']") + workText(3, 34);
        text += opText("mylib::thing", 60, 9, "'Input Dims':[[2,4]],'Input type':['float']") + workText(4, 62);
        text += opText("triton_poi_fused_add_0", 70, 9,
                    "'Input Dims':[[2,4]],'Input type':['float'],'kernel_flop':12,'kernel_num_gb':1.6e-8")
            + workText(5, 72);
        const Launched trace(text, KernelPlaces(5, {kNoPass, kNoLayer}));
        const Roofline found = trace.roofline(nullptr);
        QCOMPARE(found.calls.size(), std::size_t(4));
        const WorkCall &product = found.calls[found.callOf[0]];
        QCOMPARE(found.callOf[1], found.callOf[0]); // both kernels are of one call
        QCOMPARE(product.kernels, 2u);
        QCOMPARE(product.durationNs, qint64(4000));
        QCOMPARE(kindOf(found, 0).op, std::string("aten::addmm"));
        QCOMPARE(kindOf(found, 0).source, WorkSource::Shapes);
        QCOMPARE(kindOf(found, 0).cost.flops, 54.0); // 2 * 2*3*4 + 2*3
        QCOMPARE(kindOf(found, 2).op, std::string("aten::layer_norm"));
        QCOMPARE(kindOf(found, 3).source, WorkSource::None);
        QVERIFY(!kindOf(found, 3).cost.why.empty());
        QCOMPARE(kindOf(found, 4).source, WorkSource::Recorded);
        QCOMPARE(kindOf(found, 4).cost.flops, 12.0);
        QCOMPARE(kindOf(found, 4).cost.bytes, 16.0);
        RooflineSum sum;
        for (const WorkCall &call : found.calls)
            sum.add(found, call, Hardware());
        QCOMPARE(sum.durationNs, qint64(10000));
        QCOMPARE(sum.modelledNs, qint64(8000));
        QCOMPARE(sum.source, WorkSource::Shapes);
    }

    // As torch.compile records a pass: one region without a formula around the launches of two layers.
    void aRegionAroundLayersIsDivided()
    {
        const std::string text = opText("CompiledFxGraph", 0, 40, "") + workText(1, 5) + workText(2, 15) + workText(3, 25);
        const Launched trace(text, {{0, 0}, {0, 0}, {0, 1}});
        const Roofline found = trace.roofline(nullptr);
        QCOMPARE(found.calls.size(), std::size_t(2));
        QCOMPARE(found.callOf[0], found.callOf[1]);
        QVERIFY(found.callOf[2] != found.callOf[1]);
        QCOMPARE(found.calls[found.callOf[2]].durationNs, qint64(2000));
    }

    // One layer: norm, qkv, attention, o_proj, norm, and an operator without a formula that computes gate_up and down.
    void aCallOfSeveralRolesIsDivided()
    {
        std::string text;
        const std::vector<const char *> names{"norm", "gemm", "attn", "gemm", "norm"};
        for (int k = 0; k < 5; ++k)
            text += opText("mylib::one", 10 * k, 9, "") + workText(k + 1, 10 * k + 2, names[static_cast<std::size_t>(k)]);
        text += opText("mylib::mlp", 50, 20, "'Input Dims':[[5,4]],'Input type':['c10::BFloat16']") + workText(6, 52, "gemm", 4)
            + workText(7, 56, "elementwise", 1) + workText(8, 60, "gemm", 3);
        Launched trace(text, KernelPlaces(8, {0, 0}));
        Pass &pass = trace.segmentation.devices[0].passes[0];
        pass.stage = Stage::Decode;
        pass.layers = 1;
        pass.complete = true;
        pass.requests = pass.tokens = 5;
        ModelConfig config = *parseModelConfig(kConfig, "config.json");
        config.layers = 1;
        const Roofline whole = trace.roofline(nullptr);
        QCOMPARE(whole.calls[whole.callOf[5]].kernels, 3u);
        const Roofline found = trace.roofline(&config, 7);
        QCOMPARE(kindOf(found, 1).op, std::string("qkv"));
        QCOMPARE(kindOf(found, 5).op, std::string("gate_up"));
        QCOMPARE(kindOf(found, 5).cost.flops, 240.0); // 2 * 5 * 6 * 4
        QCOMPARE(kindOf(found, 7).op, std::string("down"));
        QCOMPARE(kindOf(found, 7).cost.flops, 120.0); // 2 * 5 * 4 * 3
        QCOMPARE(found.calls[found.callOf[7]].durationNs, qint64(3000));
        std::int64_t all = 0;
        for (const WorkCall &call : found.calls)
            all += call.durationNs;
        QCOMPARE(all, qint64(5 * 2000 + 8000)); // no time is lost or counted twice
    }

    // A call of a memset, a product and an elementwise kernel: the product takes most of it.
    void aCallIsWhatMostOfItsTimeIs()
    {
        const char *args = "'Input Dims':[[1,2,5,5],[3,2,3,3],[3],[],[],[],[],[],[]],"
                           "'Input type':['float','float','float','','','','','',''],"
                           "'Concrete Inputs':['','','','[2, 2]','[1, 1]','[1, 1]','False','[0, 0]','1']";
        const std::string text = opText("aten::convolution", 0, 30, args) + workText(1, 2, "copy", 11)
            + workText(2, 6, "gemm_tf32", 9) + workText(3, 20, "other", 4) + opText("mylib::two", 40, 20, "")
            + workText(4, 42, "norm", 5) + workText(5, 50, "copy", 2) + workText(6, 53, "copy", 3);
        const Launched trace(text, KernelPlaces(6, {kNoPass, kNoLayer}));
        const Roofline found = trace.roofline(nullptr);
        QCOMPARE(found.calls.size(), std::size_t(2));
        QCOMPARE(found.calls[0].category, Category::Gemm); // though copies take longer
        QCOMPARE(found.calls[1].category, Category::Norm); // 5 of either: the first
        QCOMPARE(found.calls[0].durationNs, qint64(24000));
        // 2 * 3 * 9 * 18 operations of the product in the time of all three.
        RooflineSum gemm;
        gemm.addKernel(found, KernelId(1), 9000, hardware(1, 1000));
        QCOMPARE(gemm.durationNs, qint64(9000));
        QCOMPARE(gemm.flops, 972.0);
        QCOMPARE(gemm.flopsNs, qint64(24000));
        QCOMPARE(gemm.perNs(&RooflineSum::flops), 972.0 / 24000);
        RooflineSum copy;
        copy.addKernel(found, KernelId(0), 1000, hardware(1, 1000));
        QVERIFY(copy.isPart());
        QCOMPARE(copy.modelledNs, qint64(1000));
        QCOMPARE(copy.works, qint64(0));
        // Each is as near to the roofline as the call, and the headrooms add up to that of the call.
        RooflineSum whole;
        whole.add(found, found.calls[0], hardware(1, 1000));
        const KernelTable &kernels = trace.document->kernels;
        copy = {};
        copy.addKernel(found, KernelId(0), kernels.duration[0], hardware(1, 1000));
        const double share = whole.floorNs / static_cast<double>(whole.floorCallsNs);
        QVERIFY(share > 0);
        QCOMPARE(gemm.floorNs / static_cast<double>(gemm.floorCallsNs), share);
        QCOMPARE(gemm.floorCallsNs, gemm.durationNs); // the row divides by its own time
        QCOMPARE(copy.floorNs / static_cast<double>(copy.durationNs), share);
        RooflineSum all;
        for (std::uint32_t k = 0; k < 3; ++k)
            all.addKernel(found, KernelId(k), kernels.duration[k], hardware(1, 1000));
        QCOMPARE(all.floorNs, whole.floorNs);
        QCOMPARE(all.floorCallsNs, whole.floorCallsNs);
    }

    // Rates are over the time of what is known.
    void whatIsUnknownIsNotZero()
    {
        const char *args = "'Input Dims':[[2,4],[4,3]]";
        std::string text = opText("aten::mm", 0, 9, args) + workText(1, 2, "gemm", 3);
        text +=
            opText("aten::mm", 10, 9, "'Input Dims':[[2,4],[4,3]],'Input type':['float','float']") + workText(2, 12, "gemm", 5);
        text += opText("mylib::thing", 20, 9, "'Input Dims':[[2,4]]") + workText(3, 22, "gemm", 7);
        const Launched trace(text, KernelPlaces(3, {kNoPass, kNoLayer}));
        const Roofline found = trace.roofline(nullptr);
        RooflineSum sum;
        for (std::uint32_t k = 0; k < 3; ++k)
            sum.addKernel(found, KernelId(k), trace.document->kernels.duration[k], hardware(1, 1000));
        QCOMPARE(sum.durationNs, qint64(15000));
        QCOMPARE(sum.modelledNs, qint64(8000));
        QCOMPARE(sum.works, qint64(3));
        QCOMPARE(sum.flopsCalls, qint64(2));
        QCOMPARE(sum.bytesCalls, qint64(1));
        QCOMPARE(sum.flops, 96.0);
        QCOMPARE(sum.perNs(&RooflineSum::flops), 96.0 / 8000);
        QCOMPARE(sum.perNs(&RooflineSum::bytes), 104.0 / 5000);
        QCOMPARE(sum.flopsOfBoth / sum.bytesOfBoth, 48.0 / 104);
    }

    // Keys beyond the window of a sliding layer are not seen; the operator records no window, the config has it.
    void theWindowOfALayerIsThatOfTheConfig()
    {
        const char *args = "'Input Dims':[[5,2,2],[5,1,2],[5,1,2],[5,2,2],[]],"
                           "'Input type':['c10::BFloat16','c10::BFloat16','c10::BFloat16','c10::BFloat16','']";
        std::string text;
        for (int layer = 0; layer < 2; ++layer)
            text +=
                opText("vllm::unified_attention_with_output", 10 * layer, 9, args) + workText(layer + 1, 10 * layer + 2, "attn");
        Launched trace(text, {{0, 0}, {0, 1}});
        Pass &pass = trace.segmentation.devices[0].passes[0];
        pass.stage = Stage::Decode;
        pass.layers = 2;
        pass.complete = true;
        pass.requests = pass.tokens = 5;
        ModelConfig config = *parseModelConfig(kConfig, "config.json");
        config.layerTypes = {"sliding_attention", "full_attention"};
        config.numbers["sliding_window"] = 3;
        const Roofline found = trace.roofline(&config, 7);
        // 5 queries of 7 keys, of 3 in the window; * 2 * 2 heads * 4; (5*2*4 + keys*1*4) * 2 bytes.
        QCOMPARE(kindOf(found, 0).source, WorkSource::Shapes);
        QCOMPARE(kindOf(found, 0).cost.flops, 240.0);
        QCOMPARE(kindOf(found, 0).cost.bytes, 200.0);
        QCOMPARE(kindOf(found, 1).cost.flops, 560.0);
        QCOMPARE(kindOf(found, 1).cost.bytes, 360.0);
        // Of chunks of 3 keys, the seventh key is the first of its own: each query sees one.
        config.layerTypes = {"chunked_attention", "full_attention"};
        config.numbers["attention_chunk_size"] = 3;
        const Roofline chunked = trace.roofline(&config, 7);
        QCOMPARE(kindOf(chunked, 0).cost.flops, 80.0);
        QCOMPARE(kindOf(chunked, 0).cost.bytes, 120.0);
        QCOMPARE(kindOf(chunked, 1).cost.flops, 560.0);
        config.numbers["attention_chunk_size"] = 1e30; // longer than an integer can say: all keys are seen
        QCOMPARE(kindOf(trace.roofline(&config, 7), 0).cost.flops, 560.0);
        // A config of another model says nothing.
        config.layers = 3;
        QCOMPARE(kindOf(trace.roofline(&config, 7), 0).cost.flops, 560.0);
    }

    void anUnknownSizeIsNotCounted()
    {
        const auto kindWith = [](const std::string &dims) {
            const std::string args = "'Input Dims':" + dims + ",'Input type':['c10::BFloat16','c10::BFloat16']";
            const Launched trace(opText("aten::mm", 0, 9, args.c_str()) + workText(1, 2, "gemm"), {{0, 0}});
            const Roofline found = trace.roofline(nullptr);
            return kindOf(found, 0);
        };
        QCOMPARE(kindWith("[[1,4],[4,3]]").cost.flops, 24.0);
        for (const char *dims : {"[[-1,4],[4,3]]", "[[2,-1],[4,3]]", "[[2,4],[4,-1]]"}) {
            const WorkKind kind = kindWith(dims);
            QVERIFY2(!kind.cost.modelled(), dims);
            QCOMPARE(kind.source, WorkSource::None);
            QVERIFY2(kind.cost.why.find("unknown") != std::string_view::npos, dims);
        }
    }

    void typesOfARefusedConfigAreNotUsed()
    {
        Launched trace(opText("aten::mm", 0, 9, "'Input Dims':[[2,4],[4,3]]") + workText(1, 2, "gemm"), {{0, 0}});
        Pass &pass = trace.segmentation.devices[0].passes[0];
        pass.stage = Stage::Forward;
        pass.layers = 1;
        pass.complete = true;
        ModelConfig config = *parseModelConfig(kConfig, "config.json");
        config.layers = 1;
        QCOMPARE(kindOf(trace.roofline(&config), 0).cost.input, ElementType::Bf16);
        config.layers = 9;
        const Roofline refused = trace.roofline(&config);
        QCOMPARE(refused.warnings.size(), std::size_t(1));
        QCOMPARE(kindOf(refused, 0).cost.input, ElementType::Unknown);
        QVERIFY(!isCounted(kindOf(refused, 0).cost.bytes));
        QCOMPARE(kindOf(refused, 0).cost.why, kNoTypes);
    }
};

LAMELLA_TEST(tst_Roofline)
#include "tst_Roofline.moc"
