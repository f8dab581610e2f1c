// SPDX-License-Identifier: GPL-3.0-or-later
// Building blocks of eager models, with the module of each kernel.
#pragma once

#include "tests/support/TraceGeneratorRandom.h"
#include "tests/support/TraceGeneratorWriter.h"

#include <map>
#include <string>

namespace lamella::test {

struct EagerHabits {
    std::string family = "Llama"; // prefix of the module classes
    bool layerNorm = false; // one kernel, else RMSNorm as individual operations
    bool fusedNorm = false; // one kernel for RMSNorm, too
    bool gatedMlp = true;
    bool qkNorm = false;
    bool mathAttention = false; // GEMM, softmax, GEMM
    bool rotary = true;
    bool cache = true; // appends keys and values to those of previous steps
};

// Instance numbers of modules as a profiler assigns them: in order of the first call, the same in every pass.
class ModuleNumbers {
public:
    std::string instance(const std::string &type) { return type + "_" + std::to_string(m_next[type]++); }

private:
    std::map<std::string, int> m_next;
};

class EagerWriter : protected PassWriter {
protected:
    EagerWriter(const ModelPlan &model, const Dialect &dialect, const EagerHabits &habits, StepShape shape)
        : PassWriter(model, dialect, shape)
        , m_habits(habits)
    {
    }
    ~EagerWriter() = default;

    void enter(const std::string &type); // opens the frame of a module
    void leave();
    void norm(std::string_view type = "RMSNorm");
    void linear(std::string_view site, Weight weight);
    void rotate();
    void attentionCore(bool causal);
    void selfAttention(bool causal);
    void crossAttention(bool first);
    void mlp();
    void residual();
    void kernels(const Names &names, std::string_view op, Weight weight);
    void sampling();

    const EagerHabits &m_habits;

private:
    ModuleNumbers m_numbers;
};

} // namespace lamella::test
