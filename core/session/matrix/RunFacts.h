// SPDX-License-Identifier: GPL-3.0-or-later
// What the tables of a grid of runs need of one run, so that its trace need not be kept.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/session/AnalysisSession.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lamella::core {

// Names of the ranges that mark a step and its parts; compared without regard to case.
struct RangeNames {
    std::vector<std::string> forward{"forward", "forward_pass", "forward pass"};
    std::vector<std::string> backward{"backward", "backward_pass", "backward pass"};
    std::vector<std::string> softmax{"computing softmax", "attention_softmax", "softmax"};
    std::vector<std::string> warmUp{"warmup", "warm-up", "warm up", "warm_up"};
    std::vector<std::string> matmul{"computing attention scores", "attention_scores_matmul", "final matmul",
        "computing final matmul", "attention_value_matmul"};
};

struct KernelShare {
    std::string name; // full
    std::int64_t sumNs = 0;
    std::uint64_t count = 0;
    double share = 0; // of the kernels of the same list
};

// What told how many steps are warm-up.
enum class WarmUpRule : std::uint8_t { Given, Range, Gap };

struct RunFacts {
    std::size_t warmUp = 0; // steps left out
    WarmUpRule warmUpRule = WarmUpRule::Given;
    std::string path; // of the trace
    std::vector<std::int64_t> forwardNs; // projected time of each forward range, in time order, warm-up included
    std::size_t forwardRanges = 0;
    std::size_t backwardRanges = 0;
    std::optional<KernelShare> topForward; // in the first forward range after the warm-up, by time window
    std::optional<KernelShare> topBackward;
    std::optional<KernelShare> topOther; // longest kernel of the run that is no GEMM
    std::optional<double> gemmShare; // of all kernel time of the run
    std::optional<double> gemmShareOfTopTen; // the same with the ten longest kernels alone above the line
    std::optional<std::int64_t> softmaxNs; // projected, inside the first forward range after the warm-up
    std::optional<std::int64_t> matmulNs;
    double headDim = 0; // of the model config; 0 = not known
};

// warmUp: steps to leave out; empty: those inside a range that is called warm-up, else the first steps that take more than three
// times the median. Errors: Cancelled.
Result<RunFacts> runFacts(
    AnalysisSession &session, std::optional<std::size_t> warmUp, const RangeNames &names = {}, const JobControl &control = {});

} // namespace lamella::core
