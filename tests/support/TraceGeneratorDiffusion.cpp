// SPDX-License-Identifier: GPL-3.0-or-later
// Diffusion transformers of two kinds of blocks: first those with separate image and text streams, then those that join them.
#include "tests/support/TraceGeneratorEager.h"
#include "tests/support/TraceGeneratorEagerWriter.h"
#include "tests/support/TraceGeneratorNames.h"
#include "tests/support/TraceGeneratorNamesEager.h"

namespace lamella::test {

using namespace names;

namespace {

constexpr std::string_view kModulate = "triton_poi_fused_add_mul_native_layer_norm_2";
constexpr std::string_view kNormModulate = "triton_red_fused_add_mul_native_layer_norm_1";
constexpr std::string_view kGateAdd = "triton_poi_fused_add_mul_5";
constexpr std::string_view kChunk = "triton_poi_fused_split_silu_0";

class DiffusionBuilder : private EagerWriter {
public:
    DiffusionBuilder(const ModelPlan &model, const Dialect &dialect, const EagerHabits &habits, StepShape shape, bool compiled)
        : EagerWriter(model, dialect, habits, shape)
        , m_compiled(compiled)
    {
    }

    std::vector<WorkItem> pass()
    {
        m_layer = core::kHeadLayer;
        enter("FluxTransformer2DModel");
        linear("img_in", Weight::Medium);
        kernels({kMulScalar, kCos, kSin, kConcat, kFloatToBf16}, "aten::cos", Weight::Tiny);
        for (const std::string_view site : {"time_in", "time_out", "text_in", "text_out"})
            linear(site, Weight::Small);
        residual();
        linear("context_in", Weight::Medium);
        const int doubles = m_model.layers - m_model.singleLayers;
        for (int number = 0; number < m_model.layers; ++number) {
            m_layer = number;
            if (number < doubles)
                doubleBlock();
            else
                singleBlock();
        }
        m_layer = core::kTailLayer;
        modulation("norm_out");
        layerNorm();
        linear("proj_out", Weight::Medium);
        leave();
        kernels({kToFloat, kMulScalar, kAddEps, kFloatToBf16}, "aten::add", Weight::Small); // the scheduler's step
        return std::move(m_items);
    }

private:
    void modulation(std::string_view site)
    {
        kernels({m_compiled ? kChunk : kSilu}, "aten::silu", Weight::Tiny);
        linear(site, Weight::Small);
    }

    void layerNorm()
    {
        if (m_compiled) {
            kernels({kNormModulate}, "aten::native_layer_norm", Weight::Small);
            return;
        }
        kernels({"void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, float, false>(int, float, "
                 "c10::BFloat16 const*, c10::BFloat16 const*, c10::BFloat16 const*, float*, float*, c10::BFloat16*)",
                    kAddEps, kMulBf16, kAddStrided},
            "aten::native_layer_norm", Weight::Small);
    }

    void gatedResidual()
    {
        if (m_compiled)
            kernels({kGateAdd}, "aten::add", Weight::Small);
        else
            kernels({kMulBf16, kAddBf16}, "aten::add", Weight::Small);
    }

    void headNorms()
    {
        for (int part = 0; part < 2; ++part)
            norm();
    }

    void doubleBlock()
    {
        enter("FluxTransformerBlock");
        modulation("mod_img");
        layerNorm();
        modulation("mod_txt");
        layerNorm();
        for (const std::string_view site : {"q", "k", "v"})
            linear(site, Weight::Medium);
        headNorms();
        for (const std::string_view site : {"add_q", "add_k", "add_v"})
            linear(site, Weight::Medium);
        headNorms();
        kernels({kConcat, kConcat, kConcat}, "aten::cat", Weight::Small);
        rotate();
        attentionCore(false);
        linear("o_proj", Weight::Medium);
        linear("add_o", Weight::Medium);
        for (const std::string_view stream : {"img", "txt"}) {
            gatedResidual();
            if (m_compiled)
                kernels({kModulate}, "aten::native_layer_norm", Weight::Small);
            else
                layerNorm();
            linear(stream == "img" ? "up" : "txt_up", Weight::Big);
            kernels({kGelu}, "aten::gelu", Weight::Small);
            linear(stream == "img" ? "down" : "txt_down", Weight::Big);
            gatedResidual();
        }
        leave();
    }

    void singleBlock()
    {
        enter("FluxSingleTransformerBlock");
        modulation("mod_single");
        layerNorm();
        linear("proj_mlp", Weight::Big);
        kernels({kGelu}, "aten::gelu", Weight::Small);
        for (const std::string_view site : {"q", "k", "v"})
            linear(site, Weight::Medium);
        headNorms();
        rotate();
        attentionCore(false);
        kernels({kConcat}, "aten::cat", Weight::Small);
        linear("single_out", Weight::Big);
        gatedResidual();
        leave();
    }

    bool m_compiled = false;
};

} // namespace

void planDiffusion(RunPlan &plan, const TraceOptions &options, Random &random)
{
    static constexpr int kDoubles[] = {5, 8, 19};
    static constexpr int kSingles[] = {10, 20, 24, 38};
    EagerHabits habits;
    habits.family = "Flux";
    const bool compiled = random.chance(40);
    habits.fusedNorm = compiled || random.chance(50);
    habits.cache = false;
    plan.model.type = "flux";
    const std::int64_t size = random.between(0, 2);
    plan.model.singleLayers = kSingles[size + random.between(0, 1)];
    plan.model.layers = kDoubles[size] + plan.model.singleLayers;
    plan.model.hidden = 3072;
    plan.model.extraConfig = "  \"num_layers\": " + std::to_string(kDoubles[size])
        + ",\n  \"num_single_layers\": " + std::to_string(plan.model.singleLayers) + ",\n";
    plan.dialect = Dialect(eagerVocabulary(), random.next());
    plan.gapNs = random.between(600, 2'500);
    const StepShape shape{core::Stage::Forward, static_cast<int>(random.between(1, 4)) * 1024 + 512};
    const std::int64_t steps = options.passes > 0 ? options.passes : random.between(3, 5);
    for (std::int64_t step = 0; step < steps; ++step) {
        PassPlan pass;
        pass.shape = shape;
        pass.items = DiffusionBuilder(plan.model, plan.dialect, habits, shape, compiled).pass();
        pass.gapBeforeNs = random.between(5'000, 300'000);
        pass.slownessPercent = step == 0 ? static_cast<int>(random.between(120, 300)) : 100;
        plan.passes.push_back(std::move(pass));
    }
}

} // namespace lamella::test
