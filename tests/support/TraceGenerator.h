// SPDX-License-Identifier: GPL-3.0-or-later
// Traces made up from descriptions of models, with the true pass and layer of every GPU event beside them.
//
// Rules of the truth (those of the product):
// - a layer begins with its input norm; a residual-add + norm that is fused opens the layer whose attention it feeds;
// - what prepares a step (positions, indices, copies) and the embedding are the head; final norm, lm_head, logits, sampling the
// tail;
// - passes are numbered per device in time order from 0, draft passes in the same sequence; the layer of a draft pass is layer 0;
// - a pass that the capture cuts keeps the numbers of its layers in the model;
// - lone work between passes belongs to no pass;
// - training: forward, backward and optimizer of a step are three passes with a stage each. The layers of a backward pass carry
// the
//   numbers of the model, so they descend; forward work that it repeats (recomputation) is part of its layer. Its head is what it
//   runs before its first layer (loss, lm_head, final norm), its tail what it runs after its last (embedding). An optimizer has
//   no layers: all of it is head;
// - a rank of a pipeline numbers the layers it holds from 0; what it receives is its head, what it sends its tail;
// - an encoder and the decoder behind it are one pass; the layers of the decoder go on counting where those of the encoder end,
// in
//   passes of the decoder alone too. The norm that closes the encoder belongs to its last layer, the embedding between the two to
//   the first layer of the decoder;
// - the modulation of a diffusion block (a small GEMM of the time step) belongs to the block;
// - work on other streams than the main one is `side`; it belongs to the layer of its launch where the trace records launches
//   one by one (the layer of the main-stream work launched last before it), else to the layer whose window of main-stream kernels
//   holds its start. A window lasts until the next one begins or, after the last kernel of a pass, until the next pass begins.
#pragma once

#include "core/analysis/Segmentation.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::test {

enum class TraceKind : std::uint8_t {
    Dense, // Llama / Qwen, prefill, decode and mixed steps
    Moe, // mixture of experts with side streams
    Mla, // MLA, 61 layers of which 3 are dense, with MTP drafts
    MixedRatios, // hyper-connections, two blocks per layer; layers of three attention types, hash layers first
    CudaGraph, // decode only, one graph launch (or pieces of graphs) per pass
    Cut, // the capture begins and ends inside a pass
    FusedAnchor, // in a few layers the usual first kernel is fused into another one
    TwoDevices, // tensor parallel 2 in one file, clocks apart
    KernelsOnly, // nothing but GPU events
    Sample, // the trace that comes with the program
    Training, // forward, backward and optimizer
    PipelineSlice, // one rank of a pipeline: a part of the layers, sends and receives
    HybridLinear, // three layers of linear attention, one of full attention
    Alternating, // Mamba, attention, MLP or experts in layers of their own
    EncoderDecoder, // an encoder now and then, steps of a decoder with cross attention
    Diffusion, // blocks of two kinds, no embedding, no sampling
    EagerFrames, // one operator after the other, with nn.Module frames
    ChunkedPrefill, // prefill in chunks beside decoding requests: two attention kernels in a layer
    TwoRanks, // two processes in one file, their clocks seconds apart
    SlidingWindow, // sliding windows and full attention, norms around each half
    Opaque, // kernel names without meaning
};
inline constexpr std::array kTruthKinds = {TraceKind::Dense, TraceKind::Moe, TraceKind::Mla, TraceKind::MixedRatios,
    TraceKind::CudaGraph, TraceKind::Cut, TraceKind::FusedAnchor, TraceKind::TwoDevices, TraceKind::KernelsOnly,
    TraceKind::Training, TraceKind::PipelineSlice, TraceKind::HybridLinear, TraceKind::Alternating, TraceKind::EncoderDecoder,
    TraceKind::Diffusion, TraceKind::EagerFrames, TraceKind::ChunkedPrefill, TraceKind::TwoRanks, TraceKind::SlidingWindow,
    TraceKind::Opaque};

[[nodiscard]] std::string_view traceKindName(TraceKind kind); // "dense", "moe", "two-devices", ...
[[nodiscard]] std::optional<TraceKind> traceKindFromName(std::string_view name);

struct TraceOptions {
    std::uint64_t seed = 1;
    int passes = 0; // 0 = as many as the kind and the seed say; draft passes do not count
    std::optional<bool> cpuEvents; // launches, cpu_ops and flows; default: as the kind and the seed say
    bool annotations = false; // one annotation per step, on the host and on the device (with cpuEvents); the sample has it
    bool pythonFrames = false; // nn.Module frames around the launches of each layer (with cpuEvents)
    std::string changedKernel; // kernels of this name take changedPercent of what they would
    int changedPercent = 100;
};

struct TruthRow {
    std::int64_t startNs = 0; // clock of the file
    int device = 0;
    int stream = 0;
    int pass = core::kNoPass;
    int layer = core::kNoLayer; // or core::kHeadLayer, core::kTailLayer
    bool side = false;
    core::Stage stage = core::Stage::Unknown; // of the pass
    std::string name;
};

struct GeneratedTrace {
    std::string json; // Chrome trace
    std::string config; // model config in the form of a config.json
    bool configExpected = false; // whether a test should give the config to the analysis
    std::vector<TruthRow> truth; // row = index of the GPU event in start order, ties in file order
    std::string description; // "dense, sglang-nvidia, 28 layers, 11 passes", for messages
};

[[nodiscard]] GeneratedTrace generateTrace(TraceKind kind, const TraceOptions &options);

// index,device,stream,start_ns,pass,layer,side,stage,name
[[nodiscard]] std::string truthCsv(const GeneratedTrace &trace);
// gzip without time and name, so that equal text gives equal bytes (with the same zlib).
[[nodiscard]] std::string gzipped(std::string_view text);
[[nodiscard]] std::string gunzipped(std::string_view bytes); // empty when it is not gzip

} // namespace lamella::test
