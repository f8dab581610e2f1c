// SPDX-License-Identifier: GPL-3.0-or-later
// Kernel names of engines, as they stand in public traces: tests/data/engines.tsv lists alternatives for each role; a dialect is
// an engine with one alternative chosen by the seed.
#pragma once

#include "core/analysis/Segmentation.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace lamella::test {

// The numbers choose among alternatives: a new one stands at the end.
enum class Role : std::uint8_t {
    Prepare, // before the embedding: positions, cache indices
    Embedding,
    FirstNorm, // input norm of layer 0, without residual
    AddNorm, // residual add and norm
    ReduceAddNorm, // the same, fused with the preceding all-reduce
    FusedInputNorm, // input norm within a kernel with another name
    QkNorm,
    Rope,
    KvStore,
    RopeAndStore, // both in one kernel
    Attention,
    AllReduce,
    Activation,
    Router, // after the gate GEMM
    ExpertGemm, // first expert GEMM
    ExpertActivation,
    ExpertGemmDown,
    ExpertSum,
    Dispatch,
    Combine,
    SharedAdd,
    Quantize, // before a GEMM in FP8
    LatentNorm, // norms of MLA's low-rank q and kv
    LatentBmm,
    LatentStore,
    LatentAttention,
    HyperBegin, // mHC before a half layer
    HyperEnd, // mHC after a half layer
    HyperExpand, // after the embedding
    HyperHead, // before the final norm
    AttentionCsa,
    AttentionHca,
    AttentionSwa,
    HashRouter,
    DraftInput, // norms and concatenation in front of a draft layer
    LastToken, // prefill: rows of the last tokens
    Logits, // after the lm_head GEMM
    Sampling,
    Gemm, // a pool of names, chosen by site and shape
    ResidualAdd, // separate; ends half of a layer
    Loss, // after the lm_head of training
    LossBackward, // including the initial gradient
    NormBackward,
    RopeBackward,
    AttentionBackward,
    ActivationBackward,
    GradientAdd, // where two branches of the graph join
    EmbeddingBackward,
    GradientBucket, // copy into a bucket for the reduction over ranks
    AllGather,
    ReduceScatter,
    GradientNorm, // clipping
    Optimizer,
    LinearPrepare, // linear attention: splits and gates before the convolution
    LinearConv,
    LinearScan, // gated delta rule
    KdaScan, // Kimi delta attention
    LinearNorm, // gated norm after the scan
    MambaConv,
    MambaScan,
    SquaredActivation,
    SlidingAttention,
    AttentionMerge, // merges attention over a chunk and its cached prefix
    EmbeddingScale,
    PeerToPeer, // between the ranks of a pipeline
};

struct StepShape {
    core::Stage stage = core::Stage::Decode;
    int tokens = 1; // number in the batch
    // Processes many tokens at once.
    [[nodiscard]] bool prefillLike() const { return stage != core::Stage::Decode && stage != core::Stage::Draft; }
};

using Names = std::vector<std::string_view>; // consecutive kernels

struct VocabularyEntry {
    Role role;
    char when = 'a'; // always, decode or prefill
    Names names;
};

class Dialect {
public:
    // Ends the program if there is no such engine.
    Dialect(std::string_view engine, std::uint64_t seed);
    // Empty if the engine has no kernel for the role.
    [[nodiscard]] Names names(Role role, const StepShape &shape) const;
    [[nodiscard]] Names gemm(std::string_view site, const StepShape &shape) const;
    [[nodiscard]] bool has(Role role) const;

private:
    [[nodiscard]] std::vector<const Names *> alternatives(Role role, char when) const;
    const std::vector<VocabularyEntry> *m_entries = nullptr;
    std::uint64_t m_seed = 0;
};

} // namespace lamella::test
