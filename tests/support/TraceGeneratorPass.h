// SPDX-License-Identifier: GPL-3.0-or-later
// Writes one pass of a model as a list of GPU work, with the kernel names of a dialect.
#pragma once

#include "tests/support/TraceGeneratorRandom.h"
#include "tests/support/TraceGeneratorWriter.h"

namespace lamella::test {

enum class Graphs : std::uint8_t { None, Whole, Pieces }; // captured part: nothing, the model, or all except attention

struct PassHabits {
    Graphs graphs = Graphs::None;
    bool reduceFused = false; // all-reduce, residual add and norm in one kernel, for small batches
    bool decodeFirst = false; // mixed steps: attention of decoding requests before that of the others
    bool mergesChunks = false; // mixed steps: attention over the chunk and over the cached prefix, then a merge of both
    int quirkPercent = 0; // share of layers with a fusion that other layers do not have
};

class PassBuilder : private PassWriter {
public:
    PassBuilder(const ModelPlan &model, const Dialect &dialect, const PassHabits &habits, StepShape shape, Random &random)
        : PassWriter(model, dialect, shape)
        , m_habits(habits)
        , m_random(random)
    {
    }
    [[nodiscard]] std::vector<WorkItem> targetPass();
    [[nodiscard]] std::vector<WorkItem> draftPass();

private:
    enum class Quirk : std::uint8_t { None, InputNorm, MiddleNorm, RopeAndStore };

    void blockLayer(int number);
    void halfLayer(int number, char block);
    void sandwichLayer(int number, char block);
    void gatedDelta();
    void kimiDelta();
    void mamba();
    void squaredMlp();
    void exchange(int count, bool receives);
    [[nodiscard]] Names attentionNames() const;
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

    void quantizedGemm(std::string_view site, Weight weight);

    const PassHabits &m_habits;
    Random &m_random;
    bool m_joinsNext = false; // the next layer waits for the received data
    bool m_sliding = false; // attention of the current layer
};

} // namespace lamella::test
