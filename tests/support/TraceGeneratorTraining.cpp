// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TraceGeneratorTraining.h"

#include "tests/support/TraceGeneratorWriter.h"

#include <algorithm>

namespace lamella::test {

namespace {

using core::Stage;

enum class Parallel : std::uint8_t { None, Tensor, Data, Sharded };

struct TrainingHabits {
    Parallel parallel = Parallel::None;
    bool recompute = false; // each layer runs its forward again before its backward
    bool splitProjections = false; // q, k, v and gate, up as GEMMs of their own
    bool reduceOnMain = false; // tensor parallel collectives on the compute stream
    int bucketLayers = 4; // layers per gradient bucket
};

class TrainingBuilder : private PassWriter {
public:
    TrainingBuilder(const ModelPlan &model, const Dialect &dialect, const TrainingHabits &habits, StepShape shape)
        : PassWriter(model, dialect, shape)
        , m_habits(habits)
        , m_fusesAdd(dialect.has(Role::AddNorm))
    {
    }

    std::vector<WorkItem> forwardPass()
    {
        m_layer = core::kHeadLayer;
        run(Role::Prepare, Weight::Small);
        run(Role::Embedding, Weight::Small);
        for (int number = 0; number < m_model.layers; ++number)
            layerForward(number, number + 1);
        m_layer = core::kTailLayer;
        mainRun(m_fusesAdd ? Role::AddNorm : Role::FirstNorm, Weight::Tiny);
        gemm("lm_head", Weight::Huge);
        run(Role::Loss, Weight::Small);
        return std::move(m_items);
    }

    std::vector<WorkItem> backwardPass()
    {
        m_thread = HostThread::Autograd;
        m_layer = core::kHeadLayer;
        run(Role::LossBackward, Weight::Small);
        gradients("lm_head", Weight::Huge, false);
        run(Role::NormBackward, Weight::Small);
        for (int number = m_model.layers; number-- > 0;) {
            if (m_habits.recompute)
                layerForward(number, number - 1);
            layerBackward(number);
            if (m_habits.parallel == Parallel::Data && number % m_habits.bucketLayers == 0 && number > 0)
                reduceBucket();
        }
        m_layer = core::kTailLayer;
        run(Role::EmbeddingBackward, Weight::Small);
        if (m_habits.parallel == Parallel::Data)
            reduceBucket();
        return std::move(m_items);
    }

    std::vector<WorkItem> optimizerPass()
    {
        m_layer = core::kHeadLayer;
        run(Role::GradientNorm, Weight::Medium);
        for (int chunk = 0; chunk < std::max(1, m_model.layers / 4); ++chunk)
            run(Role::Optimizer, Weight::Medium);
        joinFrom(0);
        return std::move(m_items);
    }

private:
    void side(Role role, Weight weight)
    {
        // Hooks run between layers: what they launch follows the work of the layer before.
        const std::size_t begin = m_items.size();
        run(role, weight, Lane::Communication, true);
        for (std::size_t i = begin; i < m_items.size() && begin > 0; ++i)
            m_items[i].layer = m_items[begin - 1].layer;
    }

    void gatherAhead(int layer)
    {
        if (m_habits.parallel == Parallel::Sharded && layer >= 0 && layer < m_model.layers)
            side(Role::AllGather, Weight::Big);
    }

    // The compute stream waits for it.
    void reduceActivations()
    {
        if (m_habits.parallel != Parallel::Tensor)
            return;
        const std::size_t begin = m_items.size();
        run(Role::AllReduce, Weight::Medium, m_habits.reduceOnMain ? Lane::Main : Lane::Communication, true);
        if (!m_habits.reduceOnMain)
            for (std::size_t i = begin; i < m_items.size(); ++i)
                m_items[i].awaited = true;
        m_joinNext = !m_habits.reduceOnMain;
    }

    void mainRun(Role role, Weight weight)
    {
        const std::size_t begin = m_items.size();
        run(role, weight);
        joinPending(begin);
    }

    void mainGemm(std::string_view site, Weight weight)
    {
        const std::size_t begin = m_items.size();
        gemm(site, weight);
        joinPending(begin);
    }

    void joinPending(std::size_t begin)
    {
        if (!m_joinNext || begin >= m_items.size())
            return;
        m_items[begin].joins = true;
        m_joinNext = false;
    }

    void projections(std::initializer_list<std::string_view> split, std::string_view fused, Weight weight)
    {
        if (!m_habits.splitProjections) {
            mainGemm(fused, weight);
            return;
        }
        for (const std::string_view site : split)
            mainGemm(site, weight);
    }

    void layerForward(int number, int next)
    {
        m_layer = number;
        mainRun(m_fusesAdd && number > 0 ? Role::AddNorm : Role::FirstNorm, Weight::Tiny);
        gatherAhead(next);
        projections({"q", "k", "v"}, "qkv", Weight::Medium);
        run(Role::Rope, Weight::Tiny);
        run(Role::Attention, Weight::Big);
        gemm("o_proj", Weight::Medium);
        reduceActivations();
        if (!m_fusesAdd)
            mainRun(Role::ResidualAdd, Weight::Tiny);
        mainRun(m_fusesAdd ? Role::AddNorm : Role::FirstNorm, Weight::Tiny);
        projections({"gate", "up"}, "gate_up", Weight::Big);
        run(Role::Activation, Weight::Tiny);
        gemm("down", Weight::Big);
        reduceActivations();
        if (!m_fusesAdd)
            mainRun(Role::ResidualAdd, Weight::Tiny);
    }

    // Of the input, then of the weight; the collective of the first runs beside the second.
    void gradients(std::string_view site, Weight weight, bool reduces)
    {
        const std::string text(site);
        mainGemm(text + "_dgrad", weight);
        if (reduces)
            reduceActivations();
        gemm(text + "_wgrad", weight);
    }

    void gradients(std::initializer_list<std::string_view> split, std::string_view fused, Weight weight)
    {
        if (!m_habits.splitProjections) {
            gradients(fused, weight, true);
            return;
        }
        for (const std::string_view site : split) {
            gradients(site, weight, site == *(split.end() - 1));
            if (site != *split.begin())
                run(Role::GradientAdd, Weight::Tiny);
        }
    }

    void layerBackward(int number)
    {
        m_layer = number;
        gradients("down", Weight::Big, false);
        run(Role::ActivationBackward, Weight::Small);
        gradients({"up", "gate"}, "gate_up", Weight::Big);
        mainRun(Role::NormBackward, Weight::Small);
        run(Role::GradientAdd, Weight::Tiny);
        gatherAhead(number - 1);
        gradients("o_proj", Weight::Medium, false);
        run(Role::AttentionBackward, Weight::Big);
        run(Role::RopeBackward, Weight::Small);
        gradients({"v", "k", "q"}, "qkv", Weight::Medium);
        mainRun(Role::NormBackward, Weight::Small);
        run(Role::GradientAdd, Weight::Tiny);
        if (m_habits.parallel == Parallel::Sharded)
            side(Role::ReduceScatter, Weight::Big);
    }

    void reduceBucket()
    {
        run(Role::GradientBucket, Weight::Small);
        side(Role::AllReduce, Weight::Huge);
    }

    const TrainingHabits &m_habits;
    bool m_fusesAdd = false;
    bool m_joinNext = false;
};

TrainingHabits drawnHabits(const RunPlan &plan, Random &random)
{
    TrainingHabits habits;
    const bool megatron = plan.dialect.name().starts_with("megatron");
    static constexpr Parallel kMegatron[] = {Parallel::Tensor, Parallel::Tensor, Parallel::Data};
    static constexpr Parallel kTorch[] = {Parallel::None, Parallel::Data, Parallel::Sharded};
    habits.parallel = megatron ? kMegatron[random.between(0, 2)] : kTorch[random.between(0, 2)];
    habits.recompute = random.chance(50);
    habits.splitProjections = plan.dialect.name() == "pytorch-eager" || random.chance(20);
    habits.reduceOnMain = random.chance(40);
    habits.bucketLayers = static_cast<int>(random.between(2, 5));
    return habits;
}

} // namespace

void planTraining(RunPlan &plan, const TraceOptions &options, Random &random)
{
    static constexpr int kLayers[] = {8, 12, 16, 24};
    plan.model.type = random.chance(50) ? "qwen3" : "llama";
    plan.model.layers = kLayers[random.between(0, 3)];
    plan.model.hidden = 4096;
    const std::vector<Vocabulary> &all = trainingVocabularies();
    plan.dialect = Dialect(all[static_cast<std::size_t>(options.seed) % all.size()], random.next());
    plan.gapNs = random.between(900, 2'500);
    const TrainingHabits habits = drawnHabits(plan, random);
    plan.model.tensorParallel = habits.parallel == Parallel::Tensor ? 8 : 1;
    const int tokens = static_cast<int>(random.between(1, 4)) * 2048;
    const std::int64_t steps = options.passes > 0 ? options.passes : random.between(2, 4);
    for (std::int64_t step = 0; step < steps; ++step) {
        const int slowness = step == 0 ? static_cast<int>(random.between(110, 300)) : 100;
        const auto add = [&](Stage stage, std::vector<WorkItem> items, std::int64_t gapNs) {
            PassPlan pass;
            pass.shape = {stage, tokens};
            pass.items = std::move(items);
            pass.gapBeforeNs = gapNs;
            pass.slownessPercent = slowness;
            plan.passes.push_back(std::move(pass));
        };
        const auto builder = [&](Stage stage) { return TrainingBuilder(plan.model, plan.dialect, habits, {stage, tokens}); };
        add(Stage::Forward, builder(Stage::Forward).forwardPass(), random.between(40'000, 3'000'000));
        add(Stage::Backward, builder(Stage::Backward).backwardPass(), random.between(1'000, 20'000));
        add(Stage::Optimizer, builder(Stage::Optimizer).optimizerPass(), random.between(2'000, 80'000));
    }
}

} // namespace lamella::test
