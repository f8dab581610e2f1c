// SPDX-License-Identifier: GPL-3.0-or-later
// The passes of training with the layer of every kernel: forward by its own layers, backward by autograd's calls if they name the
// forward op, else by the names of its kernels.
#pragma once

#include "core/analysis/segmentation/CallCatalogue.h"
#include "core/analysis/segmentation/DeviceSegmenter.h"
#include "core/analysis/segmentation/MainSequence.h"
#include "core/analysis/segmentation/PassLayout.h"
#include "core/analysis/segmentation/training/StageMarks.h"
#include "core/base/JobControl.h"
#include "core/base/Message.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::core {

// Layers of the forward passes of training: the work of all forward runs, concatenated, is a trace of forward passes, and every
// kind of layer evidence applies to it. The boundaries of the passes are the runs'.

struct ForwardLayers {
    MainSequence sequence; // forward work only
    std::vector<std::uint32_t> position; // of the whole sequence, by position in `sequence`
    std::vector<PassLayout> layouts; // of the passes with layers, as positions of `sequence`
    std::vector<std::size_t> run; // of each layout: row of the runs
    int layers = 0; // of a whole pass, 0 = none found
    bool cut = false; // the capture cuts all passes
    bool countOpen = false; // and nobody states how many layers there are
    int modelLayers = 0; // the same; as config or user state them where none is found
    std::string text; // what marks the layers
    const CallGroup *modules = nullptr; // the frames or annotations they rest on
    Message whyNone; // where what repeats cannot be layers
};

// Where a rank of a pipeline, behind a transfer between ranks, begins another one; the end of the span or more for none.
[[nodiscard]] std::uint32_t secondTransfer(const MainSequence &sequence, Span span);

// Number of the first layer of a pass. One that the capture cuts at its front (atFront: there it lies), so that nothing but
// kernels of its layers stands before them, ends with the model's last layer.
[[nodiscard]] int firstLayer(const MainSequence &sequence, const PassLayout &layout, bool atFront, int modelLayers);

[[nodiscard]] ForwardLayers forwardLayers(
    const DeviceContext &context, const MainSequence &sequence, const std::vector<StageRun> &runs);

// Layers of a backward pass by the names of its kernels alone. Read from its end, it is a pass like a forward one: it begins with
// layer 0, whose first kernel is the last one of the gradient of its input norm. So its layers are those of LayoutBuilder, with
// the gradients of attention as cores.

// The gradients of attention in a run; empty if no such kernel is known.
[[nodiscard]] std::vector<Span> attentionGradients(const MainSequence &sequence, const std::vector<StageHint> &hints, Span run);

// The layer of each kernel of each of `runs`, which are backward: its number, recomputation included, kHeadLayer or kTailLayer.
// runs: one at least. cores: of each run, one a layer. All is head where nothing marks layers.
[[nodiscard]] std::vector<std::vector<std::int32_t>> backwardLayers(const TraceDocument &document, const MainSequence &sequence,
    const std::vector<StageHint> &hints, const std::vector<Span> &runs, std::vector<std::vector<Span>> cores,
    const ForwardLayers &forward);

// The layer of backward kernels by the forward call they differentiate: autograd's calls carry the sequence number of the forward
// op. The layer of recomputed modules follows from their own frames.
inline constexpr std::int32_t kNotLinked = INT32_MIN;
inline constexpr std::int32_t kNoForward = INT32_MIN + 1; // the capture does not hold the forward op

// By position, for kernels of backward runs: the forward's layer number, kHeadLayer, kTailLayer (as in forward), kNoForward or
// kNotLinked.
// forwardLayer: by position, of kernels in forward runs; kNotLinked elsewhere. modules: frames that forward's layers rest on, or
// null.
[[nodiscard]] std::vector<std::int32_t> autogradLinks(const TraceDocument &document, const MainSequence &sequence,
    const std::vector<StageRun> &runs, const std::vector<std::int32_t> &forwardLayer, const CallGroup *modules,
    const JobControl &control = {});

struct TrainingPass {
    Stage stage = Stage::Forward;
    Span span; // positions in the whole sequence
    std::vector<std::int32_t> layer; // of each kernel of the span: number, kHeadLayer or kTailLayer
    bool cut = false; // the capture begins or ends inside
    int tower = 0; // of several passes in a run: how many follow in forward, or come before in backward
    [[nodiscard]] int layers() const; // from the smallest to the largest number
};

struct TrainingPasses {
    std::vector<TrainingPass> passes; // in time order
    // Backward kernels whose layer follows both from autograd's calls and from names, and how many of them agree.
    std::uint32_t compared = 0;
    std::uint32_t agreeing = 0;
};

[[nodiscard]] TrainingPasses trainingPasses(const DeviceContext &context, const MainSequence &sequence,
    const std::vector<StageHint> &hints, const StageMarks &marks, const std::vector<StageRun> &runs,
    const ForwardLayers &forward);

// Shortens passes at the begin of a step and at the end of the capture by small work that is far from both steps. Work that a
// recorded step or stage claims stays.
void releaseLoneWork(
    const TraceDocument &document, const MainSequence &sequence, const StageMarks &marks, std::vector<TrainingPass> &passes);

// The confidence in the segmentation of a training trace: the checks of Confidence.h that concern layers, and those of its
// stages, because a trace may show one without the other.

struct TrainingCheckInput {
    const MainSequence &sequence;
    const std::vector<StageHint> &hints;
    const StageMarks &marks;
    const TrainingPasses &training;
    const ForwardLayers &forward;
    const DeviceSegmentation &device;
    const ModelConfig *config = nullptr;
};

// Fills checks and returns 0..1.
[[nodiscard]] double judgeTraining(const TrainingCheckInput &input, std::vector<SegmentationCheck> &checks);

} // namespace lamella::core
