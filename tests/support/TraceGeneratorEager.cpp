// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TraceGeneratorEager.h"

#include "tests/support/TraceGeneratorEagerWriter.h"
#include "tests/support/TraceGeneratorNames.h"
#include "tests/support/TraceGeneratorNamesEager.h"

#include <map>

namespace lamella::test {

using namespace names;
using core::Stage;

namespace {

void addPass(RunPlan &plan, StepShape shape, std::vector<WorkItem> items, std::int64_t gapNs, int slowness)
{
    PassPlan pass;
    pass.shape = shape;
    pass.items = std::move(items);
    pass.gapBeforeNs = gapNs;
    pass.slownessPercent = slowness;
    plan.passes.push_back(std::move(pass));
}

std::string configLine(const std::string &key, int value)
{
    return "  \"" + key + "\": " + std::to_string(value) + ",\n";
}

int drawnSlowness(bool first, Random &random)
{
    return first ? static_cast<int>(random.between(150, 350)) : 100;
}

class DecoderBuilder : private EagerWriter {
public:
    DecoderBuilder(const ModelPlan &model, const Dialect &dialect, const EagerHabits &habits, StepShape shape)
        : EagerWriter(model, dialect, habits, shape)
    {
    }
    std::vector<WorkItem> pass()
    {
        m_layer = core::kHeadLayer;
        kernels({kHostToDevice}, "aten::to", Weight::Tiny);
        enter(m_habits.family + "ForCausalLM");
        enter(m_habits.family + "Model");
        enter("Embedding");
        kernels({kIndexSelect}, "aten::embedding", Weight::Small);
        leave();
        kernels({kArange, kAddLong}, "aten::arange", Weight::Tiny);
        if (m_habits.rotary) {
            enter(m_habits.family + "RotaryEmbedding");
            gemm("inv_freq", Weight::Tiny);
            kernels({kConcat, kCos, kMulScalar, kSin, kMulScalar, kFloatToBf16, kFloatToBf16}, "aten::cos", Weight::Tiny);
            leave();
        }
        for (int number = 0; number < m_model.layers; ++number)
            layer(number);
        m_layer = core::kTailLayer;
        norm();
        leave();
        linear("lm_head", Weight::Huge);
        leave();
        sampling();
        return std::move(m_items);
    }

private:
    void layer(int number)
    {
        m_layer = number;
        enter(m_habits.family + "DecoderLayer");
        norm();
        selfAttention(true);
        residual();
        norm();
        mlp();
        residual();
        leave();
    }
};

class EncoderDecoderBuilder : private EagerWriter {
public:
    EncoderDecoderBuilder(const ModelPlan &model, const Dialect &dialect, const EagerHabits &habits, StepShape shape, bool speech)
        : EagerWriter(model, dialect, habits, shape)
        , m_speech(speech)
    {
    }
    std::vector<WorkItem> pass(bool withEncoder)
    {
        m_layer = core::kHeadLayer;
        kernels({kHostToDevice}, "aten::to", Weight::Tiny);
        enter(m_habits.family + "ForConditionalGeneration");
        if (withEncoder)
            encoder();
        enter(m_habits.family + "Decoder");
        decoderInput();
        for (int number = 0; number < m_model.decoderLayers; ++number)
            decoderLayer(number, withEncoder);
        m_layer = core::kTailLayer;
        norm("LayerNorm");
        leave();
        linear("lm_head", Weight::Huge);
        leave();
        sampling();
        return std::move(m_items);
    }

private:
    void encoder()
    {
        enter(m_habits.family + "Encoder");
        if (m_speech) {
            for (int conv = 0; conv < 2; ++conv) {
                enter("Conv1d");
                kernels(
                    {"sm90_xmma_fprop_implicit_gemm_bf16bf16_bf16f32_f32_nhwckrsc_nhwc_tilesize128x64x64_stage3_cudnn", kGelu},
                    "aten::convolution", Weight::Medium);
                leave();
            }
            residual();
        } else {
            enter("Embedding");
            kernels({kIndexSelect}, "aten::embedding", Weight::Small);
            leave();
        }
        for (int number = 0; number < m_model.layers; ++number) {
            m_layer = number;
            enter(m_habits.family + "EncoderLayer");
            norm("LayerNorm");
            selfAttention(false);
            residual();
            norm("LayerNorm");
            mlp();
            residual();
            leave();
        }
        norm("LayerNorm"); // closes the encoder: between two layers, so it ends the one before
        leave();
    }

    // Embedding of the decoder: behind an encoder it opens the first layer of the decoder.
    void decoderInput()
    {
        m_layer = m_items.back().layer >= 0 ? m_model.layers : core::kHeadLayer;
        enter("Embedding");
        kernels({kIndexSelect}, "aten::embedding", Weight::Small);
        leave();
        if (m_speech)
            residual();
    }

    void decoderLayer(int number, bool first)
    {
        m_layer = m_model.layers + number;
        enter(m_habits.family + "DecoderLayer");
        norm("LayerNorm");
        selfAttention(true);
        residual();
        norm("LayerNorm");
        crossAttention(first);
        residual();
        norm("LayerNorm");
        mlp();
        residual();
        leave();
    }

    bool m_speech = false;
};

} // namespace

void planEagerDecoder(RunPlan &plan, const TraceOptions &options, Random &random)
{
    static constexpr int kLayers[] = {12, 16, 24, 28};
    static constexpr std::string_view kFamilies[] = {"Llama", "Qwen2", "Qwen3", "Mistral", "Phi3"};
    EagerHabits habits;
    habits.family = kFamilies[random.between(0, 4)];
    habits.qkNorm = habits.family == "Qwen3";
    habits.fusedNorm = random.chance(20);
    habits.mathAttention = random.chance(25);
    plan.model.type = habits.family == "Llama" ? "llama" : habits.family == "Qwen2" ? "qwen2" : "qwen3";
    plan.model.layers = kLayers[random.between(0, 3)];
    plan.model.hidden = 2048;
    plan.dialect = Dialect(eagerVocabulary(), random.next());
    plan.gapNs = random.between(600, 6'000); // the host is often too slow
    const int prompt = static_cast<int>(random.between(1, 8)) * 64;
    const std::int64_t steps = options.passes > 0 ? options.passes : random.between(3, 5);
    for (std::int64_t step = 0; step < steps; ++step) {
        const StepShape shape{step == 0 ? Stage::Prefill : Stage::Decode, step == 0 ? prompt : 1};
        addPass(plan, shape, DecoderBuilder(plan.model, plan.dialect, habits, shape).pass(), random.between(60'000, 700'000),
            drawnSlowness(step == 0, random));
    }
}

void planEncoderDecoder(RunPlan &plan, const TraceOptions &options, Random &random)
{
    static constexpr int kLayers[] = {6, 8, 12};
    const bool speech = random.chance(50);
    EagerHabits habits;
    habits.family = speech ? "Whisper" : "T5";
    habits.layerNorm = speech;
    habits.fusedNorm = true;
    habits.gatedMlp = !speech && random.chance(50);
    habits.mathAttention = !speech;
    habits.rotary = false;
    plan.model.type = speech ? "whisper" : "t5";
    plan.model.layers = kLayers[random.between(0, 2)];
    plan.model.decoderLayers = random.chance(50) ? plan.model.layers : kLayers[random.between(0, 2)];
    plan.model.hidden = 1024;
    plan.model.extraConfig = configLine("num_layers", plan.model.layers) + configLine("encoder_layers", plan.model.layers)
        + configLine("decoder_layers", plan.model.decoderLayers) + configLine("num_decoder_layers", plan.model.decoderLayers);
    plan.dialect = Dialect(eagerVocabulary(), random.next());
    plan.gapNs = random.between(600, 3'000);
    const std::int64_t steps = options.passes > 0 ? options.passes : random.between(5, 10);
    const std::int64_t request = random.between(4, 7); // steps until the next input is encoded
    for (std::int64_t step = 0; step < steps; ++step) {
        const bool encodes = step % request == 0;
        const StepShape shape{encodes ? Stage::Prefill : Stage::Decode, encodes ? 512 : 1};
        addPass(plan, shape, EncoderDecoderBuilder(plan.model, plan.dialect, habits, shape, speech).pass(encodes),
            random.between(60'000, 500'000), drawnSlowness(step == 0, random));
    }
}

void obscureNames(RunPlan &plan, Random &random)
{
    static constexpr std::string_view kForms[] = {"kernel_", "_Z6stage", "fn_", "op"};
    const std::string form(kForms[random.between(0, 3)]);
    const std::uint64_t seed = random.next();
    std::map<std::string, std::string> symbols;
    for (PassPlan &pass : plan.passes)
        for (WorkItem &item : pass.items) {
            if (item.kind != WorkKind::Kernel) // the recorder names copies itself
                continue;
            std::string &symbol = symbols[item.name];
            if (symbol.empty())
                symbol = form + std::to_string(Random::hashed(seed, item.name) % 1'000'000);
            item.name = symbol;
            item.op = "run";
        }
}

} // namespace lamella::test
