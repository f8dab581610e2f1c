// SPDX-License-Identifier: GPL-3.0-or-later
// Writes one pass of a model as a list of GPU work, in the words of a dialect.
#pragma once

#include "tests/support/TraceGeneratorPlan.h"
#include "tests/support/TraceGeneratorRandom.h"

namespace lamella::test {

enum class Graphs : std::uint8_t { None, Whole, Pieces }; // captured: nothing, the model, or all of it but the attention

struct PassHabits {
    Graphs graphs = Graphs::None;
    bool reduceFused = false; // all-reduce, residual add and norm in one kernel, for small batches
    int quirkPercent = 0; // layers in which a kernel is fused that is not fused elsewhere
};

class PassBuilder {
public:
    PassBuilder(const ModelPlan &model, const Dialect &dialect, const PassHabits &habits, StepShape shape, Random &random)
        : m_model(model)
        , m_dialect(dialect)
        , m_habits(habits)
        , m_shape(shape)
        , m_random(random)
    {
    }
    [[nodiscard]] std::vector<WorkItem> targetPass();
    [[nodiscard]] std::vector<WorkItem> draftPass();

private:
    enum class Weight : std::uint8_t { Tiny, Small, Medium, Big, Huge };
    enum class Quirk : std::uint8_t { None, InputNorm, MiddleNorm, RopeAndStore };

    void head();
    void embedding();
    void layer(int number);
    void tail();
    void inputNorm(bool first, Quirk quirk);
    void reduceAndNorm(Quirk quirk);
    void attention(Quirk quirk);
    void latentAttention();
    void mixedAttention(int number);
    void denseMlp();
    void experts(int number);
    void routing(int number);
    void routedExperts();
    void expertsBesideShared();
    void expertsThroughDeepEp();
    void sharedExperts(Lane lane);
    void feedForward(int number);
    [[nodiscard]] bool reducesFused() const;
    [[nodiscard]] Quirk drawnQuirk();

    WorkItem &add(std::string_view name, std::string_view op, Weight weight);
    void run(Role role, Weight weight, Lane lane = Lane::Main, bool afterMain = false);
    void gemm(std::string_view site, Weight weight, Lane lane = Lane::Main);
    void quantizedGemm(std::string_view site, Weight weight);
    void joinFrom(std::size_t index);
    [[nodiscard]] std::int64_t typicalNs(Weight weight) const;

    const ModelPlan &m_model;
    const Dialect &m_dialect;
    const PassHabits &m_habits;
    StepShape m_shape;
    Random &m_random;
    std::vector<WorkItem> m_items;
    int m_layer = core::kHeadLayer;
    int m_piece = -1;
};

} // namespace lamella::test
