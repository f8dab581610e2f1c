// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TraceGeneratorKinds.h"

#include "tests/support/TraceGeneratorEager.h"
#include "tests/support/TraceGeneratorModels.h"
#include "tests/support/TraceGeneratorPass.h"
#include "tests/support/TraceGeneratorTraining.h"

#include <algorithm>

namespace lamella::test {

namespace {

using core::Stage;

std::vector<StepShape> repeated(StepShape shape, std::int64_t times)
{
    return std::vector<StepShape>(static_cast<std::size_t>(times), shape);
}

void append(std::vector<StepShape> &shapes, const std::vector<StepShape> &more)
{
    shapes.insert(shapes.end(), more.begin(), more.end());
}

// What a server does while a few requests come and go.
std::vector<StepShape> servingSteps(TraceKind kind, Random &random)
{
    static constexpr int kBatches[] = {1, 4, 8, 16, 32, 64, 128};
    const int batch = kBatches[random.between(0, 6)];
    const int prompt = static_cast<int>(random.between(2, 16)) * 256;
    std::vector<StepShape> shapes;
    if (kind == TraceKind::CudaGraph) {
        append(shapes, repeated({Stage::Decode, batch}, random.between(5, 8)));
        append(shapes, repeated({Stage::Decode, batch > 8 ? batch / 4 : batch * 8}, random.between(2, 5)));
        return shapes;
    }
    if (kind == TraceKind::Sample) {
        append(shapes, {{Stage::Prefill, 2048}});
        append(shapes, repeated({Stage::Decode, 16}, 9));
        return shapes;
    }
    if (kind == TraceKind::ChunkedPrefill) {
        append(shapes, repeated({Stage::Mixed, 2048 + batch}, random.between(2, 5)));
        append(shapes, repeated({Stage::Decode, batch}, random.between(2, 4)));
        append(shapes, repeated({Stage::Mixed, 1024 + batch}, random.between(1, 3)));
        append(shapes, repeated({Stage::Decode, batch}, random.between(0, 3)));
        return shapes;
    }
    const bool deep = kind == TraceKind::Mla || kind == TraceKind::MixedRatios; // many kernels per pass: fewer passes
    append(shapes, repeated({Stage::Prefill, prompt}, random.between(1, deep ? 2 : 3)));
    append(shapes, repeated({Stage::Decode, batch}, deep ? random.between(3, 4) : random.between(4, 7)));
    if (random.chance(60))
        append(shapes, {{random.chance(50) ? Stage::Mixed : Stage::Prefill, prompt / 2 + batch}});
    append(shapes, repeated({Stage::Decode, batch}, random.between(2, deep ? 2 : 4)));
    if (random.chance(30)) // captures often begin with decode steps only
        shapes.erase(shapes.begin(),
            std::find_if(shapes.begin(), shapes.end(), [](const StepShape &shape) { return !shape.prefillLike(); }));
    return shapes;
}

class RunBuilder {
public:
    RunBuilder(TraceKind kind, const TraceOptions &options)
        : m_kind(kind)
        , m_options(options)
        , m_random(Random::hashed(options.seed, traceKindName(kind)))
    {
    }

    // A rank of a tensor-parallel job.
    RunBuilder(int ranks, const TraceOptions &options)
        : RunBuilder(TraceKind::Dense, options)
    {
        m_ranks = ranks;
    }

    RunPlan build()
    {
        if (plannedApart())
            return std::move(m_plan);
        m_plan.model = drawnModel(m_kind, m_random);
        if (m_kind == TraceKind::PipelineSlice)
            m_plan.model = slicedModel(m_plan.model, m_options.seed, m_random);
        if (m_ranks > 0)
            m_plan.model.tensorParallel = m_ranks;
        const std::uint64_t engine = m_random.next();
        const std::vector<Vocabulary> &all = vocabularies();
        const bool mixed = m_plan.model.family == ModelFamily::MixedRatios;
        // The first seeds go through the engines one by one, so that a few seeds see all of them.
        const Vocabulary &vocabulary = mixed ? hyperConnectionVocabulary(m_options.seed) : all[engineNumber() % all.size()];
        m_plan.dialect = Dialect(vocabulary, engine);
        m_plan.ranks = m_kind == TraceKind::TwoRanks;
        m_plan.sameDeviceNumber = m_plan.ranks && m_options.seed % 2 == 0;
        m_plan.devices = m_kind == TraceKind::TwoDevices || m_plan.ranks ? 2 : 1;
        m_plan.truncateBothEnds = m_kind == TraceKind::Truncated;
        m_plan.gapNs = m_random.chance(60) ? m_random.between(500, 1'200) : m_random.between(1'500, 4'000);
        drawHabits();
        addPasses();
        return std::move(m_plan);
    }

private:
    // Kinds that no serving engine runs.
    [[nodiscard]] bool plannedApart()
    {
        switch (m_kind) {
        case TraceKind::Training:
            planTraining(m_plan, m_options, m_random);
            return true;
        case TraceKind::EncoderDecoder:
            planEncoderDecoder(m_plan, m_options, m_random);
            return true;
        case TraceKind::Diffusion:
            planDiffusion(m_plan, m_options, m_random);
            return true;
        case TraceKind::EagerFrames:
            planEagerDecoder(m_plan, m_options, m_random);
            return true;
        case TraceKind::Opaque:
            planEagerDecoder(m_plan, m_options, m_random);
            obscureNames(m_plan, m_random);
            return true;
        default:
            return false;
        }
    }

    [[nodiscard]] std::size_t engineNumber() const
    {
        if (m_kind == TraceKind::Sample)
            return 0;
        return static_cast<std::size_t>(m_options.seed) + static_cast<std::size_t>(m_kind);
    }

    void drawHabits()
    {
        m_habits.reduceFused = m_random.chance(50);
        if (m_plan.model.sandwichNorms)
            m_habits.reduceFused = false; // the reduction is normalised before it is added
        if (m_kind == TraceKind::ChunkedPrefill) {
            m_habits.decodeFirst = m_random.chance(50);
            m_habits.mergesChunks = m_random.chance(50);
        }
        if (m_kind == TraceKind::FusedAnchor)
            m_habits.quirkPercent = static_cast<int>(m_random.between(3, 5));
        if (m_kind == TraceKind::CudaGraph) {
            const bool pieces = m_plan.dialect.name().starts_with("vllm") && m_random.chance(50);
            m_habits.graphs = pieces ? Graphs::Pieces : Graphs::Whole;
        }
    }

    void addPasses()
    {
        std::vector<StepShape> shapes = servingSteps(m_kind, m_random);
        if (m_options.passes > 0) {
            const std::size_t wanted = static_cast<std::size_t>(m_options.passes);
            while (shapes.size() < wanted)
                shapes.push_back(shapes.back());
            shapes.resize(wanted);
        }
        const std::size_t outlier = m_kind == TraceKind::Sample ? 6 : static_cast<std::size_t>(m_random.between(3, 12));
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            const bool coldStage = i == 0 || (shapes[i].prefillLike() != shapes[i - 1].prefillLike() && i < 4);
            int slowness = 100;
            if (coldStage)
                slowness = static_cast<int>(m_random.between(160, 380));
            else if (i == outlier)
                slowness = static_cast<int>(m_random.between(170, 260));
            addTarget(shapes[i], slowness, i == 0);
            addDrafts(shapes[i], slowness);
        }
    }

    void addTarget(const StepShape &shape, int slowness, bool first)
    {
        PassPlan pass;
        pass.shape = shape;
        pass.items = PassBuilder(m_plan.model, m_plan.dialect, m_habits, shape, m_random).targetPass();
        pass.gapBeforeNs = m_random.between(90'000, 900'000);
        if (m_kind == TraceKind::PipelineSlice) // the wait is in the receiving kernel
            pass.gapBeforeNs /= 8;
        pass.slownessPercent = slowness;
        const bool loose = m_kind != TraceKind::Sample && !first && m_random.chance(8);
        pass.looseWorkBefore = loose ? 1 : 0;
        m_plan.passes.push_back(std::move(pass));
    }

    void addDrafts(const StepShape &shape, int slowness)
    {
        if (m_plan.model.draftLayers == 0)
            return;
        const std::int64_t drafts = shape.prefillLike() ? 1 : m_drafts;
        for (std::int64_t i = 0; i < drafts; ++i) {
            PassPlan pass;
            pass.shape = {Stage::Draft, shape.tokens};
            pass.items = PassBuilder(m_plan.model, m_plan.dialect, m_habits, {shape.stage, shape.tokens}, m_random).draftPass();
            pass.gapBeforeNs = m_random.between(30'000, 60'000);
            pass.slownessPercent = slowness;
            m_plan.passes.push_back(std::move(pass));
        }
    }

    TraceKind m_kind;
    int m_ranks = 0;
    const TraceOptions &m_options;
    Random m_random;
    RunPlan m_plan;
    PassHabits m_habits;
    std::int64_t m_drafts = m_random.between(1, 3);
};

} // namespace

RunPlan plannedRanks(const RanksOptions &options)
{
    TraceOptions run;
    run.seed = options.seed;
    run.passes = options.passes;
    return RunBuilder(options.ranks, run).build();
}

RunPlan plannedRun(TraceKind kind, const TraceOptions &options)
{
    return RunBuilder(kind, options).build();
}

} // namespace lamella::test
