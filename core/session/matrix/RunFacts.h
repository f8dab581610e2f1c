// SPDX-License-Identifier: GPL-3.0-or-later
// The facts of one run that the tables of a grid need, so that its trace need not stay in memory.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/session/AnalysisSession.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lamella::core {

// Names of the ranges that mark a step and its parts; case-insensitive.
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
    double share = 0; // of all kernels in the same list
};

// How the number of warm-up steps was found.
enum class WarmUpRule : std::uint8_t { Given, Range, Gap };

struct RunFacts {
    std::size_t warmUp = 0; // number of warm-up steps
    WarmUpRule warmUpRule = WarmUpRule::Given;
    std::string path; // of the trace
    std::vector<std::int64_t> forwardNs; // projected time of each forward range, in time order, warm-up included
    std::size_t forwardRanges = 0;
    std::size_t backwardRanges = 0;
    std::optional<KernelShare> topForward; // in the first forward range after the warm-up (by time)
    std::optional<KernelShare> topBackward;
    std::optional<KernelShare> topOther; // kernel of the run with the most time that is not a GEMM
    std::optional<double> gemmShare; // of all kernel time of the run
    std::optional<double> gemmShareOfTopTen; // of all kernel time: the GEMMs among the ten kernels with the most time
    std::optional<std::int64_t> softmaxNs; // projected, inside the first forward range after the warm-up
    std::optional<std::int64_t> matmulNs;
    double headDim = 0; // of the model config; 0 = unknown
};

// warmUp: number of warm-up steps; empty: those inside a range with the warm-up name, else the first steps that take more than
// three times the median. Errors: Cancelled.
Result<RunFacts> runFacts(
    AnalysisSession &session, std::optional<std::size_t> warmUp, const RangeNames &names = {}, const JobControl &control = {});

} // namespace lamella::core
