// SPDX-License-Identifier: GPL-3.0-or-later
// Synthetic traces with the true pass and layer of every GPU event, kept in tests/data/generated (its README says how each was
// made).
//
// Rules of the ground truth (those of the product):
// - a layer begins with its input norm; a fused residual-add + norm begins the layer whose attention it feeds;
// - the preparation of a step (positions, indices, copies) and the embedding are the head; final norm, lm_head, logits
//   and sampling are the tail;
// - passes are numbered per device in time order from 0, draft passes in the same sequence; the layer of a draft pass is layer 0;
// - a pass truncated by the start or end of the recording keeps the layer numbers of the model;
// - isolated work between passes belongs to no pass;
// - training: forward, backward and optimizer of a step are three passes, each with its own stage. Layers of a backward pass have
//   the numbers of the model, so they descend; recomputed forward work is part of its layer. The head is the work before the
//   first layer run (loss, lm_head, final norm), the tail the work after the last (embedding). An optimizer has no layers: all of
//   it is head;
// - a pipeline rank numbers its layers from 0; what it receives is its head, what it sends its tail;
// - an encoder and the following decoder are one pass; layer numbers of the decoder continue after those of the encoder, also in
//   passes of the decoder alone. The norm that ends the encoder belongs to its last layer, the embedding between the two to the
//   first layer of the decoder;
// - the modulation of a diffusion block (a small GEMM of the time step) belongs to the block;
// - work on streams other than the main one is `side`; if the trace records individual launches, it belongs to the layer of its
//   launch (that of the main-stream work launched last before it), else to the layer whose window of main-stream kernels contains
//   its start. A window lasts until the next one begins or, after the last kernel of a pass, until the next pass begins.
#pragma once

#include "core/analysis/Segmentation.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::test {

enum class TraceKind : std::uint8_t {
    Dense, // prefill, decode and mixed steps
    Annotated, // dense, with annotations of steps and nn.Module frames
    Moe, // mixture of experts with side streams
    MoeKernels, // the same without launches
    Mla, // MLA, 61 layers of which 3 are dense, with MTP drafts
    MixedRatios, // hyper-connections, two blocks per layer; layers of three attention types, hash layers first
    CudaGraph, // decode only, one graph launch per pass
    Truncated, // the recording begins and ends inside a pass
    FusedAnchor, // in a few layers the usual first kernel is fused into another one
    TwoDevices, // tensor parallel 2 in one file, with different clocks
    KernelsOnly, // only GPU events
    Training, // forward, backward and optimizer
    AnnotatedTraining, // with a profiler's range around each step
    PipelineSlice, // one pipeline rank: some of the layers, sends and receives
    HybridLinear, // three layers with linear attention, then one with full attention
    Alternating, // Mamba, attention, MLP or experts, each in a separate layer
    EncoderDecoder, // occasional encoder runs, decoder steps with cross attention
    Diffusion, // two kinds of blocks, no embedding, no sampling
    EagerFrames, // individual operators, with nn.Module frames
    ChunkedPrefill, // chunked prefill together with decoding requests: two attention kernels per layer
    TwoRanks, // two processes in one file, with clocks seconds apart
    SlidingWindow, // sliding windows and full attention, norms around each half
    Opaque, // meaningless kernel names
};
// Of the files, in the order of the enumeration.
inline constexpr std::array kTraceKindNames = {"dense", "annotated", "moe", "moe-kernels", "mla", "mixed-ratios", "cuda-graph",
    "truncated", "fused-anchor", "two-devices", "kernels-only", "training", "annotated-training", "pipeline-slice",
    "hybrid-linear", "alternating", "encoder-decoder", "diffusion", "eager-frames", "chunked-prefill", "two-ranks",
    "sliding-window", "opaque"};
inline constexpr int kTraceKinds = static_cast<int>(kTraceKindNames.size());
[[nodiscard]] constexpr const char *traceKindName(TraceKind kind)
{
    return kTraceKindNames[static_cast<std::size_t>(kind)];
}

struct TraceOptions {
    int passes = 0; // the first so many; the last one is repeated where fewer are kept; 0 = those that are kept
    bool hostEvents = true; // false: GPU events alone
    bool operator==(const TraceOptions &) const = default;
};

struct TruthRow {
    std::int64_t startNs = 0; // on the trace's clock
    int device = 0;
    int pass = core::kNoPass;
    int layer = core::kNoLayer; // or core::kHeadLayer, core::kTailLayer
    bool side = false;
    core::Stage stage = core::Stage::Unknown; // of the pass
    std::string name;
};

struct GeneratedTrace {
    std::string json; // Chrome trace
    std::string config; // of the model, in the format of a config.json
    std::vector<TruthRow> truth; // row = index of the GPU event in start order, ties in file order
};

// The text of a file of tests/data/generated, unpacked.
[[nodiscard]] std::string generatedFile(const std::string &name);
// Ends the program if the files are not there or do not belong together.
[[nodiscard]] GeneratedTrace generatedTrace(TraceKind kind, const TraceOptions &options = {});

} // namespace lamella::test
